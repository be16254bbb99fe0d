"""A front end with one fault: a whole one, written by hand, and a class for each sin that breaks one requirement.

`python broken_front_end.py NAME` takes the orders of `featurehost conform --client`, and commits the sin NAME of the
table below. With any other name it does everything right.
"""

from __future__ import annotations

import copy
import json
import os
import re
import select
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

Message = Any
Row = dict[str, Any]
# What came of a request or an order: an object with `result` or `error`.
Answered = Callable[[Message], object]

SEPARATOR = b"\r\n\r\n"
KINDS = ("view", "list", "form", "search", "flow")
LINES = ("text", "number", "date", "toggle", "progress", "image")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR, SOURCE_FAILED = -32601, -32602, -32603, -31009


class Choked(Exception):
    """The front end can't go on with what it heard."""


class Failure(Exception):
    """A source can't do what it is asked."""

    def __init__(self, message: str, word: str = "sourceFailed", code: int = SOURCE_FAILED) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, "data": {"code": word, "retryable": False}}


# MARK: Rows


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)


def folded(text: str) -> str:
    """A text without regard to case and accents."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def as_number(value: Any) -> float | None:
    """The number that a value is or says."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except ValueError:
        return None


def equals(value: Any, wanted: Any) -> bool:
    """Whether a row's value equals one that is wanted; text that says a number or a Boolean does."""
    if isinstance(value, str) and isinstance(wanted, bool):
        return value == str(wanted).lower()
    if isinstance(value, str) and isinstance(wanted, int | float):
        return as_number(value) == wanted
    return same(value, wanted)


def is_beyond(value: Any, limit: Any, sign: int) -> bool:
    """Whether a value is on one side of a limit."""
    if isinstance(limit, str):
        if not isinstance(value, str):
            return False
        value, limit = folded(value), folded(limit)
    else:
        value = as_number(value)
    return value is not None and (value > limit if sign > 0 else value < limit)


def passes(row: Row, condition: dict[str, Any]) -> bool:
    """Whether a row fulfils a condition."""
    if "all" in condition:
        return all(passes(row, one) for one in condition["all"])
    if "any" in condition:
        return any(passes(row, one) for one in condition["any"])
    if "not" in condition:
        return not passes(row, condition["not"])
    value = row.get(condition["key"])
    is_there = value is not None
    checks = {
        "equals": lambda wanted: equals(value, wanted),
        "contains": lambda wanted: is_there and has(value, wanted),
        "in": lambda wanted: any(equals(value, one) for one in wanted),
        "greater": lambda wanted: is_there and is_beyond(value, wanted, 1),
        "less": lambda wanted: is_there and is_beyond(value, wanted, -1),
    }
    return all(checks[name](wanted) for name, wanted in condition.items() if name in checks)


def has(value: Any, wanted: Any) -> bool:
    """Whether a text has another in it, or an array an element."""
    if isinstance(value, list):
        return any(equals(one, wanted) for one in value)
    return isinstance(value, str) and isinstance(wanted, str) and folded(wanted) in folded(value)


def has_words(row: Row, text: str, keys: list[str] | None) -> bool:
    """Whether each word of a text is in one of the row's members."""
    values = [row.get(key) for key in keys] if keys is not None else list(row.values())
    texts = [folded(str(value)) for value in values if isinstance(value, str) or as_number(value) is not None]
    return all(any(folded(word) in text for text in texts) for word in text.split())


def rank(value: Any, is_number: bool) -> tuple[Any, ...]:
    """Where a value stands among others."""
    number = as_number(value) if is_number or not isinstance(value, str) else None
    if number is not None:
        return (0, number)
    if isinstance(value, str):
        return (1, folded(value), value)
    return (2, value) if isinstance(value, bool) else (3, json.dumps(value))


def in_order(rows: list[Row], keys: list[dict[str, Any]]) -> list[Row]:
    """Rows by the most important key first; what has no value is last in both directions."""
    for key in reversed(keys):
        there = [row for row in rows if row.get(key["key"]) is not None]
        there.sort(
            key=lambda row: rank(row[key["key"]], key.get("number") is True), reverse=key.get("descending") is True
        )
        rows = there + [row for row in rows if row.get(key["key"]) is None]
    return rows


