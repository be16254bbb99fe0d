"""Base class of hosts. Clients on `asyncio` and blocking clients share it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, Unpack

from . import calls
from .errors import CannotStart, HostDied
from .link import Link
from .mirror import Mirror
from .model import CatalogEntry, HostInfo
from .process import Options
from .protocol import Call
from .shared import shared
from .sources.source import Source

Opened = TypeVar("Opened")
T = TypeVar("T")


class BaseHost(Generic[Opened]):
    """A host process, and a session with it."""

    info: HostInfo
    """The name, the version and the capabilities of a host, from its answer to `initialize`."""

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
        """The host is `featurehost serve`, or the `command` of the options. `Host` starts it here.

        `timeout` is the number of seconds to wait for an answer, beside the time that a wait may take by itself; None
        is no limit. It may be changed later.
        `close_timeout` is the number of seconds that the host has to finish its writes when it is closed.
        `reduced_motion` asks for snapshots without hints how to draw their changes.
        `sources` are the sources that this program answers for, by their names in the workspace.
        `updates` is the form in which the host sends changes: `"patch"` sends less where snapshots are long.
        """
        self.timeout = timeout
        self._executable = executable
        self._close_timeout = close_timeout
        self._reduced_motion = reduced_motion
        self._sources = dict(sources or {})
        self._updates = updates
        self._options = options
        self._link: Link | None = None
        self._prepare()

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

    @shared
    async def open(
        self,
        feature: str,
        *,
        params: Mapping[str, Any] | None = None,
        instance: str | None = None,
        keep: bool = False,
    ) -> Opened:
        """Opens a feature, or attaches to the instance of that name; with `keep` it outlives its last subscription."""
        return self._opened(await self._do(calls.open_instance(feature, params, instance, keep)))

    @shared
    async def list_features(self) -> tuple[CatalogEntry, ...]:
        """Requests the current catalog."""
        return await self._do(calls.catalog())

    @shared
    async def advance(self, ms: int) -> int:
        """Moves the virtual clock, and returns the new time. All snapshots of the move are here when it returns."""
        return await self._do(calls.advance(ms))

    @shared
    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request; the result is returned as it came."""
        return await self._do(calls.raw(method, params))

    @shared
    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification."""
        await self._notify(method, params)

    @shared
    async def close(self) -> None:
        """Ends the host when it has finished its writes. Raises `HostDied` where it failed at that.

        Requests that wait then get `HostClosed`. A second call does nothing.
        """
        await self._close()

    async def _initialize(self) -> None:
        """The first request of the session."""
        self.info = await self._do(calls.initialize(self._reduced_motion, self._sources, self._updates))

    async def _leave(self, has_failed: bool) -> None:
        """The end of a `with` block; the exception of a block that failed is not replaced by `HostDied`."""
        try:
            await self._close()
        except HostDied:
            if not has_failed:
                raise

    @property
    def _started(self) -> Link:
        if self._link is None:
            raise CannotStart("the host was not started: use `async with`, or await `start()`")
        return self._link

    def _limit(self, call: Call[Any]) -> float | None:
        """The number of seconds to wait for the answer to a request."""
        return None if self.timeout is None else self.timeout + call.wait_ms / 1000

    # The methods of the subclasses; those of `Host` block the thread

    def _prepare(self) -> None:
        """The end of `__init__`."""

    def _opened(self, mirror: Mirror) -> Opened:
        """The instance of a mirror."""
        raise NotImplementedError

    async def _do(self, call: Call[T]) -> T:
        """Sends a request and waits for its answer."""
        raise NotImplementedError

    async def _wait(self, mirror: Mirror, find: Callable[[], T | None], timeout: float | None) -> T | None:
        """Calls `find` after each change of a mirror until its result is not None. Returns None after a timeout."""
        raise NotImplementedError

    async def _notify(self, method: str, params: Mapping[str, Any] | None) -> None:
        raise NotImplementedError

    async def _close(self) -> None:
        raise NotImplementedError
