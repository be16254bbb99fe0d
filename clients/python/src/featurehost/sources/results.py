"""Conversion of a source's results to JSON, with a clear error for invalid results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .failures import invalid_data
from .requests import Row, SearchRequest
from .source import Page, Versioned


def page(said: object, method: str, source: str) -> dict[str, Any]:
    """Returns the JSON of a page of rows or results."""
    if not isinstance(said, Page):
        raise invalid_data(f"{method} of {source} must return a list of rows or a Page, not {_kind(said)}")
    wire: dict[str, Any] = {"items": [_row(row, f"row {index + 1}", source) for index, row in enumerate(said.items)]}
    if said.next_cursor is not None:
        wire["nextCursor"] = said.next_cursor
    if said.end_reached is not None:
        wire["endReached"] = said.end_reached
    if said.total_count is not None:
        wire["totalCount"] = said.total_count
    if said.matches is not None:
        wire["matches"] = said.matches
    if said.versions is not None:
        wire["versions"] = dict(said.versions)
    return wire


def cut(said: Sequence[Row], request: SearchRequest) -> Page:
    """Returns the requested page of all results; a cursor is the number of results before its page."""
    start = int(request.cursor) if request.cursor and request.cursor.isdecimal() else 0
    end = start + request.limit
    return Page(said[start:end], str(end) if end < len(said) else None, end >= len(said), len(said))


def edit(said: object, method: str, source: str) -> dict[str, Any]:
    """Returns the JSON of the result of an edit."""
    if method in ("move", "delete") or (method == "insert" and said is None):
        return {}
    if isinstance(said, Versioned):
        return {"item": _row(said.row, f"what {method} returned", source), "version": said.version}
    return {"item": _row(said, f"what {method} returned", source)}


def _row(row: object, place: str, source: str) -> Row:
    if not isinstance(row, Mapping):
        raise invalid_data(f"{place} of {source} must be a mapping such as a dict, not {_kind(row)}")
    return row if isinstance(row, dict) else dict(row)


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__
