"""The base class of text lines above rows."""

from __future__ import annotations

from typing import Protocol

from textual.binding import Binding

from .line import Line


class MovableRows(Protocol):
    """A view of rows in which keys make another row active."""

    def action_move(self, by: int) -> None: ...
    def action_move_page(self, pages: int) -> None: ...


class RowsLine(Line):
    """A line that handles the keys for text, and passes the keys for rows to their view."""

    BINDINGS = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Move", key_display="↑↓"),
        Binding("pageup", "move_page(-1)", "Page up", show=False),
        Binding("pagedown", "move_page(1)", "Page down", show=False),
    ]

    def __init__(self, view: MovableRows, placeholder: str) -> None:
        super().__init__(placeholder=placeholder)
        self._view = view

    def action_move(self, by: int) -> None:
        self._view.action_move(by)

    def action_move_page(self, pages: int) -> None:
        self._view.action_move_page(pages)
