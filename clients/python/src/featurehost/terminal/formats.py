"""How values are drawn by the format of their column: in a cell, and whole in the preview."""

from __future__ import annotations

from .text import check_mark, plain, wrapped

# No terminal is so wide; what matches in a row lies within it.
_LONGEST_CELL = 5_000
# How much of a value the preview draws.
_LONGEST = 20_000


def is_toggle(kind: str) -> bool:
    """Whether values are boxes to tick."""
    return kind == "toggle"


def is_right_aligned(kind: str) -> bool:
    """Whether values end where the column ends."""
    return kind == "number"


def is_text(value: object, kind: str) -> bool:
    """True if a value is drawn as its text. The ranges of a match apply only to such a text."""
    return not is_toggle(kind) and not isinstance(value, bool)


def cell(value: object, kind: str) -> str:
    """A value in one line; one of an unknown format is a text."""
    if is_toggle(kind):
        return check_mark(value)
    return plain(value[:_LONGEST_CELL] if isinstance(value, str) else value)[:_LONGEST_CELL]


def whole(value: object, kind: str) -> str:
    """All of a value of a column, cut only where it is very long."""
    if is_toggle(kind):
        return check_mark(value)
    text = wrapped(value)
    return (text[:_LONGEST] + "…" if len(text) > _LONGEST else text) or "—"


def format_of(value: object) -> str:
    """The format of a value that no column declares."""
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
