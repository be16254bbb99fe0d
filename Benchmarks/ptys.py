"""Programs in pseudo-terminals: the times and bytes of their frames, and the costs of their processes."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

DEADLINE = 120
# A terminal's answers to queries, as a current terminal gives them: the position of the cursor, the colours, modes, and
# its identity. A program may wait for them before it draws.
ANSWERS = [
    (re.compile(rb"\x1b\[6n"), b"\x1b[1;1R"),
    (re.compile(rb"\x1b\]11;\?"), b"\x1b]11;rgb:0000/0000/0000\x07"),
    (re.compile(rb"\x1b\]10;\?"), b"\x1b]10;rgb:ffff/ffff/ffff\x07"),
    (re.compile(rb"\x1b\[\?(\d+)\$p"), b"\x1b[?\\1;2$y"),
    (re.compile(rb"\x1b\[c"), b"\x1b[?62;22c"),
    (re.compile(rb"\x1b\[>c"), b"\x1b[>0;276;0c"),
]
# Device control strings, which pyte shows as text.
STRINGS = re.compile(rb"\x1bP.*?\x1b\\", re.DOTALL)


class Screen(pyte.Screen):
    """A screen that ignores some private sequences, which pyte takes for other ones."""

    def select_graphic_rendition(self, *attributes, private=False):
        if not private:
            super().select_graphic_rendition(*attributes)

    def report_device_status(self, mode, private=False):
        if not private:
            super().report_device_status(mode)


class Terminal:
    """A program in a terminal of its own; a context manager that ends the program.

    `typed` are keys that the user has typed before the program starts.
    """

    def __init__(self, command, size=(80, 24), stdin=None, folder=".", typed=b"", **environment):
        self.screen = Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        if typed:
            os.write(self.ours, typed)
        # The terminal becomes the controlling one when the leader of the new session opens it.
        actions = [(os.POSIX_SPAWN_OPEN, 1, os.ttyname(theirs), os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 1, 2)]
        actions.append((os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0) if stdin else (os.POSIX_SPAWN_DUP2, 1, 0))
        variables = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"} | environment
        before = os.getcwd()
        os.chdir(folder)
        self.start = time.perf_counter()
        self.pid = os.posix_spawnp(command[0], command, variables, file_actions=actions, setsid=True)
        os.chdir(before)
        os.close(theirs)
        self.status = None
        self.written = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        os.close(self.ours)

    def kill(self):
        if self.status is None:
            os.killpg(self.pid, signal.SIGKILL)
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def read(self, seconds):
        """Returns the next output and its time; None if there is none in this time, or if the program has ended."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return None
        try:
            data = os.read(self.ours, 1 << 20)
        except OSError:
            return None
        now = time.perf_counter()
        for query, answer in ANSWERS:
            for match in query.finditer(data):
                os.write(self.ours, match.expand(answer))
        self.written += len(data)
        return data, now

    def until(self, holds, pause=0.02):
        """Returns the seconds from the start or the last key until output has made the screen fulfil a condition.

        The output is interpreted only after a pause in it, so that this work delays no output.
        """
        end = time.perf_counter() + DEADLINE
        found = None
        while found is None:
            if time.perf_counter() > end:
                self.kill()
                raise SystemExit("the program does not show what it should:\n" + "\n".join(self.screen.display))
            chunks = []
            while chunk := self.read(pause if chunks else 0.5):
                chunks.append(chunk)
            for data, now in chunks:
                self.stream.feed(STRINGS.sub(b"", data))
                if found is None and holds(self.screen):
                    found = now - self.start
        return found

    def rest(self, seconds):
        """Reads the output until there was none for some time."""
        while chunk := self.read(seconds):
            self.stream.feed(STRINGS.sub(b"", chunk[0]))

    def press(self, keys, holds):
        """Returns the seconds from keys until the screen fulfils a condition, and the bytes written for them."""
        self.written = 0
        self.start = time.perf_counter()
        os.write(self.ours, keys)
        return self.until(holds), self.written

    def ends(self):
        """Returns the seconds from the start to the end of the program, and its output."""
        output = b""
        while chunk := self.read(DEADLINE):
            output += chunk[0]
        _, status = os.waitpid(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        return time.perf_counter() - self.start, output

    def processor(self):
        """Returns the seconds of processor time of the program so far."""
        total = 0
        for task in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{task}/schedstat") as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def memory(self):
        return private_memory(self.pid)


def private_memory(pid):
    """Returns the private memory of a process in bytes, without unchanged pages of its executable."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return sum(int(line.split()[1]) * 1024 for line in file if line.startswith("Anonymous:"))


def lines(screen):
    return [line.rstrip() for line in screen.display]


def is_highlighted(screen, text):
    """Returns true if a row with a text has another background than the rows around it, or is in reverse video."""
    def look(y, x):
        cell = screen.buffer[y][x]
        return (cell.bg, cell.reverse)

    for y, line in enumerate(screen.display):
        x = line.find(text)
        if x >= 0 and look(y, x) not in [look(other, x) for other in (y - 1, y + 1)]:
            return True
    return False
