"""The terminal of a user: sends keys, and reads the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import IO

import pyte

COLUMNS, LINES = 80, 24
DEADLINE = float(os.environ.get("DEADLINE", "100"))
SCREENS = Path(__file__).parent / "screens"


class Terminal:
    """A pseudo-terminal with one program; a context manager that ends all its processes."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self.screen)
        self._ours, self._theirs = pty.openpty()
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self._program: subprocess.Popen[bytes] | None = None
        # True while the program draws on the alternate screen of a terminal, because pyte has only one screen.
        self.is_on_second_screen = False

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._program is not None:
            try:
                os.killpg(self._program.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self._program.wait()
        os.close(self._ours)
        os.close(self._theirs)

    def resize(self, columns: int, lines: int) -> None:
        """Changes the size of the terminal, which notifies its program."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def start(self, *command: str, streams: Sequence[IO[bytes]] = ()) -> None:
        """Starts a program with this terminal as its controlling terminal; its three streams may be files."""
        terminal = self._theirs
        stdin, stdout, stderr = streams or [terminal] * 3
        self._program = subprocess.Popen(
            command,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            cwd=self.folder,
            env=self.environment,
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)),
        )

    @property
    def pid(self) -> int:
        """The process id of the program."""
        assert self._program is not None
        return self._program.pid

    def modes(self) -> list[object]:
        """Returns the modes of the terminal."""
        return termios.tcgetattr(self._theirs)

    def type(self, keys: str) -> None:
        """Sends keys as the bytes that a terminal sends for them."""
        os.write(self._ours, keys.encode())

    def text(self) -> str:
        """Returns the text of the screen, without trailing blanks and empty lines."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip("\n")

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Reads the program's output until a condition holds; `what` is the message of a failure."""
        end = monotonic() + DEADLINE
        while not holds():
            left = end - monotonic()
            assert left > 0, f"{what}, but the screen shows:\n{self.text()}"
            # The condition need not be caused by output to the terminal.
            self._read(min(left, 0.05))

    def shows(self, *texts: str) -> None:
        """Waits until the screen shows all of these texts."""
        self.until(lambda: all(text in self.text() for text in texts), f"{texts} is not shown")

    def shows_no(self, text: str) -> None:
        """Waits until the screen doesn't show a text."""
        self.until(lambda: text not in self.text(), f"{text!r} is still shown")

    def completes(self, line: str) -> None:
        """Waits until the line after a shell's prompt `> ` is this one, with the cursor at its end."""

        def holds() -> bool:
            row, column = divmod(len(f"> {line}"), COLUMNS)
            at = (self.screen.cursor.y, self.screen.cursor.x)
            return at == (row, column) and "".join(self.screen.display).startswith(f"> {line}")

        self.until(holds, f"{line!r} is not what stands there")

    def looks_like(self, name: str) -> None:
        """Waits until the screen equals a file; with UPDATE_SCREENS=1, writes the final screen to the file."""
        file = SCREENS / f"{name}.txt"
        if os.environ.get("UPDATE_SCREENS"):
            # A blinking cursor causes output without end.
            end = monotonic() + 2
            while monotonic() < end:
                self._read(0.1)
            file.write_text(self.text() + "\n")
        wanted = file.read_text().rstrip("\n")
        self.until(lambda: self.text() == wanted, f"the screen is not that of {file.name}:\n{wanted}\n")

    def status(self) -> int:
        """Waits until the program has ended, and returns its status."""
        assert self._program is not None
        self.until(lambda: self._program is not None and self._program.poll() is not None, "the program has not ended")
        while self._read(0):
            pass
        return self._program.returncode

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if ready:
            written = os.read(self._ours, 65_536)
            begin, end = written.rfind(b"\x1b[?1049h"), written.rfind(b"\x1b[?1049l")
            if begin != end:
                self.is_on_second_screen = begin > end
            self._stream.feed(written)
        return bool(ready)
