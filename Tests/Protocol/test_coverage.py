"""Nothing may exist in the code, or be seen on the wire, that has no text, no schema and no example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from . import schemas
from .host import REPOSITORY, Frame, run_file
from .schemas import members, name_of
from .transcripts import PROTOCOL, load_all, stage

SOURCES = REPOSITORY / "Sources"
TRANSCRIPTS = load_all()
PAGES = {path.stem: path.read_text() for path in sorted(PROTOCOL.glob("*.md"))}
TEXT = "\n".join(PAGES.values())
# What a transcript can't show: a fault of the host, and limits that take ten thousand requests (test_limits.py).
UNSHOWN_CODES = {-32603, -31007}


def swift(*folders: str) -> str:
    """The sources in some folders."""
    return "".join(path.read_text() for name in folders for path in sorted((SOURCES / name).rglob("*.swift")))


def methods(kind: str) -> list[str]:
    """The names that a `switch` of the host knows, of requests or of notifications."""
    source = (SOURCES / "Host/Hosting/Methods/MethodTable.swift").read_text()
    switch = rf"func {kind}\(_ name: String\).*?\bswitch name \{{\n(.*?)^ +default:"
    cases = re.search(switch, source, re.DOTALL | re.MULTILINE)
    assert cases, f"MethodTable.swift lists no method of the kind {kind}"
    found = re.findall(r"""^ +case "([^"]+)":""", cases[1], re.MULTILINE)
    assert len(found) == cases[1].count("case "), "a case is written in another form"
    return found


def host_notifications() -> list[str]:
    """What the host tells of states; the front end's requests begin with the same word."""
    return sorted(set(re.findall(r'"(state/\w+)"', swift("Host/Hosting"))) - set(methods("request")))


def asked() -> list[str]:
    """What the host asks of others."""
    text = swift("Kit/RemoteSources")
    names = re.findall(r'\b(?:ask\(|PageRequest\(\s*self, )"(\w+)"', text)
    assert names and '"source/\\(call)"' in text
    found = [f"source/{name}" for name in dict.fromkeys(names)]
    return found + re.findall(r'method: "(source/\w+)"', swift("Host/Hosting/Plugins"))


def section(method: str, page: str = "methods") -> str:
    found = re.search(rf"^## `{re.escape(method)}`\n(.*?)(?=^## |\Z)", PAGES[page], re.MULTILINE | re.DOTALL)
    assert found, f"{page}.md has no section on {method}"
    return found[1]


def page_of(method: str) -> str:
    if method == "source/open":
        return "plugins"
    return "sources" if method.startswith("source/") else "methods"


def sent_methods() -> set[str]:
    return {str(call.get("method")) for transcript in TRANSCRIPTS for call in members(transcript.sent)}


@pytest.mark.parametrize("method", methods("request"))
def test_request(method: str) -> None:
    text = section(method)
    assert "Result:" in text and "Errors:" in text and ("| param |" in text or "No params." in text)
    assert re.search(rf'→ .*"method":"{re.escape(method)}"', text), "an exchange is missing"
    assert {name_of(method, "params"), name_of(method, "result")} <= schemas.documents().keys()
    assert method in sent_methods(), "no transcript shows it"


@pytest.mark.parametrize("method", methods("notification"))
def test_notification(method: str) -> None:
    text = section(method, page_of(method))
    assert "A notification" in text and ("| param |" in text or "No params." in text)
    assert re.search(rf'→ .*"method":"{re.escape(method)}"', text), "an exchange is missing"
    assert name_of(method, "params") in schemas.documents()
    assert method in sent_methods(), "no transcript shows it"


@pytest.mark.parametrize("method", host_notifications())
def test_notification_of_the_host(method: str) -> None:
    assert f'"method":"{method}"' in section(method), "an exchange is missing"
    assert name_of(method, "params") in schemas.documents()
    received = {message.get("method") for transcript in TRANSCRIPTS for message in members(transcript.received)}
    assert method in received, "no transcript shows it"


