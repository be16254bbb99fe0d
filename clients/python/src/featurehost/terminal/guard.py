"""Whether keys come too early for a screen that has come by itself."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Guard:
    """Refuses keys from when the screen has changed by itself until a person has paused.

    Till then they may have been typed for the screen that was there before. One that is refused shows that the person
    has not looked yet.
    """

    def __init__(self) -> None:
        # How long the pause is, and what tells the time.
        self.seconds = 0.5
        self.clock: Callable[[], float] = monotonic
        self._since: float | None = None

    def begin(self) -> None:
        """The screen has changed by itself."""
        self._since = self.clock()

    def refuses(self) -> bool:
        """Whether a key that is typed now comes too early."""
        if self._since is None or self.clock() - self._since >= self.seconds:
            self._since = None
            return False
        self.begin()
        return True
