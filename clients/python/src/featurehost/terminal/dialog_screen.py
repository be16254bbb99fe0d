"""The screen of a question."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.screen import ModalScreen

from .action_button import ActionButton
from .choices import Choices
from .keys import HelpLine, StatusLine
from .layer_screen import LayerScreen
from .prose import Prose
from .unasked import Unasked


class DialogScreen(LayerScreen, ModalScreen[None]):
    """A question and its answers. An unexpected question accepts only the keys that lead to its answers."""

    # `Unasked` gets the focus immediately, because the user may still be typing.
    AUTO_FOCUS = "Unasked"
    is_asked_for = True

    BINDINGS = [
        Binding("left", "app.focus_previous", "Choose", key_display="←→"),
        Binding("right", "app.focus_next", "Next", show=False),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Prose(id="title")
            with VerticalScroll(can_focus=False):
                yield Prose(id="message")
            if not self.is_asked_for:
                yield Unasked()
            yield Choices(id="choices")
        yield StatusLine()
        yield HelpLine()

    async def redraw(self) -> None:
        self.query_one("#title", Prose).show(self.question.title)
        self.query_one("#dialog").border_subtitle = Text(self.question.info)
        self.query_one("#message", Prose).show(self.question.message)
        self.query_one(VerticalScroll).display = bool(self.question.message)
        await self.query_one(Choices).show(self.question)
        await super().redraw()

    def focus_first(self) -> None:
        for unasked in self.query(Unasked):
            if unasked.can_focus:
                unasked.focus()
                return
        # An irreversible choice must never be a single Enter away.
        safe = [it for it in self.query(ActionButton) if it.focusable and not it.has_class("destructive")]
        if safe:
            safe[-1].focus()

    def on_unasked_left(self) -> None:
        self.query_one(Unasked).end()
        self.focus_first()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        # A click also leads to the answers.
        if isinstance(event.widget, ActionButton):
            for unasked in self.query(Unasked):
                unasked.end()
