"""A button in one line."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import RenderResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from .text import plain


class ActionButton(Widget, can_focus=True):
    """A title in brackets, pressed by a click, Enter or space. Its role is its style class."""

    BINDINGS = [Binding("enter", "press", "Press"), Binding("space", "press", "Press", show=False)]
    shortcut: reactive[str] = reactive("", layout=True)

    @dataclass
    class Pressed(Message):
        """The button was pressed."""

        button: ActionButton

    def __init__(
        self, title: object, role: object = None, *, id: str | None = None, classes: str = "", focusable: bool = True
    ) -> None:
        role = role if role in ("primary", "destructive", "cancel", "cancellation", "confirmation") else "default"
        super().__init__(id=id, classes=f"{role} {classes}".strip())
        self.title = plain(title)
        self.can_focus = focusable
        self.shrink = False

    def render(self) -> RenderResult:
        shortcut = Content.styled(f"{self.shortcut} " if self.shortcut else "", "dim")
        return Content.assemble("[ ", shortcut, Content(self.title), " ]")

    def on_click(self) -> None:
        self.action_press()

    def action_press(self) -> None:
        if not self.disabled:
            self.post_message(self.Pressed(self))
