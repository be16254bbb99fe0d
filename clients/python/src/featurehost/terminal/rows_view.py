"""The base class of lists and searches: a window over rows, and an active row."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from textual.binding import Binding

from .lenient import members, whole
from .node import Node
from .row_table import RowTable
from .text import grouped
from .typed import Typed
from .view import FeatureView

_ALL = 2**31


class RowsView(FeatureView):
    """Keeps the host's window as high as the table, and moves the window and the active row."""

    BINDINGS = [
        Binding("up", "move(-1)", "Row up", show=False),
        Binding("down", "move(1)", "Move", key_display="↑↓"),
        Binding("pageup", "move_page(-1)", "Page up", show=False),
        Binding("pagedown", "move_page(1)", "Page down", show=False),
    ]

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        # The table is created here, because it is used while this view is added to the screen or removed from it.
        self.table = RowTable()
        self._asked: tuple[int, int] | None = None
        self._wheeled = Typed()
        self._offset = 0
        self._seeks_end = False

    @property
    def window(self) -> Mapping[str, Any]:
        """The window of the host."""
        return members(self.node.state.get("window"))

    @property
    def count(self) -> int:
        """The number of rows."""
        return whole(self.node.state.get("count"))

    def position(self) -> str:
        """Returns the shown range and the number of rows as text."""
        shown = self.table.drawn
        if not shown:
            return ""
        first, total = whole(self.window.get("offset")) + self.table.first + 1, self.node.state.get("totalCount")
        of = grouped(total) if isinstance(total, int) else f"{self.count:,}+"
        return f"rows {first:,}–{first + shown - 1:,} of {of}"

    def fit_window(self) -> None:
        """Requests a window as high as the table; sends no second request while both heights are unchanged."""
        limit, capacity = whole(self.window.get("limit")), self.table.capacity
        if limit == capacity:
            self._asked = None
        elif capacity and self._asked != (limit, capacity):
            self._asked = (limit, capacity)
            self._set_window(whole(self.window.get("offset")))
        if not self._wheeled.is_newer_than(self.node.snapshot):
            self._offset = whole(self.window.get("offset"))

    def _set_window(self, offset: int) -> asyncio.Task[int | None]:
        self._offset = offset
        params = {"offset": offset, "limit": max(1, self.table.capacity)}
        answer = self.node.send("setWindow", params, quiet=True)
        self._wheeled.sent(answer)
        return answer

    def on_row_table_resized(self) -> None:
        self.fit_window()

    def on_row_table_wheeled(self, event: RowTable.Wheeled) -> None:
        event.stop()
        self._seeks_end = False
        # There may be rows after the last window, because section headers take lines.
        place = max(0, min(self._offset, self.count) + self.table.first + event.by)
        offset = min(place, max(0, self.count - self.table.capacity))
        self.table.begin_with(place - offset)
        if offset != self._offset:
            self._set_window(offset)
        else:
            # The host sends nothing, but the visible rows have changed.
            self.node.session.changed.set()

    def action_move(self, by: int) -> None:
        self.move_by(lambda node: node.send("moveActive", {"by": by}))

    def action_move_page(self, pages: int) -> None:
        self.action_move(pages * self.table.page)

    def action_move_to_start(self) -> None:
        self._move_far(-1)

    def action_move_to_end(self) -> None:
        """Moves to the last row. Missing rows are loaded first; a movement of the user stops that."""
        if self._has_all():
            self._move_far(1)
        else:
            # The host loads the rows of the requested window. If the window begins after the end, it shows the end.
            self._seeks_end = True
            self._set_window(_ALL)

    def seek_end(self) -> None:
        """Moves to the last row when all rows are loaded, or can't be loaded."""
        if self._seeks_end and not self._wheeled.is_newer_than(self.node.snapshot) and self._has_all():
            self._move_far(1)

    def _has_all(self) -> bool:
        state = self.node.state
        loads = members(state.get("loads"))
        refresh, append = members(loads.get("refresh")), members(loads.get("append") or state.get("append"))
        is_over = append.get("endReached") is not False or append.get("status") == "failed"
        return is_over and refresh.get("status") != "loading"

    def _move_far(self, direction: int) -> None:
        def move(node: Node) -> asyncio.Task[int | None]:
            # If no row is active, a positive `by` activates the first row, and a negative one the last row.
            is_nowhere = node.state.get("activeId") is None
            return node.send("moveActive", {"by": -direction if is_nowhere else direction * _ALL})

        self.move_by(move)

    def move_by(self, act: Callable[[Node], asyncio.Task[int | None] | None]) -> None:
        """Makes another row active."""
        self._seeks_end = False
        self.in_turn(act)
        self.in_turn(self.follow_active)

    def follow_active(self, node: Node) -> asyncio.Task[Any] | None:
        """Called after another row has become active."""
        return None

    def in_turn(self, act: Callable[[Node], asyncio.Task[Any] | None]) -> None:
        """Acts on the newest snapshot after all earlier requests are answered, so that a key acts on the row shown."""
        self.node.session.in_turn(lambda: act(self.node.newest()))
