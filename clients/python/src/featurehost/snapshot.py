"""A snapshot: what is seen of an instance, or of a child of it, at one revision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from .errors import ChildGone, ProtocolError, shown
from .model import Animation, Blocked, Cause, EffectEntry, ErrorEntry, JSONObject, Presentation, ToolbarItem

T = TypeVar("T")
_OF_THE_INSTANCE = ("instance", "revision", "conflated", "cause")


@dataclass(frozen=True)
class Snapshot:
    """What is seen of an instance, or of a child of it, at one revision.

    `raw` is the object as it came. What it holds belongs to the host: read it, and send actions to change it.
    """

    raw: JSONObject

    @staticmethod
    def parse(raw: object) -> Snapshot:
        """The snapshot of a JSON object. Raises `ProtocolError` where it is none."""
        match raw:
            case {"instance": str(), "feature": str(), "kind": str(), "revision": int(), "state": dict(), **more}:
                path = more.get("path", [])
                if isinstance(path, list) and all(isinstance(name, str) for name in path):
                    return Snapshot(cast(JSONObject, raw))
        raise ProtocolError(f"a snapshot needs instance, feature, kind, revision and state: {shown(raw)}")

    def __repr__(self) -> str:
        where = "/".join((self.instance, *self.path))
        return f"<Snapshot of {where} ({self.feature}), revision {self.revision}>"

    @property
    def instance(self) -> str:
        """The instance's name."""
        return str(self.raw["instance"])

    @property
    def path(self) -> tuple[str, ...]:
        """Which child it is of; empty for the instance itself."""
        return tuple(self.raw.get("path") or ())

    @property
    def feature(self) -> str:
        """The id of the feature."""
        return str(self.raw["feature"])

    @property
    def kind(self) -> str:
        """The kind of the feature: `list`, `view`, or one that a later edition has."""
        return str(self.raw["kind"])

    @property
    def revision(self) -> int:
        """How many actions were applied to the instance."""
        return int(self.raw["revision"])

    @property
    def conflated(self) -> int:
        """How many revisions the snapshot stands for."""
        return int(self.raw.get("conflated") or 1)

    @property
    def cause(self) -> Cause:
        """Why there is this revision."""
        return Cause.parse(self.raw.get("cause"))

    @property
    def settled(self) -> bool:
        """Whether nothing is on its way."""
        return self.raw.get("settled") is True

    @property
    def effects(self) -> tuple[EffectEntry, ...]:
        """The work that is under way, oldest first."""
        return EffectEntry.parse_all(self.raw.get("effects") or [])

    @property
    def unavailable(self) -> Mapping[str, str]:
        """The actions that would be refused now, each with its reason."""
        return self.raw.get("unavailable") or {}

    @property
    def errors(self) -> tuple[ErrorEntry, ...]:
        """What went wrong and was not put right yet, oldest first."""
        return ErrorEntry.parse_all(self.raw.get("errors") or [])

    @property
    def presentation(self) -> Presentation | None:
        """What is shown over the feature."""
        return _optional(Presentation.parse, self.raw.get("presentation"))

    @property
    def queue(self) -> tuple[Presentation, ...]:
        """The presentations that wait."""
        return Presentation.parse_all(self.raw.get("queue") or [])

    @property
    def blocked(self) -> Blocked | None:
        """What was not done because it would lose changes; known of the instance itself alone."""
        return _optional(Blocked.parse, self.raw.get("blocked"))

    @property
    def toolbar(self) -> tuple[ToolbarItem, ...]:
        """The actions that are offered for the feature as a whole."""
        return ToolbarItem.parse_all(self.raw.get("toolbar") or [])

    @property
    def animation(self) -> Animation | None:
        """How to draw the way here; known of the instance itself alone."""
        return _optional(Animation.parse, self.raw.get("animation"))

    @property
    def state(self) -> JSONObject:
        """The feature's own state."""
        state: JSONObject = self.raw["state"]
        return state

    def error(self, id: str) -> ErrorEntry | None:
        """The error of an id, as an `errorId` names it; None where it was dismissed or put right."""
        return next((error for error in self.errors if error.id == id), None)

    def child(self, *path: str) -> Snapshot:
        """What is seen of a child in this snapshot. Raises `ChildGone` where there is none."""
        raw: Any = self.raw
        for depth, name in enumerate(path):
            raw = _step(raw, name)
            if raw is None:
                raise ChildGone(path[: depth + 1], self.feature)
        if not path:
            return self
        if not _is_child(raw):
            raise ChildGone(path, self.feature)
        inherited = {name: self.raw[name] for name in _OF_THE_INSTANCE if name in self.raw}
        return Snapshot({**inherited, "path": [*self.path, *path], **raw})

    def has_child(self, *path: str) -> bool:
        """Whether there is a child at a path."""
        try:
            self.child(*path)
        except ChildGone:
            return False
        return True


def _optional(parse: Callable[[object], T], raw: object) -> T | None:
    return None if raw is None else parse(raw)


def _is_child(raw: object) -> bool:
    match raw:
        case {"feature": str(), "kind": str(), "state": dict()}:
            return True
    return False


def _step(raw: Any, name: str) -> Any:
    """What a name of a path leads to: in a child's envelope or state, or in a member that holds children by key."""
    if isinstance(raw, list):
        entries = (entry for entry in raw if isinstance(entry, dict) and name in (entry.get("key"), entry.get("id")))
        found: Any = next(entries, None)
    elif not isinstance(raw, dict):
        return None
    elif _is_child(raw):
        found = raw.get("presentation") if name == "presentation" else raw["state"].get(name)
    else:
        found = raw.get(name)
    if isinstance(found, dict) and not _is_child(found) and "child" in found:
        return found["child"]
    return found
