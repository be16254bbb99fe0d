"""The screens: a feature on its own, a sheet over another, and a question."""

from __future__ import annotations

import asyncio

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.screen import ModalScreen, Screen

from .action_button import ActionButton
from .choices import Choices
from .keys import HelpLine, HelpScreen, StatusLine
from .kinds import view_of
from .node import Node
from .pane import Pane, Toolbar
from .problems import retry
from .prose import Prose
from .questions import Question
from .title_line import TitleLine
from .unasked import Unasked


class LayerScreen(Screen[None]):
    """A screen that asks or shows something, with the keys that work on all of them."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "narrow"), (36, "wide")]
    BINDINGS = [
        Binding("escape", "back", "Back", key_display="esc"),
        *(Binding(f"{n},alt+{n}", f"tool({n})", show=False) for n in range(1, 10)),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("f1", "help", "Help"),
        Binding("q", "app.quit", "Quit"),
        Binding("ctrl+c", "app.quit", "Quit", priority=True),
        Binding("ctrl+t", "app.toggle_dark", "Light or dark", show=False),
    ]

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self._cursor_moves = 0
        # Whether the cursor is where a person begins, or has gone on from there.
        self.cursor_placed = asyncio.Event()

    async def on_mount(self) -> None:
        await self.redraw()

    async def show(self, question: Question) -> None:
        """Draws what a newer snapshot says."""
        self.question = question
        await self.redraw()

    async def redraw(self) -> None:
        """Brings the widgets in line with the question."""
        for number, button in enumerate(self.query("Toolbar ActionButton").results(ActionButton), 1):
            button.shortcut = str(number) if number < 10 else ""
        self.refresh_bindings()
        self._cursor_moves += 1
        self.cursor_placed.clear()
        # Behind what this screen has still to do, and when it was drawn. `call_after_refresh` would leave that to the
        # screen in front, which takes along what it has not called when it goes.
        if not self.call_later(self._invoke_later, self._keep_focus, self):
            self._end_cursor_move()

    def _keep_focus(self) -> None:
        # All of a screen that is being taken down counts as hidden, and nothing in it is to have the cursor.
        if self.display and self.app.app_focus and not self._has_cursor():
            self.focus_first()
        # A widget takes the cursor in a call of its own, which this one comes behind.
        if not self.app.call_later(self._end_cursor_move):
            self._end_cursor_move()

    def _has_cursor(self) -> bool:
        # What was hidden a moment ago still has the cursor until it hears of it, and then nothing has.
        return self.focused is not None and all(widget.display for widget in self.focused.ancestors_with_self)

    def _end_cursor_move(self) -> None:
        self._cursor_moves -= 1
        if not self._cursor_moves:
            self.cursor_placed.set()

    def focus_first(self) -> None:
        """Puts the cursor into the first widget of the screen that a user needs."""

    def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        buttons = list(self.query("#choices ActionButton").results(ActionButton))
        self.question.choices[buttons.index(event.button)].press()

    def action_back(self) -> None:
        if self.question.leave is not None:
            self.question.leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "back" or self.question.leave is not None

    def action_tool(self, number: int) -> None:
        buttons = list(self.query("Toolbar ActionButton").results(ActionButton))
        if number <= len(buttons):
            buttons[number - 1].action_press()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self))


class PaneScreen(LayerScreen):
    """A screen that shows a feature."""

    BINDINGS = [
        Binding("ctrl+s", "finish", "Finish"),
        Binding("R,f5", "retry", "Retry"),
        Binding("D,f6", "dismiss_error", "Dismiss"),
    ]

    @property
    def node(self) -> Node:
        """The feature at its newest revision."""
        assert self.question.node is not None
        return self.question.node

    @property
    def pane(self) -> Pane:
        """The feature."""
        return self.query_one("Pane", Pane)

    async def redraw(self) -> None:
        if self.pane.node is not self.node:
            await self.pane.show(self.node)
        await self.query_one(Choices).show(self.question)
        self.show_title(self.pane.view.crumbs(), self.pane.view.info())
        await super().redraw()

    def show_title(self, crumbs: list[str], info: str) -> None:
        """Draws where in the feature a person is."""
        raise NotImplementedError

    def focus_first(self) -> None:
        self.pane.focus_first()

    def action_back(self) -> None:
        if way := self.pane.view.way_back():
            way()
        elif self.question.leave is not None:
            super().action_back()
        elif button := self._tool("cancellation"):
            button.action_press()

    def action_finish(self) -> None:
        if button := self._tool("confirmation"):
            button.action_press()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("retry", "dismiss_error"):
            return self._newest_error(action == "retry") is not None
        if action == "finish" and any(pane.view.is_finished_by_key() for pane in self._panes_with_cursor()):
            return False
        if action == "back" and self.pane.view.way_back():
            return True
        if action == "finish" or (action == "back" and self.question.leave is None):
            button = self._tool("cancellation" if action == "back" else "confirmation")
            return button is not None and (not button.disabled or None)
        return super().check_action(action, parameters)

    def _panes_with_cursor(self) -> list[Pane]:
        return [pane for pane in self.query(Pane) if pane.has_focus_within]

    def _tool(self, role: str) -> ActionButton | None:
        """The button with a role in a toolbar: where the cursor is rather than elsewhere, and of the innermost."""
        around = self._panes_with_cursor()
        toolbars = sorted(self.query(Toolbar), key=lambda toolbar: toolbar.parent not in around)
        buttons = (button for toolbar in toolbars for button in toolbar.query(ActionButton))
        return next((button for button in buttons if button.has_class(role)), None)

    def _newest_error(self, must_retry: bool) -> tuple[Node, str] | None:
        for part in self.node.parts():
            for error in reversed(part.errors("banner", "inline", "fullScreen")):
                if error.retry or not must_retry:
                    return part, error.id
        return None

    def action_retry(self) -> None:
        if found := self._newest_error(True):
            node, id = found
            if error := node.snapshot.error(id):
                retry(node, error)

    def action_dismiss_error(self) -> None:
        if found := self._newest_error(False):
            node, id = found
            node.send("dismissError", {"id": id})


class FeatureScreen(PaneScreen):
    """A feature that fills the terminal: the one that was opened, or one presented as `fullScreen`."""

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield Pane(self.node, view_of)
        yield Choices(id="choices")
        yield StatusLine()
        yield HelpLine()

    def show_title(self, crumbs: list[str], info: str) -> None:
        self.query_one(TitleLine).show(crumbs, info)


class SheetScreen(PaneScreen, ModalScreen[None]):
    """A feature in a frame over what presents it."""

    _titles = ("", "")

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet"):
            yield Pane(self.node, view_of)
            yield Choices(id="choices")
        yield StatusLine()
        yield HelpLine()

    def show_title(self, crumbs: list[str], info: str) -> None:
        sheet = self.query_one("#sheet")
        sheet.set_class((self.node.top() or self.node).snapshot.kind in ("form", "view"), "is-low")
        title = self.question.title or crumbs[0]
        titles = (" › ".join([title, *crumbs[1:]]), " · ".join(filter(None, [info, self.question.info])))
        # To set them draws the whole frame.
        if titles != self._titles:
            self._titles = titles
            sheet.border_title, sheet.border_subtitle = map(Text, titles)


class PopoverScreen(SheetScreen):
    """A small sheet."""


class DialogScreen(LayerScreen, ModalScreen[None]):
    """A question and its answers. One that nobody has asked for takes no key but those that lead to the answers."""

    # At once: whoever is typing does not wait until the cursor is placed.
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
        # What can't be undone is never a single Enter away.
        safe = [it for it in self.query(ActionButton) if it.focusable and not it.has_class("destructive")]
        if safe:
            safe[-1].focus()

    def on_unasked_left(self) -> None:
        self.query_one(Unasked).end()
        self.focus_first()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        # A click leads to the answers as well.
        if isinstance(event.widget, ActionButton):
            for unasked in self.query(Unasked):
                unasked.end()
