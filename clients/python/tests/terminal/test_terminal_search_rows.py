"""The rows of a search: matches, stale and disabled results, groups, and counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from terminal_support import Terminal, one, play
from test_terminal_search import FOUND, RESULTS, result, search, search_state


def found(*results: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Returns a search with some results."""
    groups = [{"id": "results", "title": "Results", "items": list(results)}]
    return {**FOUND, "groups": groups, "count": len(results), **members}


def marked(terminal: Terminal, text: str) -> str:
    """Returns the highlighted characters of a text, with dots in place of the others."""
    line = next(line for line in terminal.lines() if text in "".join(strip.text for strip in line))
    segments = [(segment.text, segment.style) for strip in line for segment in strip]
    shown = "".join(part if style is not None and style.underline else "." * len(part) for part, style in segments)
    start = "".join(part for part, _ in segments).index(text)
    return shown[start : start + len(text)]


@pytest.mark.parametrize(
    ("name", "ranges", "expected"),
    [
        ("plain word", [[0, 2], [6, 7]], "pl....w..."),
        ("宿題と練習", [[1, 2], [3, 4]], ".題.練."),
        # A letter is not separated from its accents, wherever the range begins or ends.
        ("re\u0301sume\u0301", [[1, 2]], ".e\u0301....."),
        ("re\u0301sume\u0301", [[2, 4]], ".e\u0301s...."),
        # A joined emoji is not split into its parts.
        ("a👩‍🚀b", [[3, 4]], ".👩‍🚀."),
        ("שלום עולם", [[1, 3]], ".לו......"),
        ("short", [[3, 90], [70, 80]], "...rt"),
    ],
)
def test_what_matched_is_marked_in_whole_characters(
    tmp_path: Path, name: str, ranges: list[list[int]], expected: str
) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert marked(terminal, name) == expected

    play(scenario, features=search(found(result("1", name, *ranges))), feature="it", folder=tmp_path)


def test_only_values_that_are_drawn_as_their_text_are_marked(tmp_path: Path) -> None:
    columns = [
        FOUND["columns"][0],
        {"key": "done", "label": "Done", "type": "toggle", "role": "detail"},
        {"key": "tick", "label": "Tick", "type": "text", "role": "toggle"},
        {"key": "flag", "label": "Flag", "type": "text", "role": "detail"},
        {"key": "size", "label": "Size", "type": "number", "role": "detail"},
    ]
    value = {"name": "truest", "done": "true", "tick": "true", "flag": True, "size": 417}
    matches = [{"key": key, "ranges": [[0, 2]]} for key in value]

    async def scenario(terminal: Terminal) -> None:
        assert marked(terminal, "truest") == "tr...." and marked(terminal, "417") == "41."
        assert marked(terminal, "[x]") == "..." and marked(terminal, "yes") == "..."
        await terminal.resize(100, 30)
        assert terminal.shows("Done  toggle") and terminal.screen().count("[x]") == 3
        shown = "".join(
            segment.text
            for line in terminal.lines()
            for strip in line
            for segment in strip
            if segment.text in ("tr", "[x", "ye", "41") and segment.style and segment.style.underline
        )
        # In the preview, a member with the role of a toggle is drawn as text.
        assert shown == "tr41trtr41"

    results = [result("1", "", value=value, matches=matches)]
    play(scenario, features=search(found(*results, columns=columns)), feature="it", folder=tmp_path)


def test_columns_stay_where_they_are_whatever_is_written_in_them(tmp_path: Path) -> None:
    names = ["ascii", "宿題と練習", "re\u0301sume\u0301", "👩‍🚀", "שלום", "\u202eturned\u2066\u202c", "zero\u200bwidth"]

    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-scripts")
        lines = [line for line in terminal.screen().splitlines() if line.endswith(" 77")]
        assert [cell_len(line) for line in lines] == [cell_len(lines[0])] * len(names)
        # A character that changes the direction of the line would mix the next column into this one.
        assert terminal.shows("·turned··")

    results = [
        {**result(str(place), name, [0, 2]), "value": {"name": name, "people": 77}} for place, name in enumerate(names)
    ]
    play(scenario, features=search(found(*results)), feature="it", folder=tmp_path)


