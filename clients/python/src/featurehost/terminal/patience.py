"""Whether something takes so long that a person is told of it."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

# As long as a search may take before the host says that it is late.
SECONDS = 0.3


class Patience:
    """Is at its end when something has gone on for a while; most things end before anybody would read of them."""

    def __init__(self, widget: Widget, told: Callable[[], object]) -> None:
        self._widget, self._told = widget, told
        self._timer: Timer | None = None
        self.is_over = False

    def wait(self, is_on: bool) -> None:
        """Notes whether it goes on."""
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
