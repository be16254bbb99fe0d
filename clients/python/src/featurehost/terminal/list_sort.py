"""The sort order of a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .lenient import objects
from .text import plain

_UP, _DOWN = "▲", "▼"


def marks(state: Mapping[str, Any]) -> dict[str, str]:
    """Returns the marks for the headings of sorted columns, by column key."""
    return {plain(entry.get("key")): _DOWN if _descends(entry) else _UP for entry in objects(state.get("sort"))}


def turned(state: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Returns the sort order after a column was chosen: ascending, then descending, then the source's order again."""
    current = next((entry for entry in objects(state.get("sort")) if plain(entry.get("key")) == key), None)
    if current is not None and _descends(current):
        return []
    return [{"key": key, "descending": current is not None}]


def _descends(entry: Mapping[str, Any]) -> bool:
    return entry.get("descending") is True
