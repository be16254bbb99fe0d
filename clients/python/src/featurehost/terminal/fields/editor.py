"""The base class of the editors of fields."""

from __future__ import annotations

from textual.widget import Widget

from ..node import Node
from ..typed import Typed
from .form_fields import Field


class Editor(Widget):
    """Shows a field's value, and sends the values that the user enters.

    An entered value stays until the host has answered, regardless of snapshots in between.
    """

    def __init__(self, node: Node, path: str, field: Field) -> None:
        super().__init__()
        self.node, self.path, self.field = node, path, field
        self._typed = Typed()

    def on_mount(self) -> None:
        self.redraw()

    def show(self, node: Node, field: Field) -> None:
        """Draws the value of a newer snapshot, unless a newer value was entered."""
        self.node, self.field = node, field
        if not self._typed.is_newer_than(node.snapshot):
            self.redraw()

    def redraw(self) -> None:
        """Updates the widgets to the value."""
        raise NotImplementedError

    def enter(self, value: object, action: str = "setValue") -> None:
        """Sends a value that the user has entered."""
        self._typed.sent(self.node.send(action, {"path": self.path, "value": value}))
