"""The base class of stacked screens."""

from __future__ import annotations

import asyncio

from textual.binding import Binding
from textual.screen import Screen

from .action_button import ActionButton
from .keys import HelpScreen
from .questions import Question


class LayerScreen(Screen[None]):
    """A screen with a question or a feature, and with the keys that all such screens have."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "narrow"), (36, "wide")]
    BINDINGS = [
        Binding("escape", "back", "Back", key_display="esc"),
        *(Binding(f"{n},alt+{n}", f"tool({n})", show=False) for n in range(1, 10)),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("f1", "help", "Help"),
        Binding("q", "app.quit", "Quit"),
        Binding("ctrl+c", "app.quit", "Quit", priority=True),
        Binding("ctrl+t", "app.toggle_dark", "Light or dark", show=False),
    ]

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self._cursor_moves = 0
        # Set when the initial focus is set, or the user has moved the focus.
        self.cursor_placed = asyncio.Event()

    async def on_mount(self) -> None:
        await self.redraw()

    async def show(self, question: Question) -> None:
        """Draws the question or the feature of a newer snapshot."""
        self.question = question
        await self.redraw()

    async def redraw(self) -> None:
        """Updates the widgets to the question."""
        for number, button in enumerate(self.query("Toolbar ActionButton").results(ActionButton), 1):
            button.shortcut = str(number) if number < 10 else ""
        self.refresh_bindings()
        self._cursor_moves += 1
        self.cursor_placed.clear()
        # The call comes after the pending work and drawing of this screen. `call_after_refresh` would leave the call to
        # the screen in front, which drops its pending calls when it is removed.
        if not self.call_later(self._invoke_later, self._keep_focus, self):
            self._end_cursor_move()

    def _keep_focus(self) -> None:
        # A screen that is being removed counts as hidden, and nothing in it may get the focus.
        if self.display and self.app.app_focus and not self._has_cursor():
            self.focus_first()
        # A widget takes the focus in a separate call, after which this call comes.
        if not self.app.call_later(self._end_cursor_move):
            self._end_cursor_move()

    def _has_cursor(self) -> bool:
        # A widget that was just hidden keeps the focus until it handles the event. After that, no widget has the focus.
        return self.focused is not None and all(widget.display for widget in self.focused.ancestors_with_self)

    def _end_cursor_move(self) -> None:
        self._cursor_moves -= 1
        if not self._cursor_moves:
            self.cursor_placed.set()

    def focus_first(self) -> None:
        """Moves the focus to the first widget of the screen that the user needs."""

    def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        buttons = list(self.query("#choices ActionButton").results(ActionButton))
        self.question.choices[buttons.index(event.button)].press()

    def action_back(self) -> None:
        if self.question.leave is not None:
            self.question.leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "back" or self.question.leave is not None

    def action_tool(self, number: int) -> None:
        buttons = list(self.query("Toolbar ActionButton").results(ActionButton))
        if number <= len(buttons):
            buttons[number - 1].action_press()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self))
