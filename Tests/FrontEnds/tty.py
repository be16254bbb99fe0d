"""A program in its own terminal, to which a test sends keys and whose screen it reads."""

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
        """Kills the program and the processes of its process group."""
        try:
            os.killpg(self.program.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.program.wait()
        os.close(self._ours)

    def type(self, keys: str) -> None:
        """Sends keys as the bytes that a terminal sends for them."""
        os.write(self._ours, keys.encode())

    def resize(self, columns: int, lines: int) -> None:
        """Changes the size of the terminal."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def lines(self) -> list[str]:
        """Returns the lines of the screen without the blanks at their ends."""
        return [line.rstrip() for line in self.screen.display]

    def text(self) -> str:
        """Returns the text of the screen."""
        return "\n".join(self.lines())

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Reads the output of the program until a condition of the screen holds.

        `what` describes the condition in the message of a failure.
        """
        end = monotonic() + DEADLINE
        while not holds():
            ready, _, _ = select.select([self._ours], [], [], max(0.0, end - monotonic()))
            assert ready and self._read(), f"{what}, but the screen shows:\n{self.text()}"

    def ends(self) -> int:
        """Waits until the program has ended by itself, and returns its exit status."""
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
