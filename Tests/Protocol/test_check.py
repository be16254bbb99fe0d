"""Holds `featurehost check` against the published schema: both refuse the same mistakes and accept the same files."""

from __future__ import annotations

import json
import re
import subprocess
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from . import schemas
from .host import BINARY, HANG_SECONDS, REPOSITORY
from .schemas import check
from .transcripts import PROTOCOL, load_all

GOOD = [
    *sorted((PROTOCOL / "examples").glob("*.workspace.json")),
    *sorted((REPOSITORY / "clients").rglob("*.workspace.json")),
]
TRIPS = PROTOCOL / "examples" / "trips.workspace.json"


def run(path: Path, folder: Path) -> tuple[list[str], int]:
    """What `featurehost check` prints, a line each, and its status."""
    done = subprocess.run(
        [BINARY, "check", path], cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )
    assert not done.stderr
    return done.stdout.splitlines(), done.returncode


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name)
def test_good_workspaces(path: Path, tmp_path: Path) -> None:
    workspace = json.loads(path.read_text())
    check(workspace, "workspace")
    lines, status = run(path, tmp_path)
    features = ", ".join(f"{name} ({feature['kind']})" for name, feature in workspace.get("features", {}).items())
    assert lines == [f"{path}: no errors; {features or 'no features'}"]
    assert status == 0


def test_workspaces_of_transcripts(tmp_path: Path) -> None:
    for transcript in load_all():
        workspace = transcript.setting.get("workspace")
        if isinstance(workspace, dict):
            check(workspace, "workspace")
            path = tmp_path / f"{transcript.path.stem}.json"
            path.write_text(json.dumps(workspace))
            assert run(path, tmp_path)[1] == 0


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    lines, status = run(Path("nothing.json"), tmp_path)
    assert status == 1
    assert len(lines) == 1 and lines[0].startswith("nothing.json")


def test_a_file_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text('{"sources": {},\n "features": {"a": }}\n')
    lines, status = run(Path("wrong.json"), tmp_path)
    assert status == 1
    assert len(lines) == 1 and lines[0].startswith("wrong.json:2: ") and "not JSON" in lines[0]


# MARK: Mistakes

# Workspaces with the mistakes that people make, and with what they are warned of. Under each line that is meant stand
# comments, which are no part of the workspace: a JSON Pointer, and what would be right.
MISTAKES = Path(__file__).parent / "mistakes.jsonc"
WARNINGS = Path(__file__).parent / "warnings.jsonc"


def read_commented(path: Path) -> tuple[str, list[tuple[int, str, str]]]:
    """A workspace, and what its comments say: the line, the pointer, what would be right."""
    lines: list[str] = []
    wanted: list[tuple[int, str, str]] = []
    for line in path.read_text().splitlines():
        if line.startswith("// "):
            pointer, right = line.removeprefix("// ").split(" ", 1)
            wanted.append((len(lines), pointer, right))
        else:
            lines.append(line)
    return "\n".join(lines), wanted


def expect_all(found: list[str], level: str, wanted: list[tuple[int, str, str]]) -> None:
    """Each with its line, its place and what would be right, and nothing else."""
    said = []
    for line in found:
        match = re.fullmatch(rf"workspace\.json:(\d+): {level}(/\S*) (.+)", line)
        assert match, line
        said.append((int(match[1]), match[2], match[3]))
    assert sorted(place[:2] for place in said) == sorted(place[:2] for place in wanted)
    for line, pointer, right in wanted:
        messages = [message for *place, message in said if place == [line, pointer]]
        assert any(right in message for message in messages), (pointer, right, messages)


def test_every_mistake_is_named(tmp_path: Path) -> None:
    text, wanted = read_commented(MISTAKES)
    (tmp_path / "workspace.json").write_text(text)
    found, status = run(Path("workspace.json"), tmp_path)
    assert status == 1
    assert len(wanted) > 20
    expect_all(found, "", wanted)


