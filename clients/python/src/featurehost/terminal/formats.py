"""The drawing of values according to the format of their column: in a cell, and complete in the preview."""

from __future__ import annotations

from .text import check_mark, plain, wrapped

# The maximum number of characters of a cell. No terminal is wider, and the ranges of matches are within this length.
_LONGEST_CELL = 5_000
# The maximum number of characters of a value in the preview.
_LONGEST = 20_000


def is_toggle(kind: str) -> bool:
    """Returns true if values are drawn as checkboxes."""
    return kind == "toggle"


def is_right_aligned(kind: str) -> bool:
    """Returns true if values are right-aligned."""
    return kind == "number"


def is_text(value: object, kind: str) -> bool:
    """Returns true if a value is drawn as text; the ranges of matches apply only to such values."""
    return not is_toggle(kind) and not isinstance(value, bool)


def cell(value: object, kind: str) -> str:
    """Returns a value in one line; an unknown format is drawn as text."""
    if is_toggle(kind):
        return check_mark(value)
    return plain(value[:_LONGEST_CELL] if isinstance(value, str) else value)[:_LONGEST_CELL]


def whole(value: object, kind: str) -> str:
    """Returns the complete value of a column; only a very long value is cut."""
    if is_toggle(kind):
        return check_mark(value)
    text = wrapped(value)
    return (text[:_LONGEST] + "…" if len(text) > _LONGEST else text) or "—"


def format_of(value: object) -> str:
    """Returns the format of a value that no column declares."""
    match value:
        case bool():
            return "toggle"
        case int() | float():
            return "number"
        case dict():
            return "object"
        case list():
            return "array"
    return "text"
