"""A user of a dialog: a terminal of their own, keys, and the screen. Standard input and output are pipes."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import tempfile
import termios
from time import monotonic

import pyte
from host import BINARY, GUARD

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, ESCAPE, TAB, BACKSPACE = "\r", "\x1b", "\t", "\x7f"


def ctrl(letter):
    return chr(ord(letter) & 0x1F)


class User:
    """A terminal with a dialog, or with another program; a context manager that ends it."""

    def __init__(
        self, *command, program=BINARY, data=b"", stdin=None, size=(80, 24), folder=None, end_input=True, **environment
    ):
        columns, lines = size
        self.screen = pyte.Screen(columns, lines)
        # All bytes that the program has written to the terminal.
        self.written = b""
        self.stream = pyte.ByteStream(self.screen)
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.first_modes = self.modes
        self.output = tempfile.TemporaryFile()
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program, *map(str, command)],
            stdin=theirs if stdin == "terminal" else subprocess.PIPE,
            stdout=self.output,
            stderr=self.errors,
            cwd=folder,
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "", **environment},
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)),
        )
        os.close(theirs)
        if self.process.stdin:
            self.process.stdin.write(data)
            self.process.stdin.flush()
            if end_input:
                self.process.stdin.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.terminal)

    def send(self, data):
        """Writes more lines to standard input."""
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def press(self, *keys):
        for key in keys:
            os.write(self.terminal, key.encode())
        return self

    def read(self, seconds):
        """Draws what the program writes; returns false if there was nothing within a time."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            # The last program has closed the terminal.
            return False
        self.written += data
        # pyte has no second screen: what was there before comes back empty.
        self.stream.feed(data.replace(b"\x1b[?1049l", b"\x1b[2J\x1b[H").replace(b"\x1b[?1049h", b"\x1b[2J\x1b[H"))
        return bool(data)

    @property
    def modes(self):
        """The modes of the terminal, as `tcgetattr` returns them."""
        return termios.tcgetattr(self.terminal)

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self):
        return "\n".join(self.lines).rstrip()

    def sees(self, *texts, but=()):
        """Waits until the screen has all texts, and none of others."""
        deadline = monotonic() + GUARD
        while any(text not in self.text for text in texts) or any(text in self.text for text in but):
            if not self.read(0.05) and (self.process.poll() is not None or monotonic() > deadline):
                self.read(0.05)
                missing = [text for text in texts if text not in self.text]
                assert not missing, f"{missing} is not on the screen:\n{self.text}\n{self.log()}"
                assert not [text for text in but if text in self.text], self.text
        return self

    def until(self, condition):
        """Waits until a condition holds."""
        deadline = monotonic() + GUARD
        while not condition():
            self.read(0.01)
            assert monotonic() < deadline, f"{self.text}\n{self.log()}"
        return self

    def log(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def end(self):
        """Waits for the end; returns the exit status and standard output."""
        deadline = monotonic() + GUARD
        while self.process.poll() is None:
            self.read(0.05)
            assert monotonic() < deadline, self.text
        while self.read(0.05):
            pass
        self.output.seek(0)
        return self.process.returncode, self.output.read().decode()
