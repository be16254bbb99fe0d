"""The questions to the user: those of the host, and those about the host."""

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
# The limits leave room for the answers on a terminal of 24 lines.
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

    `leave` is called for Escape, `node` is the feature that is shown with the question, and `waiting` is the number of
    further questions.
    """

    title: str
    message: str
    choices: tuple[Choice, ...]
    leave: Callable[[], object] | None = None
    node: Node | None = None
    waiting: int = 0

    @property
    def info(self) -> str:
        """The number of further questions as text; empty if there are none."""
        return f"{self.waiting} more to come" if self.waiting else ""


def presented(presenter: Node, presentation: Presentation) -> Question:
    """Returns the question of a presentation. If it can't be dismissed, Escape presses its cancel button."""

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
    """Returns the question for an error that the user must read before going on."""

    def dismiss() -> object:
        return node.send("dismissError", {"id": error.id})

    again = (Choice("Retry", "primary", lambda: retry(node, error)),) if error.retry else ()
    return Question("That went wrong", paragraph(error.message), (*again, Choice("OK", "cancel", dismiss)), dismiss)


def unsaved(root: Node, blocked: Blocked) -> Question:
    """Returns the question about an action that would lose changes. The answer goes to the action's feature."""
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
    """Returns the question before the program ends with unsaved changes."""
    choices = (Choice("Keep editing", "cancel", stay), Choice("Quit", "destructive", quit))
    return Question("There are unsaved changes", "Quitting now would lose them.", choices, stay)


def death(failure: FeatureHostError, restart: Callable[[], object], quit: Callable[[], object]) -> Question:
    """Returns the question after the host has ended."""
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
    """Returns the question whether the programs that a workspace names may be run."""
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
    """Returns a message with values that could not be restored after a restart, so that the user can read them."""
    said = "\n\n".join(f"{plain(entry.title)} — {entry.label}:\n{entry.text}" for entry in entries)
    return Question("This could not be entered again", said, (Choice("OK", "cancel", forget),), forget)
