"""The kind `search`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input

from .columns import Column
from .lenient import items, members, objects, whole
from .node import Node
from .row import Row
from .row_table import RowTable
from .rows_line import RowsLine
from .rows_view import RowsView
from .text import grouped, plain
from .typed import Typed


class SearchView(RowsView):
    """A line for the query over the results, with what matched in them."""

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self._typed = Typed()

    def compose(self) -> ComposeResult:
        yield QueryLine(self, plain(self.node.state.get("prompt")))
        table = RowTable()
        table.can_focus = False
        yield table

    @property
    def query_line(self) -> QueryLine:
        """Where the query is typed."""
        return self.query_one(QueryLine)

    async def redraw(self) -> None:
        state = self.node.state
        line, query = self.query_line, plain(state.get("query"))
        line.placeholder = plain(state.get("prompt"))
        if not self._typed.is_newer_than(self.node.snapshot) and line.draw(query):
            line.cursor_position = len(query)
        self.table.show(
            Column.parse_all(state.get("columns")),
            list(self._rows()),
            offset=whole(self.window.get("offset")),
            count=self.count,
            message=self._message(),
        )
        self.fit_window()

    def _groups(self) -> list[dict[str, Any]]:
        return objects(self.node.state.get("groups"))

    def _rows(self) -> Iterator[Row]:
        groups = self._groups()
        for group in groups:
            section = plain(group.get("title")) if len(groups) > 1 else None
            for item in objects(group.get("items")):
                yield self._row(item, section)

    def _row(self, item: dict[str, Any], section: str | None) -> Row:
        is_active = item.get("id") == self.node.state.get("activeId")
        return Row(
            str(item.get("id")),
            members(item.get("value")),
            marks="› " if is_active else "  ",
            matches={plain(match.get("key")): _ranges(match) for match in objects(item.get("matches"))},
            is_active=is_active,
            is_dim=self.node.state.get("isStale") is True or item.get("enabled") is False,
            section=section,
        )

    def _message(self) -> str:
        empty = self.node.state.get("empty")
        return {"noResults": "Nothing matches.", "prompt": ""}.get(plain(empty), plain(empty))

    def info(self) -> str:
        state = self.node.state
        # Most searches end before a person would read of them, so only a slow one is told of.
        waiting = "searching…" if state.get("status") == "stalled" else ""
        failed = "failed" if state.get("status") == "failed" else ""
        total = state.get("totalCount")
        counts = f"{self.count:,}" + (f" of {grouped(total)}" if total is not None else "")
        return " · ".join(filter(None, (waiting, failed, counts if state.get("resultsQuery") is not None else "")))

    def go_back(self) -> bool:
        if not self.query_line.value:
            return False
        self.action_clear()
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "accept":
            return True if self.node.can("accept") and self.node.state.get("activeId") is not None else None
        return True

    def on_input_changed(self, event: Input.Changed) -> None:
        self._typed.sent(self.node.send("setQuery", {"query": self.query_line.hear(event)}))

    def action_clear(self) -> None:
        self.query_line.draw("", over_typed=True)
        self._typed.sent(self.node.send("clearQuery"))

    def action_accept(self) -> None:
        """Takes the active result; while that answers an older query, searches at once instead."""

        def accept(node: Node) -> asyncio.Task[int | None] | None:
            if node.state.get("isStale") or node.state.get("status") == "debouncing":
                return node.send("submitQuery")
            return node.send("accept") if node.state.get("activeId") is not None else None

        self.in_turn(accept)

    def on_row_table_clicked(self, event: RowTable.Clicked) -> None:
        event.stop()
        if event.times == 2:
            self.node.send("accept", {"id": event.row.id})
        else:
            self.node.send("setActive", {"id": event.row.id})


def _ranges(match: dict[str, Any]) -> list[tuple[int, int]]:
    pairs = [items(pair) for pair in items(match.get("ranges"))]
    return [(whole(pair[0]), whole(pair[1])) for pair in pairs if len(pair) == 2]


class QueryLine(RowsLine):
    """The query."""

    BINDINGS = [Binding("enter", "accept", "Choose")]

    def __init__(self, view: SearchView, prompt: str) -> None:
        super().__init__(view, prompt)
        self._search = view

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._search.check_action(action, parameters)

    def action_accept(self) -> None:
        self._search.action_accept()
