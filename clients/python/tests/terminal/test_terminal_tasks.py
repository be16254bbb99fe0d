"""A user's way through tasks on a real host: a flow with a list, forms in sheets, a confirmation and a search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from terminal_support import Terminal, play

ROWS = [{"id": "1", "title": "Buy milk"}, {"id": "2", "title": "Call the plumber"}]
DELETE = [
    {"id": "delete", "title": "Delete", "role": "destructive", "action": "deleteItems"},
    {"id": "keep", "title": "Keep it", "role": "cancel"},
]
TARGETED = {"target": "activeItem", "style": "sheet", "feature": "task", "onOutput": "updateItem"}
FEATURES = {
    "app": {
        "kind": "flow",
        "title": "Today",
        "root": "tasks",
        "routes": {"find": {"feature": "find"}},
        "toolbar": [{"action": "push", "params": {"route": "find"}, "title": "Find"}],
    },
    "tasks": {
        "kind": "list",
        "title": "Tasks",
        "source": "rows",
        "columns": [{"key": "title", "role": "title"}],
        "outputs": {"openItem": {"action": "present", "params": {"modal": "edit"}}},
        "toolbar": [
            {"action": "present", "params": {"modal": "add"}, "title": "Add", "role": "primary"},
            {"action": "present", "params": {"modal": "delete"}, "title": "Delete", "role": "destructive"},
        ],
        "modals": {
            "add": {"style": "sheet", "title": "New task", "feature": "task", "onOutput": "insertItem"},
            "edit": {"title": "Edit task", **TARGETED},
            "delete": {"style": "confirmation", "title": "Delete it?", "target": "activeItem", "buttons": DELETE},
        },
    },
    "task": {
        "kind": "form",
        "title": "Task",
        "sections": [{"fields": [{"name": "title", "type": "text", "required": True}]}],
    },
    "find": {
        "kind": "search",
        "title": "Find",
        "source": "rows",
        "keys": ["title"],
        "debounceMs": 10,
        "columns": [{"key": "title", "role": "title"}],
    },
}


def workspace(folder: Path) -> Path:
    """Writes the workspace over a file of tasks."""
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    source = {"type": "file", "path": "rows.jsonl"}
    file = folder / "workspace.json"
    file.write_text(json.dumps({"sources": {"rows": source}, "features": FEATURES}))
    return file


def titles(folder: Path) -> list[Any]:
    """Returns the titles in the file."""
    return [json.loads(line)["title"] for line in (folder / "rows.jsonl").read_text().splitlines()]


def test_a_task_is_added_in_a_sheet(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("1", "ctrl+s")
        await terminal.frame("tasks-add")
        await terminal.press(*"Rest", "ctrl+s")
        assert terminal.shows("rows 1–3 of 3") and titles(tmp_path)[-1] == "Rest"

    play(scenario, workspace=workspace(tmp_path), feature="app")


def test_changes_are_not_lost_without_a_word(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down", "enter")
        await terminal.press("s", "escape")
        assert terminal.shows("unsaved changes")
        await terminal.press("escape")
        assert terminal.shows("Buy milks") and not terminal.shows("unsaved changes")
        await terminal.press("escape")
        await terminal.click("Discard")
        await terminal.settle()
        assert not terminal.shows("Edit task") and titles(tmp_path)[0] == "Buy milk"

    play(scenario, workspace=workspace(tmp_path), feature="app")


def test_a_task_is_deleted_after_a_question(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("2")
        assert terminal.shows("Delete: no row is active")
        await terminal.press("down", "2")
        assert terminal.shows("Delete it?")
        await terminal.press("left", "enter")
        assert titles(tmp_path) == ["Call the plumber"] and not terminal.shows("Buy milk")

    play(scenario, workspace=workspace(tmp_path), feature="app")


def test_a_search_is_pushed_and_taken_off(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("3")
        await terminal.press(*"plu")
        await terminal.frame("tasks-find")
        await terminal.press("escape", "escape")
        assert terminal.shows("rows 1–2 of 2")

    play(scenario, workspace=workspace(tmp_path), feature="app")
