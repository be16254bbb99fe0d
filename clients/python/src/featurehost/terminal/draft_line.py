"""The offer to restore a draft."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from .action_button import ActionButton
from .node import Node
from .prose import Prose


class DraftLine(Widget):
    """Asks, above a form or a flow, whether to restore a draft. The answers have keys, so that the focus stays."""

    # The title and the key of each answer, by action.
    ANSWERS = {"restoreDraft": ("Restore", "f3"), "discardDraft": ("Discard", "f4")}

    def compose(self) -> ComposeResult:
        yield Prose("There is a draft of an earlier time.")
        for action, (title, key) in self.ANSWERS.items():
            button = ActionButton(title, id=action, focusable=False)
            button.shortcut = key
            yield button

    @classmethod
    def bindings(cls) -> list[BindingType]:
        """The key bindings of the answers, for the view of the form or flow."""
        return [
            Binding(key, f"press('{action}')", f"{title} the draft", show=False)
            for action, (title, key) in cls.ANSWERS.items()
        ]

    def show(self, node: Node, has_draft: object) -> None:
        """Shows or hides the question."""
        self.display = has_draft is True
        for button in self.query(ActionButton):
            button.disabled = not node.can(str(button.id))
