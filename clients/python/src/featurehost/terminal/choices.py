"""A row of buttons that answer a question."""

from __future__ import annotations

from textual.containers import Horizontal

from .action_button import ActionButton
from .questions import Question


class Choices(Horizontal):
    """The answers to a question, or the buttons below a sheet."""

    async def show(self, question: Question) -> None:
        """Draws the choices; the focus stays if the titles of the choices have not changed."""
        self.display = bool(question.choices)
        buttons = list(self.query(ActionButton))
        if [button.title for button in buttons] != [choice.title for choice in question.choices]:
            await self.remove_children()
            buttons = [ActionButton(choice.title, choice.role) for choice in question.choices]
            await self.mount_all(buttons)
        for button, choice in zip(buttons, question.choices, strict=True):
            button.disabled = not choice.is_enabled
