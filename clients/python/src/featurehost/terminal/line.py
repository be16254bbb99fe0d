"""Where text is typed."""

from __future__ import annotations

from textual.events import Paste
from textual.widgets import Input, TextArea

_EDITING_KEYS = frozenset(f"ctrl+{letter}" for letter in "adekuvwx")


class Line(Input):
    """One line, into which several can be pasted: they are joined by spaces."""

    # The keys that change the text, beside those that are typed and those that move.
    EDITING_KEYS = _EDITING_KEYS

    def __init__(self, *, placeholder: str = "", password: bool = False) -> None:
        super().__init__(compact=True, select_on_focus=False, placeholder=placeholder, password=password)
        # What was drawn or heard of last: of a key that was just pressed nobody has heard yet.
        self._heard = ""

    def draw(self, text: str, *, over_typed: bool = False) -> bool:
        """Shows a text of the host's; only if told so over what nobody has heard of. True where it was another."""
        if self.value == text or not (over_typed or self.value == self._heard):
            return False
        with self.prevent(Input.Changed):
            self.value = self._heard = text
        return True

    def hear(self, event: Input.Changed) -> str:
        """What was typed, for whoever sends it to the host."""
        event.stop()
        self._heard = self.value
        return event.value

    def on_paste(self, event: Paste) -> None:
        # Left to itself, Input takes the first line and drops the rest.
        event.prevent_default().stop()
        self.replace(" ".join(event.text.splitlines()), *self.selection)


class Lines(TextArea):
    """Any number of lines."""

    EDITING_KEYS = _EDITING_KEYS | {"enter", "ctrl+y", "ctrl+z"}
