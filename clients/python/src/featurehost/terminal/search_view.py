"""The kind `search`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.widgets import Input

from .columns import Column
from .filter_menu import offer_filters
from .lenient import items, members, objects, whole
from .list_filter import ListFilter, declared
from .list_selection import ListSelection
from .menu import MenuScreen
from .node import Node
from .patience import Patience
from .preview import Preview
from .query_history import QueryHistory
from .query_line import QueryLine
from .row import Row
from .row_table import RowTable
from .rows_view import RowsView
from .search_results import SearchResults
from .spinner import Spinner
from .text import plain
from .typed import Typed


class SearchView(RowsView):
    """A line for the query above the results, with highlighted matches, and a preview of the active result."""

    BINDINGS = [
        Binding("tab", "toggle_selection(1)", "Select"),
        Binding("shift+tab", "toggle_selection(-1)", "Select, and go up", show=False),
        Binding("ctrl+o", "choose_action", "More"),
        Binding("ctrl+f", "choose_filter", "Filters"),
        Binding("f3", "toggle_preview", "Preview"),
        Binding("shift+up", "scroll_preview(-1)", "Preview up", show=False),
        Binding("shift+down", "scroll_preview(1)", "Preview down", show=False),
        Binding("ctrl+home", "move_to_start", "First row", show=False),
        Binding("ctrl+end", "move_to_end", "Last row", show=False),
        Binding("ctrl+l", "load_more", "Load more", show=False),
        Binding("ctrl+p", "recall(1)", "Earlier query", show=False),
        Binding("ctrl+n", "recall(-1)", "Later query", show=False),
    ]

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self.query_line = QueryLine(self, plain(self.node.state.get("prompt")))
        self.preview = Preview()
        self.table.can_focus = False
        self._typed = Typed()
        self._history = QueryHistory()
        # The host sends nothing when the delay is over, so the delay itself causes a drawing.
        self._patience = Patience(self, lambda: self.node.session.changed.set())

    def compose(self) -> ComposeResult:
        with Horizontal(classes="query"):
            yield self.query_line
            yield Spinner()
        with Container(classes="results"):
            yield self.table
            yield self.preview

    async def redraw(self) -> None:
        state, results = self.node.state, SearchResults(self.node)
        line, query = self.query_line, plain(state.get("query"))
        line.placeholder = plain(state.get("prompt"))
        if not self._typed.is_newer_than(self.node.snapshot) and line.draw(query):
            line.cursor_position = len(query)
        self._patience.wait(bool(members(state.get("performing"))))
        self.query_one(Spinner).show(state.get("status") == "stalled" or self._patience.is_over)
        rows = list(results.rows())
        self.table.show(
            Column.parse_all(state.get("columns")),
            rows,
            offset=whole(self.window.get("offset")),
            count=self.count,
            message=results.message(),
        )
        self._show_preview(rows)
        self.fit_window()
        self.seek_end()

    def _show_preview(self, rows: list[Row]) -> None:
        active = self.node.state.get("activeId")
        row = next((row for row in rows if row.is_active), None)
        # A row that was scrolled out of the window is still active.
        if row is not None or active != self.preview.row_id:
            self.preview.show(self.node.state.get("columns"), row)

    def on_resize(self) -> None:
        self._place_preview()

    def _place_preview(self) -> None:
        place = self.preview.place(self.size)
        self.preview.display = bool(place)
        self.query_one(".results").set_class(place == "beside", "beside")

    def give_way(self, is_failed: bool) -> None:
        # The line stays, so that the user can enter another query.
        self.query_one(".results").display = not is_failed
        self.set_class(is_failed, "failed")

    def info(self) -> str:
        return SearchResults(self.node).info(tells_performing=self._patience.is_over)

    def way_back(self) -> Callable[[], object] | None:
        """Returns the function that stops visible work of a source, or clears the query, or else the selection."""
        if self._patience.is_over:
            return lambda: self.node.send("cancel")
        if self.query_line.value:
            return self.action_clear
        is_selected = not ListSelection.of_search(self.node.state).is_empty
        return (lambda: self.node.send("clearSelection")) if is_selected else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hides actions that the feature lacks, and hides or dims actions that are unavailable now."""
        state, node = self.node.state, self.node
        match action:
            case "accept":
                return True if _is_behind(node) or node.can("accept") else None
            case "choose_action":
                return (node.can("accept") or None) if len(objects(state.get("actions"))) > 1 else False
            case "toggle_selection":
                return node.can("toggleSelection")
            case "choose_filter":
                return bool(declared(state)) and node.can("setFilter")
            case "load_more":
                return members(state.get("append")).get("endReached") is False and node.can("loadMore")
            case "toggle_preview":
                return self.preview.has_room(self.size)
            case "scroll_preview":
                return self.preview.display
            case "recall":
                return bool(items(state.get("history")))
            case "recall_newest":
                return not self.query_line.value and not self.count and bool(items(state.get("history")))
        return True

    # The query

    def on_input_changed(self, event: Input.Changed) -> None:
        self._typed.sent(self.node.send("setQuery", {"query": self.query_line.hear(event)}))

    def action_clear(self) -> None:
        self.query_line.draw("", over_typed=True)
        self._typed.sent(self.node.send("clearQuery"))

    def action_recall(self, by: int) -> None:
        """Recalls an earlier or a later query."""
        history = [plain(query) for query in items(self.node.state.get("history"))]
        query = self._history.step(by, self.query_line.value, history)
        if query is not None:
            self.query_line.put(query)
            self._typed.sent(self.node.send("setQuery", {"query": query}))

    def action_choose_filter(self) -> None:
        def set_filter(id: str | None) -> None:
            text = ListFilter.of(self.node.newest().state).text
            self.node.send("setFilter", ListFilter(id, text).params())

        offer_filters(self.node, set_filter, self.app)

    # The results

    def action_accept(self) -> None:
        """Accepts the selection or the active result; while the results are stale, searches immediately instead."""

        def accept(node: Node) -> asyncio.Task[int | None] | None:
            if _is_behind(node):
                return node.send("submitQuery")
            return node.send("accept") if node.can("accept") else None

        self.in_turn(accept)

    def action_choose_action(self) -> None:
        """Offers the actions with which the selection or the active result can be accepted."""
        node, actions = self.node, objects(self.node.state.get("actions"))
        selection, active = ListSelection.of_search(node.state), node.state.get("activeId")
        # The id is read now, because another row may become active while the menu is open.
        about = {} if not selection.is_empty or active is None else {"id": active}
        entries = [("" if index else "⏎", plain(action.get("title"))) for index, action in enumerate(actions)]

        def choose(index: int | None) -> None:
            if index is not None:
                self.node.send("accept", {**about, "action": actions[index].get("id")})

        self.app.push_screen(MenuScreen(selection.summary() or "The active result", entries), choose)

    def action_toggle_selection(self, by: int) -> None:
        """Selects or deselects the active result, and moves `by` results down.

        While the results are stale, searches immediately instead.
        """

        was_behind = False

        def toggle(node: Node) -> asyncio.Task[int | None] | None:
            nonlocal was_behind
            if was_behind := _is_behind(node):
                return node.send("submitQuery")
            active = node.state.get("activeId")
            return None if active is None else node.send("toggleSelection", {"id": active})

        self.in_turn(toggle)
        self.move_by(lambda node: None if was_behind else node.send("moveActive", {"by": by}))

    def action_load_more(self) -> None:
        self.node.send("loadMore")

    def action_toggle_preview(self) -> None:
        self.preview.toggle(self.size)
        self._place_preview()

    def action_scroll_preview(self, by: int) -> None:
        self.preview.scroll_relative(y=by, animate=False)

    def on_row_table_clicked(self, event: RowTable.Clicked) -> None:
        event.stop()
        if event.times == 2:
            self.node.send("accept", {"id": event.row.id})
        else:
            self.node.send("setActive", {"id": event.row.id})


def _is_behind(node: Node) -> bool:
    """Returns true if the results do not belong to the typed query, so that the search has to run immediately."""
    return node.state.get("isStale") is True or node.state.get("status") == "debouncing"
