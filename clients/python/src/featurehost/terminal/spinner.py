"""The sign that turns while the user waits."""

from __future__ import annotations

from time import monotonic

from textual.app import RenderResult
from textual.widget import Widget

_SHAPES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_TURN = 0.1


class Spinner(Widget):
    """The sign that turns while the user waits; without animations it does not turn.

    Its space is reserved, so that nothing moves when the sign appears.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_turning = False

    def show(self, is_turning: bool) -> None:
        """Shows or hides the turning sign."""
        if is_turning != self.is_turning:
            self.is_turning = is_turning
            self.auto_refresh = _TURN if is_turning and self.app.animation_level != "none" else None
            self.refresh()

    def render(self) -> RenderResult:
        if not self.is_turning:
            return ""
        return _SHAPES[int(monotonic() / _TURN) % len(_SHAPES) if self.auto_refresh else 0]
