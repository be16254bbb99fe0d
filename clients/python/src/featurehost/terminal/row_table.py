"""The rows of a list, of search results or of the catalog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .arrangement import Arrangement
from .columns import GAP, Column, fit
from .component import component_style
from .matches import marked
from .row import Row


class RowTable(Widget, can_focus=True):
    """Draws the rows of a window in columns, below a line of headings and the headers of their sections.

    It contains only the shown rows, and does not scroll itself. It reports clicks, and the number of rows that fit.
    """

    COMPONENT_CLASSES = {
        "row-table--label",
        "row-table--section",
        "row-table--active",
        "row-table--selected",
        "row-table--failed",
        "row-table--dim",
        "row-table--detail",
        "row-table--match",
    }

    @dataclass
    class Clicked(Message):
        """A row was clicked; `key` is the key of the column, and `times` is 2 for a double click."""

        row: Row
        key: str | None
        times: int

    @dataclass
    class HeadingClicked(Message):
        """The heading of a column was clicked."""

        key: str

    @dataclass
    class Wheeled(Message):
        """The wheel was turned by this number of rows."""

        by: int

    class Resized(Message):
        """The number of rows that fit has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: list[Column] = []
        self._natural: dict[Column, int] = {}
        self._arrangement = Arrangement()
        self._lines: list[Row | str] = []
        self._gutter = 0
        self._offset = 0
        self._count = 0
        self._message = ""
        self._picture: object = None

    @property
    def capacity(self) -> int:
        """The number of lines below the headings; 0 before the first layout."""
        return max(0, self.size.height - 1)

    @property
    def first(self) -> int:
        """The index of the first drawn row in the window."""
        return self._arrangement.first

    @property
    def drawn(self) -> int:
        """The number of drawn rows; all rows of the window before the first layout."""
        return sum(isinstance(line, Row) for line in self._lines)

    @property
    def page(self) -> int:
        """The number of rows that fit in addition to the drawn headers."""
        return max(1, self.capacity - (len(self._lines) - self.drawn))

    def begin_with(self, first: int) -> None:
        """Begins the drawing with another row of the window."""
        self._arrangement.begin_with(first)
        self._redraw()

    def show(
        self, columns: list[Column], rows: Sequence[Row], *, offset: int = 0, count: int = 0, message: str = ""
    ) -> None:
        """Draws these rows, which begin at `offset` among `count` rows; draws the message if there are none."""
        if columns != self._columns:
            self._columns, self._natural = columns, {}
        values = [row.value for row in rows]
        for column in columns:
            # A column never becomes narrower, so that the layout is stable while the user scrolls.
            self._natural[column] = max(self._natural.get(column, 1), column.natural_width(values) if values else 1)
        self._offset, self._count, self._message = offset, count, message
        self._gutter = max((len(row.marks) for row in rows), default=0)
        self._arrangement.show(rows, offset)
        self._redraw()

    def _redraw(self) -> None:
        self._lines = self._arrangement.lines()
        # Most snapshots change no row, and redrawing a covered table would also redraw the sheet over it.
        rows = [self._drawn_of(line) if isinstance(line, Row) else line for line in self._lines]
        place = (self._arrangement.first, self._offset, self._count, self._gutter)
        picture = (self._columns, dict(self._natural), rows, place, self._message)
        if picture != self._picture:
            self._picture = picture
            self.refresh()

    def _drawn_of(self, row: Row) -> object:
        """Returns the visible parts of a row, with texts for values: 1 and True are equal, but drawn differently."""
        return (replace(row, value={}), [column.text(row.value) for column in self._columns])

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if not self._lines:
            line = Text(self._message if y == height // 3 else "", style=self._style("label"), no_wrap=True)
            line.align("center", width)
        elif y == 0:
            line = self._headings()
        elif y <= len(self._lines):
            line = self._line(self._lines[y - 1])
            line.append(self._scroll_mark(y - 1), self._style("label"))
        else:
            line = Text()
        strip = Strip(line.render(self.app.console)).adjust_cell_length(width)
        return strip.apply_style(self.rich_style)

    def _style(self, name: str) -> Style:
        return component_style(self, f"row-table--{name}")

    def _fitted(self) -> list[tuple[Column, int]]:
        return fit(self._columns, self._natural, self.size.width - self._gutter - 2)

    def _headings(self) -> Text:
        cells = [(column, width, Text(column.heading)) for column, width in self._fitted()]
        line = self._joined(" " * self._gutter, cells)
        line.stylize(self._style("label"))
        return line

    def _line(self, line: Row | str) -> Text:
        return self._row(line) if isinstance(line, Row) else self._section(line)

    def _section(self, title: str) -> Text:
        header = Text(title, style=self._style("section"), no_wrap=True)
        header.truncate(max(0, self.size.width - 1), overflow="ellipsis", pad=True)
        return header

    def _row(self, row: Row) -> Text:
        cells = []
        for column, width in self._fitted():
            text = Text(column.text(row.value))
            if not column.is_flexible:
                text.stylize(self._style("detail"))
            if (ranges := row.matches.get(column.key)) and column.is_text(row.value):
                text = marked(text, ranges, self._style("match"), width)
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

    def _scroll_mark(self, line: int) -> str:
        shown, lines = self.drawn, len(self._lines)
        if self._count <= shown:
            return " "
        length = max(1, lines * shown // self._count)
        start = round((lines - length) * (self._offset + self.first) / (self._count - shown))
        return "▐" if start <= line < start + length else " "

    def _key_at(self, x: int) -> str | None:
        left = self._gutter
        for column, width in self._fitted():
            if left <= x < left + width:
                return column.key
            left += width + GAP
        return None

    def on_click(self, event: events.Click) -> None:
        key = self._key_at(event.x)
        if event.y == 0 and key is not None and self._lines:
            self.post_message(self.HeadingClicked(key))
        elif 0 < event.y <= len(self._lines) and isinstance(row := self._lines[event.y - 1], Row):
            self.post_message(self.Clicked(row, key, event.chain))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Wheeled(3))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Wheeled(-3))

    def on_resize(self) -> None:
        self._arrangement.resize(self.capacity)
        self._redraw()
        self.post_message(self.Resized())
