"""A sequence of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..keyed_stack import KeyedStack
from .form_fields import FormFields
from .part import FieldPart

# Makes the widget of the field at a path. It is passed as an argument, because the modules of groups and repeated
# fields import this module.
MakePart: TypeAlias = Callable[[FormFields, str], FieldPart]


class FieldStack(KeyedStack[tuple[str, str], FieldPart]):
    """Fields in order, each identified by its path and the way in which it is drawn."""

    def __init__(self, make_part: MakePart) -> None:
        super().__init__()
        self._make_part = make_part

    async def show(self, form: FormFields, paths: Iterable[str]) -> None:
        """Draws fields of a newer snapshot."""
        await self.place([(path, _way(form, path)) for path in paths], lambda key: self._make_part(form, key[0]))
        for part in self.parts.values():
            await part.show(form)


def _way(form: FormFields, path: str) -> str:
    field = form.by_path[path]
    return f"{field.get('type')}{'' if field.get('optionsFrom') is None else ' that is searched'}"
