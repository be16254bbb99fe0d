"""Base classes of instances and children. Clients on `asyncio` and blocking clients share them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from . import calls
from .base_host import BaseHost
from .calls import Await
from .errors import Busy, Timeout
from .mirror import Mirror, Path
from .model import Progress
from .shared import shared
from .snapshot import Snapshot
from .view import View

Other = TypeVar("Other")


class BaseChild(View, Generic[Other]):
    """A child of an instance, by its path. The child need not exist yet."""

    def __init__(self, host: BaseHost[Any], mirror: Mirror, path: Path) -> None:
        super().__init__(mirror, path)
        self._host = host

    def at(self, *path: str) -> Other:
        """Returns a descendant of this child, by the names and ids that lead to it."""
        return self._at((*self.path, *path))

    @shared
    async def send(
        self,
        action: str,
        params: Mapping[str, Any] | None = None,
        /,
        *,
        await_: Await | None = None,
        timeout_ms: int | None = None,
        if_revision: int | None = None,
        request_id: str | None = None,
        retries: int = 0,
        **members: Any,
    ) -> Progress:
        """Sends an action, and waits for the snapshot that it leads to. Raises `RequestError` if the host refuses it.

        The keyword arguments are the params of the action, named as in the protocol. They override equal names in
        `params`.
        With `await_` `"settled"`, the call returns when the instance has settled or `timeout_ms` have passed.

        Params that the catalog does not declare raise `InvalidActionParams` before anything is sent. If the action was
        not answered in time or the host was too busy, it is sent again, at most `retries` times. Each attempt has the
        same `request_id`, so the action is applied only once. Retries need a host with the capability `requestIds`.
        """
        given = {**(params or {}), **members}
        calls.check(self._host.features, self.snapshot if self.exists else None, action, given)
        if retries and request_id is None and self._host.info.capabilities.get("requestIds"):
            request_id = uuid.uuid4().hex
        while True:
            call = calls.send(self._mirror, self.path, action, given, await_, timeout_ms, if_revision, request_id)
            try:
                return await self._host._do(call)
            except (Busy, Timeout):
                if not retries or request_id is None:
                    raise
            retries -= 1

    @shared
    async def wait_until(self, condition: Callable[[Snapshot], bool], timeout: float | None = 30) -> Snapshot:
        """Waits until the newest snapshot meets a condition, and returns it; `timeout` is in seconds."""
        found = await self._host._wait(self._mirror, lambda: self._mirror.find(self.path, condition), timeout)
        if found is None:
            raise Timeout(f"what was waited for did not come to {self!r} within {timeout} s")
        return found

    @shared
    async def subscribe(self) -> Snapshot:
        """Subscribes to this child; its snapshots still arrive after the subscription of the instance has ended."""
        return await self._host._do(calls.subscribe(self._mirror, self.path))

    @shared
    async def unsubscribe(self) -> None:
        """Ends the subscription; the last subscription closes the instance, unless it was opened with `keep`."""
        await self._host._do(calls.unsubscribe(self._mirror, self.path))

    def _at(self, path: Path) -> Other:
        """Returns the child at a path of the instance."""
        raise NotImplementedError


class BaseInstance(BaseChild[Other]):
    """An open feature."""

    @shared
    async def settle(self, timeout_ms: int | None = None) -> Progress:
        """Waits until the instance has settled; if `timeout_ms` pass before, `settled` of the result is false."""
        return await self._host._do(calls.settle(self._mirror, timeout_ms))

    @shared
    async def close(self) -> None:
        """Closes the instance. Its pending writes are still completed."""
        await self._host._do(calls.close(self._mirror))
