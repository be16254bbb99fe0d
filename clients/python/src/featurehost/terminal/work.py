"""Unfinished work: unanswered actions, and work that waits for their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Work:
    """The tasks that must end before the screen counts as settled.

    `changed` is set whenever there is something new to draw. This class sets it at the end of each task.
    """

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._given_up: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Starts a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def in_turn(self, work: Callable[[], asyncio.Task[Any] | None]) -> None:
        """Starts work after all earlier requests are answered, so that it acts on what the user sees then."""
        before = set(self._tasks)

        async def run() -> None:
            if before:
                await asyncio.wait(before)
            if (task := work()) is not None:
                await task

        self.begin(run())

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        self.changed.set()

    @property
    def is_waiting(self) -> bool:
        """True if an action is unanswered, or other work is unfinished."""
        return bool(self._tasks)

    async def answered(self, seconds: float | None) -> bool:
        """Waits until all earlier requests are answered; returns false after a timeout.

        A request whose timeout has passed is not waited for again.
        """
        waited = self._tasks - self._given_up
        if not waited:
            return True
        _, late = await asyncio.wait(waited, timeout=seconds)
        self._given_up = (self._given_up & self._tasks) | late
        return not late

    async def done(self) -> None:
        """Waits until no task is left."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))
