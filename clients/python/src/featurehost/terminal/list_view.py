"""The kind `list`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding

from .lenient import items, members, objects, whole
from .list_filter import ListFilter, declared
from .list_selection import ListSelection
from .node import Node
from .queried_view import QueriedView
from .row import Row
from .row_move import move_row
from .row_table import RowTable
from .text import plain

_PENDING = {"insert": "+", "update": "~", "move": "↕", "delete": "−"}
_EMPTY = {"noData": "There is nothing here yet.", "noMatch": "Nothing matches."}


class ListView(QueriedView):
    """Rows in columns that can be filtered and sorted, with marks for active, selected, pending and failed rows."""

    BINDINGS = [
        Binding("home,g", "move_to_start", "First row", show=False),
        Binding("end,G", "move_to_end", "Last row", show=False),
        Binding("enter", "open", "Open", key_display="⏎"),
        Binding("x", "tick", "Tick"),
        Binding("space", "toggle_selection", "Select"),
        Binding("slash", "type_filter", "Filter"),
        Binding("s", "choose_sort", "Sort"),
        Binding("f", "choose_filter", "Filters"),
        Binding("u", "undo", "Undo"),
        Binding("U,ctrl+r", "redo", "Redo"),
        Binding("r", "refresh_rows", "Refresh"),
        Binding("a", "select_all", "All"),
        Binding("c", "select_none", "None"),
        Binding("v", "select_range", "Range"),
        Binding("shift+up,alt+up", "move_row(-1)", "Move the row up", show=False),
        Binding("shift+down,alt+down", "move_row(1)", "Move the row down", show=False),
    ]
    _ACTIONS = {
        "open": "openItem",
        "toggle_selection": "toggleSelection",
        "select_all": "selectAll",
        "select_none": "clearSelection",
        "select_range": "selectRange",
        "tick": "toggleItem",
        "refresh_rows": "refresh",
        **QueriedView.ACTIONS,
        "undo": "undo",
        "redo": "redo",
        "move_row": "moveItems",
    }
    # Frequently used actions, which are dimmed instead of hidden when they are unavailable.
    _DIMMED = ("open", "tick", "refresh_rows")
    # Actions without a use in a summary of answers.
    _NOT_IN_SUMMARY = (
        "toggle_selection",
        "select_all",
        "select_none",
        "select_range",
        "refresh_rows",
        *QueriedView.ACTIONS,
    )

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self._range_start: str | None = None

    def compose(self) -> ComposeResult:
        yield self.filter_line
        yield self.table

    async def redraw(self) -> None:
        state = self.node.state
        self.show_filter()
        self.table.show(
            self.columns(),
            [self._row(item) for item in objects(state.get("items"))],
            offset=whole(self.window.get("offset")),
            count=self.count,
            message=self._message(),
        )
        self.fit_window()
        self.seek_end()

    def _row(self, item: dict[str, Any]) -> Row:
        state, id = self.node.state, str(item.get("id"))
        is_active = id == state.get("activeId")
        is_selected = ListSelection.of(state).has(id)
        pending, failed = item.get("pending"), item.get("errorId") is not None
        is_dropped = item.get("dropped") is True
        state_mark = _PENDING.get(str(pending), "…") if pending else "!" if failed else "…" if is_dropped else " "
        return Row(
            id,
            members(item.get("value")),
            marks=("›" if is_active else " ") + ("●" if is_selected else " ") + state_mark + " ",
            is_active=is_active,
            is_selected=is_selected,
            is_failed=failed,
            is_dim=bool(pending) or state.get("isStale") is True,
            section=plain(item["section"]) if item.get("section") is not None else None,
        )

    def _message(self) -> str:
        state = self.node.state
        if state.get("empty"):
            return _EMPTY.get(plain(state["empty"]), "There is nothing to show.")
        if state.get("phase") == "failed":
            return "This could not be loaded."
        return "" if state.get("phase") == "idle" else "Loading…"

    def info(self) -> str:
        state = self.node.state
        loading = [members(load).get("status") for load in members(state.get("loads")).values()]
        busy = "loading…" if items(state.get("items")) and "loading" in loading else ""
        stale = "out of date" if state.get("isStale") and not busy else ""
        in_range = "range" if self._range_start is not None else ""
        names = ListFilter.of(state).names(state)
        parts = (busy, stale, *names, in_range, ListSelection.of(state).summary(), self.position())
        return " · ".join(filter(None, parts))

    def way_back(self) -> Callable[[], object] | None:
        """Returns the function that leaves the filter line, or clears the filter, or else the selection."""
        if way := self.way_out_of_filter():
            return way
        is_selected = self._range_start is not None or not ListSelection.of(self.node.state).is_empty
        return self.action_select_none if is_selected else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hides actions that the feature lacks, and hides or dims actions that the host would refuse."""
        name = self._ACTIONS.get(action)
        if name is None:
            return True
        if not self.node.has(name) or (action == "tick" and self._toggle_key() is None):
            return False
        if action in self._NOT_IN_SUMMARY and self.node.step.get("isSummary") is True:
            return False
        if action == "choose_filter" and not declared(self.node.state):
            return False
        if self.node.can(name):
            return True
        return None if action in self._DIMMED else False

    def _toggle_key(self) -> str | None:
        return next((column.key for column in self.columns() if column.is_toggle), None)

    # The active row

    def _send_active(self, action: str, **params: Any) -> None:
        def send(node: Node) -> asyncio.Task[int | None] | None:
            active = node.state.get("activeId")
            if active is None and node.can(action) and items(node.state.get("items")):
                node.session.say("Choose a row first, with ↑ and ↓.")
            return node.send(action, {"id": active, **params}) if active is not None and node.can(action) else None

        self.in_turn(send)

    def action_open(self) -> None:
        self._send_active("openItem")

    def action_toggle_selection(self) -> None:
        self.in_turn(self._end_range)
        self._send_active("toggleSelection")

    def action_tick(self) -> None:
        self._send_active("toggleItem", key=self._toggle_key())

    def action_move_row(self, by: int) -> None:
        self.in_turn(lambda node: node.session.begin(move_row(node, by)))

    # The selection

    def action_select_all(self) -> None:
        self.in_turn(self._end_range)
        self._send_where_it_can("selectAll")

    def action_select_none(self) -> None:
        self.in_turn(self._end_range)
        self._send_where_it_can("clearSelection")

    def _end_range(self, node: Node) -> None:
        self._range_start = None

    def action_select_range(self) -> None:
        """Starts a range at the active row, or ends the range."""

        def begin(node: Node) -> asyncio.Task[int | None] | None:
            active = node.state.get("activeId")
            self._range_start = active if self._range_start is None else None
            return self.follow_active(node)

        self.in_turn(begin)

    def follow_active(self, node: Node) -> asyncio.Task[int | None] | None:
        """Extends the range to the active row."""
        start, active = self._range_start, node.state.get("activeId")
        if start is None or active is None or not node.can("selectRange"):
            return None
        return node.send("selectRange", {"from": start, "to": active})

    # Actions on the list as a whole

    def action_refresh_rows(self) -> None:
        self.node.send("refresh")

    def action_undo(self) -> None:
        self._send_where_it_can("undo")

    def action_redo(self) -> None:
        self._send_where_it_can("redo")

    def _send_where_it_can(self, action: str) -> None:
        self.in_turn(lambda node: node.send(action) if node.can(action) else None)

    def on_row_table_clicked(self, event: RowTable.Clicked) -> None:
        event.stop()
        self.move_by(lambda node: node.send("setActive", {"id": event.row.id}))
        if event.key is not None and event.key == self._toggle_key() and self.node.can("toggleItem"):
            self.in_turn(lambda node: node.send("toggleItem", {"id": event.row.id, "key": event.key}))
        elif event.times == 2 and self.node.can("openItem"):
            self.in_turn(lambda node: node.send("openItem", {"id": event.row.id}))
