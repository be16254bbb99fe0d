"""A feature with its view, its errors and its toolbar."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from ..model import ToolbarItem
from .action_button import ActionButton
from .node import Node
from .problems import Problems
from .prose import Prose
from .view import MakeView, focus_first


class Pane(Widget):
    """A feature's view with its errors and its toolbar."""

    def __init__(self, node: Node, make_view: MakeView) -> None:
        super().__init__()
        self.node = node
        self.view = make_view(node)
        self._make_view = make_view

    def compose(self) -> ComposeResult:
        yield Prose(classes="reason")
        yield Problems("banner")
        yield self.view
        yield Problems("fullScreen")
        yield Problems("inline")
        yield Toolbar()

    async def on_mount(self) -> None:
        await self._surround()

    async def show(self, node: Node) -> None:
        """Draws a newer snapshot, or another feature."""
        is_same = node.identity == self.node.identity
        self.node = node
        if is_same:
            await self.view.show(node)
        else:
            old, self.view = self.view, self._make_view(node)
            await self.mount(self.view, after=old)
            await old.remove()
        await self._surround()

    async def _surround(self) -> None:
        said, reason = self.get_child_by_type(Prose), self.node.reason
        said.display = reason != ""
        said.show(f"! {reason}" if reason else "")
        banner, full_screen, inline = self.query_children(Problems)
        await banner.show(self.node)
        await inline.show(self.node)
        self.view.give_way(await full_screen.show(self.node))
        toolbar = self.get_child_by_type(Toolbar)
        await toolbar.show(self.node)
        toolbar.set_class(any(inner.display for inner in self.view.query(Toolbar)), "lower")

    def focus_first(self) -> None:
        """Moves the focus into the view, or into the error that is shown in place of the view."""
        if self.view.display:
            self.view.focus_first()
        else:
            focus_first(self.query_one("Problems.fullScreen"))


_PLACES = {"cancellation": -1, "confirmation": 1}


class Toolbar(Horizontal):
    """The toolbar of a feature. Its items are reached by number keys, so that the focus stays in place."""

    def __init__(self) -> None:
        super().__init__()
        self._items: tuple[ToolbarItem, ...] = ()
        self._node: Node | None = None

    async def show(self, node: Node) -> None:
        """Draws the toolbar of a node."""
        self._node = node
        # Items that cancel are first and items that confirm are last, regardless of their declaration order.
        items = tuple(sorted(node.snapshot.toolbar, key=lambda item: _PLACES.get(item.role or "", 0)))
        self.display = bool(items)
        if items != self._items:
            self._items = items
            await self.remove_children()
            await self.mount_all(ActionButton(item.title, item.role, focusable=False) for item in items)
        for button, item in zip(self.query(ActionButton), items, strict=True):
            button.disabled = not node.can(item.action)

    def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        item = self._items[list(self.query(ActionButton)).index(event.button)]
        if self._node is not None:
            self._node.send(item.action, dict(item.params), title=item.title)
