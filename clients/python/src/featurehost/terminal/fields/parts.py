"""The widgets of all types of fields."""

from __future__ import annotations

from .form_fields import FormFields
from .group import FieldGroup
from .part import FieldPart
from .repeated import RepeatedField
from .row import FieldRow


def part_of(form: FormFields, path: str) -> FieldPart:
    """Returns the widget for the field at a path."""
    match form.by_path[path].get("type"):
        case "group":
            return FieldGroup(form, path, part_of)
        case "repeated":
            return RepeatedField(form, path, part_of)
    return FieldRow(form, path)
