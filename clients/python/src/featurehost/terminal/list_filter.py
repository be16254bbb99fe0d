"""The filter of a list or a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from textual.binding import Binding
from textual.events import Blur
from textual.message import Message

from .lenient import members, objects
from .rows_line import RowsLine
from .rows_view import RowsView
from .text import plain


@dataclass(frozen=True)
class ListFilter:
    """A filter of rows: a declared filter, a text that rows must contain, or both; an empty filter shows all rows."""

    id: str | None = None
    text: str = ""

    @staticmethod
    def of(state: Mapping[str, Any]) -> ListFilter:
        """Returns the filter in a list's state."""
        chosen = state.get("filter")
        if isinstance(chosen, str):
            return ListFilter(chosen)
        id = members(chosen).get("id")
        return ListFilter(None if id is None else plain(id), plain(members(chosen).get("text")))

    def with_text(self, text: str) -> ListFilter:
        """Returns a copy of the filter with another text."""
        return replace(self, text=text)

    def params(self) -> dict[str, Any]:
        """Returns the params of `setFilter`."""
        if not self.text:
            return {"filter": self.id}
        return {"filter": {"text": self.text} if self.id is None else {"id": self.id, "text": self.text}}

    def names(self, state: Mapping[str, Any]) -> list[str]:
        """Returns the filter for users: the title of the declared filter, and the text."""
        title = next((title for id, title in declared(state) if id == self.id), self.id)
        return [title or "", f"“{self.text}”" if self.text else ""]


def declared(state: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Returns the declared filters of a list, as ids and titles."""
    offered = objects(state.get("filters"))
    return [(plain(entry["id"]), plain(entry.get("title") or entry["id"])) for entry in offered if entry.get("id")]


class FilterLine(RowsLine):
    """The line for the text of the filter. It is shown while it has the focus."""

    BINDINGS = [Binding("enter", "leave", "Done", key_display="⏎")]

    class Left(Message):
        """The line loses the focus."""

    def __init__(self, view: RowsView) -> None:
        super().__init__(view, "Words in the rows")
        self.close()

    def open(self) -> None:
        """Shows the line and focuses it."""
        self.display = self.can_focus = True
        # The focus is set immediately. `focus` would still pass the next key to the rows.
        self.screen.set_focus(self)

    def close(self) -> None:
        """Hides the line."""
        self.display = self.can_focus = False

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def on_blur(self, event: Blur) -> None:
        # When the terminal window loses the focus, the line loses it too, and gets it back with the window.
        if self.app.app_focus:
            self.post_message(self.Left())
