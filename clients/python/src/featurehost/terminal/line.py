"""Widgets for typing text."""

from __future__ import annotations

from textual.events import Paste
from textual.widgets import Input, TextArea

_EDITING_KEYS = frozenset(f"ctrl+{letter}" for letter in "adekuvwx")


class Line(Input):
    """A single line. Pasted lines are joined by spaces."""

    # The keys that change the text, in addition to typed characters and movement keys.
    EDITING_KEYS = _EDITING_KEYS

    def __init__(self, *, placeholder: str = "", password: bool = False) -> None:
        super().__init__(compact=True, select_on_focus=False, placeholder=placeholder, password=password)
        # The text that was last drawn or reported. The change by a key that was just pressed is not reported yet.
        self._heard = ""

    def draw(self, text: str, *, over_typed: bool = False) -> bool:
        """Shows a text of the host; with `over_typed`, even over an unreported change. Returns true if it was drawn."""
        if self.value == text or not (over_typed or self.value == self._heard):
            return False
        with self.prevent(Input.Changed):
            self.value = self._heard = text
        return True

    def hear(self, event: Input.Changed) -> str:
        """Returns the typed text, to be sent to the host."""
        event.stop()
        self._heard = self.value
        return event.value

    def on_paste(self, event: Paste) -> None:
        # By default, Input keeps the first line and drops the rest.
        event.prevent_default().stop()
        self.replace(" ".join(event.text.splitlines()), *self.selection)


class Lines(TextArea):
    """Text of any number of lines."""

    EDITING_KEYS = _EDITING_KEYS | {"enter", "ctrl+y", "ctrl+z"}
