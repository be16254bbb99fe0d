"""A feature from a widget's view: its newest snapshot, and the way to send actions."""

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
    # The steps of the flow to which this feature belongs; empty for other features.
    step: Mapping[str, Any] = field(default_factory=dict)

    @property
    def identity(self) -> tuple[str, tuple[str, ...], str, str]:
        """The identity, which is the same as long as one widget can show the node."""
        return (self.snapshot.instance, self.snapshot.path, self.snapshot.feature, self.snapshot.kind)

    @property
    def state(self) -> Mapping[str, Any]:
        """The state in the snapshot."""
        return self.snapshot.state

    @property
    def title(self) -> str:
        """The title for users."""
        return str(self.state.get("title") or self.session.title(self.snapshot.feature))

    @property
    def reason(self) -> str:
        """The reason why the row for which the feature was presented or pushed can't be changed; empty if it can."""
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
        """Returns true if the feature has the action; a feature that the catalog lacks is assumed to have it."""
        known = self.session.actions(self.snapshot.feature)
        return known is None or action in known

    def takes_value(self, action: str) -> bool:
        """Returns true if the action has a param `value`."""
        entry = self.session.action(self.snapshot.feature, action)
        return entry is not None and "value" in members(members(entry.params).get("properties"))

    def can(self, action: str) -> bool:
        """Returns true if the host would accept the action now."""
        return self.has(action) and action not in self.snapshot.unavailable

    def errors(self, *displays: str) -> list[ErrorEntry]:
        """Returns the errors with one of these display modes.

        The error of a visible row is marked at the row, and returned only while the row is active.
        """
        active = self.state.get("activeId")
        others = {item.get("errorId") for item in objects(self.state.get("items")) if item.get("id") != active}
        return [error for error in self.snapshot.errors if error.display in displays and error.id not in others]

    def child(self, *path: str) -> Node | None:
        """Returns the child at a path; None if there is none."""
        if not self.snapshot.has_child(*path):
            return None
        return Node(self.session, self.snapshot.child(*path))

    def newest(self) -> Node:
        """Returns the same feature at the newest revision."""
        return self.session.node(self.snapshot.instance).child(*self.snapshot.path) or self

    def top(self) -> Node | None:
        """Returns the child that a flow shows."""
        stack = objects(self.state.get("stack"))
        child = self.child("stack", str(stack[-1].get("key"))) if stack else None
        return replace(child, step=members(self.state.get("steps"))) if child is not None else None

    def parts(self) -> Iterator[Node]:
        """Yields the features that are drawn together with this one, the innermost first, and then this one."""
        inner = [self.top()]
        inner += [self.child(*child_path(item)) for item in layout(self.state) if item.get("type") == "child"]
        for node in inner:
            if node is not None:
                yield from node.parts()
        yield self

    def has_unsaved_changes(self) -> bool:
        """Returns true if a form in this feature or presented over it is dirty, or a step of a flow was answered."""
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
        """Sends an action immediately, in the order of the calls.

        The result of the task is the revision that the action made, or None if the action was refused. A refusal is
        shown to the user unless `quiet`, with the title of the pressed button, or else with the name of the action.
        """
        snapshot = self.snapshot
        return self.session.send(snapshot.instance, snapshot.path, action, params or {}, quiet=quiet, title=title)


def layout(state: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Returns the visible lines of a view; children by id have one line each."""
    lines = objects(state.get("layout"))
    shown = [line for line in lines if "when" not in line or state.get(str(line["when"])) is True]
    return [part for line in shown for part in _spread(line, state)]


def _spread(line: Mapping[str, Any], state: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Returns a line unchanged, or one line for each of its children; none for an absent optional child."""
    key = str(line.get("key"))
    if line.get("type") != "child" or key not in state:
        return [line]
    children = state[key]
    if isinstance(children, list):
        return [{**line, "id": entry["id"]} for entry in objects(children) if "id" in entry]
    return [] if children is None else [line]


def child_path(line: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the path of the child of a line."""
    key = str(line.get("key"))
    return (key, str(line["id"])) if "id" in line else (key,)
