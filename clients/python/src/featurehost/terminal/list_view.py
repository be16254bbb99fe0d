"""The kind `list`."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding

from .columns import Column
from .lenient import items, members, objects, whole
from .node import Node
from .row_table import Row, RowTable
from .rows_view import RowsView
from .text import plain

_PENDING = {"insert": "+", "update": "~", "move": "↕", "delete": "−"}
_EMPTY = {"noData": "There is nothing here yet.", "noMatch": "Nothing matches."}


class ListView(RowsView):
    """Rows in columns, with marks for what is active, selected, pending or failed."""

    BINDINGS = [
        Binding("home", "move_to_start", "First row", show=False),
        Binding("end", "move_to_end", "Last row", show=False),
        Binding("enter", "open", "Open", key_display="⏎"),
        Binding("x", "tick", "Tick"),
        Binding("space", "toggle_selection", "Select"),
        Binding("r", "refresh_rows", "Refresh"),
        Binding("a", "select_all", "All"),
        Binding("c", "select_none", "None"),
    ]
    _ACTIONS = {
        "open": "openItem",
        "toggle_selection": "toggleSelection",
        "select_all": "selectAll",
        "select_none": "clearSelection",
        "tick": "toggleItem",
        "refresh_rows": "refresh",
    }

    def compose(self) -> ComposeResult:
        yield RowTable()

    async def redraw(self) -> None:
        state = self.node.state
        rows = [self._row(item) for item in objects(state.get("items"))]
        self.table.show(
            Column.parse_all(state.get("columns")),
            rows,
            offset=whole(self.window.get("offset")),
            count=self.count,
            message=self._message(),
        )
        self.fit_window()

    def _row(self, item: dict[str, Any]) -> Row:
        state, id = self.node.state, str(item.get("id"))
        selection = members(state.get("selection"))
        is_active = id == state.get("activeId")
        is_selected = selection.get("all") is True or id in items(selection.get("ids"))
        pending, failed = item.get("pending"), item.get("errorId") is not None
        state_mark = _PENDING.get(str(pending), "…") if pending else "!" if failed else " "
        return Row(
            id,
            members(item.get("value")),
            marks=("›" if is_active else " ") + ("●" if is_selected else " ") + state_mark + " ",
            is_active=is_active,
            is_selected=is_selected,
            is_failed=failed,
            is_dim=bool(pending) or state.get("isStale") is True,
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
        loads, selection = members(state.get("loads")), members(state.get("selection"))
        shown = len(objects(state.get("items")))
        if self.table.capacity:
            shown = min(shown, self.table.capacity)
        selected = "all selected" if selection.get("all") else ""
        if ids := items(selection.get("ids")):
            selected = f"{len(ids):,} selected"
        loading = [members(load).get("status") for load in loads.values()]
        busy = "loading…" if shown and "loading" in loading else ""
        stale = "out of date" if state.get("isStale") else ""
        return " · ".join(filter(None, (busy, stale, selected, self.position(shown))))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hides what the feature has not, and dims what the host would refuse now."""
        name = self._ACTIONS.get(action)
        if name is None:
            return True
        if not self.node.has(name) or (action == "tick" and self._toggle_key() is None):
            return False
        return True if self.node.can(name) else None

    def _toggle_key(self) -> str | None:
        columns = Column.parse_all(self.node.state.get("columns"))
        return next((column.key for column in columns if column.is_toggle), None)

    def _send_active(self, action: str, **params: Any) -> None:
        def send(node: Node) -> asyncio.Task[int | None] | None:
            active = node.state.get("activeId")
            return node.send(action, {"id": active, **params}) if active is not None and node.can(action) else None

        self.in_turn(send)

    def action_open(self) -> None:
        self._send_active("openItem")

    def action_toggle_selection(self) -> None:
        self._send_active("toggleSelection")

    def action_tick(self) -> None:
        self._send_active("toggleItem", key=self._toggle_key())

    def action_select_all(self) -> None:
        self.node.send("selectAll")

    def action_select_none(self) -> None:
        self.node.send("clearSelection")

    def action_refresh_rows(self) -> None:
        self.node.send("refresh")

    def on_row_table_clicked(self, event: RowTable.Clicked) -> None:
        event.stop()
        self.node.send("setActive", {"id": event.row.id})
        if event.key is not None and event.key == self._toggle_key() and self.node.can("toggleItem"):
            self.node.send("toggleItem", {"id": event.row.id, "key": event.key})
        elif event.times == 2 and self.node.can("openItem"):
            self.node.send("openItem", {"id": event.row.id})
