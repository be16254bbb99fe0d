"""A script that asks a person, whose terminal is none of the script's standard streams."""

from __future__ import annotations

import subprocess
from pathlib import Path

from terminal import Terminal


class Person:
    """Who sits at the terminal of a dialog; what that prints goes into a file."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._printed = terminal.folder / "printed"

    def is_asked(self, *words: str, rows: bytes = b"") -> None:
        """Starts a dialog, with rows as its standard input."""
        (self.terminal.folder / "rows").write_bytes(rows)
        with (self.terminal.folder / "rows").open("rb") as stdin, self._printed.open("wb") as stdout:
            self.terminal.start("featurehost-dialog", *words, stdin=stdin, stdout=stdout)

    def has(self, status: int, printed: str = "") -> None:
        """Waits until the dialog has ended so; it leaves no file behind."""
        assert (self.terminal.status(), self._printed.read_text()) == (status, printed)
        assert list(Path(self.terminal.environment["TMPDIR"]).iterdir()) == []

    def processes(self) -> str:
        """The commands that run in the dialog's session, a line each with its number first."""
        return subprocess.run(
            ["ps", "-o", "pid=,args=", "-s", str(self.terminal.pid)], capture_output=True, text=True
        ).stdout
