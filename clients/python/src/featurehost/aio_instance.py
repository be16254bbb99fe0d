"""Instances and their children for programs on `asyncio`."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import calls
from .calls import Await
from .errors import Busy, HostClosed, Timeout
from .mirror import Mirror, Path
from .model import Progress
from .snapshot import Snapshot
from .view import View

if TYPE_CHECKING:
    from .aio import AsyncHost


class AsyncChild(View):
    """A child of an instance, by its path; it need not be there yet."""

    def __init__(self, host: AsyncHost, mirror: Mirror, path: Path) -> None:
        super().__init__(mirror, path)
        self._host = host

    def at(self, *path: str) -> AsyncChild:
        """A child of this, by the names and ids that lead to it."""
        return AsyncChild(self._host, self._mirror, (*self.path, *path))

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
        `"settled"` it returns when nothing is on its way any more, or `timeout_ms` have passed.

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

    async def snapshots(self) -> AsyncIterator[Snapshot]:
        """The newest snapshot, and then each newer one; a loop that takes its time skips to the newest.

        It ends when the instance is closed, or the host by this program. Raises `HostDied` where the host died.
        """
        changed = asyncio.Event()
        stop = self._mirror.watch(changed.set)
        shown = -1
        try:
            while True:
                changed.clear()
                if self.exists and (newest := self.snapshot).revision > shown:
                    shown = newest.revision
                    yield newest
                    continue
                if self.closed:
                    break
                await changed.wait()
        finally:
            stop()
        failure = self._mirror.failure() if self._mirror.failure else HostClosed()
        if not isinstance(failure, HostClosed):
            raise failure

    async def wait_until(self, condition: Callable[[Snapshot], bool], timeout: float | None = 30) -> Snapshot:
        """Waits until a condition holds of the newest snapshot, and returns that."""
        changed = asyncio.Event()
        stop = self._mirror.watch(changed.set)
        try:
            async with asyncio.timeout(timeout):
                while (found := self._mirror.find(self.path, condition)) is None:
                    await changed.wait()
                    changed.clear()
                return found
        except TimeoutError:
            raise Timeout(f"what was waited for did not come to {self!r} within {timeout} s") from None
        finally:
            stop()

    async def subscribe(self) -> Snapshot:
        """Subscribes to it by itself, beside its instance; a child that is there alone needs no more."""
        return await self._host._do(calls.subscribe(self._mirror, self.path))

    async def unsubscribe(self) -> None:
        """Ends the subscription; an instance is closed with its last one, unless it was opened with `keep`."""
        await self._host._do(calls.unsubscribe(self._mirror, self.path))


class AsyncInstance(AsyncChild):
    """An open feature."""

    async def settle(self, timeout_ms: int | None = None) -> Progress:
        """Waits until nothing is on its way; `settled` of the result is false where that took too long."""
        return await self._host._do(calls.settle(self._mirror, timeout_ms))

    async def close(self) -> None:
        """Closes the instance. What it writes is finished nevertheless."""
        await self._host._do(calls.close(self._mirror))
