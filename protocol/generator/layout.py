"""Writes JSON as people read it: what fits into a line is on one."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 120


def text_of(value: Any) -> str:
    """A whole file."""
    return _lines(value, "", 0) + "\n"


def _lines(value: Any, indent: str, taken: int) -> str:
    """A value, of whose first line some characters are taken already; a comma may follow."""
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
