"""Keys that the user has configured by `setup`."""

from __future__ import annotations

from pathlib import Path

from conftest import Start, rows
from neovim import ENTER, ESCAPE, TAB

SETUP = "require('featurehost').setup{{ trust = true, keys = {} }}"


def test_keys_of_a_list_are_replaced_and_taken_away(demo: Path, start: Start) -> None:
    keys = "{ list = { delete = 'D', tick = { 't', '<F5>' }, refresh = false }, all = { actions = '<C-e>' } }"
    nvim = start(demo, feature="tasks", setup=SETUP.format(keys))
    nvim.is_on("Water the plants")
    nvim.type("t")
    nvim.until_quiet(lambda: rows(demo / "tasks.jsonl", "done")[0] is True, "the task should be ticked")
    nvim.type("g?")
    nvim.shows("  t       Tick", "  D       Delete")
    assert "Refresh" not in nvim.text()
    nvim.type("q")
    nvim.shows_no("Tick")
    nvim.type("\x05")
    # An action without a key is still offered.
    nvim.choose("Refresh")
    nvim.is_on("Water the plants")
    nvim.type("ddx")
    nvim.shows_message("E21: Cannot make changes, 'modifiable' is off")
    nvim.type("D")
    nvim.shows("Delete Water the plants?")


def test_buttons_of_a_workspace_get_keys_by_their_actions(demo: Path, start: Start) -> None:
    keys = "{ actions = { newTask = 'N' }, all = { button2 = '<F2>', button3 = false } }"
    nvim = start(demo, feature="tasks", setup=SETUP.format(keys))
    nvim.shows("[ N Add ] [ <F2> Edit ] [ Delete ] [ g4 Plan ]", "Water the plants")
    nvim.is_on("Water the plants")
    nvim.type("N")
    nvim.shows("New task", "What is to be done?")


def test_keys_while_typing_are_replaced(demo: Path, start: Start) -> None:
    keys = "{ field = { submit = '<C-g>' }, query = { down = '<C-j>' } }"
    nvim = start(demo, feature="tasks", setup=SETUP.format(keys))
    nvim.is_on("Water the plants")
    nvim.type("g1")
    nvim.is_on("Title *")
    nvim.type("iBuy milk\x07")
    nvim.until_quiet(lambda: "Buy milk" in rows(demo / "tasks.jsonl", "title"), "the task should be added")
    nvim.command("FeatureHost files")
    nvim.shows("Part of a path")
    nvim.type("json")
    nvim.shows("│›   ")
    before = next(line for line in nvim.lines() if "│›" in line)
    nvim.type("\x0a")
    nvim.until(lambda: "│›" in nvim.text() and before not in nvim.lines(), "the next result should be active")


def test_mistakes_are_explained(demo: Path, start: Start) -> None:
    wrong = {
        "{ lists = {} }": "keys.lists: there is no such group; the groups are actions, all, field, flow, form, list",
        "{ list = { remove = 'D' } }": (
            "keys.list.remove: there is no such action; the actions are delete, empty, filter,"
        ),
        "{ list = { delete = 7 } }": "keys.list.delete: 7 is no key; write a key such as 'D' or '<C-d>', a list of",
        "{ list = { delete = 'x' } }": "keys.list.delete: x is the key of tick too; give tick another key, or false",
        "{ list = 'D' }": "keys.list: a table of actions and keys is needed, not",
    }
    nvim = start(demo)
    for keys, words in wrong.items():
        nvim.command(f"silent! lua vim.notify = function(text) vim.g.told = text end {SETUP.format(keys)}")
        nvim.command("redraw! | echo g:told")
        nvim.shows_message(words)
        nvim.type(ENTER)
        nvim.command("redraw!")
        nvim.shows_no("keys.")
    nvim.command("silent! lua require('featurehost').setup({ trsut = true })")
    nvim.command("redraw! | echo g:told")
    nvim.shows_message("there is no option \"trsut\"; the options are cmd,")


def test_a_key_that_is_right_counts_beside_a_mistake(demo: Path, start: Start) -> None:
    keys = "{ list = { delete = 'D', remove = 'M' } }"
    nvim = start(demo, feature="tasks", setup=f"vim.notify = function() end {SETUP.format(keys)}")
    nvim.is_on("Water the plants")
    nvim.type("D")
    nvim.shows("Delete Water the plants?")
    nvim.type(f"{ESCAPE}{TAB}")
