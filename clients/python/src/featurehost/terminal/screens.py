"""The screens of features: full screens, sheets and popovers."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen

from .action_button import ActionButton
from .choices import Choices
from .keys import HelpLine, StatusLine
from .kinds import view_of
from .layer_screen import LayerScreen
from .node import Node
from .pane import Pane, Toolbar
from .problems import retry
from .title_line import TitleLine


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
        """The pane of the feature."""
        return self.query_one("Pane", Pane)

    async def redraw(self) -> None:
        if self.pane.node is not self.node:
            await self.pane.show(self.node)
        await self.query_one(Choices).show(self.question)
        self.show_title(self.pane.view.crumbs(), self.pane.view.info())
        await super().redraw()

    def show_title(self, crumbs: list[str], info: str) -> None:
        """Draws the titles that lead to the shown feature, and information about it."""
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
        """Returns the first toolbar button with a role; toolbars of panes with the focus come first."""
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
    """A feature that fills the terminal: the opened feature, or one presented as `fullScreen`."""

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield Pane(self.node, view_of)
        yield Choices(id="choices")
        yield StatusLine()
        yield HelpLine()

    def show_title(self, crumbs: list[str], info: str) -> None:
        self.query_one(TitleLine).show(crumbs, info)


class SheetScreen(PaneScreen, ModalScreen[None]):
    """A feature in a frame over its presenter."""

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
        # Setting the titles redraws the whole frame.
        if titles != self._titles:
            self._titles = titles
            sheet.border_title, sheet.border_subtitle = map(Text, titles)


class PopoverScreen(SheetScreen):
    """A small sheet."""
