"""A feature as a widget sees it: its newest snapshot, and the way back to the host."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..model import ErrorEntry
from ..snapshot import Snapshot
from .lenient import members, objects
from .node_session import NodeSession
from .text import plain


@dataclass(frozen=True)
class Node:
    """An instance, or a child of it, at one revision."""

    session: NodeSession[Node]
    snapshot: Snapshot
    # Where the flow is whose step this is; empty of what is none.
    step: Mapping[str, Any] = field(default_factory=dict)

    @property
    def identity(self) -> tuple[str, tuple[str, ...], str, str]:
        """What stays the same while one widget can show it."""
        return (self.snapshot.instance, self.snapshot.path, self.snapshot.feature, self.snapshot.kind)

    @property
    def state(self) -> Mapping[str, Any]:
        """The state in the snapshot."""
        return self.snapshot.state

    @property
    def title(self) -> str:
        """What a person reads as its name."""
        return str(self.state.get("title") or self.session.title(self.snapshot.feature))

    @property
    def reason(self) -> str:
        """Why nothing can be done to the row that it was presented or pushed about; empty where something can."""
        path = self.snapshot.path
        root = self.session.node(self.snapshot.instance)
        if path and path[-1] == "presentation" and (presenter := root.child(*path[:-1])):
            presentation = presenter.snapshot.presentation
            return plain(members(presentation.reason).get("text")) if presentation is not None else ""
        if len(path) > 1 and path[-2] == "stack" and (flow := root.child(*path[:-2])):
            entries = [entry for entry in objects(flow.state.get("stack")) if entry.get("key") == path[-1]]
            return "".join(plain(members(entry.get("reason")).get("text")) for entry in entries)
        return ""

    def has(self, action: str) -> bool:
        """Whether the feature knows the action at all; of a feature outside the catalog that is assumed."""
        known = self.session.actions(self.snapshot.feature)
        return known is None or action in known

    def takes_value(self, action: str) -> bool:
        """Whether the action sets a value, which its params hold as `value`."""
        entry = self.session.action(self.snapshot.feature, action)
        return entry is not None and "value" in members(members(entry.params).get("properties"))

    def can(self, action: str) -> bool:
        """Whether the host would take the action now."""
        return self.has(action) and action not in self.snapshot.unavailable

    def errors(self, *displays: str) -> list[ErrorEntry]:
        """Its errors that are to be shown in one of these ways.

        The error of a row that is seen is marked there, and shown while the row is active.
        """
        active = self.state.get("activeId")
        others = {item.get("errorId") for item in objects(self.state.get("items")) if item.get("id") != active}
        return [error for error in self.snapshot.errors if error.display in displays and error.id not in others]

    def child(self, *path: str) -> Node | None:
        """The child at a path, if there is one."""
        if not self.snapshot.has_child(*path):
            return None
        return Node(self.session, self.snapshot.child(*path))

    def newest(self) -> Node:
        """The same feature at the newest revision."""
        return self.session.node(self.snapshot.instance).child(*self.snapshot.path) or self

    def top(self) -> Node | None:
        """The child that a flow shows."""
        stack = objects(self.state.get("stack"))
        child = self.child("stack", str(stack[-1].get("key"))) if stack else None
        return replace(child, step=members(self.state.get("steps"))) if child is not None else None

    def parts(self) -> Iterator[Node]:
        """The features that are drawn as one with this one, the innermost first, and then itself."""
        inner = [self.top()]
        inner += [self.child(*child_path(item)) for item in layout(self.state) if item.get("type") == "child"]
        for node in inner:
            if node is not None:
                yield from node.parts()
        yield self

    def has_unsaved_changes(self) -> bool:
        """Whether a form in it, or presented over it, differs from what it began with, or a step was answered."""
        for part in self.parts():
            presented = part.child("presentation")
            is_dirty = part.snapshot.kind == "form" and part.state.get("isDirty") is True
            is_answered = part.snapshot.kind == "flow" and part.state.get("status") == "active"
            is_answered = is_answered and bool(members(part.state.get("steps")).get("answers"))
            if is_dirty or is_answered or (presented is not None and presented.has_unsaved_changes()):
                return True
        return False

    def send(
        self, action: str, params: dict[str, Any] | None = None, *, quiet: bool = False, title: str | None = None
    ) -> asyncio.Task[int | None]:
        """Sends an action at once, in the order of the calls.

        The task's result is the revision that the action made, or None where it was refused; a refusal is told to the
        person unless `quiet`, with the title of the button that was pressed, or else the action's name.
        """
        snapshot = self.snapshot
        return self.session.send(snapshot.instance, snapshot.path, action, params or {}, quiet=quiet, title=title)


def layout(state: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The lines of a view that are to be drawn now; for children by id one line each."""
    lines = objects(state.get("layout"))
    shown = [line for line in lines if "when" not in line or state.get(str(line["when"])) is True]
    return [part for line in shown for part in _spread(line, state)]


def _spread(line: Mapping[str, Any], state: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A line as it is, or one for each child that it stands for: none while an optional one is not there."""
    key = str(line.get("key"))
    if line.get("type") != "child" or key not in state:
        return [line]
    children = state[key]
    if isinstance(children, list):
        return [{**line, "id": entry["id"]} for entry in objects(children) if "id" in entry]
    return [] if children is None else [line]


def child_path(line: Mapping[str, Any]) -> tuple[str, ...]:
    """Where the child of a line is."""
    key = str(line.get("key"))
    return (key, str(line["id"])) if "id" in line else (key,)
