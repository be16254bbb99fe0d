"""The drawn columns of a row, and their widths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

from . import formats
from .lenient import at, objects
from .text import plain

GAP = 2
_NARROWEST = 16
_WIDEST_DETAIL = 24
_ORDER = ("icon", "title", "subtitle", "detail", "badge", "toggle")
_LEAVE_FIRST = ("detail", "badge", "subtitle", "icon", "toggle")


@dataclass(frozen=True)
class Column:
    """A drawn column: a member of a row, or a value within a member. An unknown role counts as `detail`."""

    key: str
    label: str
    type: str
    role: str
    # The mark of the sort order; empty if the column is not sorted.
    mark: str = ""

    @staticmethod
    def parse_all(columns: object, marks: Mapping[str, str] = {}) -> list[Column]:
        """Returns the drawn columns, from left to right; `marks` are marks for their headings, by column key."""
        parsed = (Column._parse(column, marks) for column in objects(columns))
        return sorted((column for column in parsed if column.role != "none"), key=lambda it: _ORDER.index(it.role))

    @staticmethod
    def _parse(column: Mapping[str, Any], marks: Mapping[str, str]) -> Column:
        key, kind, role = plain(column.get("key")), plain(column.get("type")), plain(column.get("role"))
        role = role if role in (*_ORDER, "none") else "detail"
        return Column(key, "" if role == "icon" else plain(column.get("label") or key), kind, role, marks.get(key, ""))

    @property
    def heading(self) -> str:
        """The text above the values."""
        return f"{self.label} {self.mark}".strip()

    @property
    def is_toggle(self) -> bool:
        """True if the column shows checkboxes."""
        return formats.is_toggle(self.type) or self.role == "toggle"

    @property
    def is_flexible(self) -> bool:
        """True if the column takes the remaining width."""
        return self.role in ("title", "subtitle")

    @property
    def is_right_aligned(self) -> bool:
        """True if the values are right-aligned."""
        return formats.is_right_aligned(self.type) and not self.is_flexible

    def text(self, value: Mapping[str, Any]) -> str:
        """Returns the text of the column in a row."""
        return formats.cell(at(value, self.key), self._format)

    def is_text(self, value: Mapping[str, Any]) -> bool:
        """Returns true if the column's value in a row is drawn as text, in which matches can be marked."""
        return formats.is_text(at(value, self.key), self._format)

    @property
    def _format(self) -> str:
        """The format by which values are drawn."""
        return "toggle" if self.is_toggle else self.type

    def natural_width(self, values: Sequence[Mapping[str, Any]]) -> int:
        """Returns the width that shows the heading and the values of these rows completely."""
        return max(cell_len(self.heading), *(cell_len(self.text(value)) for value in values), 1)


def fit(columns: Sequence[Column], natural: Mapping[Column, int], room: int) -> list[tuple[Column, int]]:
    """Returns the columns that fit, each with its width; the least important columns are omitted first."""
    kept = list(columns)

    def least(column: Column) -> int:
        return min(natural[column], _NARROWEST if column.is_flexible else _WIDEST_DETAIL)

    def needed() -> int:
        return sum(map(least, kept)) + GAP * (len(kept) - 1)

    for role in _LEAVE_FIRST:
        for column in reversed([column for column in kept if column.role == role]):
            if len(kept) > 1 and needed() > room:
                kept.remove(column)
    widths = {column: least(column) for column in kept}
    flexible = [column for column in kept if column.is_flexible]
    spare = room - needed()
    for column in flexible:
        more = max(0, min(natural[column] - widths[column], spare))
        widths[column] += more
        spare -= more
    if flexible:
        widths[flexible[-1]] += spare
    elif kept and spare < 0:
        widths[kept[0]] += spare
    return [(column, max(1, widths[column])) for column in kept]
