"""Fields with typed text."""

from __future__ import annotations

from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.widgets import Input

from ..lenient import members
from ..line import Line, Lines
from ..text import paragraph, plain
from .editor import Editor

_SHAPES = {"date": "YYYY-MM-DD", "time": "HH:MM", "dateTime": "YYYY-MM-DDTHH:MM:SSZ", "file": "path of a file"}


class TextEditor(Editor):
    """One line: `text`, `email`, `number`, `date`, `time`, `dateTime` and `file`."""

    _NULL_WHERE_EMPTY = ("number", "date", "time", "dateTime")

    def compose(self) -> ComposeResult:
        yield Line()

    @property
    def line(self) -> Line:
        """The line for typing."""
        return self.get_child_by_type(Line)

    def redraw(self) -> None:
        line, text = self.line, plain(self.field.get("value"))
        hints = members(self.field.get("hints"))
        line.placeholder = plain(hints.get("placeholder") or _SHAPES.get(str(self.field.get("type"))))
        if not self._is_number_of(line.value):
            line.draw(text)

    def _is_number_of(self, typed: str) -> bool:
        # "1.50" stays as typed, although the host's value is 1.5.
        value = self.field.get("value")
        try:
            return isinstance(value, int | float) and not isinstance(value, bool) and float(typed) == value
        except ValueError:
            return False

    def on_input_changed(self, event: Input.Changed) -> None:
        text = self.line.hear(event)
        self.enter(None if not text and self.field.get("type") in self._NULL_WHERE_EMPTY else text)


class SecretLine(Line):
    """A masked line. None of its text goes to the clipboard."""

    def action_copy(self) -> None:
        raise SkipAction()

    def action_cut(self) -> None:
        raise SkipAction()


class SecretEditor(Editor):
    """`secure`: the typed text is masked, and is sent only by `setSecret`."""

    def compose(self) -> ComposeResult:
        yield SecretLine(password=True)

    def redraw(self) -> None:
        line = self.get_child_by_type(SecretLine)
        is_set = members(self.field.get("value")).get("isSet") is True
        hints = members(self.field.get("hints"))
        line.placeholder = "set" if is_set else plain(hints.get("placeholder"))
        if not is_set:
            line.draw("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self.enter(self.get_child_by_type(SecretLine).hear(event), "setSecret")


class MultilineEditor(Editor):
    """`multiline`: text with several lines."""

    # The text that was last drawn or reported, as in `Line`.
    _heard = ""

    def compose(self) -> ComposeResult:
        yield Lines(compact=True, highlight_cursor_line=False)

    def redraw(self) -> None:
        area, text = self.get_child_by_type(Lines), self.field.get("value")
        area.placeholder = plain(members(self.field.get("hints")).get("placeholder"))
        if isinstance(text, str) and area.text != text and area.text == self._heard:
            with area.prevent(Lines.Changed):
                area.load_text(paragraph(text))
            self._heard = area.text

    def on_text_area_changed(self, event: Lines.Changed) -> None:
        event.stop()
        self._heard = event.text_area.text
        self.enter(self._heard)
