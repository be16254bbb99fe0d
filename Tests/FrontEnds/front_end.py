"""What a person does with any front end, as far as the table asks for it."""

from __future__ import annotations

import os
import signal
import subprocess
from abc import ABC, abstractmethod
from pathlib import Path

from .tty import Tty

PROJECT = Path(__file__).parents[2]
FEATUREHOST = os.environ["FEATUREHOST"]


class FrontEnd(ABC):
    """A front end over a workspace; each method does with its own keys what a person would do.

    A context, at whose end nothing is left of it.
    """

    def __init__(self, folder: Path, workspace: Path) -> None:
        self.folder, self.workspace = folder, workspace

    @abstractmethod
    def __enter__(self) -> FrontEnd:
        """Starts it; it shows no feature yet."""

    @abstractmethod
    def __exit__(self, *exc: object) -> None:
        """Ends it, and its host."""

    @abstractmethod
    def shows(self, *texts: str) -> None:
        """Waits until the screen shows these texts one behind the other, line by line."""

    @abstractmethod
    def shows_no(self, text: str) -> None:
        """Waits until the screen doesn't show a text."""

    @abstractmethod
    def open(self, feature: str) -> None:
        """Opens a feature of the catalog."""

    @abstractmethod
    def row(self, text: str) -> None:
        """Makes the row that shows a text the active one."""

    @abstractmethod
    def enter(self) -> None:
        """Opens the active row."""

    @abstractmethod
    def do(self, title: str) -> None:
        """Chooses from the toolbar."""

    @abstractmethod
    def answer(self, title: str) -> None:
        """Presses a button of what is asked."""

    @abstractmethod
    def toggle(self) -> None:
        """Ticks the active row, or takes its tick away."""

    @abstractmethod
    def mark(self) -> None:
        """Marks the active row."""

    @abstractmethod
    def keep_mine(self, label: str) -> None:
        """Keeps what was entered into a field that others have changed."""

    @abstractmethod
    def take_theirs(self, label: str) -> None:
        """Takes what others have made of a field."""

    @abstractmethod
    def undo(self) -> None:
        """Takes the last edit back."""

    @abstractmethod
    def redo(self) -> None:
        """Does again what was taken back."""

    @abstractmethod
    def filter(self, title: str) -> None:
        """Chooses one of a list's filters."""

    @abstractmethod
    def last(self) -> None:
        """Goes to the last row of a list."""

    @abstractmethod
    def fill(self, label: str, text: str) -> None:
        """Goes to the field with a label and writes a text in place of what it holds."""

    @abstractmethod
    def pick(self, label: str, title: str) -> None:
        """Chooses an option of the field with a label."""

    @abstractmethod
    def tick(self, label: str) -> None:
        """Turns the field with a label over."""

    @abstractmethod
    def submit(self) -> None:
        """Sends the form."""

    @abstractmethod
    def next(self) -> None:
        """Goes to the next step."""

    @abstractmethod
    def leave(self) -> None:
        """Goes away from what is open on top."""

    @abstractmethod
    def query(self, text: str) -> None:
        """Writes a query in place of the one that is there."""

    @abstractmethod
    def restart(self) -> None:
        """Starts the host again after it has died."""

    @abstractmethod
    def kill(self) -> None:
        """Kills the host that the front end has started, and waits until that is told."""


class TtyFrontEnd(FrontEnd):
    """A front end that is a program in a terminal."""

    tty: Tty

    @abstractmethod
    def command(self) -> tuple[list[str], dict[str, str]]:
        """The words that start it in the folder, and variables of its environment."""

    def __enter__(self) -> FrontEnd:
        command, variables = self.command()
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "FEATUREHOST": FEATUREHOST}
        self.tty = Tty(command, folder=self.folder, environment=environment | variables)
        return self

    def __exit__(self, *exc: object) -> None:
        self.tty.close()

    def shows(self, *texts: str) -> None:
        self.tty.until(lambda: in_order(self.tty.text(), texts), f"{texts} should be shown in this order")

    def shows_no(self, text: str) -> None:
        self.tty.until(lambda: text not in self.tty.text(), f"{text!r} should be gone")

    def kill(self) -> None:
        program = str(self.tty.program.pid)
        found = subprocess.run(["pgrep", "-P", program, "featurehost"], capture_output=True, text=True, check=True)
        os.kill(int(found.stdout), signal.SIGKILL)


def in_order(shown: str, texts: tuple[str, ...]) -> bool:
    """Whether texts stand in another one, each behind the one before it."""
    start = 0
    for text in texts:
        found = shown.find(text, start)
        if found < 0:
            return False
        start = found + len(text)
    return True
