"""Requests that are answered later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from ...wire import InvalidRequest

Answer = Callable[[Mapping[str, Any] | InvalidRequest], None]


class Wait:
    """A waiting request, which is answered exactly once, at the latest after its timeout."""

    def __init__(self, answer: Answer) -> None:
        """`answer` sends the result to the host."""
        self._answer: Answer | None = answer
        self._timer: asyncio.TimerHandle | None = None

    def limit(self, milliseconds: int, then: Callable[[], object]) -> None:
        """Calls `then` after the timeout."""
        self._timer = asyncio.get_running_loop().call_later(milliseconds / 1000, then)

    def end(self, said: Mapping[str, Any] | InvalidRequest) -> None:
        """Answers the request if it is not answered already."""
        answer, self._answer = self._answer, None
        if self._timer:
            self._timer.cancel()
        if answer:
            answer(said)


class Dialog(Wait):
    """A `feature/run`, which waits for the feature's output."""

    def __init__(self, answer: Answer, ends_instance: bool) -> None:
        super().__init__(answer)
        self.ends_instance = ends_instance
        """True if the instance was opened for the dialog, and is closed with it."""
        self.outcome: Mapping[str, Any] | InvalidRequest = {"outcome": "cancelled"}
        """The answer if the instance is closed before it has an output."""
