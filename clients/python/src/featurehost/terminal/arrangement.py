"""The drawn rows of a window, and the section headers between them."""

from __future__ import annotations

from collections.abc import Sequence

from .row import Row


class Arrangement:
    """The lines of a table: rows, and section headers above the first row and above each row that begins a section.

    The headers take lines, so a window that is as high as the table can have more rows than fit. The drawn rows begin
    at the index `first`, which changes to show a newly active row, or is set by `begin_with`.
    """

    def __init__(self) -> None:
        self.first = 0
        self._rows: Sequence[Row] = ()
        self._height = 0
        self._followed: tuple[str, int] | None = None

    def show(self, rows: Sequence[Row], offset: int) -> None:
        """Sets the rows, of which the first has the index `offset` among all rows."""
        self._rows = rows
        active = self._active()
        place = None if active is None else (rows[active].id, offset + active)
        is_elsewhere, self._followed = place != self._followed, place
        self._fit(active if is_elsewhere else None)

    def resize(self, height: int) -> None:
        """Sets the number of lines."""
        self._height = height
        self._fit(self._active())

    def begin_with(self, first: int) -> None:
        """Begins with the row at index `first`, or with an earlier row if lines would otherwise become empty."""
        self.first = first
        self._fit(None)

    def lines(self) -> list[Row | str]:
        """Returns the drawn lines from the top: rows, and headers as text."""
        lines: list[Row | str] = []
        for index in range(self.first, len(self._rows)):
            if self._has_header(index):
                lines.append(self._rows[index].section or "—")
            lines.append(self._rows[index])
        # Before the first layout, the height is unknown and all lines are returned.
        return lines[: self._height or None]

    def _active(self) -> int | None:
        return next((index for index, row in enumerate(self._rows) if row.is_active), None)

    def _has_header(self, index: int) -> bool:
        section = self._rows[index].section
        return section is not None and (index == self.first or section != self._rows[index - 1].section)

    def _fits(self, end: int) -> bool:
        rows = range(self.first, end)
        return not self._height or len(rows) + sum(map(self._has_header, rows)) <= self._height

    def _fit(self, revealed: int | None) -> None:
        wanted = max(0, min(self.first, len(self._rows) - 1))
        self.first = 0
        while self.first < wanted and not self._fits(len(self._rows)):
            self.first += 1
        if revealed is not None:
            self.first = min(self.first, revealed)
            while self.first < revealed and not self._fits(revealed + 1):
                self.first += 1
