"""Neovim in a separate terminal: sends keys, and reads the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic

import pyte

PLUGIN = Path(__file__).resolve().parents[1]
PROJECT = PLUGIN.parents[1]
FEATUREHOST = os.environ["FEATUREHOST"]
NVIM = os.environ.get("NVIM_UNDER_TEST", "nvim")
DEADLINE = float(os.environ.get("DEADLINE", "100"))
ENTER, ESCAPE, TAB, DOWN, UP = "\r", "\x1b", "\t", "\x1b[B", "\x1b[A"


def control(letter: str) -> str:
    """Returns the key ctrl with a letter."""
    return chr(ord(letter) & 0x1F)


class Neovim:
    """A running Neovim with only this plugin, and its screen; a context manager that ends all its processes."""

    def __init__(self, folder: Path, *arguments: str, size: tuple[int, int] = (80, 24), setup: str = "") -> None:
        columns, lines = size
        self.folder = folder
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        init = folder / "init.lua"
        init.write_text(
            f"vim.opt.runtimepath:prepend({str(PLUGIN)!r})\n"
            "vim.opt.swapfile, vim.opt.shadafile, vim.opt.mouse = false, 'NONE', 'a'\n"
            "vim.opt.termguicolors, vim.opt.guicursor = false, ''\n"
            "vim.opt.showcmd, vim.opt.ruler, vim.opt.laststatus = false, false, 0\n"
            "vim.opt.shortmess:append('I')\n"
            f"{setup}\n"
        )
        self.program = subprocess.Popen(
            [NVIM, "-u", str(init), *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env={
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                "FEATUREHOST": FEATUREHOST,
                "PATH": os.environ["PATH"],
                "HOME": str(folder),
            },
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),
        )
        os.close(theirs)

    def __enter__(self) -> Neovim:
        self.until(lambda: self.text().startswith("\n~"), "Neovim should have started")
        return self

    def __exit__(self, *exc: object) -> None:
        for child in self.children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()
        os.close(self._ours)

    def children(self) -> list[int]:
        """Returns the process ids of its hosts. Since 0.9, they are children of a second process of Neovim."""
        hosts, others = [], [self.program.pid]
        while others:
            found = subprocess.run(["pgrep", "-l", "-P", str(others.pop())], capture_output=True, text=True)
            for line in found.stdout.splitlines():
                child, _, name = line.partition(" ")
                (hosts if name == "featurehost" else others).append(int(child))
        return hosts

    def await_hosts(self) -> None:
        """Waits until its hosts, or its connections to a host that others use too, have ended."""
        for child in self.children():
            with suppress(ProcessLookupError):
                ending = os.pidfd_open(child)
                ready, _, _ = select.select([ending], [], [], DEADLINE)
                os.close(ending)
                assert ready, f"the host {child} has not ended"

    def type(self, keys: str) -> None:
        """Sends keys as the bytes that a terminal sends for them."""
        os.write(self._ours, keys.encode())

    def command(self, line: str) -> None:
        """Types a command."""
        self.type(f":{line}{ENTER}")

    def choose(self, title: str) -> None:
        """Types the number of an entry of `vim.ui.select`."""
        entry = re.compile(rf"^(\d+): {re.escape(title)}", re.MULTILINE)
        self.shows("Type number")
        self.until(lambda: entry.search(self.text()) is not None, f"{title!r} should be offered")
        found = entry.search(self.text())
        assert found
        self.type(found[1] + ENTER)

    def click(self, text: str) -> None:
        """Clicks a text with the first mouse button."""
        line, column = next((n, line.index(text)) for n, line in enumerate(self.lines()) if text in line)
        place = f"{column + 3};{line + 1}"
        self.type(f"\x1b[<0;{place}M\x1b[<0;{place}m")

    def resize(self, columns: int, lines: int) -> None:
        """Changes the size of the terminal."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def lines(self) -> list[str]:
        """Returns the lines of the screen without trailing blanks."""
        return [line.rstrip() for line in self.screen.display]

    def text(self) -> str:
        """Returns the text of the screen."""
        return "\n".join(self.lines())

    def cursor_line(self) -> str:
        """Returns the line of the cursor. While Neovim draws, the cursor is hidden, and in any line."""
        cursor = self.screen.cursor
        return "" if cursor.hidden else self.lines()[cursor.y]

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Reads the program's output until the screen meets a condition; `what` is the message of a failure."""
        end = monotonic() + DEADLINE
        while not holds():
            ready, _, _ = select.select([self._ours], [], [], max(0.0, end - monotonic()))
            assert ready and self._read(), f"{what}, but the screen shows:\n{self.text()}"

    def until_quiet(self, holds: Callable[[], bool], what: str) -> None:
        """Waits until a condition holds that need not be visible on the screen."""
        end = monotonic() + DEADLINE
        while not holds():
            assert monotonic() < end, f"{what}, but the screen shows:\n{self.text()}"
            if select.select([self._ours], [], [], 0.02)[0]:
                self._read()

    def shows(self, *texts: str) -> None:
        """Waits until the screen shows these texts, in this order."""
        self.until(lambda: in_order(self.text(), texts), f"{texts} are not shown in this order")

    def shows_message(self, text: str) -> None:
        """Waits until the screen shows a part of a message, which Neovim breaks anywhere at the screen's width."""
        wanted = "".join(text.split())
        self.until(lambda: wanted in "".join(self.text().split()), f"the message {text!r} is not shown")

    def shows_no(self, text: str) -> None:
        """Waits until the screen doesn't show a text."""
        self.until(lambda: text not in self.text(), f"{text!r} should be gone")

    def is_on(self, text: str) -> None:
        """Waits until the cursor is on a line with a text."""
        self.until(lambda: text in self.cursor_line(), f"the cursor should be on {text!r}")

    def ends(self) -> int:
        """Waits until the program has ended, and returns its status."""
        while select.select([self._ours], [], [], DEADLINE)[0] and self._read():
            pass
        return self.program.wait(DEADLINE)

    def frame(self, name: str) -> None:
        """Waits until the screen equals the file `screens/NAME.txt`, which `UPDATE_SCREENS=1` writes.

        A Neovim that draws graphemes may have a file of its own, `screens/NAME.graphemes.txt`.
        """
        screens = Path(__file__).parent / "screens"
        file = screens / f"{name}.graphemes.txt"
        if not (file.exists() and draws_graphemes()):
            file = screens / f"{name}.txt"
        if os.environ.get("UPDATE_SCREENS"):
            # The remaining drawing takes only moments here; a comparing test waits until the deadline.
            while select.select([self._ours], [], [], 0.5)[0] and self._read():
                pass
            file.write_text(self.text() + "\n")
        wanted = file.read_text()
        self.until(lambda: self.text() + "\n" == wanted, f"the screen should be that of {name}:\n{wanted}")

    def _read(self) -> bool:
        try:
            written = os.read(self._ours, 65_536)
        except OSError:
            return False
        self._stream.feed(written)
        return bool(written)


@cache
def draws_graphemes() -> bool:
    """Returns true if Neovim draws letters with joiners in the cells of one letter, as since 0.11."""
    shown = subprocess.run([NVIM, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"NVIM v0\.(\d+)", shown)
    return version is not None and int(version[1]) >= 11


def in_order(shown: str, texts: tuple[str, ...]) -> bool:
    """Returns true if the texts occur in another text, in this order."""
    start = 0
    for text in texts:
        found = shown.find(text, start)
        if found < 0:
            return False
        start = found + len(text)
    return True
