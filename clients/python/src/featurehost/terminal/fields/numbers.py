"""Fields whose number is changed in steps."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.binding import Binding

from ..lenient import real
from ..text import plain
from .editor import Editor

_TRACK = 24


class StepEditor(Editor, can_focus=True):
    """`stepper`: a number between two arrows."""

    BINDINGS = [
        Binding("left,minus", "step(-1)", "Less", show=False),
        Binding("right,plus", "step(1)", "Change", key_display="←→"),
    ]

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self._value = 0.0

    @property
    def minimum(self) -> float:
        """The minimum value; `-inf` if there is none."""
        return real(self.field.get("minimum"), float("-inf"))

    @property
    def maximum(self) -> float:
        """The maximum value; `inf` if there is none."""
        return real(self.field.get("maximum"), float("inf"))

    @property
    def step(self) -> float:
        """The change by one key press."""
        return real(self.field.get("step"), 1) or 1

    def redraw(self) -> None:
        self._draw(real(self.field.get("value"), 0))

    def _draw(self, value: float) -> None:
        if value != self._value:
            self._value = value
            self.refresh(layout=True)

    def render(self) -> RenderResult:
        return Text.assemble(("‹ ", "dim"), plain(self._value), (" ›", "dim"))

    def on_click(self, event: events.Click) -> None:
        self.click_at(event.x)

    def click_at(self, x: int) -> None:
        """Handles a click at a column of the widget."""
        self.action_step(-1 if x < 2 else 1 if x > len(plain(self._value)) + 1 else 0)

    def action_step(self, by: int) -> None:
        # The value is rounded to ten decimals, so that 0.1 and 0.2 make 0.3.
        self.set(round(self._value + by * self.step, 10))

    def set(self, value: float) -> None:
        """Enters the nearest value within the limits."""
        value = min(max(value, self.minimum), self.maximum)
        if value != self._value:
            self._draw(value)
            self.enter(int(value) if value.is_integer() else value)


class SlideEditor(StepEditor):
    """`slider`: a position on a line."""

    @property
    def minimum(self) -> float:
        return real(self.field.get("minimum"), 0)

    @property
    def maximum(self) -> float:
        return real(self.field.get("maximum"), self.minimum + 100)

    @property
    def step(self) -> float:
        return real(self.field.get("step"), 0) or (self.maximum - self.minimum) / 20 or 1

    def redraw(self) -> None:
        super().redraw()
        # The limits may have changed.
        self.refresh()

    def render(self) -> RenderResult:
        span = self.maximum - self.minimum
        place = round((self._value - self.minimum) / span * (_TRACK - 1)) if span else 0
        place = min(max(place, 0), _TRACK - 1)
        return Text.assemble("━" * place, "●", ("─" * (_TRACK - 1 - place), "dim"), "  ", plain(self._value))

    def click_at(self, x: int) -> None:
        if x < _TRACK:
            steps = round(x / (_TRACK - 1) * (self.maximum - self.minimum) / self.step)
            self.set(round(self.minimum + steps * self.step, 10))
