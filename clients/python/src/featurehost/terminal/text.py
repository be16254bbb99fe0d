"""Values as text for users."""

from __future__ import annotations

import json

# Characters that change the direction of the following text, and characters that some programs treat as line breaks.
_TURNING = (0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
# Each character that would break a line or move the cursor is replaced by one character, so that ranges stay valid.
_VISIBLE = {code: "·" for code in (*range(0x20), *range(0x7F, 0xA0), *_TURNING)} | {0x09: " ", 0x0A: "⏎", 0x0D: " "}
_LINES = {**_VISIBLE, 0x0A: "\n"}
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x20), *range(0x7F, 0xA0), *_TURNING)}


def plain(value: object) -> str:
    """Returns a value in one line. A string keeps its length."""
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
    """Returns a value as plain text with its lines; a value that is no string is a single line."""
    return "\n".join(plain(line) for line in value.splitlines()) if isinstance(value, str) else plain(value)


def wrapped(value: object) -> str:
    """Returns a value with all its lines. A string keeps its length."""
    match value:
        case str():
            return value.translate(_LINES)
        case dict() | list():
            return json.dumps(value, ensure_ascii=False, indent=2).translate(_LINES)
    return plain(value)


def json_line(value: object) -> str:
    """Returns a value as one line of JSON, in which control characters are escaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def is_on(value: object) -> bool:
    """Returns true if a toggle is on; sources with only text store Booleans as words."""
    return value is True or value == "true"


def check_mark(value: object) -> str:
    """Returns a toggle as text."""
    return "[x]" if is_on(value) else "[ ]"


def grouped(number: object) -> str:
    """Returns a number with separated thousands."""
    return f"{number:,}" if isinstance(number, int) else plain(number)


def words(camel: str) -> str:
    """Returns a camelCase word as separate words."""
    return "".join(" " + letter.lower() if letter.isupper() else letter for letter in camel)
