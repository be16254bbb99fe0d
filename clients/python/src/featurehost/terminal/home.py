"""The catalog, from which the user opens a feature."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from .columns import Column
from .keys import HelpLine, HelpScreen, StatusLine
from .row import Row
from .row_table import RowTable
from .session import Session
from .text import plain
from .title_line import TitleLine

_COLUMNS = [Column("title", "Feature", "text", "title"), Column("kind", "Kind", "text", "detail")]


class HomeScreen(Screen[None]):
    """The features by title and kind."""

    BINDINGS = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Move", key_display="↑↓"),
        Binding("pageup,home", "move(-10000)", "First", show=False),
        Binding("pagedown,end", "move(10000)", "Last", show=False),
        Binding("enter", "open", "Open", key_display="⏎"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("f1", "help", "Help"),
        Binding("q", "app.quit", "Quit"),
        Binding("ctrl+c", "app.quit", "Quit", priority=True),
        Binding("ctrl+t", "app.toggle_dark", "Light or dark", show=False),
    ]

    def __init__(self, session: Session, enter: Callable[[str], None]) -> None:
        """`enter` opens a feature and shows it."""
        super().__init__()
        self._enter = enter
        self._session = session
        self._active = 0

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield RowTable()
        yield StatusLine()
        yield HelpLine()

    def on_mount(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Draws the catalog."""
        catalog = self._session.catalog
        table = self.query_one(RowTable)
        height = max(1, table.capacity)
        first = max(0, min(self._active - height // 2, len(catalog) - height))
        rows = [
            Row(
                entry.id,
                {"title": entry.title, "kind": plain(entry.kind)},
                marks=("›" if index == self._active else " ") + ("•" if self._session.is_open(entry.id) else " ") + " ",
                is_active=index == self._active,
            )
            for index, entry in enumerate(catalog[first : first + height], first)
        ]
        message = "There are no features." if self._session.generation else ""
        table.show(_COLUMNS, rows, offset=first, count=len(catalog), message=message)
        count = len(catalog)
        self.query_one(TitleLine).show(["featurehost"], f"{count} feature{'' if count == 1 else 's'}" if count else "")

    def action_move(self, by: int) -> None:
        self._active = max(0, min(self._active + by, len(self._session.catalog) - 1))
        self.redraw()

    def action_open(self) -> None:
        if self._session.catalog:
            self._enter(self._session.catalog[self._active].id)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self))

    def on_row_table_clicked(self, event: RowTable.Clicked) -> None:
        self._active = next(i for i, entry in enumerate(self._session.catalog) if entry.id == event.row.id)
        self.redraw()
        if event.times == 2:
            self.action_open()

    def on_row_table_wheeled(self, event: RowTable.Wheeled) -> None:
        self.action_move(event.by)

    def on_row_table_resized(self) -> None:
        self.redraw()