def test_every_warning_is_named(tmp_path: Path) -> None:
    """A workspace with warnings alone is as good as any; with a mistake they would only be in its way."""
    text, wanted = read_commented(WARNINGS)
    check(json.loads(text), "workspace")
    (tmp_path / "workspace.json").write_text(text)
    found, status = run(Path("workspace.json"), tmp_path)
    assert status == 0
    assert found.pop().startswith("workspace.json: no errors; ")
    assert wanted
    expect_all(found, "warning: ", wanted)
    (tmp_path / "workspace.json").write_text(text.replace('"rows"', '"none"', 1))
    found, status = run(Path("workspace.json"), tmp_path)
    assert status == 1
    assert found and not any("warning" in line for line in found)


# One mistake each in examples/trips.workspace.json: where, and what stands there instead; None takes it away.
SINGLE: list[tuple[str, Any]] = [
    ("/plugins", []),
    ("/plugins", {"p": {"command": "sh"}}),
    ("/plugins", {"p": {"command": []}}),
    ("/plugins", {"p": {"folder": "x"}}),
    ("/plugins", {"p": {"env": {"A": 1}}}),
    ("/plugins", {"a:b": {"command": ["sh"]}}),
    ("/plugins", {"p": {"command": ["sh"], "env": {"A": 1}}}),
    ("/plugins", {"p": {"command": ["sh"], "env": {"A=B": "1"}}}),
    ("/plugins", {"p": {"command": ["sh"], "argv": []}}),
    ("/sources/trains", {"type": "table", "path": ""}),
    ("/sources/trains", {"type": "table", "rows": []}),
    ("/sources/trains", {"type": "table", "search": 1}),
    ("/sources/trains", {"type": "sqlite", "table": "t"}),
    ("/sources/trains", {"type": "sqlite", "path": "a.db"}),
    ("/sources/trains", {"type": "sqlite", "path": "a.db", "table": "t", "query": "SELECT 1"}),
    ("/sources/trains", {"type": "sqlite", "path": "a.db", "table": "t", "columns": []}),
    ("/sources/trains", {"type": "sqlite", "path": "a.db", "query": ""}),
    ("/sources/trains", {"type": "plugin"}),
    ("/sources/trains", {"type": "plugin", "plugin": 7}),
    ("/sources/trains", {"type": "plugin", "plugin": "p", "options": 7}),
    ("/sources/trains", {"type": "plugin", "plugin": "p", "source": ""}),
    ("/sources", []),
    ("/sources/cities/type", "tables"),
    ("/sources/cities/type", None),
    ("/sources/cities/rows/1/id", None),
    ("/sources/cities/rows/1/id", 1.5),
    ("/sources/cities/rows/1", "Bergen"),
    ("/sources/cities/path", "cities.jsonl"),
    ("/sources/trains/argv", None),
    ("/sources/trains/argv", "printf"),
    ("/sources/trains/argv", []),
    ("/sources/trains/argv/0", ""),
    ("/sources/trains/argv/1", 7),
    ("/sources/trains/format", "json"),
    ("/sources/trains/format", "lines"),
    ("/sources/trains/columns", ["id", "id"]),
    ("/sources/trains/timeoutMs", 0),
    ("/sources/trains/outputLimit", 0),
    ("/sources/trains", {"type": "client", "can": ["fly"]}),
    ("/sources/trains", {"type": "client", "can": "insert"}),
    ("/sources/trains", {"type": "client", "can": ["insert", "insert"]}),
    ("/sources/trains", {"type": "client", "can": ["filterSearch"]}),
    ("/sources/trains", {"type": "client", "operations": []}),
    ("/sources/trains", {"type": "client", "operations": [""]}),
    ("/sources/trains", {"type": "client", "operations": ["a", "a"]}),
    ("/sources/trains", {"type": "client", "rows": []}),
    ("/sources/trains", {"type": "client", "timeoutMs": 0}),
    ("/sources/trains", {"type": "client", "id": 7}),
    ("/features/a:b", {"kind": "list", "source": "cities"}),
    ("/features/cities/kind", None),
    ("/features/cities/kind", "table"),
    ("/features/cities/source", None),
    ("/features/cities/pageSize", 0),
    ("/features/cities/pageSize", 10_001),
    ("/features/cities/prefetchDistance", -1),
    ("/features/cities/maxPages", 0),
    ("/features/cities/selection", "some"),
    ("/features/cities/order", []),
    ("/features/cities/sort", "name"),
    ("/features/cities/sort", [{"descending": True}]),
    ("/features/cities/sort", [{"key": "name", "descending": "yes"}]),
    ("/features/cities/sort", [{"key": "name", "down": True}]),
    ("/features/cities/groupBy", 1),
    ("/features/cities/groupBy", {"descending": True}),
    ("/features/cities/filter", "none"),
    ("/features/cities/filters", {}),
    ("/features/cities/filters", [{"id": "a", "title": "A"}]),
    ("/features/cities/filters", [{"id": "a", "where": {"key": "name", "equals": 1}}]),
    ("/features/cities/filters", [{"title": "A", "where": {"key": "name", "equals": 1}}]),
    ("/features/cities/filters", [{"id": "", "title": "A", "where": {"key": "name", "equals": 1}}]),
    *[
        ("/features/cities/filters", [{"id": "a", "title": "A", "where": where}])
        for where in (
            {},
            [],
            {"key": "name"},
            {"equals": 1},
            {"key": 1, "equals": 1},
            {"key": "name", "like": "O%"},
            {"key": "name", "contains": ["a"]},
            {"key": "name", "in": []},
            {"key": "name", "in": "Oslo"},
            {"key": "name", "greater": True},
            {"key": "name", "less": None},
            {"all": []},
            {"any": {}},
            {"not": []},
            {"not": {}},
            {"all": [{"key": "name"}]},
            {"all": [{"key": "name", "equals": 1}], "any": [{"key": "name", "equals": 1}]},
            {"key": "name", "equals": 1, "not": {"key": "name", "equals": 2}},
        )
    ],
    ("/features/cities/columns/0/role", "big"),
    ("/features/cities/columns/0/key", None),
    ("/features/cities/toolbar/0/action", "fly"),
    ("/features/cities/toolbar/0/title", None),
    ("/features/cities/toolbar/0/role", "cancel"),
    ("/features/cities/outputs/openItem", "present"),
    ("/features/cities/outputs/openItem/action", "push"),
    ("/features/cities/modals/add/style", "drawer"),
    ("/features/cities/modals/add/style", "alert"),
    ("/features/cities/modals/add/feature", None),
    ("/features/cities/modals/add/onOutput", "submit"),
    ("/features/cities/modals/add/onOutput", {"params": {}}),
    ("/features/cities/modals/add/onOutput", {"action": "submit"}),
    ("/features/cities/modals/edit/target", "marked"),
    ("/features/cities/modals/delete/title", None),
    ("/features/cities/modals/delete/buttons", []),
    ("/features/cities/modals/delete/onOutput", "insertItem"),
    ("/features/cities/modals/delete/dismissible", "no"),
    ("/features/cities/modals/delete/buttons/0/id", None),
    ("/features/cities/modals/delete/buttons/0/role", "primary"),
    ("/features/cities/modals/delete/buttons/0/action", "setValue"),
    ("/features/cities/modals/delete/buttons/1/params", {}),
    ("/features/city/sections", None),
    ("/features/city/sections/0/fields", None),
    ("/features/city/showMessages", "always"),
    ("/features/city/sections/0/fields/0/name", None),
    ("/features/city/sections/0/fields/0/type", "string"),
    ("/features/city/sections/0/fields/0/minimum", 1),
    ("/features/city/sections/0/fields/0/maxLength", -1),
    ("/features/city/sections/0/fields/0/default", 1),
    ("/features/city/sections/0/fields/0/options", ["a"]),
    ("/features/city/sections/0/fields/0/step", 1),
    ("/features/city/sections/0/fields/0/uniqueItems", True),
    ("/features/city/sections/0/fields/1/options", None),
    ("/features/city/sections/0/fields/1/options", []),
    ("/features/city/sections/0/fields/1/options/0", ["a"]),
    ("/features/city/sections/0/fields/1/trim", True),
    ("/features/city/sections/0/fields/2/required", "yes"),
    ("/features/city/sections/0/fields/2/default", "yes"),
    ("/features/booking/submit/call", "replace"),
    ("/features/booking/submit/call", None),
    ("/features/booking/sections/0/fields/1/hints/color", "red"),
    ("/features/booking/sections/0/fields/2/step", 0),
    ("/features/booking/sections/0/fields/2/multipleOf", 0),
    ("/features/booking/sections/1/fields/1/default", "1234"),
    ("/features/booking/sections/1/fields/1/errorMessages/short", "Too short."),
    ("/features/find/keys", ["a"] * 17),
    ("/features/find/debounceMs", 60_001),
    ("/features/find/limit", 5),
    ("/features/app/root", None),
    *[
        ("/features/app/outputSchema", schema)
        for schema in (
            True,
            [],
            {"$ref": "#"},
            {"type": "text"},
            {"type": []},
            {"type": ["string", "string"]},
            {"enum": []},
            {"enum": 1},
            {"anyOf": []},
            {"anyOf": {}},
            {"anyOf": [True]},
            {"properties": []},
            {"properties": {"a": True}},
            {"required": ["a", "a"]},
            {"required": "a"},
            {"required": [1]},
            {"items": []},
            {"items": {"type": 1}},
            {"additionalProperties": "no"},
            {"minLength": -1},
            {"maxItems": 0.5},
            {"uniqueItems": 1},
            {"pattern": 1},
            {"format": []},
            {"title": 1},
            {"minimum": "1"},
            {"multipleOf": 0},
        )
    ],
    ("/features/app/routes/find", "find"),
    ("/features/app/routes/find/feature", None),
    ("/features/app/routes/find/params", []),
    ("/features/app/routes/find/onOutput", ["insertItem"]),
]


