"""The line for a query."""

from __future__ import annotations

from typing import Protocol

from textual.binding import Binding

from .rows_line import MovableRows, RowsLine


class SearchedRows(MovableRows, Protocol):
    """The rows that a query finds."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None: ...
    def action_accept(self) -> None: ...
    def action_recall(self, by: int) -> None: ...


class QueryLine(RowsLine):
    """The query. This line has the focus, so only keys that type no text can act on the results."""

    EDITING_KEYS = RowsLine.EDITING_KEYS | {"ctrl+n", "ctrl+p"}
    BINDINGS = [
        Binding("enter", "accept", "Choose", key_display="⏎"),
        # If there are no rows to move through, the key recalls a query, as in a shell.
        Binding("up", "recall_newest", "Earlier query", show=False),
        Binding("up", "move(-1)", "Up", show=False),
    ]

    def __init__(self, view: SearchedRows, prompt: str) -> None:
        super().__init__(view, prompt)
        self._search = view

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._search.check_action(action, parameters)

    def put(self, query: str) -> None:
        """Replaces the typed text by a query."""
        self.draw(query, over_typed=True)
        self.cursor_position = len(query)

    def action_accept(self) -> None:
        self._search.action_accept()

    def action_recall_newest(self) -> None:
        self._search.action_recall(1)
