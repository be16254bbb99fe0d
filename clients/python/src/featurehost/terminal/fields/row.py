"""A field of a form: its label, its editor, and what is said about it."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from ..lenient import members, objects
from ..node import Node
from ..prose import Prose
from ..text import paragraph, plain
from . import editor_of
from .editor import Field


class FieldRow(Widget):
    """Tells the host when the cursor comes and goes, and shows messages when the host says so."""

    def __init__(self, node: Node, path: str, field: Field, label_width: int) -> None:
        super().__init__()
        self.path = path
        self._node, self._field = node, field
        self._label_width = label_width
        self.editor = editor_of(node, path, field)

    def compose(self) -> ComposeResult:
        label = Prose(classes="label")
        label.styles.width = self._label_width
        yield label
        with Vertical():
            yield self.editor
            yield Prose(classes="notes")

    def on_mount(self) -> None:
        self._surround()

    def show(self, node: Node, field: Field) -> None:
        """Draws the field of a newer snapshot."""
        self._node, self._field = node, field
        self.editor.show(node, field)
        self._surround()

    def _surround(self) -> None:
        field = self._field
        mark = Text(" *", style="bold") if field.get("required") else Text("")
        self.query_one(".label", Prose).show(Text.assemble(plain(field.get("label") or self.path), mark))
        self.display = field.get("visible") is not False
        self.editor.disabled = field.get("enabled") is False
        said = field.get("messages") if field.get("showMessages") else None
        messages = objects(said)
        self.set_class(any(it.get("severity") != "warning" for it in messages), "wrong")
        help_text = members(field.get("hints")).get("help")
        lines = ["! " + paragraph(it.get("text")) for it in messages] or ([paragraph(help_text)] if help_text else [])
        notes = self.query_one(".notes", Prose)
        notes.display = bool(lines)
        notes.show("\n".join(lines))

    def on_descendant_focus(self) -> None:
        self._node.send("focus", {"path": self.path}, quiet=True)

    def on_descendant_blur(self) -> None:
        # A form that is gone with its presentation has no field to leave.
        if self.is_attached:
            self._node.send("blur", {"path": self.path}, quiet=True)
