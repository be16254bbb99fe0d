"""What a host's messages hold, as typed records.

Each record keeps the object that it was made from in `raw`: members that a later edition adds are found there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Self

from .errors import ProtocolError

JSONObject = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Record:
    """An object of the protocol. A field `end_reached` is the member `endReached`; a field with a default may lack."""

    raw: JSONObject = field(repr=False)

    @classmethod
    def parse(cls, raw: object) -> Self:
        """The record of a JSON object. Raises `ProtocolError` where a member is missing."""
        if not isinstance(raw, dict):
            raise ProtocolError(f"a {cls.__name__} must be an object, not {raw!r:.100}")
        found: dict[str, Any] = {"raw": raw}
        for name, member, convert, required in _members(cls):
            value = raw.get(member)
            if value is not None:
                found[name] = convert(value) if convert else value
            elif required:
                raise ProtocolError(f"a {cls.__name__} must have a member {member}: {raw!r:.200}")
        return cls(**found)

    @classmethod
    def parse_all(cls, raw: object) -> tuple[Self, ...]:
        """The records of an array."""
        if not isinstance(raw, list):
            raise ProtocolError(f"an array of {cls.__name__} was expected, not {raw!r:.100}")
        return tuple(map(cls.parse, raw))


def _members(cls: type[Record]) -> list[tuple[str, str, Callable[[Any], Any] | None, bool]]:
    return [
        (f.name, _camel(f.name), f.metadata.get("convert"), f.default is MISSING and f.default_factory is MISSING)
        for f in fields(cls)
        if f.name != "raw"
    ]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _made_by(convert: Callable[[Any], Any], **default: Any) -> Any:
    return field(metadata={"convert": convert}, **default)


@dataclass(frozen=True, kw_only=True)
class Progress(Record):
    """How far an instance is: the answer to an action and to a wait."""

    revision: int
    settled: bool


@dataclass(frozen=True, kw_only=True)
class Cause(Record):
    """Why there is a revision."""

    action: str
    origin: str
    path: tuple[str, ...] = _made_by(tuple, default=())
    request: str | int | None = None
    cancelled: tuple[str, ...] = _made_by(tuple, default=())


@dataclass(frozen=True, kw_only=True)
class EffectEntry(Record):
    """Work that is under way."""

    id: str
    name: str = ""
    background: bool = False


@dataclass(frozen=True, kw_only=True)
class ErrorEntry(Record):
    """What went wrong and was not put right yet, as a part of the state."""

    id: str
    code: str
    message: str
    retryable: bool = False
    display: str = "banner"
    retry: str | None = None
    status: int | None = None


@dataclass(frozen=True, kw_only=True)
class Button(Record):
    """A button of a presentation: pressed by the action `pressButton`."""

    id: str
    title: str
    role: str = "default"
    enabled: bool = True


@dataclass(frozen=True, kw_only=True)
class Target(Record):
    """The row that a presentation is about."""

    id: str
    instance: str | None = None
    path: tuple[str, ...] = _made_by(tuple, default=())


@dataclass(frozen=True, kw_only=True)
class Presentation(Record):
    """What is shown over a feature, or waits for that. The feature in it is at the path `presentation`."""

    key: str
    style: str
    title: str | None = None
    message: str | None = None
    target: Target | None = _made_by(Target.parse, default=None)
    buttons: tuple[Button, ...] = _made_by(Button.parse_all, default=())
    dismissible: bool = True


@dataclass(frozen=True, kw_only=True)
class Blocked(Record):
    """What was not done because it would lose changes: `confirmDiscard` or `keepEditing`, sent to `path`, go on."""

    action: str
    reason: str
    path: tuple[str, ...] = _made_by(tuple, default=())
    by: tuple[str, ...] = _made_by(tuple, default=())


@dataclass(frozen=True, kw_only=True)
class ToolbarItem(Record):
    """An action that a front end offers for the feature as a whole."""

    action: str
    title: str
    params: JSONObject = field(default_factory=dict)
    role: str | None = None


@dataclass(frozen=True, kw_only=True)
class Animation(Record):
    """A hint how to draw the way to the snapshot."""

    kind: str


@dataclass(frozen=True, kw_only=True)
class ActionEntry(Record):
    """An action of a feature: its name, and the JSON Schema of its params."""

    name: str
    params: Any = True
    title: str | None = None


@dataclass(frozen=True, kw_only=True)
class CatalogEntry(Record):
    """A feature that can be opened."""

    id: str
    kind: str
    title: str
    actions: tuple[ActionEntry, ...] = _made_by(ActionEntry.parse_all, default=())
    state: Any = True


@dataclass(frozen=True, kw_only=True)
class HostInfo(Record):
    """What the host said of itself when it started."""

    protocol_version: str
    host_info: dict[str, str]
    features: tuple[CatalogEntry, ...] = _made_by(CatalogEntry.parse_all)
    capabilities: JSONObject = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
