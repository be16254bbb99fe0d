"""The host for programs on `asyncio`."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from .aio_instance import AsyncInstance
from .base_host import BaseHost
from .errors import HostDied, Timeout
from .link import Link
from .mirror import Mirror
from .model import Untrusted
from .process import trusting
from .protocol import Call
from .sources.desk import SourceDesk

T = TypeVar("T")


class AsyncHost(BaseHost[AsyncInstance]):
    """A host process and a session with it, on the running event loop. `async with` or `start` starts the process.

    Callbacks of `on_snapshot` are called on the loop, and sources answer on it. If the task of a request is cancelled,
    the request is cancelled in the host.
    """

    _desk: SourceDesk | None = None

    async def start(self) -> Self:
        """Starts the host."""
        if self._sources:
            self._desk = SourceDesk(lambda data: self._started.say(data))
            for name, source in self._sources.items():
                self._desk.offer(name, source)
        self._link = await Link.start(self._executable, self._options, self._desk.take if self._desk else None)
        try:
            await self._initialize()
        except BaseException:
            with contextlib.suppress(HostDied):
                await self.close()
            raise
        return self

    async def trust(self, workspace: Untrusted) -> str:
        """Runs `featurehost trust` to store that a workspace is trusted in the version that this host has read.

        The trust takes effect when the next host starts. Returns the error message of the command; an empty string if
        the command succeeded.
        """
        words = trusting(self._executable, workspace)
        process = await asyncio.create_subprocess_exec(
            *words, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, env=self._options.get("env")
        )
        _, said = await process.communicate()
        return said.decode(errors="replace").strip() if process.returncode else ""

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._leave(kind is not None)

    def _opened(self, mirror: Mirror) -> AsyncInstance:
        return AsyncInstance(self, mirror, ())

    async def _do(self, call: Call[T]) -> T:
        link, limit = self._started, self._limit(call)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        link.call(call, future)
        try:
            # The shield protects the future when the task is cancelled: `abandon` needs the outcome of the future.
            async with asyncio.timeout(limit):
                return await asyncio.shield(future)
        except TimeoutError:
            link.abandon(call, future)
            raise Timeout(f"{call.method} was not answered within {limit} s") from None
        except asyncio.CancelledError:
            link.abandon(call, future)
            raise

    async def _wait(self, mirror: Mirror, find: Callable[[], T | None], timeout: float | None) -> T | None:
        changed = asyncio.Event()
        stop = mirror.watch(changed.set)
        try:
            async with asyncio.timeout(timeout):
                while (found := find()) is None:
                    await changed.wait()
                    changed.clear()
                return found
        except TimeoutError:
            return None
        finally:
            stop()

    async def _notify(self, method: str, params: Mapping[str, Any] | None) -> None:
        try:
            async with asyncio.timeout(self.timeout):
                await self._started.notify(method, params)
        except TimeoutError:
            raise Timeout(f"the host took nothing within {self.timeout} s") from None

    async def _close(self) -> None:
        try:
            if self._link:
                await self._link.close(self._close_timeout)
        finally:
            if self._desk:
                desk, self._desk = self._desk, None
                await desk.close()
