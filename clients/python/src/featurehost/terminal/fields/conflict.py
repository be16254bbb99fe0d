"""A field that others have changed while the user edited it."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from ..action_button import ActionButton
from ..lenient import members, objects
from ..node import Node
from ..prose import Prose
from ..text import plain
from .form_fields import Field


class ConflictLine(Widget):
    """The value that others wrote, and two buttons: one keeps the entered value, one takes the value of others."""

    ANSWERS = {"keepMine": "Keep mine", "takeTheirs": "Take theirs"}

    def __init__(self) -> None:
        super().__init__()
        self._node: Node | None = None
        self._path = ""
        self.display = False

    def compose(self) -> ComposeResult:
        yield Prose()
        with Horizontal():
            for action, title in self.ANSWERS.items():
                yield ActionButton(title, classes=action)

    def show(self, node: Node, path: str, field: Field) -> None:
        """Draws the conflict of a field; hides the line if the field has no conflict."""
        self._node, self._path = node, path
        conflict = members(field.get("conflict"))
        self.display = bool(conflict)
        if not conflict:
            return
        self.query_one(Prose).show(f"theirs: {_value(field, conflict.get('theirs'))}")
        for button in self.query(ActionButton):
            button.disabled = not any(node.can(action) for action in self.ANSWERS if button.has_class(action))

    def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        action = next(action for action in self.ANSWERS if event.button.has_class(action))
        if self._node is not None:
            self._node.send(action, {"path": self._path})


def _value(field: Field, value: Any) -> str:
    """Returns a value for users, with options by their titles."""
    titles = {str(option.get("value")): plain(option.get("title")) for option in objects(field.get("options"))}
    if isinstance(value, list):
        return ", ".join(_value(field, one) for one in value) or "empty"
    return titles.get(str(value)) or plain(value) or "empty"
