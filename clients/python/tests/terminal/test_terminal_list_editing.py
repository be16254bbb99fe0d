"""Undo, redo, moved rows, and failing edits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from terminal_support import Terminal, one, play
from test_terminal_list import COLUMNS, ROWS, list_state, numbered, workspace

ERRORS = [
    {"id": "e1", "code": "io", "message": "the disk is full", "retryable": True, "display": "inline", "retry": "retry"},
    {"id": "e2", "code": "io", "message": "no more rows came", "retryable": True, "display": "inline"},
]


def members(folder: Path, key: str) -> list[Any]:
    """Returns a member of each row in the file."""
    return [json.loads(line)[key] for line in (folder / "rows.jsonl").read_text().splitlines()]


def test_an_edit_is_undone_and_made_again(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("undo")
        await terminal.press("down", "x")
        assert terminal.shows("u undo") and members(tmp_path, "done") == [True, True, False]
        await terminal.press("u")
        assert not terminal.shows("u undo") and members(tmp_path, "done") == [False, True, False]
        await terminal.press("ctrl+r")
        assert members(tmp_path, "done") == [True, True, False]
        await terminal.press("u", "U")
        assert members(tmp_path, "done") == [True, True, False]

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks", size=(110, 24))


def test_keys_that_can_do_nothing_are_not_told_of(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("question_mark")
        assert terminal.shows("Move the row up") and not terminal.shows("Redo")
        await terminal.press("escape", "u", "ctrl+r")
        assert not terminal.shows("not now")

    play(scenario, workspace=workspace(tmp_path), feature="tasks", size=(80, 60))


def test_a_row_is_moved_by_keys_and_stays_active(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down", "shift+down")
        assert members(tmp_path, "id") == ["2", "1", "3"] and terminal.shows("›   Renew")
        await terminal.press("alt+down")
        assert members(tmp_path, "id") == ["2", "3", "1"]
        await terminal.press("shift+down")
        assert members(tmp_path, "id") == ["2", "3", "1"]
        await terminal.press("shift+up", "alt+up", "shift+up")
        assert members(tmp_path, "id") == ["1", "2", "3"] and terminal.shows("›   Renew")
        assert not terminal.shows("not now")

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_a_row_is_moved_past_the_ends_of_the_window(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap("down", *["pagedown"], *["shift+down"] * 4)
        await terminal.settle()
        assert members(tmp_path, "id")[24] == "21" and terminal.shows("›   Row 21")
        await terminal.tap(*["shift+up"] * 22)
        await terminal.settle()
        assert members(tmp_path, "id")[2:4] == ["21", "3"] and terminal.shows("›   Row 21")

    play(scenario, workspace=workspace(tmp_path, numbered(100), pageSize=50), feature="tasks")


def test_rows_that_are_sorted_are_not_moved(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down", "shift+down")
        assert members(tmp_path, "id") == ["1", "2", "3"] and not terminal.shows("not now")
        await terminal.press("question_mark")
        assert not terminal.shows("Move the row up")

    file = workspace(tmp_path, columns=COLUMNS, sort=[{"key": "title"}])
    play(scenario, workspace=file, feature="tasks", size=(80, 60))


def test_the_error_of_a_row_is_told_while_the_row_is_active(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("! Reply") and not terminal.shows("disk") and terminal.shows("no more rows")
        assert terminal.style_of("Reply").color != terminal.style_of("Renew").color
        await terminal.change(state={"activeId": "2"})
        assert terminal.shows("the disk is full") and terminal.shows("no more rows")
        await terminal.press("R")
        assert (await terminal.sent())[-1] == {"action": "retry", "params": {"id": "e1"}}

    items = [{"id": row["id"], "value": row, "pending": None} for row in ROWS]
    items[1]["errorId"] = "e1"
    state = list_state(items=items, activeId="1")
    play(scenario, features=one("list", state, "retry", errors=ERRORS), feature="it", folder=tmp_path)
