"""What every kind of feature is drawn by."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TypeAlias

from textual.widget import Widget

from .node import Node


class FeatureView(Widget):
    """Draws a feature from its snapshots, and sends its actions.

    One view shows one feature of one instance for as long as that is on the screen.
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
        """Brings the widgets in line with the node."""
        raise NotImplementedError

    def crumbs(self) -> list[str]:
        """The titles from here to what is shown."""
        return [self.node.title]

    def info(self) -> str:
        """What stands at the right of the title."""
        return ""

    def way_back(self) -> Callable[[], object] | None:
        """What leaves a place within the feature; nothing where there is none to leave."""
        return None

    def is_finished_by_key(self) -> bool:
        """Whether the key that finishes is its own, even while there is nothing that it could do."""
        return False

    def give_way(self, is_failed: bool) -> None:
        """Leaves its room to an error where there is nothing else to show, and takes it again."""
        self.display = not is_failed

    def focus_first(self) -> None:
        """Puts the cursor where a person begins."""
        focus_first(self)


# Makes the view of a feature. It is passed down, since flows and layouts hold the views of other features.
MakeView: TypeAlias = Callable[[Node], FeatureView]


def focus_first(within: Widget) -> None:
    """Puts the cursor into the first widget that takes it."""
    first = first_focusable(within)
    if first is not None:
        first.focus()


def first_focusable(within: Widget) -> Widget | None:
    """The first widget that takes the cursor and is shown: the buttons of a conflict are there before there is one."""
    return next((widget for widget in within.query("*") if widget.focusable and _is_shown(widget, within)), None)


def _is_shown(widget: Widget, within: Widget) -> bool:
    """Whether neither a widget nor anything around it, up to another one, is hidden."""
    around = itertools.takewhile(lambda node: node is not within, widget.ancestors_with_self)
    return all(node.display for node in around)