def merged(value: Any, patch: Any) -> Any:
    """A value with a JSON Merge Patch applied to it (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    changed = dict(value) if isinstance(value, dict) else {}
    for key, change in patch.items():
        if change is None:
            changed.pop(key, None)
        else:
            changed[key] = merged(changed.get(key), change)
    return changed


class Source:
    """Rows in memory."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.done: dict[str, Any] = {}

    def answer(self, method: str, params: dict[str, Any]) -> Any:
        """What it answers to a request."""
        do = {"fetch": self.fetch, "search": self.search, "perform": self.perform}.get(method)
        if do:
            return do(params)
        return self.once(params["opId"], lambda: getattr(self, method)(params))

    def once(self, operation: str, do: Callable[[], Any]) -> Any:
        if operation not in self.done:
            self.done[operation] = do()
        return self.done[operation]

    def fetch(self, params: dict[str, Any]) -> Any:
        return self.page(self.sorted(self.chosen(self.rows, params), params), params)

    def chosen(self, rows: list[Row], params: dict[str, Any]) -> list[Row]:
        where, text = params.get("where"), params.get("text")
        rows = [row for row in rows if passes(row, where)] if where is not None else rows
        return [row for row in rows if has_words(row, text, params.get("textKeys"))] if text else rows

    def sorted(self, rows: list[Row], params: dict[str, Any]) -> list[Row]:
        return in_order(rows, params.get("sort") or [])

    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        start = int(params["cursor"]) if params.get("cursor") is not None else params.get("offset") or 0
        end = min(len(rows), start + params["limit"])
        page = {"items": rows[start:end], "endReached": end == len(rows), "totalCount": len(rows)}
        # A cursor where one was asked for, or nothing says behind how many rows the page is.
        return page if "offset" in params else {**page, "nextCursor": None if end == len(rows) else str(end)}

    def search(self, params: dict[str, Any]) -> Any:
        if params.get("filter") is not None:
            raise Failure(f"there is no filter {params['filter']}", "unknownFilter")
        found = [row for row in self.rows if has_words(row, params["query"], None)]
        return self.page(found, {**params, "cursor": params.get("cursor") or "0"})

    def insert(self, params: dict[str, Any]) -> Any:
        if self.place(params["id"]) is not None:
            raise Failure(f"there is a row {params['id']} already", "duplicateId")
        row = {"id": params["id"], **params["value"]}
        self.put([row], params.get("beforeId"))
        return {"item": row}

    def update(self, params: dict[str, Any]) -> Any:
        place = self.needed(params["id"])
        self.rows[place] = merged(self.rows[place], params["patch"])
        return {"item": self.rows[place]}

    def move(self, params: dict[str, Any]) -> Any:
        for id in params["ids"]:
            self.needed(id)
        moving = [row for row in self.rows if str(row["id"]) in params["ids"]]
        before = params.get("beforeId")
        if (after := params.get("afterId")) is not None:
            behind = self.rows[self.needed(after) + 1 :]
            before = next((str(row["id"]) for row in behind if row not in moving), None)
        elif before is not None:
            self.needed(before)
        self.rows = [row for row in self.rows if row not in moving]
        self.put(moving, before)
        return {}

    def delete(self, params: dict[str, Any]) -> Any:
        self.rows = [row for row in self.rows if str(row["id"]) not in params["ids"]]
        return {}

    def perform(self, params: dict[str, Any]) -> Any:
        raise Failure(f"there is no operation {params['operation']}", "unknownOperation")

    def put(self, rows: list[Row], before: str | None) -> None:
        place = len(self.rows) if before is None else self.needed(before)
        self.rows[place:place] = rows

    def place(self, id: str) -> int | None:
        return next((place for place, row in enumerate(self.rows) if str(row["id"]) == id), None)

    def needed(self, id: str) -> int:
        if (place := self.place(id)) is None:
            raise Failure(f"there is no row {id}", "targetGone")
        return place


# MARK: Snapshots


def patched(document: Any, operations: list[Any]) -> Any:
    """What a document becomes by a JSON Patch (RFC 6902)."""
    holder = {"": copy.deepcopy(document)}
    for operation in operations:
        *way, last = [token.replace("~1", "/").replace("~0", "~") for token in operation["path"].split("/")]
        parent: Any = holder
        for token in way:
            parent = parent[int(token) if isinstance(parent, list) else token]
        kind, place = operation["op"], last if isinstance(parent, dict) else len(parent) if last == "-" else int(last)
        if kind == "remove":
            del parent[place]
        elif kind == "add" and isinstance(parent, list):
            parent.insert(place, operation["value"])
        else:
            parent[place] = operation["value"]
    return holder[""]


class Screen:
    """What is drawn of a snapshot, as lines of text."""

    def __init__(self, typed: dict[str, Any]) -> None:
        self.typed = typed
        self.lines: list[str] = []

    def text(self, value: Any) -> str:
        """A value that is safe to draw."""
        text = value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
        return TURNING.sub("\N{REPLACEMENT CHARACTER}", CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))

    def write(self, *words: str) -> None:
        self.lines.append(" ".join(word for word in words if word))

    def button(self, node: Any, action: str | None, title: Any) -> str:
        return f"({self.text(title)})" if action in node.get("unavailable", {}) else f"[{self.text(title)}]"

    def draw(self, node: Any) -> None:
        """A feature, and what it presents."""
        state = node["state"]
        self.write("==", self.text(state.get("title") or node.get("feature")))
        {"view": self.view, "list": self.list, "search": self.search, "form": self.form, "flow": self.flow}.get(
            node["kind"], lambda node: self.write(self.text(node["state"]))
        )(node)
        self.toolbar(node)
        for error in node.get("errors") or []:
            self.write("!", self.text(error["message"]))
        if presented := node.get("presentation"):
            self.present(node, presented)

    def toolbar(self, node: Any) -> None:
        for item in node.get("toolbar") or []:
            self.write(self.button(node, item["action"], item["title"]))

    def present(self, node: Any, presented: Any) -> None:
        self.write("--", self.text(presented.get("title")), self.text(presented.get("message")))
        for button in presented.get("buttons") or []:
            self.write(f"[{self.text(button['title'])}]")
        if presented.get("child"):
            self.draw(presented["child"])

    def view(self, node: Any) -> None:
        for line in node["state"].get("layout") or []:
            if self.is_shown(line, node["state"]):
                self.line(line, node)

    def is_shown(self, line: Any, state: Any) -> bool:
        return "when" not in line or state.get(line["when"]) is True

    def line(self, line: Any, node: Any) -> None:
        value = node["state"].get(line.get("key", ""))
        if line["type"] == "child":
            self.children(line, value)
        elif line["type"] == "button":
            self.write(self.button(node, line.get("action"), line.get("label")))
        else:
            self.write(self.text(line.get("label")), self.text(value))

    def children(self, line: Any, value: Any) -> None:
        children = [entry.get("child") for entry in value] if isinstance(value, list) else [value]
        for child in children:
            if child is not None:
                self.write(self.text(line.get("label")))
                self.draw(child)

    def list(self, node: Any) -> None:
        state, section = node["state"], None
        for item in state.get("items") or []:
            if (named := item.get("section")) != section and named is not None:
                self.header(named)
            section = named
            self.item(item, state.get("columns") or [])

    def search(self, node: Any) -> None:
        self.write("?", self.text(node["state"].get("query")))
        for group in node["state"].get("groups") or []:
            self.write(self.text(group.get("title")))
            for item in group.get("items") or []:
                self.item(item, group.get("columns") or node["state"].get("columns") or [])

    def header(self, section: Any) -> None:
        self.write("#", self.text(section))

    def item(self, item: Any, columns: Any) -> None:
        value = item.get("value") or {}
        self.write("-", *(self.text(value.get(column["key"])) for column in columns or map(keyed, value)))

    def form(self, node: Any) -> None:
        fields = node["state"].get("fields") or {}
        for section in node["state"].get("sections") or []:
            self.write(self.text(section.get("header")))
            for path in section.get("fields") or []:
                if (field := fields[path]).get("visible", True):
                    self.field(path, field)

    def field(self, path: str, field: Any) -> None:
        value = self.typed.get(path, field.get("value"))
        if field["type"] == "secure":
            value = "•••" if (field.get("value") or {}).get("isSet") else ""
        self.write(self.text(field.get("label")), self.text(value))
        if self.shows_messages(field):
            for message in field.get("messages") or []:
                self.write("!", self.text(message["text"]))

    def shows_messages(self, field: Any) -> bool:
        return field.get("showMessages") is True

    def flow(self, node: Any) -> None:
        if stack := node["state"].get("stack"):
            self.draw(stack[-1]["child"])


