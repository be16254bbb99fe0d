"""The selected rows of a list."""

from __future__ import annotations

from pathlib import Path

from terminal_support import Terminal, one, play
from test_terminal_list import COLUMNS, list_state, numbered, workspace


def test_a_range_follows_the_active_row(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down", "down", "v")
        assert terminal.shows("range · 1 selected")
        await terminal.press("down", "down")
        await terminal.frame("list-range")
        await terminal.press("up", "up", "up")
        assert terminal.shows("range · 2 selected") and terminal.shows("›●  Row 1 ")
        await terminal.press("pagedown")
        assert terminal.shows("range · 20 selected")
        await terminal.press("end")
        assert terminal.shows("range · 99 selected")
        await terminal.press("v", "home")
        assert terminal.shows("99 selected") and not terminal.shows("range")

    play(scenario, workspace=workspace(tmp_path, numbered(100)), feature="tasks")


def test_keys_of_a_range_are_taken_in_their_order(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap("down", "v", "down", "down", "v", "down", "space")
        await terminal.settle()
        assert terminal.shows("4 selected") and not terminal.shows("range")

    play(scenario, workspace=workspace(tmp_path, numbered(100)), feature="tasks")


def test_a_click_stretches_a_range(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down", "v")
        await terminal.click("Row 7 ")
        await terminal.settle()
        assert terminal.shows("range · 7 selected")

    rows = [{**row, "note": "n"} for row in numbered(9)]
    columns = [{"key": "title", "role": "title"}, {"key": "note", "role": "detail"}]
    play(scenario, workspace=workspace(tmp_path, rows, columns=columns), feature="tasks")


def test_escape_ends_a_range_and_clears_the_selection_before_it_leaves(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down", "v", "down", "escape")
        assert terminal.shows("Tasks") and not terminal.shows("selected") and not terminal.shows("range")
        await terminal.press("down")
        assert not terminal.shows("selected")
        await terminal.press("escape")
        assert terminal.shows("featurehost")

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_all_but_those_taken_out_are_selected(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("a", "down", "space")
        assert terminal.shows("all but 1 selected") and terminal.shows("›   Renew") and terminal.shows("●  Reply")
        await terminal.press("space")
        assert terminal.shows("all selected") and terminal.shows("›●  Renew")
        await terminal.press("escape")
        assert not terminal.shows("selected")

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_where_nothing_can_be_selected_there_are_no_keys_for_it(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("question_mark")
        assert not any(terminal.shows(f"  {name} ") for name in ("Select", "All", "Range"))
        await terminal.press("escape", "down", "space", "v", "a")
        assert [sent["action"] for sent in await terminal.sent()] == ["moveActive"]

    names = ("toggleSelection", "selectRange", "selectAll")
    features = one("list", list_state(activeId="1"), "moveActive", *names, unavailable=dict.fromkeys(names, "none"))
    play(scenario, features=features, feature="it", folder=tmp_path, size=(80, 60))
