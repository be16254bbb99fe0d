"""Formats JSON for readers: a value that fits into a line is on one line."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 120


def text_of(value: Any) -> str:
    """Returns the text of a whole file."""
    return _lines(value, "", 0) + "\n"


def _lines(value: Any, indent: str, taken: int) -> str:
    """Returns a value as text; `taken` characters of its first line are already used, and a comma may follow."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + taken + 1 <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        parts = [_lines(one, inner, len(inner)) for one in value]
        return f"[\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}]"
    keys = [json.dumps(key, ensure_ascii=False) + ": " for key in value]
    parts = [key + _lines(one, inner, len(inner) + len(key)) for key, one in zip(keys, value.values(), strict=True)]
    return f"{{\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}}}"
