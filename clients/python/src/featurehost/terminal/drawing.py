"""The schedule for drawing the screens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ..errors import ProtocolError


class Drawing:
    """Draws whenever there is something new, and counts the drawings, so that callers can wait for the next one."""

    def __init__(self, changed: asyncio.Event) -> None:
        """`changed` is set when there is something new to draw."""
        self._changed = changed
        self._count = 0
        self._is_under_way = False
        self._has_drawn = asyncio.Event()

    @property
    def is_up_to_date(self) -> bool:
        """True if the newest state is drawn."""
        return not (self._is_under_way or self._changed.is_set())

    async def run(self, draw: Callable[[], Awaitable[None]], say: Callable[[str], None]) -> None:
        """Draws after each change until it is cancelled; calls `say` with a message if a snapshot can't be read."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            self._is_under_way = True
            try:
                await draw()
            except ProtocolError as failure:
                say(str(failure))
            finally:
                self._is_under_way = False
                self._count += 1
                self._has_drawn.set()

    async def done(self) -> None:
        """Waits until everything that is known now is drawn; later updates are not waited for."""
        last = self._count + self._is_under_way + self._changed.is_set()
        while self._count < last:
            self._has_drawn.clear()
            await self._has_drawn.wait()
