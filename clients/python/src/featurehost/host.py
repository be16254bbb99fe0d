"""The host for programs without an event loop."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self, TypeVar

from .base_host import BaseHost
from .errors import FeatureHostError, HostClosed, HostDied, Timeout
from .instance import Instance
from .link import Link
from .loop_thread import LoopThread
from .mirror import Mirror
from .protocol import Call
from .shared import Blocking, completed
from .sources.desk import DRAIN_SECONDS
from .sources.thread import SourceThread

T = TypeVar("T")


class Host(Blocking, BaseHost[Instance]):
    """A host process and a session with it, whose methods block the thread.

    It can be used from any thread. A separate thread reads all output of the host, and calls the callbacks of
    `on_snapshot`. A callback must not send requests to the host, because the same thread would have to read the
    answer.

    Sources answer on a third thread, so that they can answer while a method of the host blocks another thread. On its
    thread, a source must not send requests to the host. Its data must be safe to change from that thread.
    """

    def _prepare(self) -> None:
        self._source_thread: SourceThread | None = None
        self._thread = LoopThread("featurehost")
        try:
            asked = None
            if self._sources:
                self._source_thread = SourceThread(self._sources, self._say)
                asked = self._source_thread.take
            self._link = self._run(lambda: Link.start(self._executable, self._options, asked))
            completed(self._initialize())
        except BaseException:
            with contextlib.suppress(HostDied):
                self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        completed(self._leave(kind is not None))

    def _opened(self, mirror: Mirror) -> Instance:
        return Instance(self, mirror, ())

    async def _do(self, call: Call[T]) -> T:
        self._refuse_reader()
        link, future, limit = self._started, Future[T](), self._limit(call)
        try:
            self._thread.call(link.call, call, future)
            return future.result(limit)
        except BaseException as problem:
            if isinstance(problem, FeatureHostError) or future.done() and future.exception() is problem:
                raise
            with contextlib.suppress(HostClosed):
                self._thread.call(link.abandon, call, future)
            if isinstance(problem, TimeoutError):
                raise Timeout(f"{call.method} was not answered within {limit} s") from None
            raise

    async def _wait(self, mirror: Mirror, find: Callable[[], T | None], timeout: float | None) -> T | None:
        self._refuse_reader()
        changed = threading.Event()
        stop = mirror.watch(changed.set)
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            while (found := find()) is None:
                if not changed.wait(None if deadline is None else max(0, deadline - time.monotonic())):
                    break
                changed.clear()
            return found
        finally:
            stop()

    async def _notify(self, method: str, params: Mapping[str, Any] | None) -> None:
        self._run(lambda: self._started.notify(method, params), self.timeout)

    async def _close(self) -> None:
        self._refuse_reader()
        try:
            if link := self._link:
                self._run(lambda: link.close(self._close_timeout))
        except HostClosed:
            pass
        except BaseException:
            # An interrupt can come at any point. A user who interrupts the closing does not want to wait for its end.
            with contextlib.suppress(HostClosed):
                self._thread.call(self._started.kill, signal.SIGKILL)
            raise
        finally:
            self._thread.stop()
            if self._source_thread:
                self._source_thread.close(DRAIN_SECONDS)

    def _run(self, work: Callable[[], Coroutine[Any, Any, T]], timeout: float | None = None) -> T:
        """Runs a coroutine on the loop and waits for its end."""
        self._refuse_reader()
        future = self._thread.start(work)
        try:
            return future.result(timeout)
        except BaseException as problem:
            if future.cancel() and isinstance(problem, TimeoutError):
                raise Timeout(f"the host took nothing within {timeout} s") from None
            raise

    def _say(self, data: bytes) -> None:
        """Sends a message of a source to the host; does nothing if the host was not started, or is closed."""
        if self._link:
            with contextlib.suppress(HostClosed):
                self._thread.call(self._link.say, data)

    def _refuse_reader(self) -> None:
        if self._thread.is_current:
            raise RuntimeError(
                "a callback of on_snapshot can't ask the host for something: hand over to another thread"
            )
        if self._source_thread and self._source_thread.is_current:
            raise RuntimeError(
                "a source can't ask the host for something, which may wait for the source: hand over to another thread"
            )
