"""Where the cursor is in a question that nobody has asked for."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import RenderResult
from textual.binding import Binding
from textual.message import Message
from textual.widget import Widget

_HEARD = ("left", "right", "escape", "f1", "ctrl+c")


class Unasked(Widget, can_focus=True):
    """Takes what a person is still typing for something else, so that it answers nothing.

    Only keys that nobody types in a text lead to the answers. `tab` and `enter` are typed in forms, `up` and `down` in
    lists.
    """

    BINDINGS = [
        Binding("left", "answer", "Choose", key_display="←→"),
        Binding("right,escape", "answer", "Choose", show=False),
    ]

    @dataclass
    class Left(Message):
        """A person wants to answer."""

    def end(self) -> None:
        """Lets the answers have the keys. Its line stays empty, so that they stay where a click has begun."""
        self.can_focus = self.visible = False

    def render(self) -> RenderResult:
        return "← or → leads to the answers."

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return key not in _HEARD

    def action_answer(self) -> None:
        self.post_message(self.Left())
