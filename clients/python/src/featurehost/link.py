"""A host process on an event loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable
from typing import Any, cast

from .errors import CannotStart, HostClosed, HostDied, ProtocolError
from .process import Options, command, spawning
from .protocol import Call, Connection, Waiter
from .wire import notification

LOG_BYTES = 1 << 14
# The maximum time to wait for the rest of the output after a host has ended, or for the end of a host that has closed
# its output. A child process of the host may keep the pipes open for longer.
LAST_WORDS_SECONDS = 2.0
TERMINATE_SECONDS = 5.0


class Link(asyncio.SubprocessProtocol):
    """Carries bytes between a host process and a `Connection`, from the start of the process to its end.

    It belongs to the thread of its event loop. `asked` is called with each request that the host sends.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, asked: Callable[[dict[str, Any]], None] | None = None) -> None:
        self.connection = Connection(self._report, asked)
        self._loop = loop
        self._log = bytearray()
        self._ended = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self._deadline: asyncio.TimerHandle | None = None
        self._transport: asyncio.SubprocessTransport
        self._input: asyncio.WriteTransport
        self._closing = False

    @classmethod
    async def start(
        cls,
        executable: str | os.PathLike[str] | None,
        options: Options,
        asked: Callable[[dict[str, Any]], None] | None = None,
    ) -> Link:
        """Starts a host."""
        loop = asyncio.get_running_loop()
        words = command(executable, options)
        try:
            _, link = await loop.subprocess_exec(lambda: cls(loop, asked), *words, **spawning(options))
        except OSError as problem:
            raise CannotStart(f"{words[0]} can't be started: {problem}") from problem
        return link

    @property
    def pid(self) -> int:
        """The process id."""
        return self._transport.get_pid()

    @property
    def status(self) -> int | None:
        """The exit status; None while the host runs, negative if a signal ended it."""
        return self._transport.get_returncode()

    @property
    def log(self) -> str:
        """The last `LOG_BYTES` of standard error, if standard error is a pipe."""
        return self._log.decode(errors="replace")

    def call(self, call: Call[Any], waiter: Waiter) -> None:
        """Sends a request; all errors are passed to the waiter."""
        try:
            self._write(self.connection.request(call, waiter))
        except Exception as problem:
            waiter.set_exception(problem)

    def abandon(self, call: Call[Any], waiter: Waiter) -> None:
        """Cancels a request whose caller no longer waits, or undoes its effect if it was already answered."""
        if waiter.cancel() or waiter.cancelled():
            self._write(self.connection.cancellation(waiter))
        elif waiter.exception() is None:
            self._write(call.undo(self.connection, waiter.result()))

    async def notify(self, method: str, params: Any) -> None:
        """Sends a notification as soon as the host has read most of the bytes that were sent before."""
        await self._writable.wait()
        if self.connection.failure:
            raise self.connection.failure()
        self._write(notification(method, params))

    def say(self, data: bytes) -> None:
        """Sends an answer to the host's request, or a notification; does nothing if the host no longer reads."""
        if not self.connection.failure:
            self._write(data)

    async def close(self, seconds: float) -> None:
        """Closes the host's input, which ends the host; sends SIGTERM after `seconds`.

        Raises `HostDied` if the host failed.
        """
        if self._ended.is_set():
            return
        was_well = self.connection.failure is None
        self._closing = True
        self._input.close()
        try:
            for patience, number in ((seconds, signal.SIGTERM), (TERMINATE_SECONDS, signal.SIGKILL)):
                if await self._has_ended(patience):
                    break
                self.kill(number)
            await self._ended.wait()
        except asyncio.CancelledError:
            self.kill(signal.SIGKILL)
            await self._ended.wait()
            raise
        if was_well and self.status != 0:
            raise HostDied(self.status, self.log)

    def kill(self, number: int) -> None:
        """Sends a signal to the host and its children."""
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, number)

    async def _has_ended(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ended.wait()
        return self._ended.is_set()

    def _write(self, data: bytes) -> None:
        if data and not self._input.is_closing():
            self._input.write(data)

    def _report(self, problem: Exception) -> None:
        self._loop.call_exception_handler({"message": "a callback of featurehost failed", "exception": problem})

    def _await_end(self) -> None:
        if self._deadline is None:
            self._deadline = self._loop.call_later(LAST_WORDS_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self.kill(signal.SIGKILL)
        # The transport itself is not closed. Its `close` requests the status of the process from the system. If the
        # process has just ended, the loop would then request the status a moment later and get 255.
        for fd in range(3):
            if pipe := self._transport.get_pipe_transport(fd):
                pipe.close()

    # Methods that asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._input = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._log += data
            del self._log[:-LOG_BYTES]
        elif not self.connection.failure:
            try:
                self._write(self.connection.receive(data))
            except ProtocolError as problem:
                reason = str(problem)
                self.connection.end(lambda: ProtocolError(reason))
                self._give_up()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 0:
            self._writable.set()
        elif fd == 1:
            self._await_end()

    def process_exited(self) -> None:
        self._await_end()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline:
            self._deadline.cancel()
        self._transport.close()
        status, log = self.status, self.log
        self.connection.end(HostClosed if self._closing else lambda: HostDied(status, log))
        self._writable.set()
        self._ended.set()
