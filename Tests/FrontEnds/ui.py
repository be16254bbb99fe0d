"""`featurehost ui` in a terminal, over a host on a socket, which a test can kill."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from .front_end import FEATUREHOST, FrontEnd, TtyFrontEnd
from .tty import COLUMNS, LINES

# The escape key in the keyboard protocol of kitty: right after the byte ESC, the next key would be one with alt.
ESCAPE, ENTER = "\x1b[27u", "\r"
UP, DOWN, RIGHT, END, F7 = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[F", "\x1b[18~"


def control(letter: str) -> str:
    """Returns the character that a terminal sends for ctrl and a letter."""
    return chr(ord(letter) & 0x1F)


# When all earlier keys have had their effects and these are shown, the title of the terminal becomes the number of
# times that this key was pressed.
SETTLE = control("_")


class UI(TtyFrontEnd):
    """`featurehost ui`, which shows the catalog first."""

    def __init__(self, folder: Path, workspace: Path) -> None:
        super().__init__(folder, workspace)
        self._settled = 0

    def command(self) -> tuple[list[str], dict[str, str]]:
        host = ["--socket", str(self.folder / "host.sock"), "--spawn", "--trust"]
        return [FEATUREHOST, "ui", *host, "-w", self.workspace.name], {"FEATUREHOST_UI_SETTLED": "1"}

    def __enter__(self) -> FrontEnd:
        super().__enter__()
        self._settle()
        return self

    def __exit__(self, *exc: object) -> None:
        hosts = self._hosts()
        super().__exit__(*exc)
        for host in hosts:
            # The host may have ended by itself, because its last client is gone.
            with suppress(ProcessLookupError):
                os.kill(host, signal.SIGKILL)

    def _hosts(self) -> list[int]:
        """Returns the process ids of the running hosts that the program has started."""
        program = str(self.tty.program.pid)
        found = subprocess.run(["pgrep", "-r", "D,R,S", "-P", program], capture_output=True, text=True)
        return [int(pid) for pid in found.stdout.split()]

    def _settle(self) -> None:
        """Waits until all typed keys have had their effects, and these are shown."""
        self._settled += 1
        self.tty.type(SETTLE)
        self.tty.until(lambda: self.tty.screen.title == str(self._settled), "the program should settle")

    def shows(self, *texts: str) -> None:
        self._settle()
        super().shows(*texts)

    def shows_no(self, text: str) -> None:
        self._settle()
        super().shows_no(text)

    def _press(self, keys: str) -> None:
        self.tty.type(keys)
        self._settle()

    def _click(self, line: int, column: int) -> None:
        place = f"{column + 1};{line + 1}"
        self._press(f"\x1b[<0;{place}M\x1b[<0;{place}m")

    def _click_text(self, text: str, *, below: int = -1) -> None:
        places = [(n, line.index(text)) for n, line in enumerate(self.tty.lines()) if text in line and n > below]
        assert places, f"{text!r} is not there:\n{self.tty.text()}"
        self._click(*places[-1])

    def open(self, feature: str) -> None:
        self.row(feature)
        self.enter()

    def row(self, text: str) -> None:
        self._settle()
        lines = self.tty.lines()
        active = [n for n, line in enumerate(lines) if is_active(line)]
        above = any(text in line for line in lines[: active[-1]]) if active else False
        for _ in range(LINES):
            if any(is_active(line) and text in line for line in self.tty.lines()):
                return
            self._press(UP if above else DOWN)
        raise AssertionError(f"no row with {text!r} is active:\n{self.tty.text()}")

    def enter(self) -> None:
        self._press(ENTER)

    def do(self, title: str) -> None:
        self._settle()
        found = re.search(rf"\[ (\S) {re.escape(title)} \]", self.tty.text())
        assert found, f"there is no button {title!r}:\n{self.tty.text()}"
        self._press(found[1])

    def answer(self, title: str) -> None:
        self._click_text(f"[ {title} ]")

    def toggle(self) -> None:
        self._press("x")

    def mark(self) -> None:
        self._press(" ")

    def keep_mine(self, label: str) -> None:
        self._click_text("[ Keep mine ]", below=self._line_of(label))

    def take_theirs(self, label: str) -> None:
        self._click_text("[ Take theirs ]", below=self._line_of(label))

    def undo(self) -> None:
        self._press("u")

    def redo(self) -> None:
        self._press(control("r"))

    def filter(self, title: str) -> None:
        self._press("f")
        self._click_text(title)

    def last(self) -> None:
        self._press(END)

    def fill(self, label: str, text: str) -> None:
        self._click(self._line_of(label), COLUMNS // 2)
        self._press(END + control("u") + text)

    def pick(self, label: str, title: str) -> None:
        line = self._line_of(label)
        self._click(line, self.tty.lines()[line].index("▾"))
        self._click_text(title, below=line)

    def tick(self, label: str) -> None:
        line = self._line_of(label)
        self._click(line, self.tty.lines()[line].index("["))

    def _line_of(self, label: str) -> int:
        # A required field has a star after its label, and a sheet has a border before it.
        begins = re.compile(rf"[ │]*{re.escape(label)}( \*)?(  |$)")
        found = [n for n, line in enumerate(self.tty.lines()) if begins.match(line)]
        assert found, f"there is no field {label!r}:\n{self.tty.text()}"
        return found[-1]

    def submit(self) -> None:
        self._press(control("s"))

    def next(self) -> None:
        self._press(control("n"))

    def leave(self) -> None:
        self._press(ESCAPE)

    def pane(self) -> None:
        self._press(F7)

    def words(self, text: str) -> None:
        self._press("/")
        self._press(text + ENTER)

    def query(self, text: str) -> None:
        self._press(END + control("u") + text)

    def kill(self) -> None:
        (host,) = self._hosts()
        os.kill(host, signal.SIGKILL)
        self.shows("The host has ended", "Restart")

    def restart(self) -> None:
        # The user does not expect this question, so the first key only moves the focus to its buttons.
        self._press(RIGHT + ENTER)
        self.shows_no("The host has ended")


def is_active(line: str) -> bool:
    """Returns whether a line has the mark of the active row."""
    return line.lstrip(" │").startswith("›")
