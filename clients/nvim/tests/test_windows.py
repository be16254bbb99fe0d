"""Windows, tab pages and buffers: commands of the user other than the keys of a feature."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

from conftest import Start, rows
from neovim import ENTER, ESCAPE, control

THINGS = {
    "sources": {"things": {"type": "inline", "rows": [{"id": str(n), "name": f"Thing {n}"} for n in range(100)]}},
    "features": {
        "things": {
            "kind": "list",
            "title": "Things",
            "source": "things",
            "modals": {
                "ask": {
                    "style": "alert",
                    "title": "Sure?",
                    "dismissible": False,
                    "buttons": [{"id": "yes", "title": "Yes"}],
                }
            },
            "toolbar": [{"action": "present", "params": {"modal": "ask"}, "title": "Ask"}],
        }
    },
}


def test_keys_are_about_the_window_that_they_are_typed_in(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.command("split")
    nvim.type(f"{control('w')}jjjx")
    nvim.until_quiet(lambda: rows(demo / "tasks.jsonl", "done") == [False] * 5, "the third should be turned over")


def test_two_hosts_can_have_instances_of_one_name(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    other = json.loads((demo / "demo.workspace.json").read_text())
    other["features"]["tasks"]["title"] = "Other tasks"
    (demo / "other.json").write_text(json.dumps(other))
    nvim.command("FeatureHost -w other.json tasks")
    nvim.shows("Other tasks", "Water the plants")


def test_a_list_that_is_edited_again_is_read_again(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.command("edit")
    nvim.shows("Tasks", "Water the plants", "Send the invoice")
    nvim.is_on("Water the plants")
    nvim.type("x")
    nvim.until_quiet(lambda: rows(demo / "tasks.jsonl", "done")[0] is True, "it should be ticked")


def test_a_window_keeps_its_own_options(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks", setup="vim.o.scrolloff = 7")
    nvim.is_on("Water the plants")
    nvim.type("q")
    nvim.shows_no("Water the plants")
    nvim.command("set scrolloff?")
    nvim.shows("scrolloff=7")


def test_a_window_that_a_list_has_left_to_another_keeps_its_options_too(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks", setup="vim.o.scrolloff = 7")
    nvim.is_on("Water the plants")
    nvim.command("split")
    nvim.type("x")
    nvim.until(lambda: nvim.text().count("2026-11-23  normal    [x]") == 2, "both windows should show it ticked")
    nvim.command("edit notes/plan.md")
    nvim.shows("three")
    nvim.command("set scrolloff?")
    nvim.shows("scrolloff=7")


def test_a_list_is_as_wide_as_its_window(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.shows("5 rows", "Done")
    nvim.command("vnew")
    nvim.shows("│ Tasks", "5 rows\n", "Done\n", "[ ]\n")
    nvim.command("only")
    nvim.command("FeatureHost signUp")
    nvim.shows("Sign up", "Name *")
    nvim.type(f"iAda{ESCAPE}")
    nvim.shows("changed")
    nvim.command("vnew")
    nvim.shows("│ Sign up", "changed\n")
    nvim.command("quit")
    nvim.until(lambda: nvim.lines()[0].startswith(" Sign up") and nvim.lines()[0].endswith("changed"), "it is wide")


def test_a_window_that_must_keep_its_buffer_keeps_it(demo: Path, start: Start) -> None:
    nvim = start(demo, setup="vim.o.hidden = false")
    nvim.command("edit notes/plan.md")
    nvim.shows("three")
    nvim.type("xx")
    nvim.command("FeatureHost tasks")
    nvim.shows("Tasks", "Water the plants", "e\ntwo\nthree")
    nvim.is_on("Water the plants")


def test_a_session_has_nothing_of_a_feature(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.command("belowright split notes/plan.md")
    nvim.shows("Tasks", "three")
    nvim.command("mksession session.vim")
    nvim.command("qa")
    assert nvim.ends() == 0
    nvim = start(demo)
    nvim.command("silent source session.vim")
    nvim.shows("one", "two", "three")
    nvim.command("echo 'left:' bufnr('featurehost://')")
    nvim.shows("left: -1")


def test_nothing_of_a_list_stays_over_another_buffer(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, THINGS, feature="things")
    nvim.shows("Thing 5")
    nvim.type("70G")
    nvim.shows("Things", "Name", "Thing 69")
    nvim.command("enew")
    nvim.shows_no("Thing")


def test_a_sheet_is_there_again_behind_another_tab_page(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("g1")
    nvim.shows("New task", "What is to be done?")
    nvim.command("tabnew")
    nvim.shows_no("What is to be done?")
    nvim.command("lua for _, s in ipairs(require('featurehost.screen').all()) do s:render() end")
    nvim.command("tabclose")
    nvim.shows("Tasks", "New task")


def test_a_question_that_must_be_answered_comes_back(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, THINGS, feature="things")
    nvim.shows("[ g1 Ask ]", "Thing 5")
    nvim.type("g1")
    nvim.shows("Sure?", "[ Yes ]")
    # A command that is typed before the question is back would keep the cursor from it.
    nvim.command(
        "lua vim.api.nvim_create_autocmd('WinEnter', { callback = function()"
        " if vim.api.nvim_win_get_config(0).relative == '' then return end"
        " vim.schedule(function() print(#vim.api.nvim_list_wins(), 'windows') end) end })"
    )
    nvim.command("quit")
    nvim.shows("Sure?", "2 windows")
    nvim.type("y")
    nvim.shows_no("Sure?")
    nvim.shows("Thing 5")


def test_letters_that_are_typed_press_no_button_of_a_question_that_comes(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="signUp")
    nvim.is_on("Name *")
    nvim.type("iAda")
    nvim.shows("changed", "INSERT")
    (host,) = nvim.children()
    os.kill(host, signal.SIGKILL)
    nvim.shows("The host has ended", "[ Restart ]", "What you type goes on where you are: <Esc> first.")
    nvim.type(" Lord r l")
    nvim.shows("Ada Lord r l")
    nvim.type(ESCAPE)
    nvim.is_on("[ Look at what was there ]")
    nvim.shows_no("<Esc> first")
    assert nvim.children() == []
    nvim.type(ESCAPE)
    nvim.shows_no("[ Restart ]")


def test_a_question_takes_no_keys_of_another_window(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.command("belowright 6new")
    nvim.type("ione\rr r")
    nvim.shows("one", "r r")
    (host,) = nvim.children()
    os.kill(host, signal.SIGKILL)
    nvim.shows("The host has ended", "Your keys are for another window")
    nvim.type(f"{ESCAPE}rsA!")
    nvim.shows("r s!")
    assert nvim.children() == []
    nvim.type(f"{ESCAPE}:wincmd k{ENTER}")
    nvim.is_on("[ Look at what was there ]")
    nvim.type("r")
    nvim.shows_no("[ Restart ]")
    nvim.is_on("Water the plants")


def test_a_question_waits_for_the_end_of_a_command(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, THINGS, feature="things")
    nvim.shows("[ g1 Ask ]", "Thing 5")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type("g1V")
    nvim.shows("VISUAL LINE")
    os.kill(host, signal.SIGCONT)
    nvim.shows("Sure?", "[ Yes ]", "<Esc> first")
    nvim.type("y")
    nvim.is_on("[ Yes ]")
    nvim.shows_no("<Esc> first")
    nvim.type("y")
    nvim.shows_no("Sure?")


def test_a_sheet_takes_no_keys_of_another_window(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type("g1")
    nvim.command("belowright 4new")
    nvim.type("ifirst")
    nvim.shows("first")
    os.kill(host, signal.SIGCONT)
    nvim.shows("New task", "Title *")
    nvim.type("/second")
    nvim.shows("first/second")
    nvim.type(f"{ESCAPE}:wincmd k{ENTER}")
    nvim.is_on("Title *")
