"""The values of a plugin's features: type hints, params, states and errors."""

from __future__ import annotations

import datetime
import enum
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import featurehost
import pytest
from featurehost import InvalidValues, Mistake
from featurehost.plugin import ActionFailed, ActionRefused, Feature, Plugin, action
from featurehost.plugin.testing import in_process, showing

plugin = Plugin("values")


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


@dataclass
class Note:
    text: str
    due_on: datetime.date | None = None
    _seen: bool = False


@plugin.feature("notes", params=["owner", "level"], fixtures={"two": {"notes": [Note("a"), Note("b")]}})
@dataclass
class Notes(Feature):
    owner: str
    level: Level = Level.LOW
    notes: list[Note] = field(default_factory=list)
    limit_: int = 9
    ratio: float = 0.5
    at: datetime.datetime = datetime.datetime(2026, 11, 22, 12, 30)
    where: Path = Path("/tmp")
    words: dict[str, int] = field(default_factory=dict)
    is_open: bool = True
    mode: Literal["view", "edit"] = "view"
    anything: Any = None
    _secret: str = "hidden"

    def __post_init__(self) -> None:
        if not self.owner:
            raise ValueError("notes must belong to somebody")

    @property
    def note_count(self) -> int:
        return len(self.notes)

    @action
    def add_note(self, note: Note, times: Annotated[int, "how often"] = 1) -> None:
        if times > self.limit_:
            raise InvalidValues([Mistake("at most 9 times", path="/times")])
        self.notes += [note] * times

    @action
    def set_limit(self, value: int) -> None:
        self.limit_ = value

    @action
    def set_words(self, words: dict[str, int]) -> None:
        self.words = words

    @action(name="pick", title="Pick it", role="primary")
    def choose(self, level: Level | None = None, tags: set[str] = frozenset(), where: Path | None = None) -> None:  # type: ignore[assignment]
        self.anything = {"level": level, "tags": tags, "where": where}

    @action
    def put(self, value: Any) -> None:
        self.anything = float(value) if value == "nan" else object() if value == "object" else value

    @action
    def refuse_late(self) -> None:
        self.is_open = False
        raise ActionRefused("tooLate")

    @action(secret=True)
    def log_in(self, password: str) -> None:
        raise RuntimeError(f"{password} is wrong")

    @action
    def leave(self) -> None:
        raise SystemExit(3)

    @action
    def lose(self) -> None:
        open("/no/such/file")

    @action
    def odd(self) -> None:
        raise ActionFailed("no word", "nothing at all", retryable=False, display="inline")

    @action
    def hand_on(self, value: Any) -> None:
        self.complete(value)


def state(**more: Any) -> dict[str, Any]:
    usual = {
        "owner": "Ada",
        "level": "low",
        "notes": [],
        "limit": 9,
        "ratio": 0.5,
        "at": "2026-11-22T12:30:00",
        "where": "/tmp",
        "words": {},
        "isOpen": True,
        "mode": "view",
        "anything": None,
        "noteCount": 0,
    }
    return {**usual, **more}


def test_the_state_are_fields_and_properties() -> None:
    with showing(Notes, owner="Ada") as notes:
        assert {name: value for name, value in notes.state.items() if name != "layout"} == state()
        notes.send("addNote", note={"text": "Buy milk", "dueOn": "2026-12-24"}, times=2.0)
        note = {"text": "Buy milk", "dueOn": "2026-12-24"}
        assert (notes.state["notes"], notes.state["noteCount"]) == ([note, note], 2)
        notes.send("pick", level="high", tags=["b", "a", "b"], where="/var")
        assert notes.state["anything"] == {"level": "high", "tags": ["a", "b"], "where": "/var"}
        notes.send("pick", level=None)
        assert notes.state["anything"] == {"level": None, "tags": [], "where": None}


