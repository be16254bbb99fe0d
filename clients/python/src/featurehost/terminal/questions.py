"""What a person is asked: by the host, or about it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ..errors import FeatureHostError, HostDied
from ..model import Blocked, ErrorEntry, Presentation, Untrusted
from .entered import Entry
from .lenient import members
from .node import Node
from .problems import retry
from .text import paragraph, plain

_LOG_LINES = 6
# So that the answers are seen beside them on a terminal of 24 lines.
_PROGRAMS, _PROGRAM = 4, 90


@dataclass(frozen=True)
class Choice:
    """One of the answers."""

    title: str
    role: str
    press: Callable[[], object]
    is_enabled: bool = True


@dataclass(frozen=True)
class Question:
    """A title, a text and the answers.

    `leave` is what Escape does, `node` the feature that is shown with it, and `waiting` how many more are to come.
    """

    title: str
    message: str
    choices: tuple[Choice, ...]
    leave: Callable[[], object] | None = None
    node: Node | None = None
    waiting: int = 0

    @property
    def info(self) -> str:
        """What is to come when this is answered; empty where that is nothing."""
        return f"{self.waiting} more to come" if self.waiting else ""


def presented(presenter: Node, presentation: Presentation) -> Question:
    """What is presented, with its buttons. One that can't be dismissed is left by its button to cancel."""

    def press(id: str, title: str) -> object:
        return presenter.send("pressButton", {"key": presentation.key, "buttonId": id}, title=title)

    choices = tuple(
        Choice(plain(button.title), button.role, partial(press, button.id, button.title), button.enabled)
        for button in presentation.buttons
    )
    waiting = len(presenter.snapshot.queue)
    leave = next((choice.press for choice in choices if choice.role == "cancel" and choice.is_enabled), None)
    if presentation.dismissible:
        leave = partial(presenter.send, "dismiss", {"key": presentation.key})
    child = presenter.child("presentation")
    reason = plain(members(presentation.reason).get("text"))
    message = "\n\n".join(filter(None, (paragraph(presentation.message), f"! {paragraph(reason)}" if reason else "")))
    title = plain(presentation.title)
    return Question(title, message, choices, leave, child, waiting)


def alert(node: Node, error: ErrorEntry) -> Question:
    """An error that wants to be read first."""

    def dismiss() -> object:
        return node.send("dismissError", {"id": error.id})

    again = (Choice("Retry", "primary", lambda: retry(node, error)),) if error.retry else ()
    return Question("That went wrong", paragraph(error.message), (*again, Choice("OK", "cancel", dismiss)), dismiss)


def unsaved(root: Node, blocked: Blocked) -> Question:
    """What was not done because it would lose changes. It is answered where that was sent."""
    node = root.child(*blocked.path) or root

    def keep() -> object:
        return node.send("keepEditing")

    return Question(
        "There are unsaved changes",
        "Leaving now would lose them.",
        (Choice("Keep editing", "cancel", keep), Choice("Discard", "destructive", lambda: node.send("confirmDiscard"))),
        keep,
    )


def quitting(stay: Callable[[], object], quit: Callable[[], object]) -> Question:
    """Ending the program would lose changes."""
    choices = (Choice("Keep editing", "cancel", stay), Choice("Quit", "destructive", quit))
    return Question("There are unsaved changes", "Quitting now would lose them.", choices, stay)


def death(failure: FeatureHostError, restart: Callable[[], object], quit: Callable[[], object]) -> Question:
    """The host has ended."""
    how, log = paragraph(str(failure)).rstrip("."), ""
    if isinstance(failure, HostDied):
        status, log = failure.status or 0, failure.log
        how = f"A signal ended it ({-status})" if status < 0 else f"It ended with status {status}"
    said = "\n".join(paragraph(line) for line in log.strip().splitlines()[-_LOG_LINES:])
    return Question(
        "The host has ended",
        f"{how}. What is behind this was its last state.\n\n{said}".strip(),
        (Choice("Quit", "default", quit), Choice("Restart", "primary", restart)),
    )


def untrusted(
    workspace: Untrusted, trust: Callable[[], object], open_held: Callable[[], object], quit: Callable[[], object]
) -> Question:
    """Whether the programs that a workspace names may be run."""
    shown = [
        _cut(f"{plain(program.kind)} {plain(program.name)}: {plain(shlex.join(program.argv))}")
        for program in workspace.programs
    ]
    if len(shown) > _PROGRAMS:
        shown[_PROGRAMS:] = [f"… and {len(shown) - _PROGRAMS} more"]
    return Question(
        "Run what this workspace names?",
        "\n".join((plain(workspace.workspace), "would run:", *(f"  {line}" for line in shown)))
        + "\n\nTrust it only if you have read it, or know its author.",
        (
            Choice("Run nothing", "cancel", open_held),
            Choice("Quit", "default", quit),
            Choice("Trust and run", "destructive", trust),
        ),
        open_held,
    )


def _cut(text: str) -> str:
    return text if len(text) <= _PROGRAM else text[: _PROGRAM - 1] + "…"


def lost(entries: Sequence[Entry], forget: Callable[[], object]) -> Question:
    """What was entered has no place after the restart of the host; so a person can at least read it."""
    said = "\n\n".join(f"{plain(entry.title)} — {entry.label}:\n{entry.text}" for entry in entries)
    return Question("This could not be entered again", said, (Choice("OK", "cancel", forget),), forget)
