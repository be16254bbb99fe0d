"""A host with one fault: the real host behind a filter that changes messages, and so breaks one requirement.

`python broken_host.py NAME [ARGUMENT…]` runs the host that the variable FEATUREHOST names with the arguments, and
plays the mutant NAME of the table below. With any other name nothing is changed, to the byte.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Message = Any
SEPARATOR = b"\r\n\r\n"


class Session:
    """The requests so far, held messages, and data that a mutant stores."""

    def __init__(self) -> None:
        self.asked: dict[str, Message] = {}
        self.notified = 0
        self.held: list[Message] = []
        self.memory: dict[str, Any] = {}

    def note(self, message: Message) -> None:
        """Stores a request of the client, by its id."""
        for member in message if isinstance(message, list) else [message]:
            if isinstance(member, dict) and "method" in member:
                if "id" in member:
                    self.asked[json.dumps(member["id"])] = member
                else:
                    self.notified += 1

    def question(self, answer: Message) -> Message:
        """Returns the request that an answer belongs to, or an empty object if it is unknown."""
        return self.asked.get(json.dumps(answer.get("id")), {}) if is_answer(answer) else {}


Change = Callable[[Message, Session], "list[Message] | None"]


class Mutant(NamedTuple):
    """A fault: the requirement that it breaks, and the function that changes messages, the workspace or frames.

    `says` changes messages of the host, `hears` messages of the client, `reads` the workspace, and `frames` the bytes
    of a message. `where` names a scenario that shows the fault; empty to play all scenarios that test the requirement.
    """

    requirement: str
    says: Change | None = None
    hears: Change | None = None
    reads: Callable[[Message], Message] | None = None
    frames: Callable[[Message, bytes, bool], bytes] | None = None
    where: str = ""


# MARK: Messages


def is_answer(message: Message) -> bool:
    return isinstance(message, dict) and "method" not in message


def walk(value: Any) -> Iterator[dict[str, Any]]:
    """Yields all objects in a value."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from walk(inner)


def snapshots(message: Message, session: Session) -> list[dict[str, Any]]:
    """Returns the snapshots in a message."""
    if not isinstance(message, dict):
        return []
    if message.get("method") == "state/snapshot":
        return [message["params"]]
    result = message.get("result")
    if not isinstance(result, dict):
        return []
    return (
        [result]
        if session.question(message).get("method") == "feature/snapshot"
        else [value for key, value in result.items() if key == "snapshot"]
    )


