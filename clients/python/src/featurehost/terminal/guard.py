"""A guard against keys that were typed for an earlier screen."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Guard:
    """Refuses keys after the screen has changed by itself, until the user has paused.

    Until then the keys may have been typed for the earlier screen. Each refused key starts the pause again, because it
    shows that the user has not looked yet.
    """

    def __init__(self) -> None:
        # The length of the pause, and the clock that measures it.
        self.seconds = 0.5
        self.clock: Callable[[], float] = monotonic
        self._since: float | None = None

    def begin(self) -> None:
        """Starts the pause, because the screen has changed by itself."""
        self._since = self.clock()

    def refuses(self) -> bool:
        """Returns True if a key that is typed now is refused."""
        if self._since is None or self.clock() - self._since >= self.seconds:
            self._since = None
            return False
        self.begin()
        return True
