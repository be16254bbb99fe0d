"""Snapshots of instances and of their children."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from .errors import ChildGone, ProtocolError, shown
from .model import (
    Animation,
    Blocked,
    Cause,
    EffectEntry,
    ErrorEntry,
    JSONObject,
    NoticeEntry,
    Presentation,
    ToolbarItem,
)

T = TypeVar("T")
_OF_THE_INSTANCE = ("instance", "revision", "conflated", "cause")


@dataclass(frozen=True)
class Snapshot:
    """The state of an instance, or of a child, at one revision.

    `raw` is the unchanged JSON object. The host owns the state: read it, and send actions to change it.
    """

    raw: JSONObject

    @staticmethod
    def parse(raw: object) -> Snapshot:
        """Returns the snapshot of a JSON object. Raises `ProtocolError` if the object is no snapshot."""
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
        """The path of the child; empty for the instance itself."""
        return tuple(self.raw.get("path") or ())

    @property
    def feature(self) -> str:
        """The id of the feature."""
        return str(self.raw["feature"])

    @property
    def kind(self) -> str:
        """The kind of the feature, such as `list` or `view`; later editions of the protocol may add kinds."""
        return str(self.raw["kind"])

    @property
    def revision(self) -> int:
        """The number of actions that were applied to the instance."""
        return int(self.raw["revision"])

    @property
    def conflated(self) -> int:
        """The number of revisions that the snapshot represents."""
        return int(self.raw.get("conflated") or 1)

    @property
    def cause(self) -> Cause:
        """The cause of the revision."""
        return Cause.parse(self.raw.get("cause"))

    @property
    def settled(self) -> bool:
        """True if no foreground effect runs."""
        return self.raw.get("settled") is True

    @property
    def effects(self) -> tuple[EffectEntry, ...]:
        """The running effects, oldest first."""
        return EffectEntry.parse_all(self.raw.get("effects") or [])

    @property
    def notices(self) -> tuple[NoticeEntry, ...]:
        """The notices of the instance, oldest first."""
        return NoticeEntry.parse_all(self.raw.get("notices") or [])

    @property
    def unavailable(self) -> Mapping[str, str]:
        """The actions that would be refused now, each with its reason."""
        return self.raw.get("unavailable") or {}

    @property
    def errors(self) -> tuple[ErrorEntry, ...]:
        """The unresolved errors, oldest first."""
        return ErrorEntry.parse_all(self.raw.get("errors") or [])

    @property
    def presentation(self) -> Presentation | None:
        """The presentation over the feature; None if there is none."""
        return _optional(Presentation.parse, self.raw.get("presentation"))

    @property
    def queue(self) -> tuple[Presentation, ...]:
        """The presentations that are shown after the current one."""
        return Presentation.parse_all(self.raw.get("queue") or [])

    @property
    def blocked(self) -> Blocked | None:
        """The action that was blocked because it would lose changes; only in the snapshot of an instance itself."""
        return _optional(Blocked.parse, self.raw.get("blocked"))

    @property
    def toolbar(self) -> tuple[ToolbarItem, ...]:
        """The actions for the feature as a whole."""
        return ToolbarItem.parse_all(self.raw.get("toolbar") or [])

    @property
    def animation(self) -> Animation | None:
        """The animation hint; only in the snapshot of an instance itself."""
        return _optional(Animation.parse, self.raw.get("animation"))

    @property
    def state(self) -> JSONObject:
        """The state of the feature; its members depend on the kind."""
        state: JSONObject = self.raw["state"]
        return state

    def error(self, id: str) -> ErrorEntry | None:
        """Returns the error with an id, such as an `errorId`; None if it was dismissed or resolved."""
        return next((error for error in self.errors if error.id == id), None)

    def child(self, *path: str) -> Snapshot:
        """Returns the snapshot of a child in this snapshot. Raises `ChildGone` if there is no such child."""
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
        """Returns true if there is a child at a path."""
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
    """Returns the value to which one name of a path leads; None if there is none.

    The value is the presentation or a state member of a child, or the element of an array with this key or id.
    """
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
