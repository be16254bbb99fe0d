"""Which columns of a row are drawn, and how wide."""

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
    """A member of a row, or what lies deeper in it, as it is drawn. What has an unknown role is a detail."""

    key: str
    label: str
    type: str
    role: str
    # How the rows are sorted by it, or nothing.
    mark: str = ""

    @staticmethod
    def parse_all(columns: object, marks: Mapping[str, str] = {}) -> list[Column]:
        """The columns that are drawn, from left to right; `marks` are those in their headings, by their keys."""
        parsed = (Column._parse(column, marks) for column in objects(columns))
        return sorted((column for column in parsed if column.role != "none"), key=lambda it: _ORDER.index(it.role))

    @staticmethod
    def _parse(column: Mapping[str, Any], marks: Mapping[str, str]) -> Column:
        key, kind, role = plain(column.get("key")), plain(column.get("type")), plain(column.get("role"))
        role = role if role in (*_ORDER, "none") else "detail"
        return Column(key, "" if role == "icon" else plain(column.get("label") or key), kind, role, marks.get(key, ""))

    @property
    def heading(self) -> str:
        """What stands above its values."""
        return f"{self.label} {self.mark}".strip()

    @property
    def is_toggle(self) -> bool:
        """Whether it is a box to tick."""
        return formats.is_toggle(self.type) or self.role == "toggle"

    @property
    def is_flexible(self) -> bool:
        """Whether it takes what room there is."""
        return self.role in ("title", "subtitle")

    @property
    def is_right_aligned(self) -> bool:
        """Whether its values end where the column ends."""
        return formats.is_right_aligned(self.type) and not self.is_flexible

    def text(self, value: Mapping[str, Any]) -> str:
        """What is drawn of a row."""
        return formats.cell(at(value, self.key), self._format)

    def is_text(self, value: Mapping[str, Any]) -> bool:
        """True if a row's member is drawn as its text. Matches can be marked only then."""
        return formats.is_text(at(value, self.key), self._format)

    @property
    def _format(self) -> str:
        """The format by which values are drawn."""
        return "toggle" if self.is_toggle else self.type

    def natural_width(self, values: Sequence[Mapping[str, Any]]) -> int:
        """How wide it must be to show its label and these rows whole."""
        return max(cell_len(self.heading), *(cell_len(self.text(value)) for value in values), 1)


def fit(columns: Sequence[Column], natural: Mapping[Column, int], room: int) -> list[tuple[Column, int]]:
    """The columns that have room, each with its width; what matters least is left out first."""
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
