"""The layout by which a client without knowledge of the feature draws it, line by line."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .actions import Action
from .hints import Parameter, is_time
from .names import camel, label
from .values import encoded

_TYPES = {bool: "toggle", int: "number", float: "number"}
_MANY = (list, tuple, set, frozenset, dict, Sequence, Mapping)


@dataclass(frozen=True, slots=True)
class LayoutItem:
    """A line: a value, a button or a heading. Members and actions have their Python names.

    `when` is a member that must be true for the line to be shown. `role` is the line's meaning, such as `primary`.
    """

    type: Literal["text", "number", "date", "toggle", "progress", "image", "button", "section"]
    label: str
    key: str | None = None
    action: str | None = None
    params: Mapping[str, Any] | None = None
    role: str | None = None
    when: str | None = None

    def wire(self) -> dict[str, Any]:
        """The line in the JSON of a snapshot."""
        said: dict[str, Any] = {"label": self.label, "type": self.type}
        if self.params:
            said["params"] = encoded(dict(self.params), "params")
        if self.role:
            said["role"] = self.role
        for name in ("key", "action", "when"):
            if value := getattr(self, name):
                said[name] = camel(value)
        return said


def usual(members: Sequence[Parameter], actions: Sequence[Action]) -> list[LayoutItem]:
    """Returns the default layout: the values, and a button for each action without params.

    A value such as `count` is editable if there is an action `setCount` with the single parameter `value`.
    """
    by_name = {action.wire: action for action in actions}
    lines, used = [], set()
    for one in members:
        if (type := _type(one.hint)) is None:
            continue
        setter = by_name.get(f"set{one.wire[0].upper()}{one.wire[1:]}")
        if setter and [parameter.wire for parameter in setter.parameters] == ["value"]:
            used.add(setter.wire)
            lines.append(LayoutItem(type, label(one.wire), key=one.wire, action=setter.wire))
        else:
            lines.append(LayoutItem(type, label(one.wire), key=one.wire))
    for action in actions:
        needs_params = any(one.is_required for one in action.parameters)
        if not action.mark.toolbar and action.wire not in used and not needs_params:
            role = None if action.mark.role == "default" else action.mark.role
            lines.append(LayoutItem("button", action.title, action=action.wire, role=role))
    return lines


def _type(hint: Any) -> Any:
    """Returns the type of a line for a hint; None if a line can't show the values of the hint."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _type(parts[0])
    if origin in (typing.Union, types.UnionType):
        found = [_type(part) for part in parts if part is not type(None)]
        return found[0] if len(set(found)) == 1 else None if None in found else "text"
    if hint is Any or hint in _MANY or origin in _MANY or hasattr(hint, "__dataclass_fields__"):
        return None
    return "date" if is_time(hint) else _TYPES.get(hint, "text")
