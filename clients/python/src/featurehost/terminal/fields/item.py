"""An item of a repeated field."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widget import Widget

from ..prose import Prose
from .form_fields import INDENT, FormFields
from .stack import FieldStack, MakePart


class FieldItem(Widget):
    """The number of an item, with its fields next to the number."""

    def __init__(self, make_part: MakePart) -> None:
        super().__init__()
        self._make_part = make_part

    def compose(self) -> ComposeResult:
        number = Prose(classes="number")
        number.styles.width = 2 * INDENT
        yield number
        yield FieldStack(self._make_part)

    async def show(self, form: FormFields, number: int, paths: list[str]) -> None:
        """Draws the item of a newer snapshot; `number` is its position, from 1."""
        self.get_child_by_type(Prose).show(f"{number}.")
        await self.get_child_by_type(FieldStack).show(form, paths)
