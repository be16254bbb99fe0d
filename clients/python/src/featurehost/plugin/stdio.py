"""A plugin on standard input and output."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import threading
from typing import NoReturn

from ..wire import LineBuffer
from .session import Contents, PluginSession

# A writable pipe accepts this number of bytes without blocking, regardless of its content.
PIECE_BYTES = select.PIPE_BUF
READ_BYTES = 1 << 16
# The maximum time from the end of the session to the end of the process, in which the program's threads may end.
ENDING_SECONDS = 5.0


def run(plugin: Contents) -> NoReturn:
    """Serves the host until the session ends, and then exits."""
    wire = Wire()
    if not os.isatty(wire.input):
        # The interrupt key is for the host, which ends its plugins after it has completed its writes.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(asyncio.run(_serve(plugin, wire)))


class Wire:
    """The descriptors of the connection to the host, which the rest of the program can no longer use.

    Printed text goes to standard error, and standard input is empty, also for child processes. The open files are not
    changed to non-blocking mode, because other processes may share them. Until the session ends, no read or write that
    would block is attempted.
    """

    def __init__(self) -> None:
        self.input = os.dup(0)
        self._output = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        try:
            os.dup2(2, 1)
        except OSError:
            os.dup2(nothing, 1)
        os.close(nothing)
        self._waiting = bytearray()
        self._ended = asyncio.Event()
        self._is_watched = False

    async def read(self, session: PluginSession) -> None:
        """Passes lines to the session until the session or the input ends."""
        loop = asyncio.get_running_loop()
        lines = LineBuffer()

        def take() -> bool:
            data = os.read(self.input, READ_BYTES)
            for line in lines.feed(data) if data else lines.rest():
                session.take(line)
            if not data or session.ended.is_set():
                self._ended.set()
            return not self._ended.is_set()

        try:
            loop.add_reader(self.input, take)
        except PermissionError:
            # Reading a regular file never blocks.
            while take():
                await asyncio.sleep(0)
            return
        ends = [asyncio.create_task(end.wait()) for end in (self._ended, session.ended)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        loop.remove_reader(self.input)

    def write(self, data: bytes) -> None:
        """Sends bytes to the host as soon as it reads."""
        self._waiting += data
        if not self._is_watched:
            self._push()
            if self._waiting:
                asyncio.get_running_loop().add_writer(self._output, self._push)
                self._is_watched = True

    def flush(self) -> None:
        """Writes the remaining bytes, however long that takes."""
        with contextlib.suppress(OSError):
            while self._waiting:
                del self._waiting[: os.write(self._output, self._waiting)]

    def _push(self) -> None:
        """Writes as much as is possible without blocking."""
        try:
            while self._waiting and select.select((), (self._output,), (), 0)[1]:
                del self._waiting[: os.write(self._output, self._waiting[:PIECE_BYTES])]
        except OSError:
            # The host no longer reads. This counts as the end of the session, like the end of the input.
            self._waiting.clear()
            self._ended.set()
        if self._is_watched and not self._waiting:
            asyncio.get_running_loop().remove_writer(self._output)
            self._is_watched = False


async def _serve(plugin: Contents, wire: Wire) -> int:
    session = PluginSession(plugin, wire.write)
    await wire.read(session)
    await session.finish()
    end = threading.Timer(ENDING_SECONDS, os._exit, (session.status,))
    end.daemon = True
    end.start()
    wire.flush()
    return session.status
