"""A feature that a test drives."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from ..model import ErrorEntry, JSONObject
from ..snapshot import Snapshot
from .requests import Requests


class DrivenFeature:
    """An instance of a feature from a client's view. A test may use it from any thread."""

    def __init__(self, peer: Requests, name: str) -> None:
        self.peer = peer
        self.name = name
        self.snapshots: list[Snapshot] = []
        """All received snapshots in order, beginning with the snapshot of the opening."""
        self.closed: str | None = None
        """The reason why the instance was closed; None while it is open."""
        self._news = threading.Condition()

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        with self._news:
            return self.snapshots[-1]

    @property
    def state(self) -> JSONObject:
        """The newest state, with names as on the wire."""
        return self.snapshot.state

    @property
    def errors(self) -> tuple[ErrorEntry, ...]:
        """The unresolved errors of the newest snapshot."""
        return self.snapshot.errors

    def send(
        self, action: str, /, *, await_: str | None = None, if_revision: int | None = None, **params: Any
    ) -> Snapshot:
        """Sends an action with its params; returns the newest snapshot when the action is answered.

        With `await_="settled"`, the answer comes when the instance has settled. Raises `RequestError` if the action is
        refused.
        """
        given = {"action": action, "params": params, "await": await_, "ifRevision": if_revision}
        self._ask("feature/send", {name: value for name, value in given.items() if value is not None})
        return self.snapshot

    def settle(self, timeout_ms: int | None = None) -> Snapshot:
        """Waits until the instance has settled.

        Raises `TimeoutError` with the names of the running effects if it has not settled after `timeout_ms`; the
        default is 90 % of the peer's timeout.
        """
        limit = round(self.peer.timeout * 900) if timeout_ms is None else timeout_ms
        if not self._ask("feature/settle", {"timeoutMs": limit})["settled"]:
            names = ", ".join(effect.name for effect in self.snapshot.effects if not effect.background)
            raise TimeoutError(f"{self.name} does not settle: {names} is under way; is it to be background?")
        return self.snapshot

    def wait_until(self, condition: Callable[[Snapshot], bool]) -> Snapshot:
        """Waits for a snapshot that meets a condition. Raises `TimeoutError`, or `EOFError` if the instance closes."""
        with self._news:
            seen = len(self.snapshots) - 1

            def found() -> Snapshot | None:
                nonlocal seen
                while seen < len(self.snapshots):
                    seen += 1
                    if condition(self.snapshots[seen - 1]):
                        return self.snapshots[seen - 1]
                if self.closed:
                    raise EOFError(f"{self.name} is closed: {self.closed}")
                return None

            snapshot = self._news.wait_for(found, self.peer.timeout)
            if snapshot is None:
                raise TimeoutError(f"{self.name} did not come to that; it is {self.snapshots[-1].raw}")
            return snapshot

    def close(self) -> None:
        """Closes the instance."""
        self._ask("feature/close", {})

    def hear(self, said: Mapping[str, Any]) -> None:
        """Handles a snapshot, or the notification that the instance is closed."""
        with self._news:
            if "reason" in said:
                self.closed = str(said["reason"])
            elif not self.snapshots or said["revision"] > self.snapshots[-1].revision:
                self.snapshots.append(Snapshot.parse(said))
            self._news.notify_all()

    def end(self) -> None:
        """Handles the end of the plugin, after which no more messages come."""
        with self._news:
            self.closed = self.closed or "the plugin has ended"
            self._news.notify_all()

    def _ask(self, method: str, params: Mapping[str, Any]) -> Any:
        return self.peer.request(method, {"instance": self.name, **params})
