"""A program in a terminal of its own, whose output is read as bytes."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
from time import monotonic

from host import GUARD

# Stands for the program's terminal among its streams.
TERMINAL = object()


class TerminalProgram:
    """A program that a terminal controls; a context manager that ends the program."""

    def __init__(self, command, stdin, stdout, stderr, folder, environment, size=None):
        self.terminal, theirs = pty.openpty()
        if size:
            columns, lines = size
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.first_modes = self.modes
        # All bytes that the program has written to the terminal.
        self.written = b""
        stdin, stdout, stderr = (theirs if stream is TERMINAL else stream for stream in (stdin, stdout, stderr))
        self.process = subprocess.Popen(
            list(map(str, command)),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            cwd=folder,
            env={**os.environ, **environment},
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)),
        )
        os.close(theirs)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.terminal)

    @property
    def modes(self):
        """The modes of the terminal, as `tcgetattr` returns them."""
        return termios.tcgetattr(self.terminal)

    def read(self, seconds):
        """Reads what the program writes; returns false if there was nothing within a time."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            # The last program has closed the terminal.
            return False
        self.written += data
        self.show(data)
        return bool(data)

    def show(self, data):
        """Called with new bytes that the program has written."""

    def wait(self):
        """Waits for the end, and reads the rest of the output; returns the exit status."""
        deadline = monotonic() + GUARD
        while self.process.poll() is None:
            self.read(0.05)
            assert monotonic() < deadline, self.text
        while self.read(0.05):
            pass
        return self.process.returncode
