"""Text that rarely changes."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static


class Prose(Static):
    """Text as it is, without markup."""

    def __init__(self, text: str | Text = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(text, id=id, classes=classes, markup=False)

    def show(self, text: str | Text) -> None:
        """Draws another text. An unchanged text is skipped, because `update` would lay out the whole screen."""
        if text != self.content:
            self.update(text)
