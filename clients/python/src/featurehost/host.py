"""The host for programs without an event loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

from . import calls
from .errors import FeatureHostError, HostClosed, HostDied, Timeout
from .instance import Instance
from .link import Link
from .model import CatalogEntry, HostInfo
from .process import Options
from .protocol import Call
from .sources import Source
from .sources.desk import DRAIN_SECONDS
from .sources.thread import SourceThread

T = TypeVar("T")


class Host:
    """A host process, and a session with it.

    Any number of threads may use it. A thread of its own reads what the host says, always, and calls the callbacks of
    `on_snapshot`: a callback must not ask the host for something, since the answer would have to be read meanwhile.
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
        """Starts `featurehost serve`, or the `command` of the options.

        `timeout` is how many seconds an answer is waited for, beside what a wait may take by itself; None: for ever.
        It may be changed later.
        `close_timeout` is how many seconds the host has to finish what it writes when it is closed.
        `reduced_motion` says that nothing is to move: no snapshot has a hint how to draw its change.
        `sources` are those that this program answers for, by their names in the workspace. They are asked on a thread
        of their own, so that a thread may wait here for what needs their answers. For that reason a source must not
        ask the host for something on that thread; what it changes must be safe to change from there.
        `updates` is how the host tells what has changed: `"patch"` sends less where snapshots are long.
        """
        self.timeout = timeout
        self._close_timeout = close_timeout
        self._link: Link | None = None
        self._sources: SourceThread | None = None
        # Held where something is handed to the loop: nothing may be handed over behind its end, and wait for ever.
        self._gate = threading.Lock()
        self._closed = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="featurehost", daemon=True)
        self._thread.start()
        try:
            asked = None
            if sources:
                self._sources = SourceThread(sources, self._say)
                asked = self._sources.take
            self._link = self._run(lambda: Link.start(executable, options, asked))
            self.info: HostInfo = self._do(calls.initialize(reduced_motion, sources or (), updates))
        except BaseException:
            with contextlib.suppress(HostDied):
                self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
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

    def open(
        self,
        feature: str,
        *,
        params: Mapping[str, Any] | None = None,
        instance: str | None = None,
        keep: bool = False,
    ) -> Instance:
        """Opens a feature, or attaches to the instance of that name; with `keep` it outlives its last subscription."""
        return Instance(self, self._do(calls.open_instance(feature, params, instance, keep)), ())

    def list_features(self) -> tuple[CatalogEntry, ...]:
        """Asks for the catalog as it is now."""
        return self._do(calls.catalog())

    def advance(self, ms: int) -> int:
        """Moves the virtual clock; all snapshots of that are here when it returns. The result is the time then."""
        return self._do(calls.advance(ms))

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends any request; the result as it came."""
        return self._do(calls.raw(method, params))

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends any notification."""
        self._run(lambda: self._started.notify(method, params), self.timeout)

    def close(self) -> None:
        """Ends the host when it has finished what it writes. Raises `HostDied` where it failed at that.

        Requests that wait then get `HostClosed`. Closing twice is closing once.
        """
        self._refuse_reader()
        try:
            if link := self._link:
                self._run(lambda: link.close(self._close_timeout))
        except HostClosed:
            pass
        except BaseException:
            # An interrupt, wherever it came: whoever interrupts the closing does not want to wait for it.
            with contextlib.suppress(HostClosed):
                self._hand_over(lambda: self._loop.call_soon_threadsafe(self._started.kill, signal.SIGKILL))
            raise
        finally:
            self._stop()
            if self._sources:
                self._sources.close(DRAIN_SECONDS)

    def _stop(self) -> None:
        with self._gate:
            was_closed, self._closed = self._closed, True
            if not was_closed:
                asyncio.run_coroutine_threadsafe(self._stop_loop(), self._loop)
        self._thread.join()
        if not was_closed:
            self._loop.close()

    async def _stop_loop(self) -> None:
        """Stops the loop when all is done that was handed over before."""
        if others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)
        # Those that were done already tell their threads in this turn of the loop.
        await asyncio.sleep(0)
        self._loop.stop()

    @property
    def _started(self) -> Link:
        assert self._link is not None
        return self._link

    def _do(self, call: Call[T]) -> T:
        """Sends a request and waits for its answer."""
        self._refuse_reader()
        link, future = self._started, Future[T]()
        limit = None if self.timeout is None else self.timeout + call.wait_ms / 1000
        try:
            self._hand_over(lambda: self._loop.call_soon_threadsafe(link.call, call, future))
            return future.result(limit)
        except BaseException as problem:
            if isinstance(problem, FeatureHostError) or future.done() and future.exception() is problem:
                raise
            with contextlib.suppress(HostClosed):
                self._hand_over(lambda: self._loop.call_soon_threadsafe(link.abandon, call, future))
            if isinstance(problem, TimeoutError):
                raise Timeout(f"{call.method} was not answered within {limit} s") from None
            raise

    def _run(self, start: Callable[[], Coroutine[Any, Any, T]], timeout: float | None = None) -> T:
        """Runs a coroutine on the loop and waits for its end."""
        future = self._hand_over(lambda: asyncio.run_coroutine_threadsafe(start(), self._loop))
        try:
            return future.result(timeout)
        except BaseException as problem:
            if future.cancel() and isinstance(problem, TimeoutError):
                raise Timeout(f"the host took nothing within {timeout} s") from None
            raise

    def _say(self, data: bytes) -> None:
        """Sends what a source says; nothing where there is no host that would hear it."""
        with self._gate:
            if not self._closed and self._link:
                self._loop.call_soon_threadsafe(self._link.say, data)

    def _hand_over(self, action: Callable[[], T]) -> T:
        self._refuse_reader()
        with self._gate:
            if self._closed:
                raise HostClosed()
            return action()

    def _refuse_reader(self) -> None:
        if threading.current_thread() is self._thread:
            raise RuntimeError(
                "a callback of on_snapshot can't ask the host for something: hand over to another thread"
            )
        if self._sources and self._sources.is_current:
            raise RuntimeError(
                "a source can't ask the host for something, which may wait for the source: hand over to another thread"
            )
