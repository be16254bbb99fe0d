"""The title line at the top."""

from __future__ import annotations

from rich.text import Text
from textual.app import RenderResult
from textual.widget import Widget

from .text import plain


class TitleLine(Widget):
    """The titles of the shown feature and of the features around it, with information at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._crumbs: list[str] = []
        self._info = ""

    def show(self, crumbs: list[str], info: str = "") -> None:
        """Draws the titles from the outermost to the innermost, and the information."""
        if (crumbs, info) != (self._crumbs, self._info):
            self._crumbs, self._info = crumbs, info
            self.refresh()

    def render(self) -> RenderResult:
        line = Text(no_wrap=True, overflow="ellipsis")
        for index, crumb in enumerate(self._crumbs):
            is_last = index == len(self._crumbs) - 1
            line.append(" › " if index else "", "dim").append(plain(crumb), "bold" if is_last else "")
        width = self.content_size.width
        info = Text(self._info, style="dim", no_wrap=True)
        info.truncate(width)
        room = max(0, width - info.cell_len - 2)
        line.truncate(room, overflow="ellipsis", pad=True)
        return Text.assemble(line, "  ", info)
