"""Instances and their children for programs on `asyncio`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from .base_child import BaseChild, BaseInstance
from .errors import HostClosed
from .mirror import Path
from .snapshot import Snapshot


class AsyncChild(BaseChild["AsyncChild"]):
    """A child of an instance, on the event loop."""

    def _at(self, path: Path) -> AsyncChild:
        return AsyncChild(self._host, self._mirror, path)

    async def snapshots(self) -> AsyncIterator[Snapshot]:
        """Yields the newest snapshot and then each newer one; a loop that is slower than the updates skips some.

        The iteration ends when the instance is closed, or when this program closes the host. Raises `HostDied` if the
        host died.
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


class AsyncInstance(AsyncChild, BaseInstance[AsyncChild]):
    """An open feature, on the event loop."""
