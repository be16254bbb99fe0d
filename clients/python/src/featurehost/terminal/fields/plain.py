"""Types of fields that this client does not know."""

from __future__ import annotations

from textual.app import ComposeResult

from ..prose import Prose
from ..text import plain
from .editor import Editor


class PlainEditor(Editor):
    """The value as read-only text."""

    def compose(self) -> ComposeResult:
        yield Prose()

    def redraw(self) -> None:
        self.get_child_by_type(Prose).show(plain(self.field.get("value")))
