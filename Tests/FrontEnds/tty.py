"""A program in a terminal of its own: keys go in, and what the screen shows is read."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pyte

COLUMNS, LINES = 100, 30
DEADLINE = float(os.environ.get("DEADLINE", "100"))


class Tty:
    """A running program and its screen of 100 × 30 characters."""

    def __init__(self, command: list[str], *, folder: Path, environment: dict[str, str]) -> None:
        self.screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self.screen)
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self.program = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"},
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),
        )
        os.close(theirs)

    def close(self) -> None:
        """Ends the program, and what it has started."""
        try:
            os.killpg(self.program.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.program.wait()
        os.close(self._ours)

    def type(self, keys: str) -> None:
        """Sends keys as the bytes that a terminal sends for them."""
        os.write(self._ours, keys.encode())

    def lines(self) -> list[str]:
        """What the screen shows, without the blanks at the lines' ends."""
        return [line.rstrip() for line in self.screen.display]

    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(self.lines())

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Reads what the program writes until something holds of the screen; `what` says what, if it never does."""
        end = monotonic() + DEADLINE
        while not holds():
            ready, _, _ = select.select([self._ours], [], [], max(0.0, end - monotonic()))
            assert ready and self._read(), f"{what}, but the screen shows:\n{self.text()}"

    def ends(self) -> int:
        """Waits until the program has ended by itself, and gives its status."""
        while select.select([self._ours], [], [], DEADLINE)[0] and self._read():
            pass
        return self.program.wait(DEADLINE)

    def _read(self) -> bool:
        try:
            written = os.read(self._ours, 65_536)
        except OSError:
            return False
        self._stream.feed(written)
        return bool(written)