@pytest.mark.parametrize("method", asked())
def test_request_of_the_host(method: str) -> None:
    text = section(method, page_of(method))
    assert "| param |" in text and "Result:" in text
    assert {name_of(method, "params"), name_of(method, "result")} <= schemas.documents().keys()
    for part in ("params", "result"):
        for name in schemas.documents()[name_of(method, part)].get("properties", {}):
            assert f"`{name}`" in text or name in REPEATED, f"{method} does not explain {name}"
    received = {message.get("method") for transcript in TRANSCRIPTS for message in members(transcript.received)}
    # What a plugin is asked no front end sees.
    assert method in received or method == "source/open", "no transcript shows it"


# What `source/search` answers as `source/fetch` does.
REPEATED = {"items", "nextCursor", "endReached", "totalCount"}


def test_pages_of_methods_have_no_others() -> None:
    known = {*methods("request"), *methods("notification"), *host_notifications(), *asked()}
    for page in ("methods", "sources", "plugins"):
        told = set(re.findall(r"^## `([^`]+)`", PAGES[page], re.MULTILINE))
        assert told == {method for method in known if page_of(method) == page}


@pytest.mark.parametrize("method", methods("request"))
def test_members_of_params_and_result(method: str) -> None:
    """Each member of a method's schemas is in its section."""
    text = section(method)
    for part in ("params", "result"):
        for name in schemas.documents()[name_of(method, part)].get("properties", {}):
            assert f"`{name}`" in text, f"{method} does not explain {name}"


# MARK: Actions


def catalog() -> list[dict[str, Any]]:
    """The gallery, and a workspace with a feature of each kind."""
    request = b'{"jsonrpc":"2.0","id":1,"method":"feature/list"}'
    features = []
    for setting in ({}, {"workspace": "examples/trips.workspace.json"}):
        with stage(setting) as (arguments, folder):
            frames, _ = run_file(request, arguments, folder)
        features += frames[0]["result"]["features"]
    return features


def actions() -> dict[str, Frame]:
    return {action["name"]: action["params"] for feature in catalog() for action in feature["actions"]}


ACTION_TEXT = "\n".join(PAGES[name] for name in ("list", "form", "search", "flow", "presentation", "views"))


@pytest.mark.parametrize("action", sorted(actions()))
def test_action(action: str) -> None:
    assert re.search(rf"^\| `{action}` \||^\|.*`{action}`", ACTION_TEXT, re.MULTILINE), "no table explains it"
    sent = [call.get("params") for transcript in TRANSCRIPTS for call in members(transcript.sent)]
    assert any(isinstance(params, dict) and params.get("action") == action for params in sent), "no transcript shows it"


def entry(kind: str) -> dict[str, Any]:
    """A feature of a kind."""
    return next(feature for feature in catalog() if feature["kind"] == kind)


@pytest.mark.parametrize("kind", ["list", "form", "search", "flow"])
def test_published_schemas_of_actions(kind: str) -> None:
    """The published schemas name the same actions and params as the catalog, which MAY be less strict."""
    published = schemas.documents()["common-actions"]["$defs"] | schemas.documents()["presentation-actions"]["$defs"]
    published |= schemas.documents()[f"{kind}-actions"]["$defs"]
    told = {action["name"]: action["params"] for action in entry(kind)["actions"]}
    assert published.keys() == told.keys()
    for name, schema in told.items():
        assert published[name].get("properties", {}).keys() == schema.get("properties", {}).keys(), name
        assert set(published[name].get("required", [])) == set(schema.get("required", [])), name


@pytest.mark.parametrize("kind", ["list", "form", "search", "flow"])
def test_actions_that_a_workspace_can_name(kind: str) -> None:
    """The schema of workspaces completes the actions that a feature has."""
    named = schemas.documents()["workspace"]["$defs"][f"{kind}Action"]["enum"]
    assert named == [action["name"] for action in entry(kind)["actions"]]


# MARK: Errors


