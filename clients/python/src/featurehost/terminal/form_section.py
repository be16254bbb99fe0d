"""A section of a form."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.widget import Widget

from .fields.form_fields import FormFields
from .fields.parts import part_of
from .fields.stack import FieldStack
from .prose import Prose
from .text import paragraph


class FormSection(Widget):
    """Fields between a header and a footer; hidden if all its fields are invisible, but shown if it has no fields."""

    def compose(self) -> ComposeResult:
        yield Prose(classes="section")
        yield FieldStack(part_of)
        yield Prose(classes="footer")

    async def show(self, form: FormFields, section: dict[str, Any]) -> None:
        """Draws the section of a newer snapshot."""
        paths = form.known(section.get("fields"))
        self.display = not paths or any(map(form.is_visible, paths))
        for name, member in ("section", "header"), ("footer", "footer"):
            prose = self.query_one(f"FormSection > .{name}", Prose)
            prose.display = bool(section.get(member))
            prose.show(paragraph(section.get(member)))
        await self.get_child_by_type(FieldStack).show(form, paths)
