"""The kind `flow`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from .action_button import ActionButton
from .draft_line import DraftLine
from .lenient import items, members, objects, whole
from .node import Node
from .pane import Pane
from .prose import Prose
from .step_line import StepLine
from .text import plain, words
from .view import FeatureView, MakeView


class FlowView(FeatureView):
    """The top feature of the stack, or the outcome of the flow, with the controls for its steps."""

    BINDINGS = [
        Binding("ctrl+n", "press('next')", "Next step"),
        Binding("ctrl+n", "press('finish')", "Finish"),
        Binding("ctrl+p", "press('back')", "Step back"),
        Binding("f5", "press('skip')", "Skip the step"),
        *DraftLine.bindings(),
    ]

    def __init__(self, node: Node, make_view: MakeView) -> None:
        super().__init__(node)
        self._make_view = make_view
        self._pane: Pane | None = None

    def compose(self) -> ComposeResult:
        yield DraftLine()
        yield StepLine()
        yield Prose(classes="outcome")
        with Horizontal(classes="buttons"):
            yield ActionButton("Back", id="back")
            yield ActionButton("Skip", id="skip")
            yield ActionButton("Next", "primary", id="next")
            yield ActionButton("Finish", "primary", id="finish")

    @property
    def _steps(self) -> dict[str, Any]:
        return members(self.node.state.get("steps"))

    @property
    def _is_last_step(self) -> bool:
        return whole(self._steps.get("index")) + 1 >= whole(self._steps.get("count"))

    async def redraw(self) -> None:
        top, status = self.node.top(), str(self.node.state.get("status", "active"))
        self._surround(status == "active")
        outcome = self.query_one(".outcome", Prose)
        outcome.display = status != "active" or top is None
        outcome.show(self._outcome(status))
        if top is None or status != "active":
            if self._pane is not None:
                await self._pane.remove()
            self._pane = None
        elif self._pane is None:
            self._pane = Pane(top, self._make_view)
            await self.mount(self._pane, before=self.query_one(".buttons"))
        else:
            # The focus follows the user to the next step.
            moves = self.has_focus_within and top.identity != self._pane.node.identity
            await self._pane.show(top)
            if moves and self._steps:
                self._pane.focus_first()

    def _surround(self, is_active: bool) -> None:
        steps = self._steps if is_active else {}
        self.set_class(bool(steps), "steps")
        self.get_child_by_type(DraftLine).show(self.node, steps.get("hasDraft"))
        self.get_child_by_type(StepLine).show(steps)
        buttons = self.query_children(".buttons").first()
        buttons.display = bool(steps)
        for button in buttons.query(ActionButton):
            button.disabled = not self.node.can(_sent(str(button.id)))
            button.display = self._is_offered(str(button.id))

    def _is_offered(self, button: str) -> bool:
        match button:
            case "skip":
                return self._steps.get("canSkip") is True
            case "next" | "finish":
                return (button == "finish") == self._is_last_step
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action != "press":
            return True
        pressed = str(parameters[0])
        return bool(self._steps) and self._is_offered(pressed) and self.node.can(_sent(pressed))

    def action_press(self, action: str) -> None:
        """Sends the action of a button of the flow."""
        self.node.send(_sent(action))

    def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        self.action_press(str(event.button.id))

    def _outcome(self, status: str) -> str:
        output = self.node.state.get("output")
        result = "" if output is None else "\n\n" + json.dumps(output, ensure_ascii=False, indent=2)
        return f"{words(status).capitalize()}.{result}"

    def crumbs(self) -> list[str]:
        steps = self._steps
        if steps:
            place = f"{whole(steps.get('index')) + 1} of {whole(steps.get('count'))}: {plain(steps.get('title'))}"
            return [self.node.title, place]
        stack = objects(self.node.state.get("stack"))
        titles = [plain(entry.get("title") or entry.get("route")) for entry in stack]
        inner = self._pane.view.crumbs()[1:] if self._pane is not None else []
        return [*dict.fromkeys([self.node.title, *titles]), *inner]

    def info(self) -> str:
        return self._pane.view.info() if self._pane is not None else ""

    def way_back(self) -> Callable[[], object] | None:
        if self._pane is not None and (way := self._pane.view.way_back()):
            return way
        if len(items(self.node.state.get("stack"))) < 2 or not self.node.can("pop"):
            return None
        return lambda: self.node.send("pop")


def _sent(button: str) -> str:
    """Returns the action of a button."""
    return "next" if button == "finish" else button
