"""The messages below a field or a form."""

from __future__ import annotations

from rich.text import Text
from textual.app import RenderResult
from textual.widget import Widget

from .component import component_style
from .lenient import objects
from .text import paragraph


class Notes(Widget):
    """Errors and warnings, or else the help text; hidden if there is neither."""

    COMPONENT_CLASSES = {"notes--error", "notes--warning", "notes--help"}

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[tuple[str, str]] = []
        self.display = False

    def show(self, messages: object, help_text: object = None) -> bool:
        """Draws all messages, or else the help; returns true if one of the messages is an error."""
        lines = [_line(message.get("severity"), message.get("text")) for message in objects(messages)]
        if not lines and help_text:
            lines = [("notes--help", paragraph(help_text))]
        if lines != self._lines:
            self._lines = lines
            self.display = bool(lines)
            self.refresh(layout=True)
        return any(name == "notes--error" for name, _ in lines)

    def render(self) -> RenderResult:
        return Text("\n").join(Text(line, component_style(self, name)) for name, line in self._lines)


def _line(severity: object, text: object) -> tuple[str, str]:
    # The sign distinguishes messages for users who see no colours.
    name, sign = ("notes--warning", "△") if severity == "warning" else ("notes--error", "!")
    return name, f"{sign} {paragraph(text)}"
