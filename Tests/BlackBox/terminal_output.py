"""A command whose output and log are a terminal, and what reached that."""

import os
import pty
import re
import subprocess
import threading
import tty

from host import BINARY

# What a terminal obeys, or what turns the direction of a line; the program's own line breaks and tabs are none.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\udc80-\udcff]"
)
HOSTILE = "\x1b]0;owned\x07\x9b31m\x7f\u202e\u061c\u200f\u2066"


def controls(written):
    """The characters among what was written that no terminal may get."""
    return sorted({f"U+{ord(found):04X}" for found in _CONTROLS.findall(written.decode("utf-8", "surrogateescape"))})


class Terminal:
    """A command on a terminal that changes nothing of what is written."""

    def __init__(self, *args, stdin=subprocess.PIPE, cwd=None):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.process = subprocess.Popen([BINARY, *args], stdin=stdin, stdout=slave, stderr=slave, cwd=cwd)
        os.close(slave)
        self.written = b""

    def read(self):
        """What it writes up to its end."""
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
        """Writes its input to the end, while its output may wait."""

        def write():
            with self.process.stdin as file:
                file.write(data)

        thread = threading.Thread(target=write)
        thread.start()
        return thread


def on_terminal(*args, data=b"", cwd=None):
    """Runs a command on a terminal, and checks that the terminal got nothing that it obeys.

    Its exit status, and what it wrote.
    """
    terminal = Terminal(*args, cwd=cwd)
    thread = terminal.feed(data)
    written = terminal.read()
    thread.join()
    assert controls(written) == [], written
    return terminal.status, written.decode()
