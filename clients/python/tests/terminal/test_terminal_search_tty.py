"""The keys of a search as a terminal sends them, through a pseudo-terminal."""

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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from terminal_support import HERE, real_host
from test_terminal_search_host import workspace

_CONTROLS = re.compile(rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-_]")
_LINES, _COLUMNS = 30, 110


class Tty:
    """A program in a terminal: what is typed into it, and what it has written since it was asked last."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def type(self, keys: bytes) -> None:
        """Sends the bytes of keys."""
        os.write(self._descriptor, keys)

    def wait_for(self, text: str) -> None:
        """Reads until a text is written."""
        written, shown, end = b"", "", monotonic() + 30
        while text not in shown:
            # A cursor that blinks is written again and again.
            ready, _, _ = select.select([self._descriptor], [], [], max(0, end - monotonic()))
            assert ready, f"{text!r} is not written, but {shown}"
            written += os.read(self._descriptor, 65_536)
            shown = _CONTROLS.sub(b"", written).decode(errors="replace")


@contextmanager
def started(file: Path) -> Iterator[Tty]:
    """The program over a workspace; it is ended at last."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _LINES, _COLUMNS, 0, 0))
    environment = {"PYTHONPATH": str(HERE.parents[1] / "src"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    environment |= {"TERM": "xterm-256color", "HOME": str(file.parent)}
    command = [sys.executable, "-m", "featurehost.terminal", "--host", real_host(), "--feature", "find"]
    program = subprocess.Popen(
        [*command, "--workspace", str(file)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Tty(ours)
        # While it ends it still writes.
        os.write(ours, b"\x03")
        while program.poll() is None and select.select([ours], [], [], 20)[0]:
            try:
                os.read(ours, 65_536)
            except OSError:
                break
        assert program.wait(20) == 0
    finally:
        program.kill()
        program.wait()
        os.close(ours)


def test_the_keys_of_a_search_reach_it_through_a_terminal(tmp_path: Path) -> None:
    with started(workspace(tmp_path, debounceMs=0)) as tty:
        # The line has the cursor then.
        tty.wait_for("⏎ choose")
        tty.type(b"12")
        tty.wait_for("cheese 12")
        tty.type(b"\t")
        tty.wait_for("1 selected")
        # ctrl+f
        tty.type(b"\x06")
        tty.wait_for("Cheese alone")
        tty.type(b"\x1b[B\r")
        tty.wait_for("Cheese alone · 1 selected")
        # ctrl+o
        tty.type(b"\x0f")
        tty.wait_for("Write a note about it")
        tty.type(b"\r")
        # All is drawn again when the choice has gone.
        tty.wait_for("Food")
        # shift+tab
        tty.type(b"\x1b[Z")
        tty.wait_for("2 selected")
        # f3, which takes the preview away and brings it back
        tty.type(b"\x1bOR")
        tty.type(b"\x1bOR")
        tty.wait_for("Name  text")
        # ctrl+u, and ctrl+p, which brings back what was accepted
        tty.type(b"\x15")
        tty.wait_for("90 to search")
        tty.type(b"\x10")
        tty.wait_for("cheese 12")
