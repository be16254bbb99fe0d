"""The filter and the sort order of a list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.widgets import Input

from . import list_sort
from .columns import Column
from .filter_menu import offer_filters
from .list_filter import FilterLine, ListFilter
from .menu import MenuScreen
from .node import Node
from .row_table import RowTable
from .rows_view import RowsView
from .typed import Typed


class QueriedView(RowsView):
    """Rows that can be filtered, by text and by declared filters, and sorted by columns."""

    # The feature's action that is needed by each action of a key binding.
    ACTIONS = {"type_filter": "setFilter", "choose_filter": "setFilter", "choose_sort": "setSort"}

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self._typed = Typed()
        self.filter_line = FilterLine(self)

    def columns(self) -> list[Column]:
        """Returns the drawn columns, with marks for the sort order."""
        return Column.parse_all(self.node.state.get("columns"), list_sort.marks(self.node.state))

    def show_filter(self) -> None:
        """Draws the text of the filter; while newer typed text is unanswered, draws nothing."""
        line, text = self.filter_line, ListFilter.of(self.node.state).text
        if not self._typed.is_newer_than(self.node.snapshot) and line.draw(text):
            line.cursor_position = len(text)

    def focus_first(self) -> None:
        self.table.focus()

    def action_type_filter(self) -> None:
        self.filter_line.open()

    def on_filter_line_left(self, event: FilterLine.Left) -> None:
        event.stop()
        self._close_filter()

    def _close_filter(self) -> None:
        if self.filter_line.has_focus:
            self.screen.set_focus(self.table)
        self.filter_line.close()

    def way_out_of_filter(self) -> Callable[[], object] | None:
        """Returns the function that leaves the filter line, or else clears the filter; None if neither applies."""
        if self.filter_line.display:
            return self._close_filter
        return self._clear_filter if self.filter_line.value else None

    def _clear_filter(self) -> None:
        self.filter_line.value = ""

    def on_input_changed(self, event: Input.Changed) -> None:
        text = self.filter_line.hear(event)
        self._typed.sent(self._set_filter(ListFilter.of(self.node.newest().state).with_text(text)))

    def _set_filter(self, chosen: ListFilter) -> asyncio.Task[int | None]:
        return self.node.send("setFilter", chosen.params())

    def action_choose_filter(self) -> None:
        """Offers the declared filters, and "All"."""
        offer_filters(self.node, lambda id: self._set_filter(ListFilter(id, self.filter_line.value)), self.app)

    def action_choose_sort(self) -> None:
        """Offers the columns to sort by."""
        columns = self.columns()
        entries = [(column.mark, column.label or column.key) for column in columns]
        current = next((index for index, column in enumerate(columns) if column.mark), 0)

        def choose(index: int | None) -> None:
            if index is not None:
                self._sort_by(columns[index].key)

        self.app.push_screen(MenuScreen("Sort by", entries, current), choose)

    def _sort_by(self, key: str) -> None:
        self.in_turn(lambda node: node.send("setSort", {"sort": list_sort.turned(node.state, key)}))

    def on_row_table_heading_clicked(self, event: RowTable.HeadingClicked) -> None:
        event.stop()
        if self.node.can("setSort"):
            self._sort_by(event.key)
