"""The values that the user has entered, to be restored in another host after a host has died."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .lenient import items, members, objects
from .node import Node
from .text import paragraph, plain

# The path of a node, with None in place of the keys of stacks, which each host generates.
Place = tuple[str | None, ...]
_SECRET = "a secret, which has to be entered again"


@dataclass(frozen=True)
class Sent:
    """An action that sets a value and is not answered yet."""

    instance: str
    path: tuple[str, ...]
    action: str
    params: Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """An entered value. A value without an action can't be restored; a lost value without a label is not reported."""

    instance: str
    place: Place
    feature: str
    title: str
    label: str
    text: str
    action: str = ""
    params: dict[str, Any] = field(default_factory=dict)


def entered(root: Node, unanswered: list[Sent]) -> list[Entry]:
    """Returns the values entered in an instance and its shown children: those of the snapshot and unanswered ones."""
    return [
        Entry(
            node.snapshot.instance, _place(node.snapshot.path), node.snapshot.feature, node.title, label, text, *again
        )
        for node in _shown(root)
        for label, text, *again in _entered_in(node, [sent for sent in unanswered if _is_of(node, sent)])
    ]


def node_at(root: Node, place: Place) -> Node | None:
    """Returns the node at the place that a node of an earlier host had; None if there is none."""
    path: tuple[str, ...] = ()
    for name in place:
        if name is None:
            flow = root.child(*path[:-1]) if path[:-1] else root
            stack = objects(flow.state.get("stack")) if flow is not None else []
            name = str(stack[-1].get("key")) if stack else ""
        path = (*path, name)
    return root.child(*path) if path else root


def _place(path: tuple[str, ...]) -> Place:
    return tuple(None if before == "stack" else name for before, name in zip(("", *path), path, strict=False))


def _shown(drawn: Node) -> Iterator[Node]:
    for node in drawn.parts():
        yield node
        if (over := node.child("presentation")) is not None:
            yield from _shown(over)


def _is_of(node: Node, sent: Sent) -> bool:
    return (sent.instance, sent.path) == (node.snapshot.instance, node.snapshot.path)


def _entered_in(node: Node, unanswered: list[Sent]) -> Iterator[tuple[Any, ...]]:
    """Yields labels and texts, and the actions and params that enter the values again."""
    state, last = node.state, {sent.action: sent.params for sent in unanswered}
    match node.snapshot.kind:
        case "form":
            typed = {sent.params["path"]: sent.params["value"] for sent in unanswered if sent.action == "setValue"}
            yield from _Form(state, typed).entered()
        case "search":
            if query := plain(last.get("setQuery", state).get("query")):
                yield "Query", query, "setQuery", {"query": query}
        case "list":
            if rule := last.get("setFilter", state).get("filter"):
                yield "", paragraph(rule), "setFilter", {"filter": rule}
        case "flow":
            if answers := members(state.get("steps")).get("answers") if state.get("status") == "active" else None:
                yield "Answers", paragraph(answers)


class _Form:
    """The fields of a form whose host has died, with the last typed values."""

    def __init__(self, state: Mapping[str, Any], typed: Mapping[str, Any]) -> None:
        self._fields = {path: members(it) for path, it in members(state.get("fields")).items()}
        self._typed = typed

    def entered(self) -> Iterator[tuple[Any, ...]]:
        holders = [f"{path}/" for path, it in self._fields.items() if it.get("type") == "repeated"]
        for path, it in self._fields.items():
            # A repeated field is restored with all values within it. The fields of a group are restored individually.
            if it.get("type") == "group" or path.startswith(tuple(holders)) or not self._is_entered(path):
                continue
            label = plain(it.get("label") or path)
            if it.get("type") == "secure":
                yield label, _SECRET
            else:
                value = self._value(path)
                yield label, paragraph(value), "setValue", {"path": path, "value": value}

    def _is_entered(self, path: str) -> bool:
        is_typed = any(it == path or it.startswith(f"{path}/") for it in self._typed)
        return is_typed or self._fields[path].get("dirty") is True

    def _value(self, path: str) -> Any:
        it = self._fields.get(path, {})
        if path in self._typed:
            return self._typed[path]
        if it.get("type") == "group":
            return self._object(it.get("fields"))
        if it.get("type") == "repeated":
            return [self._object(item.get("fields")) for item in objects(it.get("items"))]
        return it.get("value")

    def _object(self, paths: object) -> dict[str, Any]:
        known = [path for path in map(str, items(paths)) if self._fields.get(path, {}).get("type") != "secure"]
        return {path.rpartition("/")[2].replace("~1", "/").replace("~0", "~"): self._value(path) for path in known}