# The same in examples/orders.workspace.json, whose form has all that forms can have.
ORDERS = PROTOCOL / "examples" / "orders.workspace.json"
WHO = "/features/order/steps/0/sections/0/fields"
LINES = "/features/order/steps/1/sections/0/fields/0"
WHERE = "/features/order/steps/2/sections/0/fields"
IN_FORMS: list[tuple[str, Any]] = [
    ("/sources/shop/operations", None),
    ("/sources/shop/operations", []),
    ("/sources/shop/format", "tsv"),
    ("/sources/shop/timeoutMs", 5),
    ("/sources/shop/operations/checkName/argv", None),
    ("/sources/shop/operations/checkName/argv", []),
    ("/sources/shop/operations/checkName/timeoutMs", 0),
    ("/sources/shop/operations/checkName/folder", "x"),
    ("/features/order/sections", []),
    ("/features/order/steps", []),
    ("/features/order/steps", None),
    ("/features/order/steps/0/id", ""),
    ("/features/order/steps/0/title", None),
    ("/features/order/steps/0/sections", None),
    ("/features/order/showMessagesAgain", "onTouched"),
    ("/features/order/onSuccess", "close"),
    ("/features/order/draft", 7),
    ("/features/order/draft/source", None),
    ("/features/order/draft/id", ""),
    ("/features/order/submit/operation", None),
    ("/features/order/submit/call", "insert"),
    ("/features/order/submit/timeoutMs", 0),
    ("/features/order/rules/0/code", "pattern"),
    ("/features/order/rules/0/code", ""),
    ("/features/order/rules/0/severity", "fatal"),
    ("/features/order/rules/0/message", None),
    ("/features/order/rules/0/message", ""),
    ("/features/order/rules/0/holds", None),
    (f"{WHO}/0/maxLength", {"name": "x"}),
    (f"{WHO}/0/maxLength", {"field": 7}),
    (f"{WHO}/0/minimum", {"field": "x"}),
    (f"{WHO}/0/format", "phone"),
    (f"{WHO}/0/integer", True),
    (f"{WHO}/0/enum", []),
    (f"{WHO}/0/enum", [1]),
    (f"{WHO}/0/fields", [{"name": "x", "type": "text"}]),
    (f"{WHO}/0/warnings/required", True),
    (f"{WHO}/0/warnings/minimum", 1),
    (f"{WHO}/0/warnings/errorMessages/short", "x"),
    (f"{WHO}/0/validateWith/operation", None),
    (f"{WHO}/0/validateWith/debounceMs", -1),
    (f"{WHO}/4/format", "uuid"),
    (f"{WHO}/4/enum", ["12345678"]),
    (f"{WHO}/4/validateWith", {"source": "shop", "operation": "checkName"}),
    (f"{LINES}/fields", None),
    (f"{LINES}/fields", []),
    (f"{LINES}/const", []),
    (f"{LINES}/equalTo", "name"),
    (f"{LINES}/pattern", "x"),
    (f"{LINES}/default", {}),
    (f"{LINES}/default", ["tea"]),
    (f"{LINES}/fields/0/fields", [{"name": "x", "type": "text"}]),
    (f"{LINES}/fields/1/pattern", "x"),
    (f"{WHERE}/0/required", True),
    (f"{WHERE}/0/requiredWhen", {"field": "budget", "empty": True}),
    (f"{WHERE}/0/default", {}),
    (f"{WHERE}/0/minItems", 1),
    (f"{WHERE}/0/fields/1/options", {"value": "id"}),
    (f"{WHERE}/0/fields/1/options", {"source": "cities", "key": "id"}),
    (f"{WHERE}/1/enum", [["Mon"]]),
    *[
        (f"{WHERE}/2/visibleWhen", condition)
        for condition in (
            {},
            [],
            {"field": "tip"},
            {"key": "tip", "equals": 1},
            {"field": 1, "equals": 1},
            {"field": "gift", "like": "x"},
            {"field": "gift", "equals": {}},
            {"field": "gift", "equals": {"field": 1}},
            {"field": "name", "contains": ["a"]},
            {"field": "name", "in": []},
            {"field": "name", "in": [{"field": "phone"}]},
            {"field": "name", "greater": True},
            {"field": "name", "less": None},
            {"field": "name", "empty": "yes"},
            {"all": []},
            {"not": {"any": [{"field": "name"}]}},
            {"all": [{"field": "name", "empty": True}], "field": "name"},
        )
    ],
]


