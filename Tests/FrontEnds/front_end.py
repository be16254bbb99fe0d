"""The actions of a user in any front end, as the steps of the table need them."""

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
    """A front end that shows a workspace; its methods press the keys that a user would press in it.

    It is a context manager; at the end of the context, its processes have ended.
    """

    def __init__(self, folder: Path, workspace: Path) -> None:
        self.folder, self.workspace = folder, workspace

    @abstractmethod
    def __enter__(self) -> FrontEnd:
        """Starts the front end, which shows no feature yet."""

    @abstractmethod
    def __exit__(self, *exc: object) -> None:
        """Ends the front end and its host."""

    @abstractmethod
    def shows(self, *texts: str) -> None:
        """Waits until the screen, read line by line, shows these texts in this order."""

    @abstractmethod
    def shows_no(self, text: str) -> None:
        """Waits until the screen no longer shows a text."""

    @abstractmethod
    def open(self, feature: str) -> None:
        """Opens a feature of the catalog."""

    @abstractmethod
    def row(self, text: str) -> None:
        """Moves to the row that shows a text, so that it is the active row."""

    @abstractmethod
    def enter(self) -> None:
        """Opens the active row."""

    @abstractmethod
    def do(self, title: str) -> None:
        """Presses the button of the toolbar with a title, by its key if it shows one."""

    @abstractmethod
    def answer(self, title: str) -> None:
        """Presses the button with a title in the question that is shown."""

    @abstractmethod
    def toggle(self) -> None:
        """Toggles the checkbox of the active row."""

    @abstractmethod
    def mark(self) -> None:
        """Marks the active row."""

    @abstractmethod
    def keep_mine(self, label: str) -> None:
        """Resolves the conflict of the field with a label by the entered value."""

    @abstractmethod
    def take_theirs(self, label: str) -> None:
        """Resolves the conflict of the field with a label by the value that others wrote."""

    @abstractmethod
    def undo(self) -> None:
        """Undoes the last edit."""

    @abstractmethod
    def redo(self) -> None:
        """Redoes the edit that was undone last."""

    @abstractmethod
    def filter(self, title: str) -> None:
        """Chooses the filter of a list with a title."""

    @abstractmethod
    def last(self) -> None:
        """Moves to the last row of a list."""

    @abstractmethod
    def fill(self, label: str, text: str) -> None:
        """Moves to the field with a label, and replaces its text."""

    @abstractmethod
    def pick(self, label: str, title: str) -> None:
        """Chooses the option with a title in the field with a label."""

    @abstractmethod
    def tick(self, label: str) -> None:
        """Toggles the checkbox of the field with a label."""

    @abstractmethod
    def submit(self) -> None:
        """Submits the form."""

    @abstractmethod
    def next(self) -> None:
        """Moves to the next step of a form or a flow."""

    @abstractmethod
    def leave(self) -> None:
        """Leaves the uppermost screen, such as a sheet."""

    def back(self) -> None:
        """Goes to the feature below."""
        self.leave()

    def pane(self) -> None:
        """Moves to the next pane, such as the detail of a list."""
        raise AssertionError("this client shows no panes")

    def words(self, text: str) -> None:
        """Filters a list by words."""
        raise AssertionError("this client has no filter by words in the table")

    @abstractmethod
    def query(self, text: str) -> None:
        """Replaces the query of a search."""

    @abstractmethod
    def restart(self) -> None:
        """Presses the button that starts the host again after `kill`."""

    @abstractmethod
    def kill(self) -> None:
        """Kills the host that the front end has started."""


class TtyFrontEnd(FrontEnd):
    """A front end that runs in a terminal."""

    tty: Tty

    @abstractmethod
    def command(self) -> tuple[list[str], dict[str, str]]:
        """Returns the command that starts the front end in the folder, and further environment variables."""

    def __enter__(self) -> FrontEnd:
        command, variables = self.command()
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "FEATUREHOST": FEATUREHOST,
            # Otherwise the message of a folder without a repository depends on what is mounted above it.
            "GIT_DISCOVERY_ACROSS_FILESYSTEM": "1",
        }
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
    """Returns whether a text contains other texts in their order, without overlaps."""
    start = 0
    for text in texts:
        found = shown.find(text, start)
        if found < 0:
            return False
        start = found + len(text)
    return True