def in_snapshots(change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes each snapshot."""

    def says(message: Message, session: Session) -> list[Message] | None:
        found = snapshots(message, session)
        for snapshot in found:
            change(snapshot)
        return [message] if found else None

    return says


def in_parts(*names: str, change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes each object in a snapshot, at any depth, that has all of these members."""

    def all_parts(snapshot: dict[str, Any]) -> None:
        for part in walk(snapshot):
            if all(name in part for name in names):
                change(part)

    return in_snapshots(all_parts)


def in_members(name: str, change: Callable[[Any], Any]) -> Change:
    """Changes the value of a member at any depth of a snapshot."""
    return in_parts(name, change=lambda part: part.update({name: change(part[name])}))


def in_causes(change: Callable[[dict[str, Any]], object]) -> Change:
    return in_parts("action", "origin", change=change)


def in_groups(change: Callable[[dict[str, Any]], object]) -> Change:
    return in_parts("id", "title", "items", change=change)


def in_errors_shown(change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes the errors in the state of snapshots."""
    return in_parts("code", "message", "retryable", change=change)


def in_results(method: str, change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes the result of each request with this method."""

    def says(message: Message, session: Session) -> list[Message] | None:
        is_asked = session.question(message).get("method") == method
        if not is_asked or not isinstance(message.get("result"), dict):
            return None
        change(message["result"])
        return [message]

    return says


def in_errors(change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes the errors that answer refused requests."""

    def says(message: Message, _: Session) -> list[Message] | None:
        if not is_answer(message) or "error" not in message:
            return None
        change(message["error"])
        return [message]

    return says


def in_patches(change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes the params of each `state/patch`."""

    def says(message: Message, _: Session) -> list[Message] | None:
        if not isinstance(message, dict) or message.get("method") != "state/patch":
            return None
        change(message["params"])
        return [message]

    return says


def in_notices(method: str, change: Callable[[Message], list[Message]]) -> Change:
    """Replaces each notification or request of the host with this method by other messages."""

    def says(message: Message, _: Session) -> list[Message] | None:
        return change(message) if isinstance(message, dict) and message.get("method") == method else None

    return says


def in_params(method: str, change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes the params of each request of the client with this method."""

    def hears(message: Message, _: Session) -> list[Message] | None:
        if not isinstance(message, dict) or message.get("method") != method:
            return None
        if not isinstance(message.get("params"), dict):
            return None
        change(message["params"])
        return [message]

    return hears


def wrong_code(right: int, wrong: int) -> Change:
    return in_errors(lambda error: error.update(code=wrong) if error["code"] == right else None)


def in_sources(change: Callable[[dict[str, Any]], object]) -> Callable[[Message], Message]:
    """Changes each source of the workspace."""

    def reads(workspace: Message) -> Message:
        for source in workspace.get("sources", {}).values():
            change(source)
        return workspace

    return reads


def in_features(change: Callable[[dict[str, Any]], object]) -> Callable[[Message], Message]:
    """Changes each feature of the workspace."""

    def reads(workspace: Message) -> Message:
        for feature in workspace.get("features", {}).values():
            change(feature)
        return workspace

    return reads


def in_modals(change: Callable[[dict[str, Any]], object]) -> Callable[[Message], Message]:
    """Changes each modal of the workspace."""

    def change_all(feature: dict[str, Any]) -> None:
        for modal in feature.get("modals", {}).values():
            change(modal)

    return in_features(change_all)


# MARK: Frames


def encode(message: Message) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


def framed(body: bytes, has_headers: bool) -> bytes:
    return b"Content-Length: %d%s%s" % (len(body), SEPARATOR, body) if has_headers else body + b"\n"


def is_opening(message: Message) -> bool:
    """Returns true for an answer with a snapshot, which comes after `initialize`."""
    return is_answer(message) and isinstance(message.get("result"), dict) and "snapshot" in message["result"]


def log_between_lines(message: Message, body: bytes, has_headers: bool) -> bytes:
    """Writes a debug line before the answer to an opening."""
    noise = b"DEBUG: opened\n" if is_opening(message) and not has_headers else b""
    return noise + framed(body, has_headers)


def log_between_headers(message: Message, body: bytes, has_headers: bool) -> bytes:
    noise = b"It was opened.\r\n" if is_opening(message) and has_headers else b""
    return noise + framed(body, has_headers)


def in_latin1(message: Message, _: bytes, has_headers: bool) -> bytes:
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    return framed(text.encode("latin-1", "replace"), has_headers)


def pretty(message: Message, body: bytes, has_headers: bool) -> bytes:
    """Writes the answer to an opening with several lines."""
    return framed(json.dumps(message, indent=1).encode() if is_opening(message) else body, has_headers)


def unescaped(message: Message, _: bytes, has_headers: bool) -> bytes:
    return framed(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode(), has_headers)


def counting_characters(message: Message, body: bytes, has_headers: bool) -> bytes:
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    if not has_headers:
        return framed(body, False)
    return b"Content-Length: %d%s%s" % (len(text), SEPARATOR, text.encode())


def counting_the_break(_: Message, body: bytes, has_headers: bool) -> bytes:
    """Counts a line break after the body in `Content-Length`, but does not write it."""
    return b"Content-Length: %d%s%s" % (len(body) + 1, SEPARATOR, body) if has_headers else framed(body, False)


def with_bare_line_feeds(_: Message, body: bytes, has_headers: bool) -> bytes:
    return b"Content-Length: %d\n\n%s" % (len(body), body) if has_headers else framed(body, False)


# MARK: Mutants with their own functions


def twice(message: Message, session: Session) -> list[Message] | None:
    """Answers a `ping` twice."""
    return [message, message] if session.question(message).get("method") == "ping" else None


def answers_notifications(message: Message, session: Session) -> list[Message] | None:
    count, session.notified = session.notified, 0
    return [{"jsonrpc": "2.0", "id": None, "result": None}] * count + [message] if count else None


def ids_as_numbers(message: Message, _: Session) -> list[Message] | None:
    """Answers with a number if the id is a text of digits."""
    identifier = message.get("id") if is_answer(message) else None
    if isinstance(identifier, str) and identifier.isdigit():
        return [{**message, "id": int(identifier)}]
    return None


def batch_backwards(message: Message, _: Session) -> list[Message] | None:
    return [message[::-1]] if isinstance(message, list) else None


def error_beside_result(message: Message, _: Session) -> list[Message] | None:
    return [{**message, "error": None}] if is_answer(message) and "result" in message else None


def answer_first(message: Message, session: Session) -> list[Message] | None:
    """Writes the snapshot of an action after the answer."""
    if isinstance(message, dict) and message.get("method") == "state/snapshot":
        if "request" in message["params"]["cause"]:
            session.held.append(message)
            return []
        return None
    held, session.held = session.held, []
    return [message, *held] if held else None


def other_way_round(message: Message, session: Session) -> list[Message] | None:
    """Writes a snapshot of no request after the next snapshot of a request."""
    if not isinstance(message, dict) or message.get("method") != "state/snapshot":
        return None
    if "request" not in message["params"]["cause"]:
        session.held.append(message)
        return []
    held, session.held = session.held, []
    return [message, *held] if held else None


def every_other_revision(message: Message, session: Session) -> list[Message] | None:
    """Doubles all revisions."""
    found = snapshots(message, session)
    results = [message["result"]] if is_answer(message) and isinstance(message.get("result"), dict) else []
    told = [value for value in [*found, *results] if isinstance(value.get("revision"), int)]
    for value in {id(value): value for value in told}.values():
        value["revision"] *= 2
    return [message] if told else None


def hint_that_stays(message: Message, session: Session) -> list[Message] | None:
    """Repeats an animation hint in all snapshots until the next hint."""
    found = snapshots(message, session)
    for snapshot in found:
        if snapshot["animation"] is None:
            snapshot["animation"] = session.memory.get("hint")
        session.memory["hint"] = snapshot["animation"]
    return [message] if found else None


def deaf_to_shutdown(message: Message, session: Session) -> list[Message] | None:
    if session.question(message).get("method") == "shutdown" and "result" in message:
        session.memory["isDown"] = True
    elif session.memory.get("isDown") and is_answer(message) and "error" in message:
        return [{"jsonrpc": "2.0", "id": message["id"], "result": None}]
    return None


def asks_behind_the_answer(message: Message, session: Session) -> list[Message] | None:
    """Writes `source/fetch` of an opening after the answer to the opening."""
    newest = [*session.asked.values()][-1]["method"]
    if isinstance(message, dict) and message.get("method") == "source/fetch" and newest == "feature/open":
        session.held.append(message)
        return []
    held, session.held = session.held, []
    return [message, *held] if held else None


def asks_with_texts(message: Message, _: Session) -> list[Message] | None:
    if isinstance(message, dict) and "method" in message and "id" in message:
        return [{**message, "id": f"host-{message['id']}"}]
    return None


def limits_as_texts(message: Message, _: Session) -> list[Message] | None:
    params = message.get("params", {}) if isinstance(message, dict) else {}
    return [{**message, "params": {**params, "limit": str(params["limit"])}}] if "limit" in params else None


def hears_texts(message: Message, _: Session) -> list[Message] | None:
    if is_answer(message) and isinstance(message.get("id"), str) and message["id"].startswith("host-"):
        return [{**message, "id": int(message["id"].removeprefix("host-"))}]
    return None


def settled_by_waiting(message: Message, _: Session) -> list[Message] | None:
    """Reports a wait as settled even after its timeout."""
    result = message.get("result") if is_answer(message) else None
    if isinstance(result, dict) and "settled" in result and "snapshot" not in result:
        return [{**message, "result": {**result, "settled": True}}]
    return None


def effect_ids_again(part: dict[str, Any]) -> None:
    """Uses the same effect id again."""
    if "background" in part:
        part["id"] = "load-1"
    if "cancelled" in part:
        part["cancelled"] = ["load-1"]


def secret_shown(part: dict[str, Any]) -> None:
    if isinstance(part["value"], dict) and part["value"].get("isSet") is True:
        part["value"] = "1234"


def other_code_for_taken_names(error: dict[str, Any]) -> None:
    if error["code"] == -32602 and error["data"].get("param") == "instance":
        error["code"] = -31007


def without_reason(error: dict[str, Any]) -> None:
    if error["data"].get("reason") == "targetChanged":
        error["data"]["reason"] = "unavailable"


def open_as_marked(params: dict[str, Any]) -> None:
    if params.get("action") == "openItem":
        params.update(action="present", params={"modal": "edit"})


def with_braces(modal: dict[str, Any]) -> None:
    def plain(text: Any) -> Any:
        if isinstance(text, dict):
            return {form: plain(one) for form, one in text.items()}
        return text.replace("{", "{{").replace("}", "}}") if isinstance(text, str) else text

    modal.update({key: plain(modal[key]) for key in ("title", "message") if key in modal})


def without_hidden_messages(field: dict[str, Any]) -> None:
    if "messages" in field and not field["showMessages"]:
        field["messages"] = []


def without_reset(catalog: dict[str, Any]) -> None:
    for feature in catalog["features"]:
        feature["actions"] = [action for action in feature["actions"] if action["name"] != "reset"]


def without_plugins(catalog: dict[str, Any]) -> None:
    for feature in catalog["features"]:
        feature.pop("plugin", None)


def by_a_shell(source: dict[str, Any]) -> None:
    if source.get("type") == "command" and source.get("argv", [""])[0] != "sh":
        source["argv"] = ["sh", "-c", " ".join(source["argv"])]


def tabs_ignored(source: dict[str, Any]) -> None:
    if source.get("format") == "tsv":
        source["format"] = "csv"


# MARK: Mutants of rows and edits


def note_rows(message: Message, session: Session) -> list[Message] | None:
    """Stores the rows in the answers of sources."""
    result = message.get("result") if is_answer(message) else None
    rows = [*result.get("items", []), result.get("item")] if isinstance(result, dict) else []
    session.memory.setdefault("rows", {}).update({row["id"]: row for row in rows if isinstance(row, dict)})
    return None


def note_source_requests(message: Message, session: Session) -> list[Message] | None:
    """Stores the requests to sources, by id."""
    if isinstance(message, dict) and str(message.get("method")).startswith("source/") and "id" in message:
        session.memory[f"request {message['id']}"] = message
    return None


def source_request(answer: Message, session: Session, method: str) -> dict[str, Any] | None:
    """Returns the params of the request that a client answers, or None if the request has another method."""
    request = session.memory.get(f"request {answer.get('id')}") if is_answer(answer) else None
    return request["params"] if request and request["method"] == method else None


def keep_first_id(message: Message, session: Session) -> list[Message] | None:
    """Ignores the id that a source gives to a new row."""
    asked = source_request(message, session, "source/insert")
    if not asked or "item" not in message.get("result", {}):
        return None
    result = message["result"]
    return [{**message, "result": {**result, "item": {**result["item"], "id": asked["id"]}}}]


def number_lines(snapshot: dict[str, Any]) -> None:
    """Uses line numbers as row ids."""
    for number, item in enumerate(snapshot["state"].get("items", []), 1):
        if "text" in item.get("value", {}):
            item["id"] = str(number)


def hand_on_everything(message: Message, session: Session) -> list[Message] | None:
    """Sends all members of a row in an update, not only the changed ones."""
    if not isinstance(message, dict) or message.get("method") != "source/update":
        return None
    params = message["params"]
    row = {key: value for key, value in session.memory["rows"].get(params["id"], {}).items() if key != "id"}
    return [{**message, "params": {**params, "patch": {**row, **params["patch"]}}}]


def follow_nothing(message: Message, session: Session) -> list[Message] | None:
    """Shows the initial values of a form, even after its row has changed."""
    found = snapshots(message, session)
    for snapshot in found:
        if presented := snapshot.get("presentation"):
            fields = presented["child"]["state"].get("fields", {})
            first = session.memory.setdefault(presented["key"], {path: it["value"] for path, it in fields.items()})
            for path, field in fields.items():
                if not field["dirty"]:
                    field["value"] = first.get(path)
    return [message] if found else None


def note_refusals(message: Message, session: Session) -> list[Message] | None:
    if is_answer(message) and "error" in message and source_request(message, session, "source/update"):
        session.memory["isRefused"] = True
    return None


def let_refused_forms_go(message: Message, session: Session) -> list[Message] | None:
    """Closes a form although its edit was refused."""
    note_source_requests(message, session)
    found = snapshots(message, session) if session.memory.get("isRefused") else []
    for snapshot in found:
        snapshot["presentation"] = None
    return [message] if found else None


def overwrite(message: Message, session: Session) -> list[Message] | None:
    """Overwrites the changes of others in a conflict."""
    note_rows(message, session)
    asked = source_request(message, session, "source/update")
    data = message.get("error", {}).get("data", {}) if asked else {}
    if not asked or data.get("code") != "conflict":
        return None
    known = session.memory["rows"][asked["id"]]
    theirs = {**data["item"], **{key: known[key] for key in asked["patch"]}}
    return [{**message, "error": {**message["error"], "data": {**data, "item": theirs}}}]


# MARK: The list of mutants


def with_half_of(limit: str) -> Change:
    """Reports twice the limit that the host has."""
    return in_results("initialize", lambda result: result["limits"].update({limit: 2 * result["limits"][limit]}))


def in_catalogs(change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes each entry of the catalog, in `initialize` and in `feature/list`."""

    def says(message: Message, session: Session) -> list[Message] | None:
        is_told = session.question(message).get("method") in ("initialize", "feature/list")
        if not is_told or not isinstance(message.get("result"), dict):
            return None
        for entry in message["result"].get("features", []):
            change(entry)
        return [message]

    return says


def says_that_actions_take_nothing(entry: dict[str, Any]) -> None:
    for action in entry["actions"]:
        action["params"] = {"type": "object", "properties": {}, "additionalProperties": False}


def says_another_output(entry: dict[str, Any]) -> None:
    if "output" in entry:
        entry["output"] = {"type": "string"}


def in_far_pages(change: Callable[[dict[str, Any]], object]) -> Change:
    """Changes the params of each request for a page that begins far behind the first row."""

    def changed(message: Message) -> list[Message]:
        if message["params"].get("offset", 0) > 10_000:
            change(message["params"])
        return [message]

    return in_notices("source/fetch", changed)


def offset_for_cursor(message: Message, session: Session) -> list[Message] | None:
    """Asks for an offset instead of a cursor."""
    is_page = isinstance(message, dict) and message.get("method") == "source/fetch"
    if not is_page or "cursor" not in message["params"]:
        return None
    message["params"]["offset"] = int(message["params"].pop("cursor"))
    return [message]


def showing_nothing_on_the_way(state: dict[str, Any]) -> None:
    """Shows no row while rows are loaded."""
    if state.get("loads", {}).get("append", {}).get("status") == "loading":
        state["items"] = []


def go_to_the_row_before(sent: dict[str, Any]) -> None:
    """Goes to the row before the wanted one."""
    if sent["action"] == "goTo":
        sent["params"]["offset"] -= 1


def without_changes_of(*members: str) -> Change:
    """Omits the changes of these members in patches."""

    def is_told(operation: dict[str, Any]) -> bool:
        return not any(operation["path"] == name or operation["path"].startswith(f"{name}/") for name in members)

    return in_patches(lambda update: update.update(patch=[it for it in update["patch"] if is_told(it)]))


# A scenario without arguments, for mutants that every scenario shows.
ANYWHERE = "specification-unknown"
MOVE = {"op": "move", "from": "/revision", "path": "/revision"}
NO_CHILD = {"feature": "gallery:counter", "kind": "view", "state": {}}


def be_busy(update: Message) -> None:
    """Adds an operation for a member that has not changed."""
    update["patch"].append({"op": "replace", "path": "/settled", "value": False})


def listening(message: Message, session: Session) -> list[Message] | None:
    if "socket" not in session.memory:
        session.memory["socket"] = socket.create_server(("127.0.0.1", 0))
    return None


MUTANTS: dict[str, Mutant] = {
    # Transport
    "listens-for-anybody": Mutant("X-1", says=listening),
    "logs-between-lines": Mutant("T-1", frames=log_between_lines, where=ANYWHERE),
    "logs-between-headers": Mutant("T-10", frames=log_between_headers, where=ANYWHERE),
    "writes-latin-1": Mutant("T-3", frames=in_latin1, where="presentation-flow-timeout"),
    "writes-over-several-lines": Mutant("T-5", frames=pretty, where=ANYWHERE),
    "leaves-line-separators-as-they-are": Mutant("T-9", frames=unescaped),
    "counts-characters-for-bytes": Mutant("T-10", frames=counting_characters, where="presentation-flow-timeout"),
    "counts-a-line-break-too-many": Mutant("T-10", frames=counting_the_break, where=ANYWHERE),
    "ends-headers-with-bare-line-feeds": Mutant("T-11", frames=with_bare_line_feeds, where=ANYWHERE),
    # Messages
    "forgets-the-version-of-json-rpc": Mutant(
        "M-8",
        says=in_notices("state/snapshot", lambda it: [{"method": it["method"], "params": it["params"]}]),
        where="snapshots-revisions",
    ),
    "turns-ids-into-numbers": Mutant("M-10", says=ids_as_numbers, where="messages-ids"),
    "answers-twice": Mutant("M-14", says=twice, where="messages-answers"),
    "answers-with-result-and-error": Mutant("M-14", says=error_beside_result, where=ANYWHERE),
    "answers-notifications": Mutant("M-15", says=answers_notifications),
    "answers-batches-backwards": Mutant("M-31", says=batch_backwards),
    "leaves-out-the-kind-of-error": Mutant(
        "M-37", says=in_errors(lambda error: error["data"].pop("kind")), where=ANYWHERE
    ),
    "takes-unknown-methods-for-failures": Mutant("A-11", says=wrong_code(-32601, -32603)),
    # Methods
    "speaks-a-version-of-its-own": Mutant(
        "C-6", says=in_results("initialize", lambda result: result.update(protocolVersion="2"))
    ),
    "claims-a-clock": Mutant(
        "C-10", says=in_results("initialize", lambda result: result["capabilities"].update(virtualClock=True))
    ),
    "tells-no-limit-of-waits": Mutant(
        "C-11", says=in_results("initialize", lambda result: result["limits"].pop("maxInFlight"))
    ),
    "takes-half-of-the-requests": Mutant("C-11", says=with_half_of("maxInFlight"), where="messages-limits-kept"),
    "takes-half-of-a-batch": Mutant("C-11", says=with_half_of("maxBatchMembers"), where="messages-limits-kept"),
    "tells-no-features-at-first": Mutant(
        "C-12", says=in_results("initialize", lambda result: result.update(features=[]))
    ),
    "says-that-actions-take-nothing": Mutant(
        "C-26", says=in_catalogs(says_that_actions_take_nothing), where="methods-run-form"
    ),
    "says-another-output": Mutant("C-29", says=in_catalogs(says_another_output), where="methods-run-form"),
    "closes-twice": Mutant("C-68", says=in_notices("state/closed", lambda it: [it, it]), where="methods-run-form"),
    "works-on-after-shutdown": Mutant("C-16", says=deaf_to_shutdown),
    "has-nothing-to-reset": Mutant("C-27", says=in_results("feature/list", without_reset), where="methods-catalog"),
    "takes-a-taken-name-for-too-much": Mutant("C-36", says=in_errors(other_code_for_taken_names)),
    "ignores-ifRevision": Mutant("C-60", hears=in_params("feature/send", lambda it: it.pop("ifRevision", None))),
    "answers-with-the-revision-before": Mutant(
        "C-62",
        says=in_results("feature/send", lambda result: result.update(revision=result["revision"] - 1)),
        where="methods-send",
    ),
    # Snapshots
    "counts-by-twos": Mutant("S-8", says=every_other_revision, where="snapshots-revisions"),
    "tells-a-revision-twice": Mutant(
        "S-11", says=in_notices("state/snapshot", lambda it: [it, it]), where="snapshots-revisions"
    ),
    "tells-revisions-the-other-way-round": Mutant("S-11", says=other_way_round, where="snapshots-revisions"),
    "answers-before-the-snapshot": Mutant("S-12", says=answer_first, where="snapshots-revisions"),
    "asks-nobody-by-the-id": Mutant("S-18", says=in_causes(lambda cause: cause.pop("request", None))),
    "takes-the-clock-for-an-effect": Mutant(
        "S-23", says=in_causes(lambda cause: cause["origin"] == "clock" and cause.update(origin="effect"))
    ),
    "uses-effect-ids-again": Mutant("S-27", says=in_parts(change=effect_ids_again), where="snapshots-effects"),
    "cancels-without-a-word": Mutant(
        "S-33", says=in_causes(lambda cause: cause.pop("cancelled", None)), where="snapshots-effects"
    ),
    "is-always-settled": Mutant("S-36", says=in_members("settled", lambda _: True), where="snapshots-clock-causes"),
    "offers-everything": Mutant("S-37", says=in_members("unavailable", lambda _: {}), where="snapshots-unavailable"),
    "says-that-trying-again-helps": Mutant("S-46", says=in_errors_shown(lambda error: error.update(retryable=True))),
    "animates-for-ever": Mutant("S-59", says=hint_that_stays, where="snapshots-animations"),
    "moves-for-those-who-want-none": Mutant(
        "S-64",
        hears=in_params("initialize", lambda it: it.pop("reducedMotion", None)),
        where="snapshots-reduced-motion",
    ),
    "uses-keys-again": Mutant("S-74", says=in_members("key", lambda _: "k1")),
    "takes-gone-children-for-unknown-instances": Mutant(
        "S-77", says=wrong_code(-31005, -31002), where="snapshots-paths"
    ),
    # Patches
    "moves-in-patches": Mutant("D-2", says=in_patches(lambda it: it["patch"].append(MOVE)), where="patches-operations"),
    "is-busy-in-patches-alone": Mutant("D-3", says=in_patches(be_busy), where="patches-operations"),
    "bases-patches-on-the-start": Mutant("D-4", says=in_patches(lambda it: it.update(base=0)), where="patches-updates"),
    "patches-whom-it-likes": Mutant(
        "D-11", hears=in_params("feature/open", lambda it: it.update(updates="patch")), where="patches-kinds"
    ),
    "patches-what-it-runs": Mutant(
        "D-11", hears=in_params("feature/run", lambda it: it.pop("updates", None)), where="patches-asked-otherwise"
    ),
    "patches-no-hints": Mutant("D-3", says=without_changes_of("/animation"), where="snapshots-animations"),
    "patches-no-effects": Mutant("D-3", says=without_changes_of("/effects"), where="snapshots-effects"),
    "patches-nothing-that-is-blocked": Mutant("D-3", says=without_changes_of("/blocked"), where="presentation-blocked"),
    "patches-no-active-rows": Mutant("D-3", says=without_changes_of("/state/activeId"), where="list-active"),
    # Waits and the clock
    "takes-the-end-of-a-wait-for-settled": Mutant("K-3", says=settled_by_waiting, where="clock-waits-never"),
    "advances-too-far": Mutant(
        "K-8", hears=in_params("clock/advance", lambda it: it.update(ms=it["ms"] + 1)), where="clock-order"
    ),
    # Lists
    "has-rows-without-a-number": Mutant(
        "L-6", says=in_parts("phase", "count", change=lambda state: state.pop("count")), where="list-opening"
    ),
    # Forms
    "is-always-valid": Mutant("F-6", says=in_members("isValid", lambda _: True)),
    "shows-secrets": Mutant("F-28", says=in_parts("value", change=secret_shown)),
    "has-no-more-options": Mutant(
        "F-24", says=in_members("optionsFrom", lambda it: {**it, "endReached": True}), where="form-options"
    ),
    "has-no-messages-that-are-not-shown": Mutant(
        "F-55", says=in_parts("showMessages", change=without_hidden_messages), where="form-messages-shown-left"
    ),
    # Searches
    "never-has-stale-results": Mutant("Q-6", says=in_members("isStale", lambda _: False), where="search-status"),
    "forgets-what-was-searched": Mutant("Q-13", says=in_members("history", lambda _: [])),
    "calls-its-one-group-otherwise": Mutant(
        "Q-17", says=in_groups(lambda it: it.update(id="all")), where="search-items"
    ),
    # Flows
    "can-always-go-back": Mutant("N-46", says=in_members("canGoBack", lambda _: True)),
    "is-never-at-a-step": Mutant(
        "N-48", says=in_members("way", lambda way: [{**step, "status": "open"} for step in way]), where="flow-steps"
    ),
    # Presentations
    "lets-everything-go": Mutant("P-11", says=in_members("dismissible", lambda _: True)),
    "takes-unknown-modals-for-unavailable": Mutant("P-24", says=wrong_code(-31004, -31005)),
    "says-only-that-it-does-not-work": Mutant("P-38", says=in_errors(without_reason)),
    "deletes-the-active-row-for-the-marked-ones": Mutant(
        "P-36", reads=in_modals(lambda it: it.update(target="activeItem")), where="presentation-selection"
    ),
    "presents-the-marked-rows-for-that-of-an-output": Mutant(
        "P-73", hears=in_params("feature/send", open_as_marked), where="presentation-rows-named"
    ),
    "acts-on-rows-that-have-changed": Mutant(
        "P-37", reads=in_modals(lambda it: it.pop("dependsOn", None)), where="presentation-target"
    ),
    "goes-without-a-reason": Mutant("P-72", says=in_parts("reason", "target", change=lambda it: it.pop("reason"))),
    "asks-with-empty-words": Mutant("W-90", reads=in_modals(with_braces), where="workspace-row-texts"),
    # Rows and edits of them
    "reads-the-rows-before-far-ones": Mutant("L-205", says=in_far_pages(lambda asked: asked.update(offset=5))),
    "counts-rows-from-the-loaded-ones": Mutant(
        "L-206",
        says=in_parts("offset", "limit", change=lambda window: window.update(offset=window["offset"] % 1000)),
        where="list-far",
    ),
    "shows-nothing-on-the-way": Mutant(
        "L-207", says=in_parts("phase", "count", change=showing_nothing_on_the_way), where="list-far"
    ),
    "forgets-marks-of-rows-that-are-not-loaded": Mutant(
        "L-208", says=in_parts("mode", "ids", change=lambda marks: marks.update(ids=[])), where="list-far"
    ),
    "goes-to-the-row-before": Mutant("L-211", hears=in_params("feature/send", go_to_the_row_before), where="list-far"),
    "mixes-offsets-and-cursors": Mutant("R-69", says=offset_for_cursor, where="list-far"),
    "hides-that-changes-are-missing": Mutant(
        "L-204",
        says=in_parts("phase", "changes", change=lambda state: state["changes"].pop("complete", None)),
        where="list-changes-many",
    ),
    "keeps-its-own-ids-for-those-of-sources": Mutant(
        "L-177", says=note_source_requests, hears=keep_first_id, where="list-assigned-ids"
    ),
    "calls-lines-by-their-numbers": Mutant("W-98", says=in_snapshots(number_lines), where="workspace-file-encodings"),
    "hands-on-all-fields": Mutant("F-151", says=hand_on_everything, hears=note_rows, where="form-rows-patch"),
    "does-not-follow-rows": Mutant("P-39", says=follow_nothing, where="presentation-follows"),
    "lets-forms-go-that-are-refused": Mutant(
        "F-173", says=let_refused_forms_go, hears=note_refusals, where="form-held"
    ),
    "overwrites-what-others-have-changed": Mutant(
        "L-173", says=note_source_requests, hears=overwrite, where="list-versions"
    ),
    "names-no-versions": Mutant(
        "L-170",
        says=in_params("source/update", lambda it: it.pop("ifVersion", None)),
        where="list-versions",
    ),
    "gives-up-what-an-undo-leaves-out": Mutant(
        "L-193",
        says=in_errors_shown(lambda error: error["code"] == "conflict" and error.update(retryable=False)),
        where="list-undo-left-out",
    ),
    "hides-conflicts": Mutant(
        "F-165", says=in_parts("conflict", "value", change=lambda field: field.pop("conflict")), where="form-conflicts"
    ),
    # Views
    "labels-nothing": Mutant("V-3", says=in_parts("label", "type", change=lambda line: line.pop("label"))),
    "has-children-that-are-not-there": Mutant("V-25", says=in_members("counter", lambda it: it or NO_CHILD)),
    # Sources
    "asks-sources-by-texts": Mutant("R-6", says=asks_with_texts, hears=hears_texts),
    "asks-sources-behind-the-answer": Mutant("R-7", says=asks_behind_the_answer),
    "asks-sources-with-numbers-in-texts": Mutant("R-17", says=limits_as_texts, where="sources-insert-id"),
    "takes-new-rows-away-whatever-their-version": Mutant(
        "R-67",
        says=in_params("source/delete", lambda it: it.pop("ifVersions", None)),
        where="sources-delete-versions",
    ),
    "hides-a-page-for-an-item": Mutant(
        "R-61",
        says=in_parts("items", "problems", change=lambda list: list["problems"] and list.update(items=[])),
        where="sources-bad-rows",
    ),
    # Plugins
    "passes-plugins-off-as-its-own": Mutant("G-15", says=in_results("feature/list", without_plugins)),
    "gives-plugins-up": Mutant(
        "G-53",
        says=in_errors_shown(lambda error: error["code"] == "pluginFailed" and error.update(retryable=False)),
    ),
    # Workspaces
    "starts-with-a-wrong-workspace": Mutant(
        "W-2", reads=lambda _: {"sources": {}, "features": {}}, where="workspace-mistake-member"
    ),
    "hides-all-rows-for-a-bad-one": Mutant(
        "L-182",
        says=in_parts("items", "problems", change=lambda list: list["problems"] and list.update(items=[])),
        where="workspace-file-problems",
    ),
    "says-nothing-of-bad-rows": Mutant(
        "L-179", says=in_members("problems", lambda _: None), where="workspace-file-problems"
    ),
    "reads-tabs-as-commas": Mutant("W-12", reads=in_sources(tabs_ignored)),
    "runs-commands-by-a-shell": Mutant("W-20", reads=in_sources(by_a_shell)),
    "keeps-to-itself-what-commands-say": Mutant(
        "W-22", says=in_errors_shown(lambda error: error.update(message="The command failed."))
    ),
}


# MARK: Correct variants


def asked_for_snapshots(message: Message, _: Session) -> list[Message] | None:
    """Ignores the client's request for patches, as a host may."""
    params = message.get("params") if isinstance(message, dict) else None
    if not isinstance(params, dict):
        return None
    capabilities = params.get("capabilities")
    for place in (params, capabilities if isinstance(capabilities, dict) else {}):
        place.pop("updates", None)
    return [message]


# The members by which extensible objects in messages are recognized.
EXTENSIBLE = (("action", "title", "role"), ("key", "route", "params"))


def says_more(message: Message, _: bytes, has_headers: bool) -> bytes:
    """Adds unknown members, as a later edition may."""
    for answer in message if isinstance(message, list) else [message]:
        for part in (answer, answer.get("result"), answer.get("params")):
            if isinstance(part, dict):
                part["conformMore"] = 1
    for part in walk(message):
        if any(all(name in part for name in names) for names in EXTENSIBLE):
            part["conformMore"] = [1]
    return framed(encode(message), has_headers)


# Variants that are allowed, with the scenarios that show them and the ways to play these.
ALLOWED: dict[str, tuple[Mutant, tuple[str, ...], tuple[str, ...]]] = {
    "tells-by-snapshots": (
        Mutant("D-1", hears=asked_for_snapshots),
        ("methods-subscribe-patches", "specification-patches-claimed", "patches-updates", "patches-asked-otherwise"),
        ("lines", "headers", "patches"),
    ),
    "says-more": (
        Mutant("A-5", frames=says_more),
        (
            *("transport-lines", "transport-headers", "transport-first-byte", "transport-header-", "search-own"),
            *("flow-stack", "presentation-members"),
        ),
        # The patches of the real host do not lead to the added members, so the way `patches` is not played.
        ("lines", "headers"),
    ),
}


# MARK: The filter between client and host


class Frames:
    """Splits bytes into frames."""

    def __init__(self) -> None:
        self.buffer = b""

    def feed(self, data: bytes, has_headers: bool) -> Iterator[tuple[bytes, bytes]]:
        """Yields complete frames, each as received and as its body; an incomplete frame stays in the buffer."""
        self.buffer += data
        while True:
            if has_headers:
                head, separator, rest = self.buffer.partition(SEPARATOR)
                name, _, length = head.partition(b":")
                if not separator or name.lower() != b"content-length" or not length.strip().isdigit():
                    return
                if len(rest) < (size := int(length)):
                    return
                end = len(head) + len(separator) + size
                body = rest[:size]
            else:
                body, separator, _ = self.buffer.partition(b"\n")
                if not separator:
                    return
                end = len(body) + 1
            frame, self.buffer = self.buffer[:end], self.buffer[end:]
            yield frame, body


def parsed(body: bytes) -> Message | None:
    """Returns a message; None if it is no JSON."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


class BrokenHost:
    """A host behind the filter of a mutant."""

    def __init__(self, mutant: Mutant | None, arguments: list[str]) -> None:
        self.mutant = mutant
        self.session = Session()
        self.has_headers = False
        self.signals = os.pipe()
        self.host = subprocess.Popen(
            [os.environ["FEATUREHOST"], *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self.host.stdin is not None and self.host.stdout is not None
        self.input, self.output = self.host.stdin.fileno(), self.host.stdout.fileno()

    def run(self) -> int:
        """Forwards bytes in both directions until the host ends; returns its status."""
        # A handler in Python runs after the current system call. A signal that arrives immediately before the call
        # would wait for its end, so the descriptor of signals ends the call.
        os.set_blocking(self.signals[1], False)
        signal.set_wakeup_fd(self.signals[1])
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda number, _: self.host.send_signal(number))
        threading.Thread(target=self.listen, daemon=True).start()
        self.speak()
        return self.host.wait()

    def listen(self) -> None:
        frames = Frames()
        is_first = True
        try:
            while data := os.read(0, 1 << 16):
                if is_first:
                    self.has_headers = data[:1] not in b"{[ \t\r\n"
                    is_first = False
                write(self.input, b"".join(self.heard(data, frames)))
            write(self.input, frames.buffer if self.mutant and self.mutant.hears else b"")
        except BrokenPipeError:
            pass
        assert self.host.stdin is not None
        self.host.stdin.close()

    def heard(self, data: bytes, frames: Frames) -> Iterator[bytes]:
        """Yields the bytes for the host, from bytes of the client."""
        hears = self.mutant.hears if self.mutant else None
        for frame, body in frames.feed(data, self.has_headers):
            message = parsed(body)
            if message is not None:
                self.session.note(message)
            if hears:
                others = None if message is None else hears(message, self.session)
                yield frame if others is None else b"".join(framed(encode(it), self.has_headers) for it in others)
        if not hears:
            yield data

    def speak(self) -> None:
        frames = Frames()
        watch = select.poll()
        watch.register(self.output, select.POLLIN)
        # No events are requested: `poll` still reports if the output is no longer read.
        watch.register(1, 0)
        watch.register(self.signals[0], select.POLLIN)
        while True:
            events = dict(watch.poll())
            if events.pop(self.signals[0], None):
                os.read(self.signals[0], 1 << 10)
                if not events:
                    continue
            if self.output not in events or 1 in events:
                break
            data = os.read(self.output, 1 << 16)
            try:
                write(1, b"".join(self.said(data, frames)) if data else frames.buffer if self.mutant else b"")
            except BrokenPipeError:
                break
            if not data:
                return
        assert self.host.stdout is not None
        self.host.stdout.close()

    def said(self, data: bytes, frames: Frames) -> Iterator[bytes]:
        """Yields the bytes for the client, from bytes of the host."""
        if not self.mutant:
            yield data
            return
        for frame, body in frames.feed(data, self.has_headers):
            message = json.loads(body)
            if self.mutant.frames:
                yield self.mutant.frames(message, body, self.has_headers)
                continue
            others = self.mutant.says(message, self.session) if self.mutant.says else None
            yield frame if others is None else b"".join(framed(encode(it), self.has_headers) for it in others)


def write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def with_other_workspace(mutant: Mutant | None, arguments: list[str]) -> list[str]:
    """Returns the arguments, in which a workspace changed by the mutant replaces the named one."""
    if mutant and mutant.reads and "--workspace" in arguments:
        place = arguments.index("--workspace") + 1
        with open(arguments[place], encoding="utf-8") as file:
            workspace = mutant.reads(json.load(file))
        misread = os.path.join(os.path.dirname(arguments[place]), "misread.json")
        with open(misread, "w", encoding="utf-8") as file:
            json.dump(workspace, file)
        return [*arguments[:place], misread, *arguments[place + 1 :]]
    return arguments


def main() -> None:
    name = sys.argv[1]
    mutant = ALLOWED[name][0] if name in ALLOWED else MUTANTS.get(name)
    status = BrokenHost(mutant, with_other_workspace(mutant, sys.argv[2:])).run()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    # `os._exit` does not wait for the thread that still reads.
    os._exit(status)


if __name__ == "__main__":
    main()
