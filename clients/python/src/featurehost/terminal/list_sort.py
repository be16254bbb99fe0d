"""By what a list's rows are sorted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .lenient import objects
from .text import plain

_UP, _DOWN = "▲", "▼"


def marks(state: Mapping[str, Any]) -> dict[str, str]:
    """What the headings of sorted columns show, by the columns' keys."""
    return {plain(entry.get("key")): _DOWN if _descends(entry) else _UP for entry in objects(state.get("sort"))}


def turned(state: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """The sort after a column was chosen: upwards by that alone, then downwards, then the source's order again."""
    current = next((entry for entry in objects(state.get("sort")) if plain(entry.get("key")) == key), None)
    if current is not None and _descends(current):
        return []
    return [{"key": key, "descending": current is not None}]


def _descends(entry: Mapping[str, Any]) -> bool:
    return entry.get("descending") is True
