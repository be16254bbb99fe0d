"""An event loop on a separate thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from .errors import HostClosed

T = TypeVar("T")


class LoopThread:
    """A thread that runs an event loop for other threads. After `stop`, new work raises `HostClosed`."""

    def __init__(self, name: str) -> None:
        """Starts the thread."""
        # The lock is held while work is passed to the loop, because work after the loop's end would never be done.
        self._gate = threading.Lock()
        self._is_stopped = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    @property
    def is_current(self) -> bool:
        """True if the calling thread is this thread."""
        return threading.current_thread() is self._thread

    def call(self, function: Callable[..., object], *arguments: Any) -> None:
        """Calls a function on the loop without waiting for it."""
        with self._gate:
            self._refuse_late_work()
            self._loop.call_soon_threadsafe(function, *arguments)

    def start(self, work: Callable[[], Coroutine[Any, Any, T]]) -> Future[T]:
        """Calls `work`, and starts the returned coroutine on the loop."""
        with self._gate:
            self._refuse_late_work()
            return asyncio.run_coroutine_threadsafe(work(), self._loop)

    def stop(self) -> None:
        """Ends the thread after all its work is done. A second call also waits for the end."""
        with self._gate:
            was_stopped, self._is_stopped = self._is_stopped, True
            if not was_stopped:
                asyncio.run_coroutine_threadsafe(self._stop_loop(), self._loop)
        self._thread.join()
        if not was_stopped:
            self._loop.close()

    def _refuse_late_work(self) -> None:
        if self._is_stopped:
            raise HostClosed()

    async def _stop_loop(self) -> None:
        if others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)
        # In this turn of the loop, the callbacks of completed tasks notify the threads that wait for the tasks.
        await asyncio.sleep(0)
        self._loop.stop()
