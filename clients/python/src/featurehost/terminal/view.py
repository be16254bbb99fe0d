"""The base class of the views of features."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TypeAlias

from textual.widget import Widget

from .node import Node


class FeatureView(Widget):
    """Draws a feature from its snapshots, and sends its actions.

    A view shows the same feature of the same instance as long as it is on the screen.
    """

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node

    async def on_mount(self) -> None:
        await self.redraw()

    async def show(self, node: Node) -> None:
        """Draws a newer snapshot of the same feature."""
        self.node = node
        await self.redraw()

    async def redraw(self) -> None:
        """Updates the widgets to the node."""
        raise NotImplementedError

    def crumbs(self) -> list[str]:
        """Returns the titles from this feature to the shown one."""
        return [self.node.title]

    def info(self) -> str:
        """Returns the text at the right of the title."""
        return ""

    def way_back(self) -> Callable[[], object] | None:
        """Returns the function that goes back one step within the feature; None if there is no such step."""
        return None

    def is_finished_by_key(self) -> bool:
        """Returns true if this view handles the key for finishing, even while its action is unavailable."""
        return False

    def give_way(self, is_failed: bool) -> None:
        """Hides the view if `is_failed`, because an error is shown in its place; otherwise shows the view."""
        self.display = not is_failed

    def focus_first(self) -> None:
        """Moves the focus to the initial widget."""
        focus_first(self)


# Makes the view of a feature. It is passed as an argument, because the module that makes the views imports the modules
# of the views.
MakeView: TypeAlias = Callable[[Node], FeatureView]


def focus_first(within: Widget) -> None:
    """Moves the focus to the first focusable widget."""
    first = first_focusable(within)
    if first is not None:
        first.focus()


def first_focusable(within: Widget) -> Widget | None:
    """Returns the first focusable widget that is shown; for example, the buttons of a conflict may be hidden."""
    return next((widget for widget in within.query("*") if widget.focusable and _is_shown(widget, within)), None)


def _is_shown(widget: Widget, within: Widget) -> bool:
    """Returns true if a widget and all of its ancestors below `within` are displayed."""
    around = itertools.takewhile(lambda node: node is not within, widget.ancestors_with_self)
    return all(node.display for node in around)
