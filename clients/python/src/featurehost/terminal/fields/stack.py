"""Fields that stand together."""

from __future__ import annotations

from collections.abc import Iterable

from ..keyed_stack import KeyedStack
from .form_fields import FormFields
from .part import FieldPart


class FieldStack(KeyedStack[tuple[str, str], FieldPart]):
    """Fields in an order, each by its path and the way in which it is drawn."""

    async def show(self, form: FormFields, paths: Iterable[str]) -> None:
        """Draws fields of a newer snapshot."""
        await self.place([(path, _way(form, path)) for path in paths], lambda key: _part(form, key[0]))
        for part in self.parts.values():
            await part.show(form)


def _way(form: FormFields, path: str) -> str:
    field = form.by_path[path]
    return f"{field.get('type')}{'' if field.get('optionsFrom') is None else ' that is searched'}"


def _part(form: FormFields, path: str) -> FieldPart:
    # What holds fields is one itself, so the table can only be read when all of them are there.
    from .group import FieldGroup
    from .repeated import RepeatedField
    from .row import FieldRow

    ways: dict[str, type[FieldPart]] = {"group": FieldGroup, "repeated": RepeatedField}
    return ways.get(str(form.by_path[path].get("type")), FieldRow)(form, path)
