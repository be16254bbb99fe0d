"""Fields with a choice of values."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult, RenderResult
from textual.binding import Binding
from textual.widgets import Select

from ..lenient import objects
from ..text import check_mark, is_on, plain
from .editor import Editor
from .form_fields import Field


class ToggleEditor(Editor, can_focus=True):
    """`toggle`: a checkbox."""

    BINDINGS = [Binding("space", "tick", "Tick"), Binding("enter", "tick", "Tick", show=False)]

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._value = False

    def redraw(self) -> None:
        value = is_on(self.field.get("value"))
        if value != self._value:
            self._value = value
            self.refresh()

    def render(self) -> RenderResult:
        return Text(check_mark(self._value))

    def on_click(self) -> None:
        self.action_tick()

    def action_tick(self) -> None:
        self._value = not self._value
        self.refresh()
        self.enter(self._value)


def may_be_none(field: Field) -> bool:
    """Returns true if the empty choice is allowed, or is the current value."""
    return field.get("allowsNone") is not False or field.get("value") is None


class PickSelect(Select[int]):
    """A drop-down list, optionally with an empty choice."""

    def allow(self, is_none_allowed: bool) -> bool:
        """Sets whether the empty choice is allowed; returns true if this has changed."""
        if self._allow_blank == is_none_allowed:
            return False
        self._allow_blank = is_none_allowed
        return True


class PickEditor(Editor):
    """`picker`: one of the options, or none."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._drawn = self._titles()

    def compose(self) -> ComposeResult:
        yield PickSelect(self._drawn, prompt="none", compact=True)

    def _options(self) -> list[dict[str, Any]]:
        return objects(self.field.get("options"))

    def _titles(self) -> list[tuple[Text, int]]:
        return [(Text(plain(option.get("title"))), index) for index, option in enumerate(self._options())]

    def redraw(self) -> None:
        select, titles = self.get_child_by_type(PickSelect), self._titles()
        values, value = [option.get("value") for option in self._options()], self.field.get("value")
        with select.prevent(Select.Changed):
            is_new = select.allow(may_be_none(self.field) or value not in values)
            if is_new or titles != self._drawn:
                self._drawn = titles
                select.set_options(titles)
            select.value = values.index(value) if value in values else Select.NULL

    def on_select_changed(self, event: Select.Changed) -> None:
        event.stop()
        self.enter(None if event.value is Select.NULL else self._options()[int(str(event.value))].get("value"))


class ManyPickEditor(Editor, can_focus=True):
    """`multiPicker`: any of the options, one per line."""

    BINDINGS = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Move", key_display="↑↓"),
        Binding("space", "tick", "Tick"),
        Binding("enter", "tick", "Tick", show=False),
    ]

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._chosen: list[Any] = []
        self._cursor = 0

    @property
    def _options(self) -> list[dict[str, Any]]:
        return objects(self.field.get("options"))

    def redraw(self) -> None:
        value = self.field.get("value")
        self._chosen = list(value) if isinstance(value, list) else []
        self._cursor = min(self._cursor, max(len(self._options) - 1, 0))
        self.refresh(layout=True)

    def render(self) -> RenderResult:
        text = Text()
        for index, option in enumerate(self._options):
            is_here = self.has_focus and index == self._cursor
            line = f"{check_mark(option.get('value') in self._chosen)} {plain(option.get('title'))}"
            text.append("\n" if index else "").append(line, "reverse" if is_here else "")
        return text

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self._options):
            self._cursor = event.y
            self.action_tick()

    def action_move(self, by: int) -> None:
        self._cursor = min(max(self._cursor + by, 0), len(self._options) - 1)
        self.refresh()

    def action_tick(self) -> None:
        if not self._options:
            return
        value = self._options[self._cursor].get("value")
        chosen = ticked(self._chosen, value)
        # The values have the order of the options: the order in which the user ticks them must not change the value.
        order = [option.get("value") for option in self._options]
        self._chosen = sorted(chosen, key=lambda it: order.index(it) if it in order else len(order))
        self.refresh()
        self.enter(self._chosen)


def ticked(chosen: list[Any], value: object) -> list[Any]:
    """Returns the chosen values after a value was toggled."""
    return [it for it in chosen if it != value] if value in chosen else [*chosen, value]