def codes() -> dict[str, int]:
    source = (SOURCES / "Base/JSONRPC/ErrorCode.swift").read_text()
    found = re.findall(r"static let (\w+) = ErrorCode\(rawValue: (-\d+)\)", source)
    return {name: int(code) for name, code in found}


def retryable() -> set[str]:
    source = (SOURCES / "Base/JSONRPC/ErrorCode+Defaults.swift").read_text()
    cases = re.search(r"case ([^:]*): true", source)
    assert cases
    return set(re.findall(r"\.(\w+)", cases[1]))


def test_errors_file() -> None:
    rows = [json.loads(line) for line in (PROTOCOL / "errors.jsonl").read_text().splitlines()]
    assert {row["kind"]: row["code"] for row in rows} == codes()
    assert {row["kind"] for row in rows if row["retryable"]} == retryable()
    for row in rows:
        assert row["name"] == row["kind"][0].upper() + row["kind"][1:]
        cells = f"| {row['code']} | {row['name']} | `{row['kind']}` | {str(row['retryable']).lower()} | "
        line = next((line for line in PAGES["messages"].splitlines() if line.startswith(cells)), "")
        line = re.sub(r" \[M-\d+\]", "", line)
        assert line.replace("`", "").endswith(f"| {row['when']} |"), f"messages.md says something else of {row['kind']}"


def error_kinds(schema: dict[str, Any]) -> dict[str, int]:
    cases = [case["properties"] for case in schema["properties"]["error"]["oneOf"]]
    return {case["data"]["properties"]["kind"]["const"]: case["code"]["const"] for case in cases}


def test_error_codes() -> None:
    assert error_kinds(schemas.documents()["error"]) == codes()
    shown = {
        message["error"]["code"]
        for transcript in TRANSCRIPTS
        for message in members(transcript.received)
        if "error" in message
    }
    assert set(codes().values()) - shown == UNSHOWN_CODES


# MARK: Members

# The schema of what stands on the wire, with the page that explains it.
EXPLAINED = {
    "snapshot": "snapshots",
    "child": "snapshots",
    "cause": "snapshots",
    "effect": "snapshots",
    "animation": "snapshots",
    "error-entry": "snapshots",
    "layout-item": "views",
    "list-state": "list",
    "column": "list",
    "form-state": "form",
    "form-field": "form",
    "search-state": "search",
    "flow-state": "flow",
    "presentation": "presentation",
    "initialize-result": "methods",
    "catalog-entry": "methods",
    "state-closed-params": "methods",
    "inspection": "methods",
    "error": "messages",
    "workspace": "workspace",
    "cell": "cells",
}
# Members that no feature of this edition sends, and the one that takes a reader who doesn't read (test_slow_reader.py).
UNSEEN = {
    "snapshot": {"conflated"},
    "error-entry": {"status"},
    "layout-item": {"params", "role", "when"},
}