def test_a_match_that_would_not_be_seen_is_brought_into_view(tmp_path: Path) -> None:
    path = "Sources/" + "deep/" * 12 + "Search.swift"
    wide = "宿" * 40 + "題" + "練" * 40
    both = "Alpha" + "-" * 80 + "Omega"

    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-far-match")
        assert terminal.shows("…") and marked(terminal, "Search.swift") == "Search......"
        assert marked(terminal, "宿題") == ".題"
        # If not all matches fit, the beginning of the matches is shown.
        assert marked(terminal, "Alpha") == "Alpha"

    results = [
        result("1", path, [len(path) - 12, len(path) - 6]),
        result("2", wide, [40, 41]),
        result("3", both, [0, 5], [85, 90]),
        result("4", path, [0, 7]),
    ]
    play(scenario, features=search(found(*results)), feature="it", size=(50, 12), folder=tmp_path)


def test_a_row_of_a_megabyte_is_a_row(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert marked(terminal, "xxxx") == "xx.." and terminal.shows("x…")

    play(scenario, features=search(found(result("1", "x" * 1_000_000, [0, 2]))), feature="it", folder=tmp_path)


def test_rows_that_can_not_be_accepted_are_dim_and_have_a_mark(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows(" × Off") and terminal.shows("›  On")
        assert terminal.style_of("Off").color != terminal.style_of("Also on").color

    results = [result("1", "On"), result("2", "Off", enabled=False), result("3", "Also on")]
    play(scenario, features=search(found(*results)), feature="it", folder=tmp_path)


def test_stale_rows_have_a_mark_without_colours_too(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("›  Århus") and not terminal.shows("~")
        await terminal.change(state={"isStale": True})
        assert terminal.shows("›~ Århus") and terminal.shows(" ~ Rehau")
        await terminal.change(state={"isStale": False})
        assert not terminal.shows("~")

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)


def test_a_group_that_fills_the_window_keeps_its_title(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("Near")
        await terminal.change(state={"groups": [{"id": "results", "title": "Results", "items": RESULTS}]})
        # Ungrouped results need no header.
        assert not terminal.shows("Results")

    groups = [{"id": "near", "title": "Near", "items": RESULTS}]
    play(scenario, features=search({**FOUND, "groups": groups}), feature="it", folder=tmp_path)


def test_how_many_there_are_while_it_matches_and_after_that(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        async def says(info: str, **state: Any) -> None:
            await terminal.change(state=state)
            assert terminal.screen().splitlines()[0].endswith(f"  {info}")

        await says("1,000,000 to search", totalCount=1_000_000)
        await says("1,000,000 to search", query="rh", status="loading", empty=None)
        groups = FOUND["groups"]
        await says("3+ of 1,000,000", groups=groups, count=3, resultsQuery="rh", activeId="1")
        await says("searching… · 1,200+ of 1,000,000", count=1_200, status="stalled")
        await says("12,345 of 1,000,000", count=12_345, status="success")
        # During a load, the counts of the older query stay.
        await says("12,345 of 1,000,000", query="rhx", status="loading", isStale=True)
        await says("2 selected · 12,345 of 1,000,000", selectedIds=["1", "9"], status="success", isStale=False)
        # For a source that searches itself, the counts are those that the source reports.
        append = {"status": "idle", "endReached": False}
        await says("50+ · more with ctrl+l", append=append, count=50, totalCount=None, selectedIds=[])
        await says("50 of 120 · more with ctrl+l", totalCount=120)
        await says("loading more… · 50 of 120", append={**append, "status": "loading"})
        await says("failed · 50 of 120", append={**append, "status": "failed"})

    play(scenario, features=one("search", search_state(), "loadMore"), feature="it", folder=tmp_path)


def test_the_spinner_turns_only_while_a_search_is_stalled(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        for status in ("idle", "debouncing", "loading", "success", "failed"):
            await terminal.change(state={"status": status})
            assert not terminal.shows("⠋") and not terminal.shows("searching")
        await terminal.change(state={"status": "stalled"})
        assert terminal.shows("⠋") and terminal.shows("searching…")
        await terminal.change(state={"status": "success"})
        assert not terminal.shows("⠋")

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)


def test_no_query_a_short_one_nothing_found_and_a_failure_are_told_apart(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("A city") and not terminal.shows("matches")
        await terminal.change(state={"query": "r"})
        assert terminal.shows("The query is too short.")
        await terminal.change(state={"minLength": 3})
        assert terminal.shows("3 characters at least.")
        await terminal.change(state={"query": "rhx", "empty": None, "status": "stalled"})
        assert terminal.shows("Searching…") and not terminal.shows("at least")
        await terminal.change(state={"empty": "noResults", "status": "success", "resultsQuery": "rhx"})
        assert terminal.shows("Nothing matches.") and not terminal.shows("Searching…")
        await terminal.change(state={"empty": None, "status": "failed"})
        assert terminal.shows("The search has failed.")

    play(scenario, features=search(search_state()), feature="it", folder=tmp_path)
