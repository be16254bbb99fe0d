"""What can be seen of an instance or a child without asking the host."""

from __future__ import annotations

from collections.abc import Callable

from .mirror import Mirror, Path
from .model import JSONObject
from .snapshot import Snapshot


class View:
    """An instance or a child of it, as its newest snapshot shows it."""

    def __init__(self, mirror: Mirror, path: Path) -> None:
        self._mirror = mirror
        self.path = path

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {'/'.join((self.instance, *self.path))}>"

    @property
    def instance(self) -> str:
        """The name of the instance."""
        return self._mirror.name

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot, the last one once it is closed. Raises `ChildGone` where there is no such child."""
        return self._mirror.newest(self.path)

    @property
    def state(self) -> JSONObject:
        """The state in the newest snapshot."""
        return self.snapshot.state

    @property
    def exists(self) -> bool:
        """Whether the newest snapshot shows it."""
        return self._mirror.shows(self.path)

    @property
    def closed(self) -> str | None:
        """Why nothing comes any more: `closed`, `unsubscribed`, or `ended` with the host; None while something may."""
        return self._mirror.closed

    def on_snapshot(self, callback: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Calls `callback` with each snapshot from now on, in their order; calling the result ends that.

        Of a child it is called with the child's part of each snapshot that has it.
        """
        return self._mirror.listen(self.path, callback)