def keyed(key: str) -> dict[str, str]:
    return {"key": key}


# MARK: The front end


class FrontEnd:
    """Takes orders, and has a session with a host; sins change one of its methods each."""

    requirement = ""
    # A scenario that shows the sin, where all are watched for it.
    where = ""
    patience: float | None = None
    source: type[Source] = Source
    screen: type[Screen] = Screen

    def __init__(self) -> None:
        self.host: subprocess.Popen[bytes] | None = None
        self.has_headers = False
        self.buffer = b""
        self.outbox = b""
        self.last_id = 0
        self.waiting: dict[Any, Answered] = {}
        self.sources: dict[str, Source] = {}
        self.held: dict[tuple[str, ...], Any] = {}
        self.asked_anew: set[tuple[str, ...]] = set()
        # Orders that wait for a revision: whose, which, and what is told.
        self.patient: list[tuple[str, int, Answered]] = []
        self.typed: dict[str, dict[str, Any]] = {}
        self.kinds: dict[str, str] = {}

    # Orders

    def order(self, order: Message) -> None:
        """Does what is ordered; the answer may come later."""

        def done(answer: Message) -> None:
            """Says what came of it."""
            print(json.dumps({"jsonrpc": "2.0", "id": order["id"], **answer}), flush=True)

        follow = getattr(self, "order_" + order["method"], None)
        if follow is None:
            return done(failed(f"{order['method']} is no order", METHOD_NOT_FOUND))
        try:
            follow(order.get("params") or {}, done)
        except Exception as problem:
            done(failed(repr(problem)))

    def order_about(self, params: Any, done: Answered) -> None:
        parts = ["core", "views", "lists", "forms", "searches", "flows", "patches", "sources"]
        orders = [name.removeprefix("order_") for name in dir(self) if name.startswith("order_")]
        about = {"name": "by-hand", "version": "1", "parts": parts, "framings": ["lines", "headers"], "orders": orders}
        done({"result": about})

    def order_start(self, params: Any, done: Answered) -> None:
        self.host = subprocess.Popen(
            params["command"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log(), bufsize=0
        )
        assert self.host.stdin is not None
        os.set_blocking(self.host.stdin.fileno(), False)
        self.has_headers = params.get("framing") == "headers"
        self.sources = {name: self.source(rows) for name, rows in (params.get("sources") or {}).items()}
        capabilities: dict[str, Any] = {}
        if self.sources:
            capabilities["sources"] = list(self.sources)
        if params.get("updates") == "patch":
            capabilities["updates"] = "patch"
        asked = {"protocolVersions": ["1"], "clientInfo": {"name": "by-hand"}, "capabilities": capabilities}
        self.begin(asked, lambda answer: done(answer if "error" in answer else {"result": None}))

    def order_catalog(self, params: Any, done: Answered) -> None:
        def told(answer: Message) -> None:
            if "error" in answer:
                return done(answer)
            features = [one["id"] for one in answer["result"]["features"] if self.offers(one)]
            done({"result": {"features": features}})

        self.ask("feature/list", {}, told)

    def order_open(self, params: Any, done: Answered) -> None:
        def opened(answer: Message) -> None:
            if "error" in answer:
                return done(answer)
            self.hold(answer["result"]["snapshot"])
            done({"result": answer["result"]["snapshot"]})

        asked = {name: params[name] for name in ("feature", "instance", "params") if params.get(name) is not None}
        self.ask("feature/open", asked, opened)

    def order_send(self, params: Any, done: Answered) -> None:
        asked = {"instance": params["instance"], "action": params["action"], "params": params.get("params") or {}}
        if params.get("path"):
            asked["path"] = params["path"]
        self.send(asked, done)

    def order_state(self, params: Any, done: Answered) -> None:
        self.patient.append((params["instance"], params.get("revision") or 0, done))
        self.look()

    def order_enter(self, params: Any, done: Answered) -> None:
        instance, path = params["instance"], params["path"]
        typed = self.typed.setdefault(instance, {})
        typed[path] = params["value"]

        def entered(answer: Message) -> None:
            typed.pop(path, None)
            done(answer if "error" in answer else {"result": None})

        action = self.entering(self.held[(instance,)]["state"]["fields"][path])
        self.send({"instance": instance, "action": action, "params": {"path": path, "value": params["value"]}}, entered)

    def order_show(self, params: Any, done: Answered) -> None:
        screen = self.screen(self.typed.get(params["instance"], {}))
        screen.draw(self.held[(params["instance"],)])
        done({"result": {"lines": screen.lines}})

    def order_close(self, params: Any, done: Answered) -> None:
        self.ask("feature/close", {"instance": params["instance"]}, lambda answer: done(without_result(answer)))

    def order_stop(self, params: Any, done: Answered) -> None:
        def ended(answer: Message) -> None:
            self.say({"method": "exit"})
            done(without_result(answer))

        self.ask("shutdown", {}, ended)

    # What it says

    def begin(self, params: Any, done: Answered) -> None:
        self.ask("initialize", params, done)

    def send(self, params: Any, done: Answered) -> None:
        self.ask("feature/send", params, done)

    def ask(self, method: str, params: Any, then: Answered) -> None:
        """Sends a request, whose answer something is done with."""
        id = self.next_id()
        self.waiting[id] = then
        self.say({"id": id, "method": method, "params": params})

    def next_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def say(self, message: Message) -> None:
        """Sends a message."""
        self.write(self.framed(self.encoded({"jsonrpc": "2.0", **message})))

    def answer(self, id: Any, answer: Message) -> None:
        self.say({"id": id, **answer})

    def encoded(self, message: Message) -> bytes:
        return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()

    def framed(self, body: bytes) -> bytes:
        return b"Content-Length: %d%s%s" % (len(body), SEPARATOR, body) if self.has_headers else body + b"\n"

    def write(self, data: bytes) -> None:
        self.outbox += data
        self.flush()

    def flush(self) -> None:
        """Writes as much as the host takes."""
        if self.host is None or self.host.stdin is None or self.host.stdin.closed:
            return
        try:
            while self.outbox:
                self.outbox = self.outbox[os.write(self.host.stdin.fileno(), self.outbox) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.outbox = b""

    # What it hears

    def read(self, data: bytes) -> None:
        """Takes bytes of the host; none is the end."""
        if not data:
            raise Choked("the host has ended")
        for body in self.frames(data):
            if body.strip():
                self.hear(json.loads(body))

    def frames(self, data: bytes) -> Iterator[bytes]:
        self.buffer += data
        while True:
            if self.has_headers:
                head, separator, rest = self.buffer.partition(SEPARATOR)
                lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
                if not separator or len(rest) < (size := int(lengths[0].partition(b":")[2])):
                    return
                body, self.buffer = rest[:size], rest[size:]
            else:
                body, separator, rest = self.buffer.partition(b"\n")
                if not separator:
                    return
                self.buffer = rest
            yield body

    def hear(self, message: Message) -> None:
        """Takes a message of the host."""
        if isinstance(message, list):
            for one in message:
                self.hear(one)
        elif "method" not in message:
            self.answered(message)
        elif "id" in message:
            self.requested(message)
        else:
            self.notified(message["method"], message.get("params") or {})

    def answered(self, message: Message) -> None:
        if then := self.waiting.pop(message.get("id"), None):
            then({name: message[name] for name in ("result", "error") if name in message})

    def requested(self, message: Message) -> None:
        """Answers what the host asks."""
        kind, _, method = message["method"].partition("/")
        params = message.get("params") or {}
        if kind != "source" or method not in ("fetch", "search", "insert", "update", "move", "delete", "perform"):
            return self.unknown(message)
        try:
            self.answer(message["id"], {"result": self.sourced(method, params)})
        except Failure as failure:
            self.answer(message["id"], {"error": failure.error})

    def sourced(self, method: str, params: Any) -> Any:
        """What a source answers."""
        source = self.sources.get(params.get("source"))
        if source is None:
            raise Failure(f"there is no source {params.get('source')}", "invalidData", INVALID_PARAMS)
        return source.answer(method, params)

    def unknown(self, message: Message) -> None:
        self.answer(message["id"], failed(f"there is no method {message['method']}", METHOD_NOT_FOUND))

    def notified(self, method: str, params: Any) -> None:
        if method == "state/snapshot":
            self.hold(params)
        elif method == "state/patch":
            self.take_patch(params)
        elif method == "state/closed":
            self.closed(params)

    def closed(self, params: Any) -> None:
        for place in [place for place in self.held if place[0] == params["instance"]]:
            if list(place[1:]) == (params.get("path") or list(place[1:])):
                del self.held[place]

    # What it holds

    def hold(self, snapshot: Any) -> None:
        """Holds a snapshot, unless a newer one is held."""
        place = place_of(snapshot)
        held = self.held.get(place)
        if held is None or held["revision"] <= snapshot["revision"]:
            self.held[place] = snapshot
        self.look()

    def take_patch(self, params: Any) -> None:
        place = place_of(params)
        held = self.held.get(place)
        if held is None or self.is_old(params, held):
            return
        if params["base"] != held["revision"]:
            return self.lost(params, place)
        self.hold(patched(self.base(held), params["patch"]))

    def is_old(self, params: Any, held: Any) -> bool:
        return bool(params["revision"] <= held["revision"])

    def base(self, held: Any) -> Any:
        """What patches apply to."""
        return {name: value for name, value in held.items() if name != "conflated"}

    def lost(self, params: Any, place: tuple[str, ...]) -> None:
        """Goes on where some updates were lost."""
        if place in self.asked_anew:
            return

        def told(answer: Message) -> None:
            self.asked_anew.discard(place)
            if "result" in answer:
                self.hold(answer["result"])

        self.asked_anew.add(place)
        self.ask("feature/snapshot", {"instance": place[0], **({"path": list(place[1:])} if place[1:] else {})}, told)

    def look(self) -> None:
        """Answers those who waited for what is held now."""
        waited, self.patient = self.patient, []
        for instance, revision, done in waited:
            if self.has_come(instance, revision):
                done({"result": self.held[(instance,)]})
            else:
                self.patient.append((instance, revision, done))

    def has_come(self, instance: str, revision: int) -> bool:
        held = self.held.get((instance,))
        return held is not None and held["revision"] >= revision

    # What it does with it

    def offers(self, feature: Any) -> bool:
        return feature["kind"] in KINDS

    def entering(self, field: Any) -> str:
        """The action that enters a value."""
        return "setSecret" if field["type"] == "secure" else "setValue"

    def rest(self) -> None:
        """Does what it does when nothing has come for its patience."""

    def log(self) -> int | None:
        """Where the host's log goes; None is where this program's goes."""
        return None

    def logged(self, data: bytes) -> None:
        """Takes what the host has logged, where that is read."""

    def give_up(self, problem: Exception) -> None:
        """Ends the session; who waits is told."""
        waiting, self.waiting = self.waiting, {}
        patient, self.patient = self.patient, []
        for done in [*waiting.values(), *(done for _, _, done in patient)]:
            done(failed(repr(problem)))
        if self.host and self.host.stdin and self.host.stdout:
            self.host.stdin.close()
            self.host.stdout.close()


def place_of(params: Any) -> tuple[str, ...]:
    return (params["instance"], *(params.get("path") or ()))


def failed(message: str, code: int = INTERNAL_ERROR) -> Message:
    return {"error": {"code": code, "message": message}}


def without_result(answer: Message) -> Message:
    return answer if "error" in answer else {"result": None}


# MARK: The list of sins

SINS: dict[str, type[FrontEnd]] = {}


def sin(name: str, requirement: str, where: str = "") -> Callable[[type[FrontEnd]], type[FrontEnd]]:
    """Notes a front end as one that breaks a requirement."""

    def note(kind: type[FrontEnd]) -> type[FrontEnd]:
        kind.requirement, kind.where = requirement, where
        SINS[name] = kind
        return kind

    return note


def with_source(name: str, requirement: str) -> Callable[[type[Source]], type[Source]]:
    """Notes a front end whose sources break a requirement."""

    def note(kind: type[Source]) -> type[Source]:
        SINS[name] = type(kind.__name__, (FrontEnd,), {"requirement": requirement, "source": kind})
        return kind

    return note


def with_screen(name: str, requirement: str) -> Callable[[type[Screen]], type[Screen]]:
    """Notes a front end that draws so that it breaks a requirement."""

    def note(kind: type[Screen]) -> type[Screen]:
        SINS[name] = type(kind.__name__, (FrontEnd,), {"requirement": requirement, "screen": kind})
        return kind

    return note


# The specification


@sin("shows-what-it-expects", "A-1")
class Optimist(FrontEnd):
    def send(self, params: Any, done: Answered) -> None:
        """What an action will do is known well enough."""
        state = self.held[(params["instance"],)]["state"]
        for name, value in state.items():
            if isinstance(value, int) and not isinstance(value, bool):
                state[name] = value + 1
        super().send(params, done)


@sin("shows-the-old-value-while-it-enters-one", "A-2")
class Forgetful(FrontEnd):
    def order_enter(self, params: Any, done: Answered) -> None:
        super().order_enter(params, done)
        self.typed.clear()


@sin("chokes-on-unknown-members", "A-5")
class Strict(FrontEnd):
    KNOWN = (
        "instance path feature kind revision conflated cause settled effects unavailable errors presentation queue "
        "blocked toolbar animation state"
    ).split()

    def hold(self, snapshot: Any) -> None:
        if unknown := set(snapshot) - set(self.KNOWN):
            raise Choked(f"a snapshot has no {unknown}")
        super().hold(snapshot)


@sin("chokes-on-unknown-notifications", "A-6")
class StrictWithNotices(FrontEnd):
    def notified(self, method: str, params: Any) -> None:
        if method not in ("state/snapshot", "state/patch", "state/closed", "$/cancelRequest"):
            raise Choked(f"there is no notification {method}")
        super().notified(method, params)


@sin("leaves-unknown-requests-unanswered", "A-7")
class Silent(FrontEnd):
    def unknown(self, message: Message) -> None:
        pass


@sin("takes-unknown-requests-for-failures", "A-7")
class WrongCode(FrontEnd):
    def unknown(self, message: Message) -> None:
        self.answer(message["id"], failed("what?", INTERNAL_ERROR))


@sin("chokes-on-unknown-codes-of-errors", "A-8")
class KnowsAllCodes(FrontEnd):
    def answered(self, message: Message) -> None:
        code = message.get("error", {}).get("code", 0)
        if code and code not in range(-31010, -31000) and code not in (-32700, -32600, -32601, -32602, -32603, -32800):
            raise Choked(f"there is no code {code}")
        super().answered(message)


@sin("chokes-on-unknown-reasons", "A-9")
class KnowsAllReasons(FrontEnd):
    KNOWN = "gone disabled busy notBlocked noTarget noMatch endReached refreshing loading targetChanged secret".split()

    def answered(self, message: Message) -> None:
        reason = (message.get("error", {}).get("data") or {}).get("reason")
        if reason is not None and reason not in self.KNOWN:
            raise Choked(f"there is no reason {reason}")
        super().answered(message)


# Transport


@sin("takes-a-log-for-a-failure", "T-2")
class ReadsLogs(FrontEnd):
    has_failed = False

    def log(self) -> int | None:
        return subprocess.PIPE

    def logged(self, data: bytes) -> None:
        self.has_failed = self.has_failed or b"error" in data

    def order_close(self, params: Any, done: Answered) -> None:
        if self.has_failed:
            return done(failed("the host has failed"))
        super().order_close(params, done)


@sin("writes-latin-1", "T-3")
class Latin1(FrontEnd):
    def encoded(self, message: Message) -> bytes:
        return super().encoded(message).decode().encode("latin-1", "replace")


@sin("writes-over-several-lines", "T-5")
class Pretty(FrontEnd):
    def encoded(self, message: Message) -> bytes:
        text = json.dumps(message, indent=1) if message.get("method") == "feature/open" else json.dumps(message)
        return text.encode()


@sin("prints-between-messages", "T-5")
class Prints(FrontEnd):
    def send(self, params: Any, done: Answered) -> None:
        self.write(b"" if self.has_headers else b"DEBUG: sends\n")
        super().send(params, done)


@sin("counts-characters-for-bytes", "T-10", "transport-headers")
class CountsCharacters(FrontEnd):
    def framed(self, body: bytes) -> bytes:
        if not self.has_headers:
            return super().framed(body)
        return b"Content-Length: %d%s%s" % (len(body.decode()), SEPARATOR, body)


@sin("ends-headers-with-bare-line-feeds", "T-11", "transport-headers")
class BareLineFeeds(FrontEnd):
    def framed(self, body: bytes) -> bytes:
        """What opens something is written by another part of the program."""
        frame = super().framed(body)
        return frame.replace(SEPARATOR, b"\n\n", 1) if b"feature/open" in body else frame


@sin("has-much-to-say-in-headers", "T-15", "transport-headers")
class LongHeaders(FrontEnd):
    def framed(self, body: bytes) -> bytes:
        return (b"X-Padding: %s\r\n" % (b"x" * 100_000) if self.has_headers else b"") + super().framed(body)


@sin("reads-when-it-has-written", "T-61")
class WritesFirst(FrontEnd):
    def flush(self) -> None:
        if self.host and self.host.stdin and not self.host.stdin.closed:
            os.set_blocking(self.host.stdin.fileno(), True)
        super().flush()


@sin("counts-notifications-for-revisions", "T-71")
class CountsNotices(FrontEnd):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def notified(self, method: str, params: Any) -> None:
        self.count += method in ("state/snapshot", "state/patch")
        super().notified(method, params)

    def has_come(self, instance: str, revision: int) -> bool:
        return (instance,) in self.held and self.count >= revision


# Messages


@sin("forgets-the-version-of-json-rpc", "M-8", "specification-waits")
class NoVersion(FrontEnd):
    def say(self, message: Message) -> None:
        self.write(self.framed(self.encoded(message)))


@sin("uses-ids-again", "M-12")
class SameIds(FrontEnd):
    def __init__(self) -> None:
        super().__init__()
        self.queue: list[Answered] = []

    def ask(self, method: str, params: Any, then: Answered) -> None:
        """Answers come in order anyway."""
        self.queue.append(then)
        super().ask(method, params, lambda answer: None)

    def next_id(self) -> int:
        return 1

    def answered(self, message: Message) -> None:
        if self.queue:
            self.queue.pop(0)({name: message[name] for name in ("result", "error") if name in message})


@sin("answers-twice", "M-14", "sources-answers")
class Twice(FrontEnd):
    def answer(self, id: Any, answer: Message) -> None:
        super().answer(id, answer)
        super().answer(id, answer)


@sin("answers-notifications", "M-15", "specification-waits")
class AnswersNotices(FrontEnd):
    def notified(self, method: str, params: Any) -> None:
        super().notified(method, params)
        self.answer(None, {"result": None})


@sin("gives-params-by-position", "M-21", "specification-parts")
class ByPosition(FrontEnd):
    def ask(self, method: str, params: Any, then: Answered) -> None:
        super().ask(method, [params] if method == "feature/close" else params, then)


@sin("tells-errors-apart-by-their-messages", "M-40")
class ByMessage(FrontEnd):
    def answered(self, message: Message) -> None:
        if error := message.get("error"):
            codes = {"stale": -31006, "unavailable": -31005, "unknown": -31003}
            error["code"] = next((code for word, code in codes.items() if word in error["message"]), INTERNAL_ERROR)
        super().answered(message)


# Methods


@sin("asks-before-it-initializes", "C-4", "specification-waits")
class PingsFirst(FrontEnd):
    def begin(self, params: Any, done: Answered) -> None:
        self.ask("ping", {}, lambda _: super(PingsFirst, self).begin(params, done))


@sin("initializes-twice", "C-4", "specification-waits")
class InitializesTwice(FrontEnd):
    def begin(self, params: Any, done: Answered) -> None:
        super().begin(params, lambda _: super(InitializesTwice, self).begin(params, done))


@sin("initializes-in-a-batch", "C-4", "specification-waits")
class InBatch(FrontEnd):
    def encoded(self, message: Message) -> bytes:
        return b"[%s]" % super().encoded(message) if message.get("method") == "initialize" else super().encoded(message)


@sin("knows-all-kinds-of-features", "C-28")
class KnowsAllKinds(FrontEnd):
    def offers(self, feature: Any) -> bool:
        if feature["kind"] not in KINDS:
            raise Choked(f"there is no kind {feature['kind']}")
        return True


@sin("needs-to-inspect", "C-85")
class Inspects(FrontEnd):
    def order_state(self, params: Any, done: Answered) -> None:
        def inspected(answer: Message) -> None:
            if "error" in answer:
                return done(answer)
            super(Inspects, self).order_state(params, done)

        self.ask("host/inspect", {"instance": params["instance"]}, inspected)


# Snapshots


@sin("knows-all-causes", "S-26")
class KnowsAllCauses(FrontEnd):
    KNOWN = "open incrementButtonTapped decrementButtonTapped setValue setSecret setActive submit load loaded".split()

    def hold(self, snapshot: Any) -> None:
        if (snapshot.get("cause") or {}).get("action", "open") in self.KNOWN:
            super().hold(snapshot)


@sin("chokes-on-refusals", "S-40")
class TakesNoRefusal(FrontEnd):
    def answered(self, message: Message) -> None:
        if message.get("error", {}).get("code") == -31005:
            raise Choked("it was available")
        super().answered(message)


@sin("knows-all-hints", "S-58")
class KnowsAllHints(FrontEnd):
    KNOWN = ("default", "spring", "phase", "keyframe", "matchedGeometry")

    def hold(self, snapshot: Any) -> None:
        if (hint := snapshot.get("animation")) and hint["kind"] not in self.KNOWN:
            raise Choked(f"there is no animation {hint['kind']}")
        super().hold(snapshot)


# Patches


@sin("takes-no-snapshots-beside-patches", "D-12")
class PatchesAlone(FrontEnd):
    def notified(self, method: str, params: Any) -> None:
        if method != "state/snapshot":
            super().notified(method, params)


@sin("keeps-how-many-revisions-it-were", "D-13")
class KeepsConflated(FrontEnd):
    def base(self, held: Any) -> Any:
        return held


@sin("applies-patches-again", "D-14")
class AppliesAgain(FrontEnd):
    def take_patch(self, params: Any) -> None:
        if (held := self.held.get(place_of(params))) and self.is_old(params, held):
            self.held[place_of(params)] = patched(held, params["patch"])
            self.look()
        else:
            super().take_patch(params)


@sin("asks-anew-for-what-it-has", "D-14")
class AsksForOld(FrontEnd):
    def is_old(self, params: Any, held: Any) -> bool:
        return False


@sin("applies-patches-to-another-base", "D-15")
class AnyBase(FrontEnd):
    def lost(self, params: Any, place: tuple[str, ...]) -> None:
        self.hold(patched(self.base(self.held[place]), params["patch"]))


@sin("leaves-lost-updates-lost", "D-15")
class StaysBehind(FrontEnd):
    def lost(self, params: Any, place: tuple[str, ...]) -> None:
        pass


# What is drawn


@with_screen("chokes-on-unknown-lines", "V-8")
class KnowsAllLines(Screen):
    def line(self, line: Any, node: Any) -> None:
        if line["type"] not in (*LINES, "button", "section", "child"):
            raise Choked(f"there is no line {line['type']}")
        super().line(line, node)


@with_screen("draws-lines-whose-time-has-not-come", "V-9")
class DrawsAll(Screen):
    def is_shown(self, line: Any, state: Any) -> bool:
        return True


@with_screen("draws-children-that-are-not-there", "V-10")
class DrawsNothing(Screen):
    def children(self, line: Any, value: Any) -> None:
        if value is None:
            self.write(self.text(line.get("label")), "null")
        super().children(line, value)


@with_screen("draws-the-first-child-alone", "V-11")
class FirstChild(Screen):
    def children(self, line: Any, value: Any) -> None:
        super().children(line, value[:1] if isinstance(value, list) else value)


@with_screen("draws-no-headers", "L-62")
class NoHeaders(Screen):
    def header(self, section: Any) -> None:
        pass


@with_screen("shows-all-messages", "F-56")
class AllMessages(Screen):
    def shows_messages(self, field: Any) -> bool:
        return True


@with_screen("offers-what-is-unavailable", "S-39")
class OffersAll(Screen):
    def button(self, node: Any, action: str | None, title: Any) -> str:
        return f"[{self.text(title)}]"


# Sources


@sin("leaves-sources-unanswered", "R-1")
class SilentSources(FrontEnd):
    def requested(self, message: Message) -> None:
        if not message["method"].startswith("source/"):
            super().requested(message)


@sin("leaves-unanswered-what-was-cancelled", "R-11")
class Cancels(FrontEnd):
    # What a source takes for its work, so that there is something to cancel.
    patience = 0.2

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[Any, Message] = {}

    def requested(self, message: Message) -> None:
        self.kept[message["id"]] = message

    def notified(self, method: str, params: Any) -> None:
        if method == "$/cancelRequest":
            self.kept.pop(params["id"], None)
        super().notified(method, params)

    def rest(self) -> None:
        while self.kept:
            super().requested(self.kept.pop(next(iter(self.kept))))


@sin("has-no-rows-of-sources-that-it-does-not-know", "R-15")
class KnowsAllSources(FrontEnd):
    def sourced(self, method: str, params: Any) -> Any:
        return super().sourced(method, params) if params.get("source") in self.sources else {"items": []}


@with_source("chokes-on-unknown-params", "R-16")
class StrictSource(Source):
    KNOWN = (
        "source offset cursor limit refresh where text textKeys sort query filter opId id value beforeId afterId patch "
        "ids operation input"
    ).split()

    def answer(self, method: str, params: dict[str, Any]) -> Any:
        if unknown := set(params) - set(self.KNOWN):
            raise Failure(f"there are no params {unknown}")
        return super().answer(method, params)


@with_source("answers-with-rows-alone", "R-18")
class BareRows(Source):
    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        return super().page(rows, params)["items"]


@with_source("has-rows-without-ids", "R-19")
class NoIds(Source):
    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        nameless = [{key: value for key, value in row.items() if key != "id"} for row in rows]
        return super().page(nameless, params)


@with_source("has-rows-twice", "R-20")
class RowsTwice(Source):
    def place(self, id: str) -> int | None:
        """Looks in vain for what is to be added."""
        return None if self.adds else super().place(id)

    adds = False

    def insert(self, params: dict[str, Any]) -> Any:
        self.adds = params.get("beforeId") is None
        try:
            return super().insert(params)
        finally:
            self.adds = False


@with_source("counts-before-it-filters", "R-23")
class CountsAll(Source):
    def fetch(self, params: dict[str, Any]) -> Any:
        start = params.get("offset") or 0
        return super().page(self.chosen(self.sorted(self.rows, params)[start:], params), {**params, "offset": 0})


@with_source("has-rows-out-of-order", "R-24")
class Backwards(Source):
    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        page = super().page(rows, params)
        return {**page, "items": page["items"][::-1]}


@with_source("gives-more-than-is-asked-for", "R-25")
class Generous(Source):
    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        return super().page(rows, {**params, "limit": len(rows) + 1})


@with_source("does-operations-again", "R-28")
class DoesAgain(Source):
    def once(self, operation: str, do: Callable[[], Any]) -> Any:
        return do()


@with_source("fails-where-there-is-nothing-to-delete", "R-31")
class NeedsRows(Source):
    def delete(self, params: dict[str, Any]) -> Any:
        for id in params["ids"]:
            self.needed(id)
        return super().delete(params)


@with_source("repeats-what-it-is-given", "R-32")
class Repeats(Source):
    def perform(self, params: dict[str, Any]) -> Any:
        raise Failure(f"there is no operation {params['operation']} of {json.dumps(params.get('input'))}")


@with_source("says-yes-to-everything", "R-35")
class SaysYes(Source):
    def answer(self, method: str, params: dict[str, Any]) -> Any:
        try:
            return super().answer(method, params)
        except Failure:
            return {"item": {"id": params.get("id")}} if method in ("insert", "update") else {"items": []}


@with_source("fails-with-codes-of-its-own", "R-36")
class OwnCodes(Source):
    def answer(self, method: str, params: dict[str, Any]) -> Any:
        try:
            return super().answer(method, params)
        except Failure as failure:
            raise Failure(str(failure), code=-32000) from None


@with_source("filters-nothing", "R-40")
class FiltersNothing(Source):
    def chosen(self, rows: list[Row], params: dict[str, Any]) -> list[Row]:
        return rows


@with_source("sorts-nothing", "R-41")
class SortsNothing(Source):
    def sorted(self, rows: list[Row], params: dict[str, Any]) -> list[Row]:
        return rows


@with_source("inserts-at-the-end", "R-44")
class InsertsAtEnd(Source):
    def insert(self, params: dict[str, Any]) -> Any:
        return super().insert({**params, "beforeId": None})


@with_source("replaces-rows-whole", "R-45")
class Replaces(Source):
    def update(self, params: dict[str, Any]) -> Any:
        place = self.needed(params["id"])
        self.rows[place] = {"id": params["id"], **params["patch"]}
        return {"item": self.rows[place]}


@with_source("keeps-members-that-are-null", "R-45")
class KeepsNull(Source):
    def update(self, params: dict[str, Any]) -> Any:
        place = self.needed(params["id"])
        self.rows[place] = {**self.rows[place], **params["patch"]}
        return {"item": self.rows[place]}


@with_source("turns-round-what-it-moves", "R-46")
class TurnsRound(Source):
    def put(self, rows: list[Row], before: str | None) -> None:
        super().put(rows[::-1], before)


@with_source("deletes-the-first-row-alone", "R-47")
class DeletesFirst(Source):
    def delete(self, params: dict[str, Any]) -> Any:
        return super().delete({**params, "ids": params["ids"][:1]})


# Security


@sin("sends-secrets-as-values", "X-4")
class Leaks(FrontEnd):
    def entering(self, field: Any) -> str:
        return "setValue"


@with_screen("draws-control-characters", "X-15")
class DrawsControls(Screen):
    def text(self, value: Any) -> str:
        return value if isinstance(value, str) else super().text(value)


@with_screen("takes-texts-for-markup", "X-16")
class Markup(Screen):
    def text(self, value: Any) -> str:
        return re.sub(r"<[^>]*>|\[/?\w+\]", "", super().text(value))


# MARK: Between the two


def main() -> None:
    front_end = SINS.get(sys.argv[1], FrontEnd)()
    orders = b""
    while True:
        host = front_end.host
        output = [host.stdout] if host and host.stdout and not host.stdout.closed else []
        log = [host.stderr] if host and host.stderr and not host.stderr.closed else []
        full = [host.stdin] if host and host.stdin and not host.stdin.closed and front_end.outbox else []
        readable, writable, _ = select.select([0, *output, *log], full, [], front_end.patience)
        try:
            if not readable and not writable:
                front_end.rest()
            if writable:
                front_end.flush()
            for stream in (stream for stream in readable if stream != 0):
                data = os.read(stream.fileno(), 1 << 16)
                if stream in output:
                    front_end.read(data)
                else:
                    front_end.logged(data)
                    if not data:
                        stream.close()
        except Exception as problem:
            front_end.give_up(problem)
        if 0 in readable:
            data = os.read(0, 1 << 16)
            *lines, orders = (orders + data).split(b"\n")
            for line in lines:
                front_end.order(json.loads(line))
            if not data:
                break
    if front_end.host and front_end.host.stdin:
        front_end.host.stdin.close()
        front_end.host.wait()


if __name__ == "__main__":
    main()
