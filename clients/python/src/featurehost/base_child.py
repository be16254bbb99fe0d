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
    """A child of an instance, by its path. The child may come later."""

    def __init__(self, host: BaseHost[Any], mirror: Mirror, path: Path) -> None:
        super().__init__(mirror, path)
        self._host = host

    def at(self, *path: str) -> Other:
        """A child of this, by the names and ids that lead to it."""
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
        """Sends an action; its snapshot is here when it returns. Raises a `RequestError` where it is refused.

        The action's params are the keyword arguments, named as in the protocol, over those of `params`. With `await_`
        `"settled"` it returns when the instance has settled, or `timeout_ms` have passed.

        Members of the params that the catalog doesn't know are refused before anything is sent. With `retries` an
        action that was not answered in time, or that the host was too busy for, is sent again, with the same
        `request_id`, so that it is applied once; that takes a host with the capability `requestIds`.
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
        """Waits until a condition holds of the newest snapshot, and returns that snapshot."""
        found = await self._host._wait(self._mirror, lambda: self._mirror.find(self.path, condition), timeout)
        if found is None:
            raise Timeout(f"what was waited for did not come to {self!r} within {timeout} s")
        return found

    @shared
    async def subscribe(self) -> Snapshot:
        """Subscribes to it by itself, beside its instance; a child that is there alone needs no more."""
        return await self._host._do(calls.subscribe(self._mirror, self.path))

    @shared
    async def unsubscribe(self) -> None:
        """Ends the subscription; an instance is closed with its last one, unless it was opened with `keep`."""
        await self._host._do(calls.unsubscribe(self._mirror, self.path))

    def _at(self, path: Path) -> Other:
        """The child at a path of the instance."""
        raise NotImplementedError


class BaseInstance(BaseChild[Other]):
    """An open feature."""

    @shared
    async def settle(self, timeout_ms: int | None = None) -> Progress:
        """Waits until nothing is on its way; `settled` of the result is false where that took too long."""
        return await self._host._do(calls.settle(self._mirror, timeout_ms))

    @shared
    async def close(self) -> None:
        """Closes the instance. Its writes are finished nevertheless."""
        await self._host._do(calls.close(self._mirror))
