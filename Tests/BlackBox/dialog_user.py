"""A user of a dialog: a terminal of their own, keys, and the screen. Standard input and output are pipes."""

import os
import subprocess
import tempfile
from time import monotonic

import pyte
from host import BINARY, GUARD
from terminal_program import TERMINAL, TerminalProgram

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, ESCAPE, TAB, BACKSPACE = "\r", "\x1b", "\t", "\x7f"


def ctrl(letter):
    return chr(ord(letter) & 0x1F)


class User(TerminalProgram):
    """A terminal with a dialog, or with another program; a context manager that ends it."""

    def __init__(
        self, *command, program=BINARY, data=b"", stdin=None, size=(80, 24), folder=None, end_input=True, **environment
    ):
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.output = tempfile.TemporaryFile()
        self.errors = tempfile.TemporaryFile()
        super().__init__(
            [program, *command],
            stdin=TERMINAL if stdin == "terminal" else subprocess.PIPE,
            stdout=self.output,
            stderr=self.errors,
            folder=folder,
            environment={"TERM": "xterm-256color", "COLORTERM": "", **environment},
            size=size,
        )
        if self.process.stdin:
            self.process.stdin.write(data)
            self.process.stdin.flush()
            if end_input:
                self.process.stdin.close()

    def send(self, data):
        """Writes more lines to standard input."""
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def press(self, *keys):
        for key in keys:
            os.write(self.terminal, key.encode())
        return self

    def show(self, data):
        # pyte has no second screen: what was there before comes back empty.
        self.stream.feed(data.replace(b"\x1b[?1049l", b"\x1b[2J\x1b[H").replace(b"\x1b[?1049h", b"\x1b[2J\x1b[H"))

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
        status = self.wait()
        self.output.seek(0)
        return status, self.output.read().decode()