def names(schema: Any) -> Iterator[str]:
    """Every member that a schema speaks of, in any depth, references left aside."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "properties":
                yield from (name for name, member in value.items() if member is not False)
                yield from (name for member in value.values() for name in names(member))
            elif key not in {"description", "if", "then", "else"}:
                yield from names(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from names(value)


@pytest.mark.parametrize("schema", sorted(EXPLAINED))
def test_members_are_explained(schema: str) -> None:
    # Lists, searches and workspaces have cells, which have a chapter of their own.
    page = PAGES[EXPLAINED[schema]] + PAGES["cells"]
    for name in sorted(set(names(schemas.documents()[schema]))):
        explained = f"`{name}`" in page or re.search(rf"`\{{[^`]*\b{name}\b[^`]*\}}`", page)
        assert explained or name in {"jsonrpc", "id", "$schema"}, f"{EXPLAINED[schema]}.md does not explain {name}"


def keys(value: Frame) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for member in value.values():
            yield from keys(member)
    elif isinstance(value, list):
        for member in value:
            yield from keys(member)


SEEN = [name for name in EXPLAINED if name not in {"initialize-result", "error", "workspace"}]


@pytest.mark.parametrize("schema", SEEN)
def test_members_are_seen(schema: str) -> None:
    """A member that the schemas promise is in some transcript: else it is not there at all."""
    seen = {key for transcript in TRANSCRIPTS for key in keys(transcript.received)}
    top = set(schemas.documents()[schema]["properties"])
    assert top - seen == UNSEEN.get(schema, set()) - seen


# Values that take another session, and over standard input and output there is only one.
UNSEEN_VALUES = {("cause", "origin"): {"peer"}, ("state-closed-params", "reason"): {"unsubscribed"}}
VALUES = [
    ("cause", "origin"),
    ("animation", "kind"),
    ("error-entry", "display"),
    ("presentation", "style"),
    ("form-field", "type"),
    ("form-state", "status"),
    ("search-state", "status"),
    ("flow-state", "status"),
    ("state-closed-params", "reason"),
    ("catalog-entry", "kind"),
]


@pytest.mark.parametrize(("schema", "member"), VALUES)
def test_values_are_seen(schema: str, member: str) -> None:
    """A value that the schemas promise is in some transcript, and in the text."""
    promised = set(schemas.documents()[schema]["properties"][member]["enum"])
    seen = {value for transcript in TRANSCRIPTS for value in values(transcript.received, member)}
    assert promised - seen == UNSEEN_VALUES.get((schema, member), set())
    page = PAGES[EXPLAINED[schema]].replace('`"', "`").replace('"`', "`")
    assert all(f"`{value}`" in page for value in promised)


def values(value: Frame, member: str) -> Iterator[str]:
    """What a member is, wherever it stands."""
    if isinstance(value, dict):
        if isinstance(value.get(member), str):
            yield value[member]
        for inner in value.values():
            yield from values(inner, member)
    elif isinstance(value, list):
        for inner in value:
            yield from values(inner, member)


def passing() -> set[str]:
    """The reasons of -31005 that pass by themselves."""
    source = (SOURCES / "Host/Hosting/Methods/ParamsReading.swift").read_text()
    found = re.search(r"static let passing: Set = \[([^\]]*)\]", source)
    assert found
    return set(re.findall(r'"(\w+)"', found[1]))


def test_retryable_of_refusals() -> None:
    """-31005 is retryable where its reason passes by itself, as messages.md says."""
    refusals = [
        message["error"]["data"]
        for transcript in TRANSCRIPTS
        for message in members(transcript.received)
        if message.get("error", {}).get("code") == -31005
    ]
    for data in refusals:
        assert data["retryable"] == (data["reason"] in passing()), data
    assert {data["retryable"] for data in refusals} == {True, False}
    told = re.search(r"^- -31005 is retryable (.*)$", PAGES["messages"], re.MULTILINE)
    assert told and set(re.findall(r"`(\w+)`", told[1])) == passing()


def test_reasons_of_lists_are_explained() -> None:
    """Each reason in the code of lists is in list.md or views.md."""
    source = (SOURCES / "Kinds/ListFeature/List+Refusals.swift").read_text()
    found = set(re.findall(r'(?:return|[?:]) "([a-z][A-Za-z]*)"', source))
    found |= set(re.findall(r'Unavailable\("\w+", "(\w+)"\)', source))
    assert {"saving", "invalidId", "idChanges", "notABoolean"} <= found
    assert not {reason for reason in found if f"`{reason}`" not in PAGES["list"] + PAGES["views"]}


KINDS = [
    ("form", "Kinds/FormFeature", "alreadySubmitting"),
    ("search", "Kinds/SearchFeature", "staleResults"),
    ("flow", "Kinds/FlowFeature", "atRoot"),
    ("presentation", "Kit/FeatureKit/Presentation", "targetChanged"),
]


@pytest.mark.parametrize(("page", "folder", "example"), KINDS)
def test_reasons_of_other_kinds_are_explained(page: str, folder: str, example: str) -> None:
    source = swift(folder)
    found = set(re.findall(r'\.unavailable\(\s*"(\w+)"[,)]', source))
    found |= set(re.findall(r'Unavailable\([^)"]*(?:"\w+")?, "(\w+)"\)', source))
    assert example in found
    assert not {reason for reason in found if f"`{reason}`" not in PAGES[page]}


def test_codes_of_messages() -> None:
    """Each thing that can be wrong with a field is in the text, in its order, and in a transcript."""
    source = (SOURCES / "Kinds/FormFeature/Plan/MessageCode.swift").read_text()
    cases = re.search(r"public enum MessageCode[^{]*\{\n(.*?)\n\n", source, re.DOTALL)
    assert cases
    codes_of_messages = re.findall(r"\w+", cases[1].replace("case", ""))
    declared = schemas.documents()["workspace"]["$defs"]
    assert declared["constraints"]["properties"]["errorMessages"]["propertyNames"]["enum"] == codes_of_messages
    assert declared["rule"]["properties"]["code"]["not"]["enum"] == codes_of_messages
    table = PAGES["form"].split("### Messages")[1].split("\n- ")[0]
    assert [code for code in re.findall(r"`(\w+)`", table) if code in codes_of_messages] == codes_of_messages
    seen = {value for transcript in TRANSCRIPTS for value in values(transcript.received, "code")}
    assert set(codes_of_messages) <= seen


def test_reasons_are_explained() -> None:
    reasons = {
        message["error"]["data"]["reason"]
        for transcript in TRANSCRIPTS
        for message in members(transcript.received)
        if message.get("error", {}).get("code") == -31005
    }
    for snapshot in (shot for transcript in TRANSCRIPTS for shot in schemas.snapshots(transcript.received)):
        reasons |= set(snapshot["unavailable"].values())
    missing = {reason for reason in reasons if f"`{reason}`" not in TEXT}
    assert not missing


def test_causes_are_explained() -> None:
    found = {shot["cause"]["action"] for transcript in TRANSCRIPTS for shot in schemas.snapshots(transcript.received)}
    assert not {action for action in found if f"`{action}`" not in TEXT}


# What ends a task that nobody waits for any more: nobody is there to be told; and what only tests come across.
UNTOLD_FAILURES = {"cancelled", "unimplemented"}


def test_codes_of_failures_are_explained() -> None:
    """Each code that can stand in `errors` has a line in the table of workspace.md, or is one of an output."""
    source = swift(
        "Base/Rows",
        "Kit/FeatureKit",
        "Kit/DataSources",
        "Kit/RemoteSources",
        "Kinds",
        "Host/Hosting",
        "Host/Workspaces",
        "Host/FeaturePlugin",
        "Host/SQLiteSources",
    )
    found = set(re.findall(r'(?:Failure|self\.init|advice\) =|case [.\w]+:) ?\(\s*"(\w+)",', source))
    assert {"commandNotFound", "commandFailed", "notFound", "outputLimit", "timeout", "targetGone"} <= found
    table = PAGES["workspace"].split("### Errors of sources")[1].split("\n## ")[0]
    told = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    of_outputs = {"unknownAction", "invalidParams"}
    assert "`unknownAction`" in PAGES["flow"] and "`invalidParams`" in PAGES["presentation"]
    of_views = {"failed", "cannotOpen"}
    assert all(f"`{code}`" in PAGES["views"] for code in of_views)
    of_replays = {"notRecorded"}
    assert all(f"`{code}`" in PAGES["recordings"] for code in of_replays)
    of_lists = {"problems"}
    assert found - UNTOLD_FAILURES - of_outputs - of_views - of_replays | of_lists == told


def test_links() -> None:
    """The text stands on its own: it points at nothing outside its folder, and at nothing that is not there."""
    for page in sorted(PROTOCOL.rglob("*.md")):
        for target in re.findall(r"\]\(([^)#]*)(?:#[^)]*)?\)", page.read_text()):
            place = (page.parent / target).resolve()
            assert place.exists() and place.is_relative_to(PROTOCOL), f"{page.name} points at {target}"
