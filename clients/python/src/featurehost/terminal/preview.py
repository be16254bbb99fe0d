"""The complete active row, next to or below the rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size

from . import formats
from .component import component_style
from .lenient import at, objects
from .matches import highlight
from .prose import Prose
from .row import Row
from .text import plain

_WIDE, _HIGH, _LOW = 100, 30, 12


class Preview(VerticalScroll, can_focus=False):
    """Each member of a row with its label and type, with wrapped text and highlighted matches."""

    COMPONENT_CLASSES = {"preview--label", "preview--type", "preview--match"}

    def __init__(self) -> None:
        super().__init__()
        # True if the user has shown the preview, false if hidden; None if the user has done neither.
        self._wanted: bool | None = None
        self._row: Row | None = None

    def compose(self) -> ComposeResult:
        yield Prose()

    def place(self, size: Size) -> str:
        """Returns the place in a view of a size: `beside` or `below` the rows; an empty string hides the preview."""
        return _place(size, self._wanted)

    def has_room(self, size: Size) -> bool:
        """Returns true if the preview fits into a view of a size."""
        return bool(_place(size, True))

    def toggle(self, size: Size) -> None:
        """Shows or hides the preview, as the user requests."""
        self._wanted = not self.place(size)

    @property
    def row_id(self) -> str | None:
        """The id of the drawn row."""
        return self._row.id if self._row else None

    def show(self, columns: object, row: Row | None) -> None:
        """Draws a row; clears the preview if there is none."""
        if row is None or row.id != self.row_id:
            self.scroll_home(animate=False)
        self._row = row
        self.query_one(Prose).show(self._text(objects(columns), row) if row else "")

    def _text(self, columns: Sequence[Mapping[str, Any]], row: Row) -> Text:
        declared = {plain(column.get("key")): column for column in columns}
        shown = [key for key in declared if key in row.value or at(row.value, key) is not None]
        keys = [*shown, *(key for key in row.value if key not in declared)]
        parts = []
        for key in keys:
            column, value = declared.get(key, {}), at(row.value, key) if key in declared else row.value[key]
            kind = plain(column.get("type") or formats.format_of(value))
            text = Text(formats.whole(value, kind))
            if formats.is_text(value, kind):
                highlight(text, row.matches.get(key, ()), component_style(self, "preview--match"))
            label = (plain(column.get("label") or key), component_style(self, "preview--label"))
            parts.append(Text.assemble(label, "  ", (kind, component_style(self, "preview--type")), "\n", text))
        return Text("\n\n").join(parts)


def _place(size: Size, wanted: bool | None) -> str:
    if wanted is False or size.height < _LOW:
        return ""
    if size.width >= _WIDE:
        return "beside"
    return "below" if wanted or size.height >= _HIGH else ""
