"""Searches on a real host, whose clock the test moves."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from terminal_support import Terminal, play

NAMES = [f"{kind} {number:02}" for number in range(30) for kind in ("apple", "bread", "cheese")]
ROWS = [
    {"id": str(place), "name": name, "kind": name.split()[0], "gone": name.endswith("13")}
    for place, name in enumerate(NAMES)
]
FOOD = {
    "kind": "search",
    "title": "Food",
    "source": "food",
    "keys": ["name"],
    "minLength": 2,
    "columns": [{"key": "name", "label": "Name", "role": "title"}],
    "filters": [{"id": "cheese", "title": "Cheese alone", "where": {"key": "kind", "equals": "cheese"}}],
    "groupBy": "kind",
    "selection": "multiple",
    "actions": [{"id": "show", "title": "Show"}, {"id": "note", "title": "Write a note about it"}],
    "enabledWhen": {"not": {"key": "gone", "equals": True}},
    "modals": {"form": {"style": "sheet", "title": "What was chosen", "feature": "form"}},
    "outputs": {"note": {"action": "present", "params": {"modal": "form"}}},
}
FORM = {"kind": "form", "title": "Form", "sections": [{"fields": [{"name": "name", "type": "text"}]}]}


def workspace(folder: Path, sources: dict[str, Any] | None = None, **members: Any) -> Path:
    """Writes a workspace with a search over food, and further sources; `members` are those of the search."""
    all_sources = {"food": {"type": "inline", "rows": ROWS}, **(sources or {})}
    file = folder / "workspace.json"
    file.write_text(json.dumps({"sources": all_sources, "features": {"find": {**FOOD, **members}, "form": FORM}}))
    return file


async def search_for(terminal: Terminal, query: str) -> None:
    """Types a query, and advances the clock by the delay of a search."""
    await terminal.press(*query)
    await terminal.host.advance(300)
    await terminal.settle()


def test_from_a_query_to_what_is_done_with_the_result(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("90 to search")
        await terminal.press("1")
        assert terminal.shows("2 characters at least.")
        await terminal.press("2")
        assert not terminal.shows("apple 12")
        await terminal.host.advance(300)
        await terminal.frame("search-host")
        # The next group is one step away; its header is skipped.
        await terminal.press("down")
        assert terminal.shows("›   bread 12")
        await terminal.press("ctrl+o", "down", "enter")
        assert terminal.shows("What was chosen")

    play(scenario, workspace=workspace(tmp_path), feature="find", clock="virtual")


def test_enter_does_not_wait_for_the_debounce(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await search_for(terminal, "apple 12")
        await terminal.press("backspace")
        assert terminal.shows("›~  apple 12") is False and terminal.shows("› ~ apple 12")
        await terminal.press("enter")
        assert terminal.shows("›   apple 1") and not terminal.shows("~")

    play(scenario, workspace=workspace(tmp_path), feature="find", clock="virtual")


def test_the_window_follows_the_active_row_over_the_groups(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await search_for(terminal, "!zz")
        assert terminal.shows("›   apple 00") and terminal.shows("90 of 90")
        await terminal.press("ctrl+end")
        await terminal.frame("search-host-end")
        await terminal.press("pageup", "pageup")
        assert terminal.shows("\nbread\n") and terminal.shows("›   bread")
        await terminal.press("ctrl+home")
        assert terminal.shows("›   apple 00")

    play(scenario, workspace=workspace(tmp_path), feature="find", clock="virtual")


def test_what_can_not_be_accepted_is_passed_over_and_said(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await search_for(terminal, "apple 1")
        assert terminal.shows("  × apple 13")
        await terminal.click("apple 13")
        await terminal.settle()
        assert terminal.shows("Set active: it is disabled")
        await terminal.press(*["down"] * 3)
        assert terminal.shows("›   apple 14")

    play(scenario, workspace=workspace(tmp_path), feature="find", clock="virtual")


def test_a_selection_outlasts_queries_and_a_filter_and_is_accepted(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await search_for(terminal, "10")
        await terminal.press("tab", "tab")
        assert terminal.shows(" ●  apple 10") and terminal.shows("2 selected · 3 of 90")
        await terminal.press("ctrl+f", "down", "enter")
        assert terminal.shows("Cheese alone · 2 selected · 1 of") and not terminal.shows("apple")
        await terminal.press("enter")
        assert terminal.app.session.node("find-1").state["history"] == ["10"]

    play(scenario, workspace=workspace(tmp_path), feature="find", clock="virtual")


def test_accepted_queries_come_back(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        for query in ("apple 1", "bread 2"):
            await search_for(terminal, query)
            await terminal.press("enter", "escape")
        await terminal.press("up", "ctrl+p")
        await terminal.host.advance(300)
        await terminal.settle()
        assert terminal.shows(" apple 1\n") and terminal.shows("›   apple 10")

    play(scenario, workspace=workspace(tmp_path), feature="find", clock="virtual")


LISTING = """
import sys
if sys.argv[1] == "broken":
    sys.exit("there is no index")
for number in range(120):
    print(f"{number}\\t{sys.argv[1]} {number:03}")
"""


def test_pages_of_a_source_that_searches_and_its_failure(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await search_for(terminal, "abc")
        assert terminal.shows("›  abc 000") and terminal.shows("more with ctrl+l")
        await terminal.press("ctrl+end")
        assert terminal.shows("›  abc 119") and terminal.shows("120") and not terminal.shows("more with")
        await terminal.press("escape")
        await search_for(terminal, "broken")
        assert terminal.shows("there is no index") and terminal.shows("Retry") and terminal.shows(" broken")
        await terminal.press("escape")
        await search_for(terminal, "xyz")
        assert terminal.shows("›  xyz 000") and not terminal.shows("there is no index")

    (tmp_path / "listing.py").write_text(LISTING)
    command = [sys.executable, "listing.py", "{query}"]
    source = {"type": "command", "format": "tsv", "columns": ["id", "name"], "search": {"argv": command}}
    find = {"kind": "search", "source": "listing", "keys": ["name"], "pageSize": 40}
    file = tmp_path / "workspace.json"
    file.write_text(json.dumps({"sources": {"listing": source}, "features": {"find": find}}))
    play(scenario, workspace=file, feature="find", clock="virtual")
