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

# A pipe that can be written to takes as much at once, whatever else is in it.
PIECE_BYTES = select.PIPE_BUF
READ_BYTES = 1 << 16
# How long the end may take that the program's own threads and open files bring about.
ENDING_SECONDS = 5.0


def run(plugin: Contents) -> NoReturn:
    """Answers the host until it ends, and ends the program."""
    wire = Wire()
    if not os.isatty(wire.input):
        # The key is meant for the host, which ends its plugins when it has written what is under way.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(asyncio.run(_serve(plugin, wire)))


class Wire:
    """The descriptors that the host reads and writes, which nothing else of the program does from now on.

    What is printed goes to standard error, and standard input is empty; so it is for child processes. Nothing is
    changed about the files behind the descriptors, which others may share: no read or write that would wait is tried.
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
        """Gives the session its lines, until it or the input ends."""
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
            # A regular file: it never has to be waited for.
            while take():
                await asyncio.sleep(0)
            return
        ends = [asyncio.create_task(end.wait()) for end in (self._ended, session.ended)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        loop.remove_reader(self.input)

    def write(self, data: bytes) -> None:
        """Says something to the host, as soon as it takes it."""
        self._waiting += data
        if not self._is_watched:
            self._push()
            if self._waiting:
                asyncio.get_running_loop().add_writer(self._output, self._push)
                self._is_watched = True

    def flush(self) -> None:
        """Says what is left, however long that takes."""
        with contextlib.suppress(OSError):
            while self._waiting:
                del self._waiting[: os.write(self._output, self._waiting)]

    def _push(self) -> None:
        """Writes what can be written without a wait."""
        try:
            while self._waiting and select.select((), (self._output,), (), 0)[1]:
                del self._waiting[: os.write(self._output, self._waiting[:PIECE_BYTES])]
        except OSError:
            # Nobody reads any more: that is the end, as that of the input is.
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
