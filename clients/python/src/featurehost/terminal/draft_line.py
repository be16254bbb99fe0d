"""The offer of what was entered at an earlier time."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widget import Widget

from .action_button import ActionButton
from .node import Node
from .prose import Prose


class DraftLine(Widget):
    """A question over a form, and its answers; they have keys, so that the cursor stays in the form."""

    # By what they send: a title and a key.
    ANSWERS = {"restoreDraft": ("Restore", "f3"), "discardDraft": ("Discard", "f4")}

    def compose(self) -> ComposeResult:
        yield Prose("There is a draft of an earlier time.")
        for action, (title, key) in self.ANSWERS.items():
            button = ActionButton(title, id=action, focusable=False)
            button.shortcut = key
            yield button

    def show(self, node: Node) -> None:
        """Draws what is offered now."""
        self.display = node.state.get("hasDraft") is True
        for button in self.query(ActionButton):
            button.disabled = not node.can(str(button.id))