def test_schemas_follow_from_hints() -> None:
    with in_process(plugin) as peer:
        entry = peer.request("feature/list")["features"][0]
    schemas = {one["name"]: one["params"] for one in entry["actions"]}
    note = {
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "dueOn": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
        },
        "required": ["text", "dueOn"],
    }
    assert schemas["addNote"] == {
        "type": "object",
        "properties": {
            "note": {**note, "required": ["text"], "additionalProperties": False},
            "times": {"type": "integer", "description": "how often"},
        },
        "required": ["note"],
        "additionalProperties": False,
    }
    assert schemas["pick"]["properties"] == {
        "level": {"anyOf": [{"enum": ["low", "high"]}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "where": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    }
    members = entry["state"]["properties"]
    assert members["notes"] == {"type": "array", "items": note}
    assert members["words"] == {"type": "object", "additionalProperties": {"type": "integer"}}
    assert (members["anything"], members["mode"]) == ({}, {"enum": ["view", "edit"]})
    assert entry["state"]["required"] == list(state())
    assert (entry["title"], entry["fixtures"]) == ("Notes", ["two"])


@pytest.mark.parametrize(
    ("action", "params", "fields"),
    [
        ("addNote", {}, [("/note", "required", "the member is missing")]),
        ("addNote", {"note": {}}, [("/note/text", "required", "the member is missing")]),
        ("addNote", {"note": {"text": None}}, [("/note/text", "required", "a string expected, found null")]),
        ("addNote", {"note": 1}, [("/note", "type", "an object expected, found an integer")]),
        (
            "addNote",
            {"note": {"text": "", "dueon": None}, "time": 1},
            [
                ("/time", "unknown", "no member is called time. Did you mean times? Known: note, times"),
                ("/note/dueon", "unknown", "no member is called dueon. Did you mean dueOn? Known: text, dueOn"),
            ],
        ),
        (
            "addNote",
            {"note": {"text": "", "dueOn": "soon"}, "times": 1.5},
            [
                ("/note/dueOn", "invalid", "must be a date such as 2026-12-24"),
                ("/times", "type", "an integer expected, found a number with a fraction"),
            ],
        ),
        ("addNote", {"note": {"text": ""}, "times": 10}, [("/times", "invalid", "at most 9 times")]),
        (
            "addNote",
            {"note": {"text": ""}, "times": True},
            [("/times", "type", "an integer expected, found true or false")],
        ),
        ("pick", {"level": "middle"}, [("/level", "invalid", "must be one of low, high")]),
        ("pick", {"level": 3}, [("/level", "type", "must be one of low, high")]),
        ("pick", {"tags": ["a", 1]}, [("/tags/1", "type", "a string expected, found an integer")]),
        ("setWords", {"words": {"a/b~": "x"}}, [("/words/a~1b~0", "type", "an integer expected, found a string")]),
    ],
)
def test_wrong_params_are_named(action: str, params: dict[str, Any], fields: list[tuple[str, str, str]]) -> None:
    with showing(Notes, owner="Ada") as notes, pytest.raises(featurehost.InvalidActionParams) as refused:
        notes.send(action, **params)
    assert [tuple(field.values()) for field in refused.value.data["fields"]] == fields
    assert notes.snapshot.revision == 0


def test_params_of_the_opening() -> None:
    with in_process(plugin) as peer:
        assert peer.show("notes", instance="a", owner="Ada", level="high").state["level"] == "high"
        wrong = {"owner": "Ada", "levle": "high"}
        for params, path in (({}, "/owner"), ({"owner": "Ada", "level": "x"}, "/level"), (wrong, "/levle")):
            with pytest.raises(featurehost.InvalidParams) as refused:
                peer.show("notes", instance="b", **params)
            assert refused.value.data["fields"][0]["path"] == path
        with pytest.raises(featurehost.InvalidParams, match="notes must belong to somebody"):
            peer.show("notes", owner="")
        fixture = peer.show("notes", instance="c", fixture="two", owner="Ada")
        assert [note["text"] for note in fixture.state["notes"]] == ["a", "b"]


def test_what_can_not_be_shown_is_an_error_as_long_as_that_is_so() -> None:
    with showing(Notes, owner="Ada") as notes:
        for value, said in (
            ("object", "anything can't be shown: JSON has no object"),
            ("nan", "Out of range float values"),
            (1 << 70, "integer of more than 64 bits"),
        ):
            notes.send("put", value="fine")
            shown = notes.send("put", value=value)
            assert said in shown.errors[0].message and not shown.errors[0].retryable
            assert (shown.state["anything"], len(shown.errors)) == ("fine", 1)
        assert notes.send("put", value=1).errors == ()


def test_exceptions_are_errors_and_end_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with showing(Notes, owner="Ada") as notes:
        assert notes.send("leave").errors[-1].message == "leave failed: SystemExit: 3"
        assert notes.send("lose").errors[-1].code == "notFound"
        error = notes.send("odd").errors[-1]
        assert (error.code, error.message, error.display) == ("failed", "nothing at all", "inline")
        with pytest.raises(featurehost.ActionUnavailable, match="notRetryable"):
            notes.send("retry", id=error.id)
        notes.send("refuseLate")
        assert (notes.errors[-1].code, notes.state["isOpen"]) == ("failed", False)
        assert notes.send("logIn", password="hunter2").errors[-1].message == "logIn failed: RuntimeError"
        assert notes.send("handOn", value=1).errors[-1:] == notes.errors[-1:]
    assert "No such file" in caplog.text and "hunter2" not in caplog.text


def test_a_layout_follows_from_the_class() -> None:
    with showing(Notes, owner="Ada") as notes:
        lines = {line.get("key", line.get("action")): line for line in notes.state["layout"]}
    assert lines["limit"] == {"label": "Limit", "type": "number", "key": "limit", "action": "setLimit"}
    assert lines["at"] == {"label": "At", "type": "date", "key": "at"}
    assert (lines["isOpen"]["type"], lines["isOpen"]["label"], lines["mode"]["type"]) == ("toggle", "Is open", "text")
    assert lines["pick"] == {"label": "Pick it", "type": "button", "action": "pick", "role": "primary"}
    assert "notes" not in lines and "addNote" not in lines and "anything" not in lines


@plugin.feature("fragile", params=["is_broken"])
@dataclass
class Fragile:
    is_broken: bool = False
    _made: ClassVar[int] = 0

    def __post_init__(self) -> None:
        type(self)._made += 1
        if self._made == 2:
            raise LookupError("made twice")

    @property
    def value(self) -> int:
        return 1 // (not self.is_broken)


def test_a_class_that_fails_to_be_made_is_an_error() -> None:
    with in_process(plugin) as peer:
        fragile = peer.show("fragile")
        error = fragile.send("reset").errors[0]
        assert (error.message, fragile.state["value"]) == ("reset failed: LookupError: made twice", 1)
        assert fragile.send("retry").errors == ()
        with pytest.raises(featurehost.InternalError, match="feature/open failed where it should not, with Zero"):
            peer.show("fragile", instance="b", isBroken=True)
        with pytest.raises(featurehost.UnknownInstance):
            peer.request("feature/snapshot", {"instance": "b"})


def test_a_method_is_still_a_method() -> None:
    notes = Notes("Ada")
    notes.add_note(Note("a"))
    notes.complete()
    assert notes.note_count == 1
