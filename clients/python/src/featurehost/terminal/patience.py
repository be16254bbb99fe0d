"""A delay before the user is notified of slow work."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

# A host reports a search as stalled after the same time.
SECONDS = 0.3


class Patience:
    """A delay that is over when work has run for `SECONDS`. Most work ends before the user could read a notice."""

    def __init__(self, widget: Widget, told: Callable[[], object]) -> None:
        self._widget, self._told = widget, told
        self._timer: Timer | None = None
        self.is_over = False

    def wait(self, is_on: bool) -> None:
        """Records whether the work is running."""
        if not is_on:
            self.is_over = False
            if self._timer is not None:
                self._timer.stop()
                self._timer = None
        elif self._timer is None:
            self._timer = self._widget.set_timer(SECONDS, self._end)

    def _end(self) -> None:
        self.is_over = True
        self._told()
