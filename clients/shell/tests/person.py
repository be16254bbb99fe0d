"""A dialog of a script, with a user at a terminal that is none of the script's standard streams."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack
from pathlib import Path

from terminal import Terminal


class Person:
    """The user at the terminal of a dialog, whose output goes into a file."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._files = [terminal.folder / name for name in ("rows", "printed", "problems")]

    def is_asked(self, *words: str, rows: bytes = b"") -> None:
        """Starts a dialog, with rows as its standard input."""
        self._files[0].write_bytes(rows)
        modes = ("rb", "wb", "wb")
        with ExitStack() as stack:
            streams = [stack.enter_context(file.open(mode)) for file, mode in zip(self._files, modes, strict=True)]
            self.terminal.start("featurehost-dialog", *words, streams=streams)

    def has(self, status: int, printed: str = "", problems: str = "") -> None:
        """Waits until the dialog has ended with this status and output, and checks that it leaves no file."""
        outcome = (self.terminal.status(), *(file.read_text() for file in self._files[1:]))
        assert outcome[:2] == (status, printed), outcome
        assert outcome[2] == problems
        assert list(Path(self.terminal.environment["TMPDIR"]).iterdir()) == []

    def commands(self) -> dict[int, str]:
        """Returns the command lines of the processes below the dialog, by process id."""
        listed = subprocess.run(["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True).stdout
        lines = [line.split(maxsplit=2) for line in listed.splitlines()]
        found, parents = {}, {self.terminal.pid}
        while parents:
            below = {int(pid): args for pid, parent, args in lines if int(parent) in parents}
            found |= below
            parents = set(below)
        return found
