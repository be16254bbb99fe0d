"""A menu of a few entries."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList

from .prose import Prose


class MenuScreen(ModalScreen[int]):
    """Titles with marks. The result is the index of the chosen entry, or None after Escape."""

    BINDINGS = [
        Binding("escape", "dismiss", "Close", show=False),
        Binding("ctrl+c", "app.quit", "Quit", priority=True),
    ]

    def __init__(self, title: str, entries: Sequence[tuple[str, str]], current: int = 0) -> None:
        """Each entry is a mark and a title; `current` is the initially highlighted index."""
        super().__init__()
        self._heading, self._entries, self._current = title, entries, current

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Prose(self._heading, id="title")
            yield OptionList(*(Text(f"{mark or ' '} {title}") for mark, title in self._entries), compact=True)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = self._current

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_index)
