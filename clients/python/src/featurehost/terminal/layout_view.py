"""The kind `view`: a feature that is drawn by its layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input

from .action_button import ActionButton
from .lenient import members
from .line import Line as TypedLine
from .node import Node, child_path, layout
from .pane import Pane
from .prose import Prose
from .text import check_mark, plain
from .view import FeatureView, MakeView

Line = Mapping[str, Any]
_BAR = 24


class LayoutView(FeatureView):
    """Labels and values, buttons, headings and children, line by line."""

    def __init__(self, node: Node, make_view: MakeView) -> None:
        super().__init__(node)
        self._make_view = make_view
        self._lines: list[Line] | None = None
        self._parts: list[LayoutLine | LayoutText | LayoutButton | LayoutChild] = []

    def compose(self) -> ComposeResult:
        yield VerticalScroll(can_focus=False)

    async def redraw(self) -> None:
        lines = layout(self.node.state)
        if lines != self._lines:
            self._lines = lines
            await self._build(lines)
        for part in self._parts:
            await part.follow(self.node)

    def way_back(self) -> Callable[[], object] | None:
        ways = (pane.view.way_back() for pane in self.query(Pane) if pane.has_focus_within)
        return next(filter(None, ways), None)

    async def _build(self, lines: list[Line]) -> None:
        scroll = self.get_child_by_type(VerticalScroll)
        await scroll.remove_children()
        self._parts = []
        width = max((cell_len(plain(line.get("label"))) for line in lines), default=0)
        for is_button, group in groupby(lines, key=lambda line: line.get("type") == "button"):
            widgets = [self._widget(line, width) for line in group]
            await scroll.mount_all([Horizontal(*widgets)] if is_button else widgets)

    def _widget(self, line: Line, width: int) -> Widget:
        label, child = plain(line.get("label")), self.node.child(*child_path(line))
        if line.get("type") == "section":
            return Prose(label, classes="section")
        part: LayoutLine | LayoutText | LayoutButton | LayoutChild
        if line.get("type") == "button":
            part = LayoutButton(line)
        elif line.get("type") == "child" and child is not None:
            part = LayoutChild(line, child, self._make_view)
        elif line.get("type") == "text" and self.node.takes_value(str(line.get("action"))):
            part = LayoutText(line, width)
        else:
            part = LayoutLine(line, width)
        self._parts.append(part)
        return part


class LayoutLine(Prose):
    """A label and a value. A line with an action is pressed like a button; an editable number is changed in steps."""

    BINDINGS = [
        Binding("enter", "press", "Change"),
        Binding("space", "press", "Change", show=False),
        Binding("left", "step(-1)", "Less", key_display="←→"),
        Binding("right", "step(1)", "More", show=False),
    ]

    def __init__(self, line: Line, width: int) -> None:
        role = line.get("role")
        super().__init__(classes=str(role) if role in ("primary", "destructive") else None)
        self._line, self._width = line, width
        self._node: Node | None = None
        self.can_focus = bool(line.get("action"))

    async def follow(self, node: Node) -> None:
        """Draws the value in a node's state."""
        self._node = node
        self.disabled = self.can_focus and not node.can(str(self._line["action"]))
        label = set_cell_size(plain(self._line.get("label")), self._width)
        self.show(Text.assemble((label, "dim"), "  ", self._value(node.state.get(str(self._line.get("key"))))))

    def _value(self, value: object) -> str:
        match self._line.get("type"):
            case "toggle":
                return check_mark(value)
            case "progress" if isinstance(value, int | float):
                share = min(1.0, max(0.0, value if value <= 1 else value / 100))
                full = round(share * _BAR)
                return "━" * full + "╌" * (_BAR - full) + f" {share:.0%}"
            case "image":
                return f"[image: {plain(value or self._line.get('label'))}]"
        return plain(value)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.action_press()

    def action_press(self) -> None:
        if self._node is None or self._is_number:
            return
        value = {"value": not self._current} if self._sets_value else {}
        _press(self._node, self._line, value)

    def action_step(self, by: int) -> None:
        """Changes the number by one, up or down."""
        current = self._current
        if isinstance(current, int | float):
            _press(self._node, self._line, {"value": current + by})

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action in ("press", "step") and (action == "step") == self._is_number

    @property
    def _current(self) -> object:
        return self._node.state.get(str(self._line.get("key"))) if self._node else None

    @property
    def _sets_value(self) -> bool:
        return self._node is not None and self._node.takes_value(str(self._line.get("action")))

    @property
    def _is_number(self) -> bool:
        return self._line.get("type") in ("number", "progress") and self._sets_value


class LayoutText(Horizontal):
    """A label, and a text line whose changes are sent to the host immediately."""

    def __init__(self, line: Line, width: int) -> None:
        super().__init__()
        self._line, self._width = line, width
        self._node: Node | None = None

    def compose(self) -> ComposeResult:
        label = set_cell_size(plain(self._line.get("label")), self._width)
        yield Prose(Text.assemble((label, "dim"), "  "))
        yield TypedLine()

    async def follow(self, node: Node) -> None:
        """Draws the text in a node's state; while a request is unanswered, keeps the typed text instead."""
        self._node = node
        line, text = self.get_child_by_type(TypedLine), plain(node.state.get(str(self._line.get("key"))))
        line.disabled = not node.can(str(self._line["action"]))
        if not node.session.is_waiting:
            line.draw(text)

    def on_input_changed(self, event: Input.Changed) -> None:
        _press(self._node, self._line, {"value": self.get_child_by_type(TypedLine).hear(event)})


class LayoutButton(ActionButton):
    """A button of the layout."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.get("label"), line.get("role"))
        self._line = line
        self._node: Node | None = None

    async def follow(self, node: Node) -> None:
        """Enables the button if the action is available in a node."""
        self._node = node
        self.disabled = not node.can(str(self._line.get("action")))

    def action_press(self) -> None:
        if not self.disabled:
            _press(self._node, self._line)


class LayoutChild(Widget):
    """A child under its label."""

    def __init__(self, line: Line, child: Node, make_view: MakeView) -> None:
        super().__init__()
        self._line, self._child, self._make_view = line, child, make_view

    def compose(self) -> ComposeResult:
        yield Prose(plain(self._line.get("label")), classes="section")
        yield Pane(self._child, self._make_view)

    async def follow(self, parent: Node) -> None:
        """Draws the child in a node's state."""
        child = parent.child(*child_path(self._line))
        if child is not None:
            await self.get_child_by_type(Pane).show(child)


def _press(node: Node | None, line: Line, more: Mapping[str, Any] = {}) -> None:
    if node is not None and line.get("action"):
        title = plain(line.get("label")) or None
        node.send(str(line["action"]), {**members(line.get("params")), **more}, title=title)
