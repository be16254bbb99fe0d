"""Limits the rate at which the steps of effects are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

# Within `MOMENT_SECONDS`, up to this number of steps are shown immediately. Further steps are shown together at the end
# of that time. A host ends a plugin that sends ten times as many messages.
STEPS = 100
MOMENT_SECONDS = 0.1


class Pace:
    """Calls `show` with a cause for each step, or once for several steps if they come too fast."""

    def __init__(self, show: Callable[[dict[str, Any]], None]) -> None:
        self._show = show
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._steps = 0
        self._timer: asyncio.TimerHandle | None = None

    def step(self, cause: dict[str, Any]) -> None:
        """Records that a step is done."""
        now = self._loop.time()
        if now - self._since >= MOMENT_SECONDS:
            self._since, self._steps = now, 0
        self._steps += 1
        if self._steps <= STEPS:
            self._show(cause)
        elif self._timer is None:
            self._timer = self._loop.call_at(self._since + MOMENT_SECONDS, self._show_rest, cause)

    def close(self) -> None:
        """Stops showing steps."""
        if self._timer:
            self._timer.cancel()

    def _show_rest(self, cause: dict[str, Any]) -> None:
        self._timer = None
        self._show(cause)
