"""What a host's messages hold, as typed records: made of protocol/model by `make protocol`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .record import JSONObject as JSONObject
from .record import Record as Record
from .record import made_by


@dataclass(frozen=True, kw_only=True)
class Progress(Record):
    """The revision of an instance: the answer to an action or a wait."""

    revision: int
    """The revision."""
    settled: bool
    """True if no foreground effect runs, no timer is armed and no action waits."""


@dataclass(frozen=True, kw_only=True)
class Cause(Record):
    """The cause of a revision."""

    action: str
    """The action's name."""
    path: tuple[str, ...] = made_by(tuple, default=())
    """The names that lead to a child; empty for the instance itself."""
    origin: str
    request: str | int | None = None
    """The id of the request that sent the action."""
    cancelled: tuple[str, ...] = made_by(tuple, default=())
    """The ids of the effects that the action cancelled."""


@dataclass(frozen=True, kw_only=True)
class EffectEntry(Record):
    """Running work."""

    id: str
    """An id that is unique in the instance and never reused."""
    name: str = ""
    """The kind of work."""
    background: bool = False
    """True for a background effect: `settled` ignores it."""
    title: str | None = None
    """The work in words, for users."""
    progress: float | None = None
    """The finished part of the work."""
    message: str | None = None
    """The current step of the work, for users."""
    cancellable: bool = False
    """The action `cancelEffect` can end the effect."""


@dataclass(frozen=True, kw_only=True)
class ErrorEntry(Record):
    """An error that is shown until it is retried or dismissed."""

    id: str
    """An id that is unique in the feature and never reused."""
    code: str
    """A camelCase word for programs."""
    message: str
    """A sentence for users."""
    status: int | None = None
    """The HTTP status of a serverError."""
    retryable: bool = False
    display: str = "banner"
    retry: str | None = None
    """The action that makes another attempt."""


@dataclass(frozen=True, kw_only=True)
class NoticeEntry(Record):
    """A short message about something that was done; the action `undoNotice` undoes it."""

    id: str
    """An id that is unique in the instance and never reused."""
    text: str
    """The message, for users."""
    tone: str = "neutral"
    undo: bool = False
    """The action `undoNotice` can undo what it is about."""


@dataclass(frozen=True, kw_only=True)
class Button(Record):
    """A button of a presentation; the action `pressButton` presses it."""

    id: str
    title: str
    role: str = "default"
    enabled: bool = True


@dataclass(frozen=True, kw_only=True)
class Target(Record):
    """The rows that a presentation is about."""

    instance: str | None = None
    path: tuple[str, ...] = made_by(tuple, default=())
    """The path of the presenter; absent for the instance itself."""
    id: str | None = None
    """The id of the single row."""
    ids: tuple[str, ...] = made_by(tuple, default=())
    """The ids of several rows."""
    all: bool = False
    """True for all rows, except the rows in `except`."""
    except_: tuple[str, ...] = made_by(tuple, default=())
    count: int | None = None
    """The number of the rows; null if it is unknown."""


@dataclass(frozen=True, kw_only=True)
class Presentation(Record):
    """A feature or a question over another feature. Its feature has the path `presentation`."""

    key: str
    """A key; it is never reused in the instance."""
    style: str
    title: str | None = None
    message: str | None = None
    target: Target | None = made_by(Target.parse, default=None)
    """The rows that the presentation is about."""
    reason: JSONObject | None = None
    """The reason why no action is possible on the rows of the presentation; absent if an action is possible."""
    buttons: tuple[Button, ...] = made_by(Button.parse_all, default=())
    dismissible: bool = True


@dataclass(frozen=True, kw_only=True)
class Blocked(Record):
    """A blocked action; send `confirmDiscard` or `keepEditing` to `path`."""

    action: str
    path: tuple[str, ...] = made_by(tuple, default=())
    """The path to which the action was sent."""
    by: tuple[str, ...] = made_by(tuple, default=())
    """The path of the feature that has unsaved changes."""
    reason: str


