"""The rows of a list, of search results or of the catalog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .columns import GAP, Column, fit
from .component import component_style


@dataclass(frozen=True)
class Row:
    """A row in the window, with the marks that stand before it; or the heading of those below."""

    id: str
    value: Mapping[str, Any]
    marks: str = ""
    matches: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    is_active: bool = False
    is_selected: bool = False
    is_failed: bool = False
    is_dim: bool = False
    heading: str | None = None


class RowTable(Widget, can_focus=True):
    """Draws the rows of a window in columns, under a line of labels.

    It holds no rows but those shown, and moves nothing by itself: it tells what was clicked, and how much it can show.
    """

    COMPONENT_CLASSES = {
        "row-table--label",
        "row-table--active",
        "row-table--selected",
        "row-table--failed",
        "row-table--dim",
        "row-table--detail",
        "row-table--match",
    }

    @dataclass
    class Clicked(Message):
        """A row was clicked; `key` is that of the column, and `times` is 2 for a double click."""

        row: Row
        key: str | None
        times: int

    @dataclass
    class Wheeled(Message):
        """The wheel was turned by so many rows."""

        by: int

    class Resized(Message):
        """Another number of rows can be shown."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: list[Column] = []
        self._natural: dict[Column, int] = {}
        self._rows: Sequence[Row] = ()
        self._offset = 0
        self._count = 0
        self._message = ""

    @property
    def capacity(self) -> int:
        """How many rows can be shown; 0 before the first layout."""
        return max(0, self.size.height - 1)

    def show(
        self, columns: list[Column], rows: Sequence[Row], *, offset: int = 0, count: int = 0, message: str = ""
    ) -> None:
        """Draws these rows, of `count` from `offset` on; where there are none, the message."""
        if columns != self._columns:
            self._columns, self._natural = columns, {}
        values = [row.value for row in rows]
        for column in columns:
            # A column never gets narrower, so that nothing jumps while a person scrolls.
            self._natural[column] = max(self._natural.get(column, 1), column.natural_width(values) if values else 1)
        self._rows, self._offset, self._count, self._message = rows, offset, count, message
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if not self._rows:
            line = Text(self._message if y == height // 3 else "", style=self._style("label"), no_wrap=True)
            line.align("center", width)
        elif y == 0:
            line = self._labels()
        elif y <= len(self._rows):
            line = self._row(self._rows[y - 1])
            line.append(self._scroll_mark(y - 1), self._style("label"))
        else:
            line = Text()
        strip = Strip(line.render(self.app.console)).adjust_cell_length(width)
        return strip.apply_style(self.rich_style)

    def _style(self, name: str) -> Style:
        return component_style(self, f"row-table--{name}")

    def _gutter(self) -> int:
        return max((len(row.marks) for row in self._rows), default=0)

    def _fitted(self) -> list[tuple[Column, int]]:
        return fit(self._columns, self._natural, self.size.width - self._gutter() - 2)

    def _labels(self) -> Text:
        cells = [(column, width, Text(column.label)) for column, width in self._fitted()]
        line = self._joined(" " * self._gutter(), cells)
        line.stylize(self._style("label"))
        return line

    def _row(self, row: Row) -> Text:
        if row.heading is not None:
            return Text(row.heading.ljust(self.size.width - 1), style=self._style("label"), no_wrap=True)
        cells = []
        for column, width in self._fitted():
            text = Text(column.text(row.value))
            if not column.is_flexible:
                text.stylize(self._style("detail"))
            for start, end in row.matches.get(column.key, ()):
                text.stylize(self._style("match"), start, end)
            cells.append((column, width, text))
        line = self._joined(row.marks, cells)
        states = {
            "failed": row.is_failed,
            "selected": row.is_selected,
            "dim": row.is_dim,
            "active": row.is_active,
        }
        for name, holds in states.items():
            if holds:
                line.stylize(self._style(name))
        return line

    def _joined(self, marks: str, cells: Sequence[tuple[Column, int, Text]]) -> Text:
        line = Text(marks, no_wrap=True)
        for index, (column, width, text) in enumerate(cells):
            text.truncate(width, overflow="ellipsis")
            text.align("right" if column.is_right_aligned else "left", width)
            line.append(" " * GAP if index else "").append_text(text)
        line.pad_right(max(0, self.size.width - 1 - line.cell_len))
        return line

    def _scroll_mark(self, row: int) -> str:
        shown = len(self._rows)
        if self._count <= shown:
            return " "
        length = max(1, shown * shown // self._count)
        start = round((shown - length) * self._offset / (self._count - shown))
        return "▐" if start <= row < start + length else " "

    def _key_at(self, x: int) -> str | None:
        left = self._gutter()
        for column, width in self._fitted():
            if left <= x < left + width:
                return column.key
            left += width + GAP
        return None

    def on_click(self, event: events.Click) -> None:
        if 0 < event.y <= len(self._rows) and self._rows[event.y - 1].heading is None:
            self.post_message(self.Clicked(self._rows[event.y - 1], self._key_at(event.x), event.chain))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Wheeled(3))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Wheeled(-3))

    def on_resize(self) -> None:
        self.post_message(self.Resized())
