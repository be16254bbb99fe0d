"""Which rows a list or a search shows."""

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
    """The rows of a declared filter, those with some words in them, or both; all rows without either."""

    id: str | None = None
    text: str = ""

    @staticmethod
    def of(state: Mapping[str, Any]) -> ListFilter:
        """The filter in a list's state."""
        chosen = state.get("filter")
        if isinstance(chosen, str):
            return ListFilter(chosen)
        id = members(chosen).get("id")
        return ListFilter(None if id is None else plain(id), plain(members(chosen).get("text")))

    def with_text(self, text: str) -> ListFilter:
        """The same declared filter with other words."""
        return replace(self, text=text)

    def params(self) -> dict[str, Any]:
        """What `setFilter` takes."""
        if not self.text:
            return {"filter": self.id}
        return {"filter": {"text": self.text} if self.id is None else {"id": self.id, "text": self.text}}

    def names(self, state: Mapping[str, Any]) -> list[str]:
        """What a person reads of it: the title of the declared filter, and the words."""
        title = next((title for id, title in declared(state) if id == self.id), self.id)
        return [title or "", f"“{self.text}”" if self.text else ""]


def declared(state: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """The filters that a list offers, by id and title."""
    offered = objects(state.get("filters"))
    return [(plain(entry["id"]), plain(entry.get("title") or entry["id"])) for entry in offered if entry.get("id")]


class FilterLine(RowsLine):
    """Where words are typed that rows must have. It is there while it has the cursor."""

    BINDINGS = [Binding("enter", "leave", "Done", key_display="⏎")]

    class Left(Message):
        """The cursor is elsewhere now, or is to be."""

    def __init__(self, view: RowsView) -> None:
        super().__init__(view, "Words in the rows")
        self.close()

    def open(self) -> None:
        """Takes the cursor."""
        self.display = self.can_focus = True
        # At once, where `focus` would let the next key go to the rows still.
        self.screen.set_focus(self)

    def close(self) -> None:
        """Goes away."""
        self.display = self.can_focus = False

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def on_blur(self, event: Blur) -> None:
        # A terminal that is not looked at takes the cursor too, and gives it back.
        if self.app.app_focus:
            self.post_message(self.Left())