@pytest.mark.parametrize(("pointer", "value"), IN_FORMS, ids=lambda value: json.dumps(value)[-60:])
def test_schema_and_host_refuse_the_same_in_forms(pointer: str, value: Any, tmp_path: Path) -> None:
    refuse(ORDERS, pointer, value, tmp_path)


@pytest.mark.parametrize(("pointer", "value"), SINGLE, ids=lambda value: json.dumps(value)[:60])
def test_schema_and_host_refuse_the_same(pointer: str, value: Any, tmp_path: Path) -> None:
    refuse(TRIPS, pointer, value, tmp_path)


def refuse(example: Path, pointer: str, value: Any, tmp_path: Path) -> None:
    """Both refuse an example with one mistake."""
    workspace = json.loads(example.read_text())
    wrong = changed(workspace, pointer.split("/")[1:], value)
    assert wrong != workspace
    assert schemas.mistakes(wrong, "workspace"), "the schema accepts it"
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    lines, status = run(Path("wrong.json"), tmp_path)
    assert status == 1 and lines, "the host accepts it"
    assert all(line.startswith("wrong.json:1: /") for line in lines)


def changed(document: Any, tokens: list[str], value: Any) -> Any:
    """A copy with another value at a place, or with nothing there."""
    copy = deepcopy(document)
    parent = copy
    for token in tokens[:-1]:
        parent = parent[int(token)] if isinstance(parent, list) else parent[token]
    key = int(tokens[-1]) if isinstance(parent, list) else tokens[-1]
    if value is None:
        del parent[key]
    else:
        parent[key] = value
    return copy
