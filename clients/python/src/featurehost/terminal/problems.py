"""The errors of a feature that are drawn within it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from ..model import ErrorEntry
from .action_button import ActionButton
from .node import Node
from .prose import Prose
from .text import paragraph


class Problem(Widget):
    """One error: its message, and buttons to retry and to dismiss it."""

    def __init__(self, node: Node, error: ErrorEntry) -> None:
        super().__init__()
        self._node, self._error = node, error

    def compose(self) -> ComposeResult:
        yield Prose("! " + paragraph(self._error.message))
        with Horizontal():
            if self._error.retry:
                yield ActionButton("Retry", "primary", id="retry")
            yield ActionButton("Dismiss", id="dismiss")

    def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        if event.button.id == "retry":
            retry(self._node, self._error)
        else:
            self._node.send("dismissError", {"id": self._error.id})


class Problems(Vertical):
    """The errors of a node whose display mode is one of `displays`."""

    def __init__(self, *displays: str) -> None:
        super().__init__(classes=" ".join(displays))
        self._displays = displays
        self._shown: list[str] | None = None

    async def show(self, node: Node) -> bool:
        """Draws the errors of a node; returns true if there are any."""
        errors = node.errors(*self._displays)
        self.display = bool(errors)
        # An error never changes, so the ids are compared instead of the errors.
        if self._shown != [error.id for error in errors]:
            self._shown = [error.id for error in errors]
            await self.remove_children()
            await self.mount_all(Problem(node, error) for error in errors)
        return bool(errors)


def retry(node: Node, error: ErrorEntry) -> None:
    """Sends the retry action of an error."""
    node.send(error.retry or "retry", {"id": error.id})
