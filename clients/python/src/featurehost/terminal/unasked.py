"""The focus in an unexpected question."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import RenderResult
from textual.binding import Binding
from textual.message import Message
from textual.widget import Widget

_HEARD = ("left", "right", "escape", "f1", "ctrl+c")


class Unasked(Widget, can_focus=True):
    """Takes keys that the user is still typing for something else, so that these keys do not answer the question.

    Only keys that are not typed in a text lead to the answers. `tab` and `enter` are typed in forms, `up` and `down`
    in lists.
    """

    BINDINGS = [
        Binding("left", "answer", "Choose", key_display="←→"),
        Binding("right,escape", "answer", "Choose", show=False),
    ]

    @dataclass
    class Left(Message):
        """The user wants to answer."""

    def end(self) -> None:
        """Passes the keys to the answers. An empty line stays, so that the answers do not move during a click."""
        self.can_focus = self.visible = False

    def render(self) -> RenderResult:
        return "← or → leads to the answers."

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return key not in _HEARD

    def action_answer(self) -> None:
        self.post_message(self.Left())
