"""Sources of the editor."""

from __future__ import annotations

from pathlib import Path

from conftest import Start
from neovim import ENTER

EDITOR = {
    "sources": {
        "buffers": {"type": "client", "can": ["delete"], "operations": ["show"]},
        "editor": {"type": "client", "operations": ["edit", "quickfix"]},
        "files": {"type": "command", "argv": ["git", "ls-files"], "format": "lines", "id": "text"},
    },
    "features": {
        "buffers": {
            "kind": "list",
            "title": "Buffers",
            "source": "buffers",
            "columns": [{"key": "name", "role": "title"}, {"key": "modified", "role": "toggle"}],
        },
        "switch": {
            "kind": "search",
            "title": "Switch",
            "source": "buffers",
            "keys": ["name"],
            "columns": [{"key": "name", "role": "title"}, {"key": "folder", "role": "subtitle"}],
            "debounceMs": 10,
            "actions": [{"id": "show", "title": "Show", "perform": "show"}],
        },
        "open": {
            "kind": "search",
            "title": "Open a file",
            "source": "files",
            "keys": ["text"],
            "debounceMs": 10,
            "selection": "multiple",
            "actions": [
                {"id": "edit", "title": "Edit", "perform": "edit", "source": "editor"},
                {"id": "list", "title": "To the quickfix list", "perform": "quickfix", "source": "editor"},
            ],
        },
    },
}


def test_buffers_are_rows_that_come_and_go(demo: Path, start: Start) -> None:
    nvim = start(demo, EDITOR)
    nvim.command("edit notes/plan.md")
    nvim.shows("three")
    nvim.command("FeatureHost buffers")
    nvim.shows("Buffers", "plan.md")
    nvim.command("badd tasks.jsonl")
    nvim.shows("plan.md", "tasks.jsonl")
    nvim.is_on("plan.md")
    nvim.type("jdd")
    nvim.shows_no("tasks.jsonl ")
    nvim.shows("1 row", "plan.md")


def test_a_buffer_is_shown_that_was_searched_for(demo: Path, start: Start) -> None:
    nvim = start(demo, EDITOR)
    nvim.command("edit notes/plan.md")
    nvim.command("edit tasks.jsonl")
    nvim.shows("Water the plants")
    nvim.command("FeatureHost switch")
    nvim.shows("Switch", "INSERT")
    nvim.type("plan")
    nvim.shows("›   plan.md")
    nvim.type(ENTER)
    nvim.shows_no("Switch")
    nvim.shows("one", "two", "three")
    nvim.shows_no("INSERT")


def test_a_file_is_opened_that_was_searched_for(demo: Path, start: Start) -> None:
    nvim = start(demo, EDITOR)
    nvim.command("FeatureHost open")
    nvim.shows("Open a file", "INSERT")
    nvim.type("plan")
    nvim.shows("›   notes/plan.md")
    nvim.type(ENTER)
    nvim.shows_no("Open a file")
    nvim.shows("one", "two", "three")
    nvim.command("echo 'it is' expand('%')")
    nvim.shows("it is notes/plan.md")


def test_a_source_of_one_s_own_is_asked_and_tells_of_changes(demo: Path, start: Start) -> None:
    setup = """
        rows = { { id = 'a', name = 'first' } }
        changed = require('featurehost').source('mine', { fetch = function() return rows end })
    """
    workspace = {
        "sources": {"mine": {"type": "client"}},
        "features": {"mine": {"kind": "list", "title": "Mine", "source": "mine"}},
    }
    nvim = start(demo, workspace, feature="mine", setup=setup)
    nvim.shows("Mine", "first")
    nvim.command("lua table.insert(rows, { id = 'b', name = 'second' }) changed()")
    nvim.shows("Mine", "2 rows", "first", "second")


def test_a_name_of_a_file_is_never_a_command(tmp_path: Path, start: Start) -> None:
    """A line break in a name would end the command, and `quitall` would be the next command."""
    (tmp_path / "x\nquitall").write_text("odd\n")
    (tmp_path / "names.jsonl").write_text('{"id": "1", "path": "x\\nquitall"}\n')
    action = {"id": "edit", "title": "Edit", "perform": "edit", "source": "editor"}
    workspace = {
        "sources": {
            "names": {"type": "file", "path": "names.jsonl"},
            "editor": {"type": "client", "operations": ["edit"]},
        },
        "features": {"find": {"kind": "search", "source": "names", "keys": ["path"], "actions": [action]}},
    }
    nvim = start(tmp_path, workspace, feature="find")
    nvim.shows("INSERT")
    nvim.type("x")
    nvim.shows("x⏎quitall")
    nvim.type(ENTER)
    nvim.shows("odd")


def test_files_are_those_of_the_workspace_that_names_them(tmp_path: Path, start: Start) -> None:
    (tmp_path / "away").mkdir()
    (tmp_path / "here.txt").write_text("found\n")
    action = {"id": "list", "title": "List", "perform": "quickfix", "source": "editor"}
    workspace = {
        "sources": {
            "names": {"type": "inline", "rows": [{"id": "1", "path": "here.txt"}]},
            "editor": {"type": "client", "operations": ["quickfix"]},
        },
        "features": {"find": {"kind": "search", "source": "names", "keys": ["path"], "actions": [action]}},
    }
    nvim = start(tmp_path, workspace)
    nvim.command("cd away")
    nvim.command("FeatureHost find")
    nvim.shows("INSERT")
    nvim.type("here")
    nvim.shows("›   here.txt")
    nvim.type(ENTER)
    # A long path is wrapped in the window.
    nvim.until(lambda: "here.txt|1|" in nvim.text().replace("\n", ""), "the quickfix list should have it")
    nvim.type(ENTER)
    nvim.shows("found")


def test_a_source_that_answers_with_something_else_has_failed(demo: Path, start: Start) -> None:
    setup = """
        require('featurehost').source('number', { fetch = function() return 7 end })
        require('featurehost').source('code', { fetch = function() return { { id = 'a', name = print } } end })
    """
    workspace = {
        "sources": {"number": {"type": "client"}, "code": {"type": "client"}},
        "features": {name: {"kind": "list", "source": name} for name in ("number", "code")},
    }
    nvim = start(demo, workspace, feature="number", setup=setup)
    nvim.shows("number", "! ", "[ Dismiss ]")
    nvim.command("FeatureHost code")
    nvim.shows("code", "! ", "[ Dismiss ]")
    assert "stack traceback" not in nvim.text()
