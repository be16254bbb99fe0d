"""Screens that appear, change or close by themselves: keys that were typed for one screen act on no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Start, rows
from neovim import ENTER, Neovim

WORKSPACE = {
    "sources": {"things": {"type": "file", "path": "things.jsonl"}},
    "features": {
        "things": {
            "kind": "list",
            "title": "Things",
            "source": "things",
            "columns": [{"key": "name", "role": "title"}, {"key": "done", "role": "toggle"}],
            "modals": {
                "ask": {
                    "style": "confirmation",
                    "title": "Delete it?",
                    "buttons": [
                        {"id": "yes", "title": "Delete", "role": "destructive", "action": "deleteItems"}
                        | {"params": {"ids": ["3"]}},
                        {"id": "no", "title": "Keep", "role": "cancel"},
                    ],
                },
                "new": {"style": "sheet", "title": "New thing", "feature": "form"},
            },
            "toolbar": [{"action": "present", "params": {"modal": "ask"}, "title": "Ask"}],
        },
        "form": {"kind": "form", "sections": [{"fields": [{"name": "code", "type": "text"}]}]},
    },
}
# The clock stands still unless a test moves it, and what others do is not what a key does.
SETUP = """
vim.g.now = 10000
require('featurehost.attention').clock = function() return vim.g.now end
function Others(action, params, later)
  vim.g.now = vim.g.now + (later or 0)
  local screen = require('featurehost.screen').all()[1]
  local shown = screen.instance.snapshot.presentation
  if action == 'dismiss' then params = { key = shown.key } end
  screen.host:request('feature/send', { instance = screen.instance.name, action = action, params = params })
end
"""
ASK, NEW = "lua Others('present', {modal = 'ask'}%s)", "lua Others('present', {modal = 'new'}%s)"
LATER = ", 5000"


@pytest.fixture
def nvim(tmp_path: Path, start: Start) -> Neovim:
    lines = [f'{{"id": "{n}", "name": "Thing {n}", "done": false}}\n' for n in (1, 2, 3)]
    (tmp_path / "things.jsonl").write_text("".join(lines))
    nvim = start(tmp_path, WORKSPACE, feature="things", setup=SETUP, pause=500)
    nvim.is_on("Thing 1")
    return nvim


def wait(nvim: Neovim, milliseconds: int) -> None:
    """Moves the clock."""
    nvim.command(f"let g:now += {milliseconds}")


def done(nvim: Neovim) -> list[bool]:
    """Returns the `done` members of the rows in the file, after a check that no row was deleted by accident."""
    return rows(nvim.folder / "things.jsonl", "done")


def test_a_question_leaves_the_cursor_to_whoever_types_in_normal_mode(nvim: Neovim) -> None:
    nvim.command(ASK % "")
    nvim.shows("Delete it?", "[ Delete ]", "<C-w>w comes here")
    nvim.type("dj")
    nvim.type("x")
    nvim.until_quiet(lambda: done(nvim) in ([False, True, False], [True, False, False]), "a row should be ticked")
    nvim.shows("Delete it?")
    wait(nvim, 5000)
    nvim.command("wincmd w")
    nvim.is_on("[ Keep ]")
    nvim.shows_no("comes here")
    nvim.type("d")
    nvim.until_quiet(lambda: len(done(nvim)) == 2, "the row should be deleted")


def test_a_question_that_comes_by_itself_takes_no_keys_at_once(nvim: Neovim) -> None:
    nvim.command(ASK % LATER)
    nvim.is_on("[ Keep ]")
    nvim.type("d")
    nvim.shows("has just changed by itself")
    wait(nvim, 400)
    nvim.type("d")
    wait(nvim, 400)
    nvim.type(ENTER)
    nvim.shows("Delete it?")
    assert len(done(nvim)) == 3
    wait(nvim, 600)
    nvim.type("d")
    nvim.shows_no("Delete it?")
    nvim.until_quiet(lambda: len(done(nvim)) == 2, "the row should be deleted")


def test_a_question_that_was_asked_for_takes_the_next_key(nvim: Neovim) -> None:
    nvim.type("g1")
    nvim.is_on("[ Keep ]")
    nvim.type(ENTER)
    nvim.shows_no("Delete it?")
    nvim.is_on("Thing 1")
    nvim.type("x")
    nvim.until_quiet(lambda: done(nvim) == [True, False, False], "the first should be ticked")


def test_what_was_typed_on_a_sheet_that_goes_is_not_for_the_list(nvim: Neovim) -> None:
    nvim.command(NEW % LATER)
    nvim.is_on("Code")
    nvim.command("lua Others('dismiss', nil, 5000)")
    nvim.shows_no("New thing")
    nvim.is_on("Thing 1")
    nvim.type("x")
    nvim.shows("has just changed by itself")
    assert done(nvim) == [False, False, False]
    wait(nvim, 600)
    nvim.type("x")
    nvim.until_quiet(lambda: done(nvim) == [True, False, False], "the first should be ticked")


def test_what_was_typed_in_a_field_that_goes_is_not_for_the_list(nvim: Neovim) -> None:
    nvim.command(NEW % LATER)
    nvim.is_on("Code")
    wait(nvim, 600)
    nvim.type("i")
    nvim.shows("INSERT")
    nvim.type("\x0f:lua vim.defer_fn(function() Others('dismiss', nil, 5000) end, 1)" + ENTER)
    nvim.shows_no("New thing")
    nvim.is_on("Thing 1")
    nvim.type("x")
    nvim.shows("has just changed by itself")
    assert done(nvim) == [False, False, False]


def test_a_sheet_leaves_the_cursor_to_whoever_types_in_normal_mode(nvim: Neovim) -> None:
    nvim.command(NEW % "")
    nvim.shows("New thing")
    nvim.type("x")
    nvim.until_quiet(lambda: done(nvim) == [True, False, False], "the first should be ticked")
