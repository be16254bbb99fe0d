"""Details and panes: features in windows beside others, which follow the active row."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from conftest import Start
from neovim import ENTER, ESCAPE, PROJECT, Neovim, control

F7 = "\x1b[18~"
WORKSPACE = json.loads((PROJECT / "Tests" / "FrontEnds" / "panes.workspace.json").read_text())
WINDOWS = (
    "lua vim.notify(table.concat(vim.tbl_map(vim.api.nvim_win_get_width, vim.api.nvim_list_wins()), ' ') .. ' wide')"
)


def test_a_detail_is_a_window_beside_the_rows_and_follows_the_row(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="mail", size=(80, 12))
    nvim.shows("Mail", "From Ada", "Ada", "Text  one")
    nvim.type("j")
    nvim.shows("From Bob", "Text  two")
    nvim.command("echo")
    nvim.frame("detail-beside")
    nvim.type("k")
    nvim.shows("From Ada", "Text  one")


def test_in_a_narrow_window_the_detail_is_below_the_rows(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="mail", size=(40, 16))
    nvim.shows("Ada", "From Ada", "Text  one")
    nvim.command("echo")
    nvim.frame("detail-below")
    nvim.resize(80, 16)
    nvim.shows("2 rows │ From Ada")
    nvim.resize(80, 8)
    nvim.resize(40, 8)
    nvim.shows_no("From Ada")
    nvim.type(F7)
    nvim.shows("Mail › From Ada", "Text  one")


def test_the_former_detail_is_marked_until_the_new_one_is_there(tmp_path: Path, start: Start) -> None:
    (tmp_path / "1").write_text("the first text\n")
    os.mkfifo(tmp_path / "2")
    nvim = start(tmp_path, WORKSPACE, feature="files")
    nvim.shows("Files", "the first text")
    nvim.type("j")
    nvim.shows("Files", "out of date", "the first text")
    (tmp_path / "2").write_text("the second text\n")
    nvim.shows("Files", "the second text")
    nvim.shows_no("out of date")


def test_keys_in_the_detail_are_keys_of_its_feature(tmp_path: Path, start: Start) -> None:
    (tmp_path / "1").write_text("".join(f"line {n}\n" for n in range(1, 30)))
    nvim = start(tmp_path, WORKSPACE, feature="files")
    nvim.shows("Files", "1/29", "line 1")
    nvim.type(F7)
    nvim.type("G")
    nvim.shows("29/29", "line 29")
    nvim.type(f"/line 12{ENTER}")
    nvim.shows("“line 12” 1/1 · 12/29")
    nvim.is_on("line 12")
    nvim.type(control("w") + "p" + "j")
    nvim.is_on("Bob")


def test_a_detail_closes_alone_and_with_the_list(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="mail")
    nvim.shows("Mail", "From Ada")
    for leave in ("q", f":q{ENTER}"):
        nvim.type(F7)
        nvim.is_on("From Ada")
        nvim.type(leave)
        nvim.shows_no("From Ada")
        nvim.is_on("Ada")
        nvim.type("]w")
        nvim.shows("Mail", "From Ada")
        nvim.type("[w")
    nvim.type("q")
    nvim.shows_no("Mail")
    nvim.shows_no("From Ada")
    nvim.command(WINDOWS)
    nvim.shows("80 wide")
    nvim.command("FeatureHost mail")
    nvim.shows("Mail", "From Ada")
    nvim.command("edit other")
    nvim.shows_no("From Ada")
    nvim.command("buffer Mail")
    nvim.shows("Mail", "From Ada")
    nvim.command("quit")
    assert nvim.ends() == 0


def test_a_detail_opens_again_after_its_buffer_or_a_tab_page_was_closed(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="mail")
    nvim.shows("Mail", "From Ada")
    nvim.type(F7)
    nvim.is_on("From Ada")
    nvim.command("bdelete")
    nvim.shows_no("From Ada")
    nvim.type(F7)
    nvim.shows("Mail", "From Ada", "Text  one")
    nvim.is_on("From Ada")
    nvim.command("tabnew")
    nvim.shows_no("Text  one")
    nvim.command("tabprevious")
    nvim.shows("Mail", "From Ada", "Text  one")
    nvim.command("tabonly")
    nvim.shows_no("f//")
    nvim.type("[w")
    nvim.command("tab split")
    nvim.shows("2 f//Mail", "From Ada", "Text  one")
    nvim.command("tabclose")
    nvim.shows_no("f//Mail")
    nvim.shows("Mail", "From Ada", "Text  one")


def test_other_windows_keep_their_sizes_and_a_pane_can_show_a_file(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, size=(100, 20), setup="vim.opt.splitright = true")
    nvim.command("20vsplit | wincmd p | FeatureHost mail")
    nvim.shows("Mail", "From Ada")
    nvim.command(WINDOWS)
    nvim.shows("39 39 20 wide")
    nvim.type(F7)
    (tmp_path / "a.txt").write_text("a file\n")
    nvim.command("edit a.txt")
    nvim.shows("Mail", "a file")
    nvim.shows_no("From Ada")
    nvim.type(control("w") + "hq")
    nvim.shows_no("Mail")
    nvim.shows("a file")


def test_a_feature_that_is_opened_in_a_pane_takes_the_place_of_all(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="mail")
    nvim.shows("Mail", "From Ada")
    nvim.type(F7)
    nvim.is_on("From Ada")
    nvim.command("FeatureHost inbox")
    nvim.shows("Inbox", "Bob")
    nvim.shows_no("From Ada")


def test_the_detail_of_a_search_is_a_float_beside_the_results(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="find", size=(80, 16))
    nvim.shows("Find", "There is nothing to show.", "INSERT")
    nvim.type("b")
    nvim.shows("1 of 2", "From Bob", "Text  two")
    nvim.frame("detail-of-search")
    nvim.type(F7)
    nvim.is_on("From Bob")
    nvim.type("q")
    nvim.shows_no("From Bob")
    nvim.type("q")
    nvim.shows_no("Find")


def open_desk(folder: Path, start: Start, **options: Any) -> Neovim:
    nvim = start(folder, WORKSPACE, feature="desk", setup="vim.o.laststatus = 2", **options)
    nvim.shows("Inbox", "Ada")
    return nvim


def test_panes_are_windows_and_a_key_goes_to_each(tmp_path: Path, start: Start) -> None:
    nvim = open_desk(tmp_path, start, size=(90, 16))
    nvim.shows("[Inbox]", "Desk › Inbox", "Text  one", "Other")
    nvim.command("echo")
    nvim.frame("panes")
    nvim.type(F7)
    nvim.shows("[Notes]", "Desk › Notes", "Note")
    nvim.type(F7)
    nvim.is_on("From Ada")
    nvim.type(F7 + F7)
    nvim.shows("[Inbox]", "Desk › Inbox")
    nvim.type("j")
    nvim.shows("Text  two")
    nvim.click(" Notes")
    nvim.shows("[Notes]", "Desk › Notes")


def test_unsaved_changes_in_a_pane_are_asked_about(tmp_path: Path, start: Start) -> None:
    nvim = open_desk(tmp_path, start, size=(90, 16))
    nvim.shows("Text  one")
    nvim.type(F7)
    nvim.shows("[Notes]")
    nvim.is_on("Note")
    nvim.type("iabc" + ESCAPE)
    nvim.shows("abc")
    nvim.type(F7)
    nvim.is_on("From Ada")
    nvim.type("[w" + "[w")
    nvim.shows("[Inbox]")
    nvim.is_on("Ada")
    nvim.type("q")
    nvim.shows("There are unsaved changes", "Keep editing")
    nvim.is_on("Keep editing")
    nvim.type(ENTER)
    nvim.shows_no("There are unsaved changes")
    nvim.type(F7)
    nvim.shows("[Notes]", "abc")


def test_without_room_panes_are_hidden_and_the_key_shows_them(tmp_path: Path, start: Start) -> None:
    nvim = open_desk(tmp_path, start, size=(40, 14))
    nvim.shows_no("Text  one")
    nvim.type(F7 + F7)
    nvim.shows("From Ada", "Text  one", "Other")
    nvim.shows_no("[Inbox]")
    nvim.type("[w[w")
    nvim.shows("[Inbox]")
    nvim.shows_no("Text  one")


def test_a_grid_has_rows_of_windows(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="grid", size=(80, 14), setup="vim.o.laststatus = 2")
    nvim.shows("Grid › Inbox", "B", "C")
    nvim.command("echo")
    nvim.frame("grid")
