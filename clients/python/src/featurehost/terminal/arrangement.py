"""Which rows of a window are drawn, and the headers of sections between them."""

from __future__ import annotations

from collections.abc import Sequence

from .row import Row


class Arrangement:
    """The lines of a table: rows, with a header where a section begins, and over the first line.

    Headers take room, so that a window as high as the table has rows that don't fit: it begins with the row `first`
    then, which follows the active row, and else goes where it is told to.
    """

    def __init__(self) -> None:
        self.first = 0
        self._rows: Sequence[Row] = ()
        self._height = 0
        self._followed: tuple[str, int] | None = None

    def show(self, rows: Sequence[Row], offset: int) -> None:
        """Takes other rows, of which the first is the one at `offset` of all."""
        self._rows = rows
        active = self._active()
        place = None if active is None else (rows[active].id, offset + active)
        is_elsewhere, self._followed = place != self._followed, place
        self._fit(active if is_elsewhere else None)

    def resize(self, height: int) -> None:
        """Takes another number of lines."""
        self._height = height
        self._fit(self._active())

    def begin_with(self, first: int) -> None:
        """Begins with another row, as far as that leaves no lines empty."""
        self.first = first
        self._fit(None)

    def lines(self) -> list[Row | str]:
        """What is drawn, from the top: rows, and the headers as text."""
        lines: list[Row | str] = []
        for index in range(self.first, len(self._rows)):
            if self._has_header(index):
                lines.append(self._rows[index].section or "—")
            lines.append(self._rows[index])
        # Before the first layout there is no height, and nothing to leave out.
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
