"""A screen with options to choose from, and a line to search them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList

from ..keys import HelpLine, StatusLine
from ..lenient import members, objects
from ..line import Line
from ..prose import Prose
from ..text import plain
from .form_fields import Field

_PAGE = 10


class Chooser(Protocol):
    """The editor of the field to which the options belong."""

    def search(self, query: str) -> None:
        """Searches options."""

    def load_more(self) -> None:
        """Adds the next page of options."""

    def choose(self, value: object) -> bool:
        """Chooses an option; returns true if the screen is to close."""


class OptionsLine(Line):
    """The line for the search text; its other keys control the options."""

    BINDINGS = [
        Binding("up", "screen.move(-1)", "Up", show=False),
        Binding("down", "screen.move(1)", "Move", key_display="↑↓"),
        Binding("pageup", f"screen.move(-{_PAGE})", "Page up", show=False),
        Binding("pagedown", f"screen.move({_PAGE})", "Page down", show=False),
        Binding("enter", "screen.choose", "Choose", key_display="⏎"),
    ]


class OptionsScreen(ModalScreen[None]):
    """A list of options that follows the snapshots of a field."""

    BINDINGS = [
        Binding("escape", "dismiss", "Close", key_display="esc"),
        Binding("ctrl+c", "app.quit", "Quit", priority=True),
    ]

    def __init__(self, chooser: Chooser, *, may_be_none: bool) -> None:
        super().__init__()
        self._chooser, self._may_be_none = chooser, may_be_none
        self._field: Field = {}
        self._chosen: Sequence[Any] = ()
        self._entries: list[tuple[object, str]] = []
        # True if an option is to be chosen as soon as the options for the typed text arrive.
        self._is_choosing = False

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Prose(plain(self._field.get("label")), id="title")
            yield OptionsLine(placeholder="Part of a title")
            options = OptionList(compact=True)
            options.can_focus = False
            yield options
            yield Prose(classes="outcome")
        yield StatusLine()
        yield HelpLine()

    def on_mount(self) -> None:
        self._redraw()

    def show(self, field: Field, chosen: Sequence[Any]) -> None:
        """Draws the options of a newer snapshot, and the chosen values."""
        self._field, self._chosen = field, chosen
        if self.is_mounted:
            self._redraw()

    def _redraw(self) -> None:
        source = members(self._field.get("optionsFrom"))
        entries = [(option.get("value"), plain(option.get("title"))) for option in objects(self._field.get("options"))]
        if self._may_be_none and not source.get("query"):
            entries.insert(0, (None, "none"))
        marked = self._chosen or ([None] if self._may_be_none else [])
        prompts = [Text(f"{'●' if value in marked else ' '} {title}") for value, title in entries]
        options = self.query_one(OptionList)
        if entries != self._entries or not options.option_count:
            # If the next page was appended, the highlighted option stays.
            is_longer = bool(self._entries) and entries[: len(self._entries)] == self._entries
            here = options.highlighted if is_longer else None
            if here is None:
                here = next((place for place, (value, _) in enumerate(entries) if value in marked), 0)
            self._entries = entries
            options.clear_options()
            options.add_options(prompts)
            options.highlighted = here
        else:
            for place, prompt in enumerate(prompts):
                options.replace_option_prompt_at_index(place, prompt)
        outcome = self.query_one(".outcome", Prose)
        outcome.show(self._outcome(source))
        outcome.display = bool(self._outcome(source))
        if self._is_choosing and self._is_answered():
            self.action_choose()

    def _is_answered(self) -> bool:
        """Returns true if the options belong to the typed text."""
        source = members(self._field.get("optionsFrom"))
        return source.get("query", "") == self.query_one(OptionsLine).value and source.get("status") != "loading"

    def _outcome(self, source: dict[str, Any]) -> str:
        if source.get("status") == "loading":
            return "Loading…"
        if source.get("status") == "failed":
            return "This could not be loaded."
        if not objects(self._field.get("options")):
            return "Nothing matches."
        return "There are more: words find them." if source.get("endReached") is False else ""

    def on_input_changed(self, event: Input.Changed) -> None:
        self._chooser.search(self.query_one(OptionsLine).hear(event))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._take(event.option_index)

    def action_move(self, by: int) -> None:
        options = self.query_one(OptionList)
        if not self._entries:
            return
        last = len(self._entries) - 1
        wanted = (options.highlighted or 0) + by
        options.highlighted = min(max(wanted, 0), last)
        source = members(self._field.get("optionsFrom"))
        if wanted >= last and source.get("endReached") is False and source.get("status") == "idle":
            self._chooser.load_more()

    def action_choose(self) -> None:
        """Chooses the highlighted option; if the options for the typed text have not arrived, chooses when they do."""
        self._is_choosing = not self._is_answered()
        if not self._is_choosing:
            self._take(self.query_one(OptionList).highlighted)

    def _take(self, place: int | None) -> None:
        if place is not None and place < len(self._entries) and self._chooser.choose(self._entries[place][0]):
            self.dismiss()
