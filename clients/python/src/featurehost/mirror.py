"""The client's state of one instance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from .errors import ChildGone, FeatureHostError, InstanceClosed
from .patch import patched
from .snapshot import Snapshot

T = TypeVar("T")
Path = tuple[str, ...]


@dataclass(eq=False)
class _Listener:
    path: Path
    callback: Callable[[Snapshot], None]
    revision: int


class Mirror:
    """The newest snapshots of one instance, and the functions that are notified of newer ones.

    Only the thread that reads from the host changes a mirror. It can be read on any thread.
    """

    def __init__(self, name: str, report: Callable[[Exception], None]) -> None:
        self.name = name
        self.subscribed: set[Path] = set()
        # The paths of the snapshots that were requested because an update was lost, and have not arrived.
        self.asked: set[Path] = set()
        self.opens = 0
        self.closed: str | None = None
        self.failure: Callable[[], FeatureHostError] | None = None
        self._report = report
        self._held: dict[Path, Snapshot] = {}
        self._listeners: list[_Listener] = []
        self._watchers: list[Callable[[], None]] = []

    def newest(self, path: Path) -> Snapshot:
        """Returns the newest snapshot of the child at a path. Raises `ChildGone` if there is no child at the path."""
        covering = (self._held.get(path[:length]) for length in range(len(path) + 1))
        newest = max((held for held in covering if held), key=lambda held: held.revision, default=None)
        if newest is None:
            raise ChildGone(path, self.name)
        return newest.child(*path[len(newest.path) :])

    def shows(self, path: Path) -> bool:
        """Returns true if the newest snapshot has a child at a path."""
        try:
            self.newest(path)
        except ChildGone:
            return False
        return True

    def find(self, path: Path, condition: Callable[[Snapshot], bool]) -> Snapshot | None:
        """Returns the newest snapshot of a path if it meets a condition, or else None.

        Raises a `FeatureHostError` instead of returning None if no further snapshot can come.
        """
        if self.shows(path) and condition(newest := self.newest(path)):
            return newest
        if self.failure:
            raise self.failure()
        if self.closed:
            raise InstanceClosed(f"{self.name} is closed, and what was waited for did not come")
        return None

    def begin(self, path: Path, snapshot: Snapshot) -> None:
        """Records a subscription, with its first snapshot."""
        self.subscribed.add(path)
        self.closed = None
        self.show(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        """Stores a snapshot and notifies the listeners; drops a snapshot that is older than the stored one."""
        held = self._held.get(snapshot.path)
        if held and snapshot.revision < held.revision:
            return
        self._held[snapshot.path] = snapshot
        for listener in tuple(self._listeners):
            self._tell(listener, snapshot)
        self._wake()

    def patch(self, path: Path, base: int, revision: int, operations: object) -> bool:
        """Applies a patch between two revisions; returns false if the stored snapshot has a revision other than `base`.

        A patch to a revision that is not newer than the stored snapshot is ignored.
        """
        held = self._held.get(path)
        if held is None or revision <= held.revision:
            return True
        if held.revision != base:
            return False
        # `conflated` counts the revisions of one update, so the patched snapshot must not inherit it.
        raw = {name: value for name, value in held.raw.items() if name != "conflated"}
        self.show(Snapshot.parse(patched(raw, operations)))
        return True

    def end(self, reason: str, failure: Callable[[], FeatureHostError] | None = None) -> None:
        """Records that no further snapshots come."""
        self.closed = self.closed or reason
        self.failure = self.failure or failure
        self._wake()

    def listen(self, path: Path, callback: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Calls `callback` once for each newer revision of a path; returns a function that ends the calls."""
        listener = _Listener(path, callback, max((held.revision for held in self._held.values()), default=-1))
        self._listeners.append(listener)
        return lambda: _discard(self._listeners, listener)

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls `callback` after each change, including the end; returns a function that ends the calls."""
        self._watchers.append(callback)
        return lambda: _discard(self._watchers, callback)

    def _tell(self, listener: _Listener, snapshot: Snapshot) -> None:
        depth = len(snapshot.path)
        if listener.path[:depth] != snapshot.path or snapshot.revision <= listener.revision:
            return
        if not snapshot.has_child(*listener.path[depth:]):
            return
        listener.revision = snapshot.revision
        try:
            listener.callback(snapshot.child(*listener.path[depth:]))
        except Exception as problem:
            self._report(problem)

    def _wake(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()


def _discard(items: list[T], item: T) -> None:
    if item in items:
        items.remove(item)
