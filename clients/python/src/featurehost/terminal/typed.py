"""The entered values of the user, which the client shows until the host has answered."""

from __future__ import annotations

import asyncio

from ..snapshot import Snapshot


class Typed:
    """Determines if an entered value is newer than the value in a snapshot."""

    def __init__(self) -> None:
        self._unanswered = 0
        self._revision = -1

    def sent(self, answer: asyncio.Task[int | None]) -> None:
        """Records that the value was sent; `answer` is the task of `Node.send`."""
        self._unanswered += 1
        answer.add_done_callback(self._answered)

    def _answered(self, answer: asyncio.Task[int | None]) -> None:
        self._unanswered -= 1
        if not answer.cancelled():
            self._revision = max(self._revision, answer.result() or -1)

    def is_newer_than(self, snapshot: Snapshot) -> bool:
        """Returns true if the user has entered a newer value than the snapshot has."""
        return self._unanswered > 0 or snapshot.revision < self._revision
