"""A command that writes its output and log to a terminal, and the bytes that reach the terminal."""

import os
import pty
import re
import subprocess
import threading
import tty

from host import BINARY

# Characters that control a terminal or turn the direction of text, except the line breaks and tabs of the program.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\udc80-\udcff]"
)
HOSTILE = "\x1b]0;owned\x07\x9b31m\x7f\u202e\u061c\u200f\u2066"


def controls(written):
    """Returns the control characters in the written bytes, as `U+…`."""
    return sorted({f"U+{ord(found):04X}" for found in _CONTROLS.findall(written.decode("utf-8", "surrogateescape"))})


class Terminal:
    """A command on a terminal in raw mode, which passes on all bytes unchanged."""

    def __init__(self, *args, stdin=subprocess.PIPE, cwd=None):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.process = subprocess.Popen([BINARY, *args], stdin=stdin, stdout=slave, stderr=slave, cwd=cwd)
        os.close(slave)
        self.written = b""

    def read(self):
        """Returns the output of the command up to its end."""
        while True:
            try:
                data = os.read(self.master, 1 << 16)
            except OSError:
                break
            if not data:
                break
            self.written += data
        os.close(self.master)
        self.status = self.process.wait()
        return self.written

    def feed(self, data):
        """Writes the whole input on a separate thread, because the command may wait until its output is read."""

        def write():
            with self.process.stdin as file:
                file.write(data)

        thread = threading.Thread(target=write)
        thread.start()
        return thread


def on_terminal(*args, data=b"", cwd=None):
    """Runs a command on a terminal, and checks that no control character reaches the terminal.

    Returns the exit status and the output.
    """
    terminal = Terminal(*args, cwd=cwd)
    thread = terminal.feed(data)
    written = terminal.read()
    thread.join()
    assert controls(written) == [], written
    return terminal.status, written.decode()
