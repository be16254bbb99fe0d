"""Values as the text that a person reads."""

from __future__ import annotations

import json

# What would turn the direction of what comes behind it in the line, and what some take for the end of one.
_TURNING = (0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
# One character for each that would break a line or move the cursor, so that ranges of characters stay right.
_VISIBLE = {code: "·" for code in (*range(0x20), *range(0x7F, 0xA0), *_TURNING)} | {0x09: " ", 0x0A: "⏎", 0x0D: " "}
_LINES = {**_VISIBLE, 0x0A: "\n"}
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x20), *range(0x7F, 0xA0), *_TURNING)}


def plain(value: object) -> str:
    """A value in one line. A string keeps its length."""
    match value:
        case None:
            return ""
        case str():
            return value.translate(_VISIBLE)
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case int() | float():
            return str(value)
    return json.dumps(value, ensure_ascii=False).translate(_VISIBLE)


def paragraph(value: object) -> str:
    """A value as plain text, line by line; one that is no string is a single line."""
    return "\n".join(plain(line) for line in value.splitlines()) if isinstance(value, str) else plain(value)


def wrapped(value: object) -> str:
    """A value in as many lines as it has, where there is room for all of it. A string keeps its length."""
    match value:
        case str():
            return value.translate(_LINES)
        case dict() | list():
            return json.dumps(value, ensure_ascii=False, indent=2).translate(_LINES)
    return plain(value)


def json_line(value: object) -> str:
    """A value as one line of JSON, in which what a terminal would obey is escaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def is_on(value: object) -> bool:
    """Whether a toggle is on; tables of text hold Booleans as words."""
    return value is True or value == "true"


def check_mark(value: object) -> str:
    """A toggle as text."""
    return "[x]" if is_on(value) else "[ ]"


def grouped(number: object) -> str:
    """A number with its thousands apart."""
    return f"{number:,}" if isinstance(number, int) else plain(number)


def words(camel: str) -> str:
    """A camelCase word as people write it."""
    return "".join(" " + letter.lower() if letter.isupper() else letter for letter in camel)
