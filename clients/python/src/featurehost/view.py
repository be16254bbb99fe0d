"""Read access to instances and their children, without requests to the host."""

from __future__ import annotations

from collections.abc import Callable

from .mirror import Mirror, Path
from .model import JSONObject
from .snapshot import Snapshot


class View:
    """An instance or a child, as its newest snapshot shows it."""

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
        """The newest snapshot; the last one if the instance is closed. Raises `ChildGone` if the child is not in it."""
        return self._mirror.newest(self.path)

    @property
    def state(self) -> JSONObject:
        """The state in the newest snapshot."""
        return self.snapshot.state

    @property
    def exists(self) -> bool:
        """True if the newest snapshot has the instance or child."""
        return self._mirror.shows(self.path)

    @property
    def closed(self) -> str | None:
        """The reason why no updates come any more: `closed`, `unsubscribed` or `ended`; None while updates can come."""
        return self._mirror.closed

    def on_snapshot(self, callback: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Calls `callback` with each later snapshot, in order; returns a function that ends the calls.

        For a child, `callback` is called with the snapshot of the child within each snapshot that has the child.
        """
        return self._mirror.listen(self.path, callback)
