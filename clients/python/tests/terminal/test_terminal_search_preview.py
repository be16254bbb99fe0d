"""The preview of the active result, next to or below the rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_support import Terminal, play
from test_terminal_search import FOUND, result, search

NOTE = "It lies at the sea,\nand has had a harbour for a long time, of which a good part is a park by now. " + "x" * 60
VALUE = {
    "name": "Århus",
    "people": 12,
    "old": True,
    "note": NOTE,
    "tags": ["town", "port"],
    "mayor": None,
    "code": "DK-\u202e8000",
}
COLUMNS = [
    {"key": "name", "label": "Name", "type": "text", "role": "title"},
    {"key": "old", "label": "Is old", "type": "toggle", "role": "toggle"},
    {"key": "note", "label": "Notes", "type": "text", "role": "none"},
]
ROWS = [
    result("1", "", [1, 3], value=VALUE, matches=[{"key": "note", "ranges": [[15, 18]]}]),
    result("2", "Rho"),
]


def found(**members: Any) -> dict[str, Any]:
    """Returns a search whose first result has many members, most of which are in no column."""
    groups = [{"id": "results", "title": "Results", "items": ROWS}]
    return {**FOUND, "columns": COLUMNS, "groups": groups, **members}


def test_it_is_beside_the_rows_where_there_is_room(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-preview-beside")
        assert terminal.style_of("sea,").underline and not terminal.style_of("the sea").underline
        await terminal.change(state={"activeId": "2"})
        assert terminal.shows("Rho") and not terminal.shows("harbour")
        await terminal.change(state={"groups": [], "activeId": None, "count": 0, "empty": "noResults"})
        assert not terminal.shows("Name  text")

    play(scenario, features=search(found()), feature="it", size=(100, 30), folder=tmp_path)


def test_it_is_below_them_where_the_terminal_is_high(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-preview-below")
        await terminal.resize(80, 24)
        assert not terminal.shows("Is old  toggle")

    play(scenario, features=search(found()), feature="it", size=(60, 40), folder=tmp_path)


def test_it_comes_and_goes_by_a_key(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("Is old  toggle")
        await terminal.press("f3")
        assert terminal.shows("Is old  toggle")
        await terminal.press("f3")
        assert not terminal.shows("Is old  toggle")
        await terminal.resize(120, 24)
        assert not terminal.shows("Is old  toggle")
        await terminal.press("f3")
        assert terminal.shows("Is old  toggle")
        # Without space for the preview, its key is not available either.
        await terminal.resize(120, 12)
        assert not terminal.shows("Is old  toggle") and not terminal.shows("preview")
        # The client handles all these keys itself.
        assert await terminal.sent() == []

    play(scenario, features=search(found()), feature="it", folder=tmp_path)


def test_a_long_row_is_scrolled_by_keys_and_the_next_begins_at_its_top(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("Name  text") and not terminal.shows("line 59")
        await terminal.press(*["shift+down"] * 50)
        assert not terminal.shows("Name  text") and terminal.shows("line 59")
        await terminal.press("shift+up")
        assert terminal.shows("line 45")
        await terminal.change(state={"activeId": "2"})
        assert terminal.shows("Name  text")

    long = {"name": "Long", "note": "\n".join(f"line {number}" for number in range(60))}
    groups = [{"id": "results", "title": "Results", "items": [result("1", "", value=long), result("2", "Short")]}]
    play(scenario, features=search(found(groups=groups)), feature="it", size=(110, 24), folder=tmp_path)


def test_a_row_that_is_scrolled_out_of_the_window_is_shown_still(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(state={"groups": [{"id": "results", "title": "Results", "items": ROWS[1:]}]})
        assert terminal.shows("Rho") and terminal.shows("harbour")

    play(scenario, features=search(found()), feature="it", size=(100, 30), folder=tmp_path)
