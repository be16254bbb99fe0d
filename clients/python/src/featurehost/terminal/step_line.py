"""The progress in a flow with steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text
from textual.app import RenderResult
from textual.widget import Widget

from .lenient import objects
from .text import plain

# The mark and the style, by the status of a step.
_MARKS = {"done": ("✓", ""), "current": ("›", "bold"), "skipped": ("–", "dim")}


class StepLine(Widget):
    """The steps of the flow, with the current step highlighted."""

    def __init__(self) -> None:
        super().__init__()
        self._steps: list[Mapping[str, Any]] = []

    def show(self, steps: Mapping[str, Any]) -> None:
        """Draws the steps of a flow's state; draws nothing for a flow without steps."""
        way: list[Mapping[str, Any]] = list(objects(steps.get("way")))
        if way != self._steps:
            self._steps = way
            self.refresh()
        self.display = bool(way)

    def render(self) -> RenderResult:
        line = Text(no_wrap=True, overflow="ellipsis")
        for index, step in enumerate(self._steps):
            mark, style = _MARKS.get(str(step.get("status")), ("·", "dim"))
            line.append("   " if index else "").append(f"{mark} {plain(step.get('title'))}", style)
        return line