@dataclass(frozen=True, kw_only=True)
class ToolbarItem(Record):
    """A button of a feature's toolbar."""

    action: str
    params: JSONObject = field(default_factory=dict)
    title: str
    description: str | None = None
    """The purpose, in a sentence for users."""
    icon: str | None = None
    """The name of an icon; a name that a client doesn't know is ignored."""
    role: str | None = None
    key: str | None = None


@dataclass(frozen=True, kw_only=True)
class Animation(Record):
    """A hint for drawing the change of a snapshot."""

    kind: str
    response: float | None = None
    """The period of the spring without damping, in seconds."""
    damping: float | None = None
    """The damping ratio of the spring: with 1 it comes to rest without overshoot; smaller values oscillate longer."""
    phases: tuple[str, ...] = made_by(tuple, default=())
    """All phases, in their order."""
    phase: str | None = None
    """The phase that the change leads to, one of the phases."""
    tracks: tuple[JSONObject, ...] = made_by(tuple, default=())
    """The tracks, played in parallel."""
    repeats: int | None = None
    """The number of times that the tracks are played."""
    id: str | None = None
    """The id of the moved element; it is the same before and after the change."""
    duration_ms: int | None = None
    """The duration of the movement, in milliseconds."""


@dataclass(frozen=True, kw_only=True)
class ActionEntry(Record):
    """An action of a feature: its name, and the JSON Schema of its params."""

    name: str
    params: Any = True
    """A JSON Schema."""


@dataclass(frozen=True, kw_only=True)
class CatalogEntry(Record):
    """A feature that can be opened."""

    id: str
    kind: str
    title: str
    description: str | None = None
    """The purpose, in a sentence for users."""
    icon: str | None = None
    """The name of an icon; a name that a client doesn't know is ignored."""
    group: str | None = None
    """The heading under which menus list the feature."""
    keywords: tuple[str, ...] = made_by(tuple, default=())
    """Further words by which users find the feature."""
    hidden: str | None = None
    """Present for a part of other features, which menus leave out."""
    key: str | None = None
    """The key that menus offer for the feature, a character."""
    plugin: str | None = None
    """The plugin that has the feature; absent if the host has it."""
    actions: tuple[ActionEntry, ...] = made_by(ActionEntry.parse_all, default=())
    params: JSONObject | None = None
    """A JSON Schema of the feature's declared opening params; absent if the feature declares none."""
    state: Any = True
    """A JSON Schema of the state that a snapshot holds."""
    output: JSONObject | None = None
    """A JSON Schema of the output with which the feature completes; absent if the output has no fixed schema."""
    fixtures: tuple[str, ...] = made_by(tuple, default=())
    """The names of the feature's example states; absent if there are none."""


@dataclass(frozen=True, kw_only=True)
class Program(Record):
    """A program that a workspace names."""

    kind: str
    """The purpose of the program."""
    name: str
    """The name of the source or plugin; for an operation or an edit, SOURCE/OPERATION."""
    argv: tuple[str, ...] = made_by(tuple)
    """The program and its arguments."""


@dataclass(frozen=True, kw_only=True)
class Untrusted(Record):
    """A workspace whose programs are not run because it is not trusted."""

    workspace: str
    """The absolute path of the workspace file."""
    sha256: str
    """The SHA-256 of the file's bytes."""
    programs: tuple[Program, ...] = made_by(Program.parse_all)
    """The programs that the workspace would run."""


@dataclass(frozen=True, kw_only=True)
class HostInfo(Record):
    """The host's answer to `initialize`."""

    protocol_version: str
    host_info: dict[str, str]
    capabilities: JSONObject = field(default_factory=dict)
    locale: str | None = None
    """The language and the region of formatted values; present if the client has given either."""
    time_zone: str | None = None
    """The time zone of formatted values; present if the client has given either."""
    limits: dict[str, int] = field(default_factory=dict)
    untrusted: Untrusted | None = made_by(Untrusted.parse, default=None)
    features: tuple[CatalogEntry, ...] = made_by(CatalogEntry.parse_all)
