"""The host for programs on `asyncio`."""

from __future__ import annotations

import asyncio
import contextlib
import os
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

from . import calls
from .aio_instance import AsyncInstance
from .errors import CannotStart, HostDied, Timeout
from .link import Link
from .model import CatalogEntry, HostInfo, Untrusted
from .process import Options, trusting
from .protocol import Call
from .sources import Source, SourceDesk

T = TypeVar("T")


class AsyncHost:
    """A host process, and a session with it, on the running event loop.

    Callbacks of `on_snapshot` are called on the loop. A request whose task is cancelled is cancelled in the host.
    `sources` are those that this program answers for, by their names in the workspace; they are asked on the loop.
    """

    def __init__(
        self,
        executable: str | os.PathLike[str] | None = None,
        *,
        timeout: float | None = 60,
        close_timeout: float = 30,
        reduced_motion: bool = False,
        sources: Mapping[str, Source] | None = None,
        updates: calls.Updates = "snapshot",
        **options: Unpack[Options],
    ) -> None:
        """Says what is to be started, as for `Host`; `async with` or `start` starts it."""
        self._executable = executable
        self.timeout = timeout
        self._close_timeout = close_timeout
        self._reduced_motion = reduced_motion
        self._sources = dict(sources or {})
        self._updates = updates
        self._desk: SourceDesk | None = None
        self._options = options
        self._link: Link | None = None

    async def start(self) -> Self:
        """Starts the host."""
        if self._sources:
            self._desk = SourceDesk(lambda data: self._started.say(data))
            for name, source in self._sources.items():
                self._desk.offer(name, source)
        self._link = await Link.start(self._executable, self._options, self._desk.take if self._desk else None)
        try:
            self.info: HostInfo = await self._do(calls.initialize(self._reduced_motion, self._sources, self._updates))
        except BaseException:
            with contextlib.suppress(HostDied):
                await self.close()
            raise
        return self

    async def trust(self, workspace: Untrusted) -> str:
        """Has `featurehost trust` note that a workspace is trusted, as it was when this host read it.

        It takes effect with the next host. The result is why that could not be done; empty where it is.
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
        try:
            await self.close()
        except HostDied:
            if kind is None:
                raise

    @property
    def features(self) -> tuple[CatalogEntry, ...]:
        """The catalog, as it was when the host started."""
        return self.info.features

    @property
    def pid(self) -> int:
        """The id of the host's process."""
        return self._started.pid

    @property
    def status(self) -> int | None:
        """The host's exit status; None while it runs, negative where a signal ended it."""
        return self._started.status

    @property
    def log(self) -> str:
        """The end of what the host wrote to its standard error, where that is kept."""
        return self._started.log

    async def open(
        self,
        feature: str,
        *,
        params: Mapping[str, Any] | None = None,
        instance: str | None = None,
        keep: bool = False,
    ) -> AsyncInstance:
        """Opens a feature, or attaches to the instance of that name; with `keep` it outlives its last subscription."""
        return AsyncInstance(self, await self._do(calls.open_instance(feature, params, instance, keep)), ())

    async def list_features(self) -> tuple[CatalogEntry, ...]:
        """Asks for the catalog as it is now."""
        return await self._do(calls.catalog())

    async def advance(self, ms: int) -> int:
        """Moves the virtual clock; all snapshots of that are here when it returns. The result is the time then."""
        return await self._do(calls.advance(ms))

    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request; the result as it came."""
        return await self._do(calls.raw(method, params))

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification."""
        try:
            async with asyncio.timeout(self.timeout):
                await self._started.notify(method, params)
        except TimeoutError:
            raise Timeout(f"the host took nothing within {self.timeout} s") from None

    async def close(self) -> None:
        """Ends the host when it has finished what it writes. Raises `HostDied` where it failed at that.

        Requests that wait then get `HostClosed`. Closing twice is closing once.
        """
        try:
            if self._link:
                await self._link.close(self._close_timeout)
        finally:
            if self._desk:
                desk, self._desk = self._desk, None
                await desk.close()

    @property
    def _started(self) -> Link:
        if self._link is None:
            raise CannotStart("the host was not started: use `async with`, or await `start()`")
        return self._link

    async def _do(self, call: Call[T]) -> T:
        """Sends a request and waits for its answer."""
        link = self._started
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        link.call(call, future)
        limit = None if self.timeout is None else self.timeout + call.wait_ms / 1000
        try:
            # A shield keeps the future apart from the task's cancellation: `abandon` looks at what became of it.
            async with asyncio.timeout(limit):
                return await asyncio.shield(future)
        except TimeoutError:
            link.abandon(call, future)
            raise Timeout(f"{call.method} was not answered within {limit} s") from None
        except asyncio.CancelledError:
            link.abandon(call, future)
            raise
