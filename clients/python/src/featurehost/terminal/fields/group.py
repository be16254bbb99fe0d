"""A field that contains others."""

from __future__ import annotations

from textual.app import ComposeResult

from ..lenient import members
from ..notes import Notes
from ..prose import Prose
from .conflict import ConflictLine
from .form_fields import FormFields
from .part import FieldPart
from .stack import FieldStack, MakePart


class FieldGroup(FieldPart):
    """`group`: its label, and its fields below."""

    def __init__(self, form: FormFields, path: str, make_part: MakePart) -> None:
        super().__init__(form, path)
        self._make_part = make_part

    def compose(self) -> ComposeResult:
        yield Prose(classes="name")
        yield Notes()
        yield ConflictLine()
        yield FieldStack(self._make_part)

    async def redraw(self) -> None:
        self.get_child_by_type(Prose).show(self.label)
        self.get_child_by_type(Notes).show(self.messages, members(self.field.get("hints")).get("help"))
        self.get_child_by_type(ConflictLine).show(self.form.node, self.path, self.field)
        await self.get_child_by_type(FieldStack).show(self.form, self.form.known(self.field.get("fields"), self.path))
