"""Fields whose options come from a source."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.app import RenderResult
from textual.binding import Binding

from ..lenient import members, objects
from ..text import plain
from .choices import may_be_none, ticked
from .editor import Editor
from .field_types import has
from .options_screen import OptionsScreen


class SearchedEditor(Editor, can_focus=True):
    """A field with `optionsFrom`: the chosen values, and a list of options that opens over the form."""

    BINDINGS = [Binding("enter", "open", "Choose"), Binding("space,down", "open", "Choose", show=False)]

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._value: Any = None
        self._text: str | None = None
        self._list: OptionsScreen | None = None

    @property
    def _is_many(self) -> bool:
        return has(self.field.get("type"), "items")

    @property
    def _chosen(self) -> list[Any]:
        if self._is_many:
            return self._value if isinstance(self._value, list) else []
        return [] if self._value is None else [self._value]

    def redraw(self) -> None:
        self._value = self.field.get("value")
        self._draw()

    def _draw(self) -> None:
        if (text := self._names()) != self._text:
            self._text = text
            self.refresh(layout=True)
        if self._list is not None:
            self._list.show(self.field, self._chosen)

    def _names(self) -> str | None:
        """Returns the titles of the chosen values; None if no value is chosen."""
        if not self._chosen:
            return None
        titles = [(option.get("value"), plain(option.get("title"))) for option in objects(self.field.get("options"))]
        return ", ".join(next((title for it, title in titles if it == value), plain(value)) for value in self._chosen)

    def render(self) -> RenderResult:
        text = Text("none", "dim") if self._text is None else Text(self._text)
        return text.append(" ▼", "dim")

    def on_click(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Opens the list of options, in which the user can search."""
        # The list opens without a query. If the last request to the source has failed, it is repeated.
        if members(self.field.get("optionsFrom")).get("query") or self._source_status == "failed":
            self.search("")
        self._list = OptionsScreen(self, may_be_none=not self._is_many and may_be_none(self.field))
        self._list.show(self.field, self._chosen)
        self.app.push_screen(self._list, self._list_closed)

    @property
    def _source_status(self) -> object:
        return members(self.field.get("optionsFrom")).get("status")

    def _list_closed(self, result: None) -> None:
        self._list = None

    def on_unmount(self) -> None:
        if self._list is not None and self._list.is_current:
            self._list.dismiss()

    def search(self, query: str) -> None:
        """Searches options in the source."""
        self.node.send("searchOptions", {"path": self.path, "query": query})

    def load_more(self) -> None:
        """Requests the next page of options."""
        self.node.send("loadMoreOptions", {"path": self.path})

    def choose(self, value: object) -> bool:
        """Enters an option; returns true if no further option can be chosen."""
        self._value = ticked(self._chosen, value) if self._is_many else value
        self.enter(self._value)
        self._draw()
        return not self._is_many
