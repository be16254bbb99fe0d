"""A field with a value: its label, its editor, and its messages."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical

from ..lenient import members
from ..notes import Notes
from ..prose import Prose
from . import editor_of
from .conflict import ConflictLine
from .form_fields import FormFields
from .part import FieldPart


class FieldRow(FieldPart):
    """Notifies the host when the focus enters or leaves the field, and shows messages if the host requests it."""

    def __init__(self, form: FormFields, path: str) -> None:
        super().__init__(form, path)
        self.editor = editor_of(form.node, path, self.field)

    def compose(self) -> ComposeResult:
        yield Prose(classes="label")
        with Vertical():
            yield self.editor
            yield Notes()
            yield ConflictLine()

    async def redraw(self) -> None:
        label = self.query_one(".label", Prose)
        label.styles.width = self.form.label_width(self.path)
        label.show(self.label)
        self.editor.disabled = self.field.get("enabled") is False
        self.editor.show(self.form.node, self.field)
        self.query_one(Notes).show(self.messages, members(self.field.get("hints")).get("help"))
        self.query_one(ConflictLine).show(self.form.node, self.path, self.field)

    def on_descendant_focus(self) -> None:
        self.tell("focus")

    def on_descendant_blur(self) -> None:
        # If the form was removed with its presentation, the field no longer exists.
        if self.is_attached:
            self.tell("blur")
