"""Requests that are answered later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from ...wire import InvalidRequest

Answer = Callable[[Mapping[str, Any] | InvalidRequest], None]


class Wait:
    """A request that waits for something: it is answered once, and when its time is over at the latest."""

    def __init__(self, answer: Answer) -> None:
        """`answer` says to the host what came of it."""
        self._answer: Answer | None = answer
        self._timer: asyncio.TimerHandle | None = None

    def limit(self, milliseconds: int, then: Callable[[], object]) -> None:
        """Calls something when the time is over."""
        self._timer = asyncio.get_running_loop().call_later(milliseconds / 1000, then)

    def end(self, said: Mapping[str, Any] | InvalidRequest) -> None:
        """Answers it, unless it is answered already."""
        answer, self._answer = self._answer, None
        if self._timer:
            self._timer.cancel()
        if answer:
            answer(said)


class Dialog(Wait):
    """A `feature/run`: it waits for what the feature hands on."""

    def __init__(self, answer: Answer, ends_instance: bool) -> None:
        super().__init__(answer)
        self.ends_instance = ends_instance
        """Whether the instance was opened for it, and is closed with it."""
        self.outcome: Mapping[str, Any] | InvalidRequest = {"outcome": "cancelled"}
        """What it is answered with where the instance is closed before it has handed on something."""
