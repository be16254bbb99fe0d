"""Where a line of text is typed."""

from __future__ import annotations

from textual.events import Paste
from textual.widgets import Input


class Line(Input):
    """One line, into which several can be pasted: they are joined by spaces."""

    def on_paste(self, event: Paste) -> None:
        # Left to itself, Input takes the first line and drops the rest.
        event.prevent_default().stop()
        self.replace(" ".join(event.text.splitlines()), *self.selection)
