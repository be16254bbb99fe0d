"""The program in a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from terminal_support import HERE, real_host

_CONTROLS = re.compile(rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-_]")
_LINES, _COLUMNS = 30, 110


class Tty:
    """A program in a terminal, and its output since the last call."""

    def __init__(self, command: list[str], environment: dict[str, str], log: Path | None = None) -> None:
        self._ours, self._theirs = pty.openpty()
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _LINES, _COLUMNS, 0, 0))
        # The modes of the terminal before the program starts.
        self.before = self.modes()
        with open(log or os.devnull, "wb") as problems:
            self.program = subprocess.Popen(
                command,
                stdin=self._theirs,
                stdout=self._theirs,
                stderr=problems if log else self._theirs,
                env=environment,
                preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),
            )
        self.written = b""

    def close(self) -> None:
        """Ends the program."""
        self.program.kill()
        self.program.wait()
        os.close(self._ours)
        os.close(self._theirs)

    def modes(self) -> list[object]:
        """Returns the modes of the terminal."""
        return termios.tcgetattr(self._theirs)

    def type(self, keys: bytes) -> None:
        """Sends the bytes of keys."""
        os.write(self._ours, keys)

    def wait_for(self, text: str) -> None:
        """Reads until the program has written a text."""
        start = len(self.written)
        self.until(lambda: text in _CONTROLS.sub(b"", self.written[start:]).decode(errors="replace"), text)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Reads until a condition holds."""
        end = monotonic() + 100
        while not holds():
            assert monotonic() < end, f"{what!r} is not so, but {self.written!r} was written"
            # The condition need not be caused by output to the terminal. A blinking cursor causes output without end.
            if select.select([self._ours], [], [], 0.05)[0]:
                self.written += os.read(self._ours, 65_536)

    def ends(self) -> int:
        """Waits until the program has ended, and returns its status."""
        self.until(lambda: self.program.poll() is not None, "the end")
        while select.select([self._ours], [], [], 0)[0]:
            self.written += os.read(self._ours, 65_536)
        return self.program.returncode


@contextmanager
def started(folder: Path, *options: str, log: Path | None = None, **variables: str) -> Iterator[Tty]:
    """Runs the program with these options, with its errors in the log if there is one; ends it after the block."""
    environment = {"PYTHONPATH": str(HERE.parents[1] / "src"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    environment |= {"TERM": "xterm-256color", "HOME": str(folder), **variables}
    tty = Tty([sys.executable, "-m", "featurehost.terminal", "--host", real_host(), *options], environment, log)
    try:
        yield tty
    finally:
        tty.close()
