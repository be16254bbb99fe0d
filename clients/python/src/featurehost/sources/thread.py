"""Sources in a program without an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from typing import Any

from .desk import SourceDesk
from .source import Source


class SourceThread:
    """A thread on which sources answer, so that a slow source does not delay the reading from the host."""

    def __init__(self, sources: Mapping[str, Source], send: Callable[[bytes], None]) -> None:
        """Starts the thread; `send` is called on this thread with each message to the host."""
        self._loop = asyncio.new_event_loop()
        self._send = send
        self._thread = threading.Thread(target=self._loop.run_forever, name="featurehost-sources", daemon=True)
        self._thread.start()
        self._desk: SourceDesk | None = None
        try:
            self._desk = asyncio.run_coroutine_threadsafe(self._begin(sources), self._loop).result()
        except BaseException:
            self.close(0)
            raise

    @property
    def is_current(self) -> bool:
        """True if the calling thread is this thread."""
        return threading.current_thread() is self._thread

    def take(self, message: dict[str, Any]) -> None:
        """Passes a message of the host to the sources."""
        if self._desk:
            self._loop.call_soon_threadsafe(self._desk.take, message)

    def close(self, seconds: float) -> None:
        """Closes the sources and ends the thread.

        If a source blocks the thread for longer than three times `seconds` plus one second, the thread is abandoned.
        """
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._end(seconds), self._loop)
        self._thread.join(3 * seconds + 1)
        if not self._thread.is_alive():
            self._loop.close()

    async def _begin(self, sources: Mapping[str, Source]) -> SourceDesk:
        desk = SourceDesk(self._send)
        for name, source in sources.items():
            desk.offer(name, source)
        return desk

    async def _end(self, seconds: float) -> None:
        try:
            if self._desk:
                await self._desk.close(seconds)
        finally:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            await asyncio.sleep(0)
            self._loop.stop()
