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
    """The name, the version and the capabilities of the host, from its answer to `initialize`."""

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
        """Creates a host for `featurehost serve`, or for the `command` of the options. `Host` starts it immediately.

        `timeout` is the number of seconds to wait for an answer, in addition to the time that the request itself may
        wait; None means no limit. The attribute `timeout` can be changed later. `close_timeout` is the number of
        seconds that the host has to complete its writes when it is closed. `reduced_motion` requests snapshots without
        animation hints.
        `sources` are the sources for which this program answers, by their names in the workspace. `updates` is the
        kind of updates that the host sends: `"patch"` requests patches, which are shorter for long snapshots.
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
        """The host's exit status; None while it runs, negative if a signal ended it."""
        return self._started.status

    @property
    def log(self) -> str:
        """The end of the host's log on standard error; empty if the option `stderr` redirects the log."""
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
        """Opens a feature, or attaches to the named instance; `keep` keeps it open without subscriptions."""
        return self._opened(await self._do(calls.open_instance(feature, params, instance, keep)))

    @shared
    async def list_features(self) -> tuple[CatalogEntry, ...]:
        """Requests and returns the current catalog."""
        return await self._do(calls.catalog())

    @shared
    async def advance(self, ms: int) -> int:
        """Moves the virtual clock, and returns the new time. All resulting snapshots have arrived when this returns."""
        return await self._do(calls.advance(ms))

    @shared
    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request; returns the result unchanged."""
        return await self._do(calls.raw(method, params))

    @shared
    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification."""
        await self._notify(method, params)

    @shared
    async def close(self) -> None:
        """Ends the host after it has completed its writes. Raises `HostDied` if the host failed to complete them.

        Waiting requests then get `HostClosed`. A second call does nothing.
        """
        await self._close()

    async def _initialize(self) -> None:
        """Sends the first request of the session."""
        self.info = await self._do(calls.initialize(self._reduced_motion, self._sources, self._updates))

    async def _leave(self, has_failed: bool) -> None:
        """Ends a `with` block. If the block failed, `HostDied` does not replace its exception."""
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
        """Returns the number of seconds to wait for the answer to a request."""
        return None if self.timeout is None else self.timeout + call.wait_ms / 1000

    # Methods that the subclasses implement; in `Host`, they block the calling thread

    def _prepare(self) -> None:
        """Called at the end of `__init__`."""

    def _opened(self, mirror: Mirror) -> Opened:
        """Returns the instance for a mirror."""
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
