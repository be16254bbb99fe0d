"""Details and panes: features in windows beside others, which follow the active row."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from FrontEnds.emacs import ENTER, META, Emacs, control
from FrontEnds.front_end import PROJECT
from test_screens import compare

NEXT = control("c") + control("w")
PREVIOUS = control("u") + NEXT
DOWN, OTHER = control("n"), control("x") + "o"

Open = Callable[..., Emacs]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a feature of the workspace with panes, in a terminal of a size."""
    shutil.copy(PROJECT / "Tests" / "FrontEnds" / "panes.workspace.json", tmp_path)
    with ExitStack() as running:

        def begin(title: str, columns: int = 100, lines: int = 30) -> Emacs:
            emacs = running.enter_context(Emacs(tmp_path, tmp_path / "panes.workspace.json"))
            emacs.shows("*scratch*")
            emacs.tty.resize(columns, lines)
            emacs.open(title)
            return emacs

        yield begin


def test_a_detail_is_a_window_beside_the_rows_and_follows_the_row(opened: Open) -> None:
    emacs = opened("Mail", 80, 14)
    emacs.shows("From Ada", "Text  one")
    emacs.tty.type(DOWN)
    compare(emacs, "detail-beside", "From Bob", "Text  two")
    emacs.tty.type(control("p"))
    emacs.shows("From Ada", "Text  one")


def test_in_a_narrow_frame_the_detail_is_below_the_rows(opened: Open) -> None:
    emacs = opened("Mail", 40, 18)
    compare(emacs, "detail-below", "Mail", "From Ada", "Text  one")
    emacs.tty.resize(80, 18)
    emacs.shows("| From Ada")
    emacs.tty.resize(40, 9)
    emacs.shows_no("From Ada")
    emacs.tty.type(NEXT)
    emacs.shows("Mail › From Ada", "Text  one")
    emacs.tty.resize(80, 18)
    emacs.shows("| From Ada")


def test_the_former_detail_is_marked_until_the_new_one_is_there(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "1").write_text("the first text\n")
    os.mkfifo(tmp_path / "2")
    emacs = opened("Files")
    emacs.shows("the first text")
    emacs.tty.type(DOWN)
    emacs.shows("the first text", "1 (out of date)")
    (tmp_path / "2").write_text("the second text\n")
    emacs.shows("the second text")
    emacs.shows_no("out of date")


def test_keys_in_the_detail_are_keys_of_its_feature(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "1").write_text("".join(f"line {n}\n" for n in range(1, 60)))
    emacs = opened("Files")
    emacs.shows("line 1", "59")
    emacs.tty.type(NEXT + META + ">")
    emacs.shows("line 59", "59/59")
    emacs.tty.type(f"/line 12{ENTER}")
    emacs.shows("12/59", "“line 12” 1/1")
    emacs.tty.type(PREVIOUS + DOWN)
    emacs.has_cursor("Bob")


def test_a_detail_closes_alone_and_with_the_list(opened: Open) -> None:
    emacs = opened("Mail")
    emacs.shows("From Ada")
    for close in ("q", control("x") + "0"):
        emacs.tty.type(NEXT)
        emacs.has_cursor("Text  one")
        emacs.tty.type(close)
        emacs.shows_no("From Ada")
        emacs.has_cursor("Ada")
        emacs.tty.type(NEXT)
        emacs.shows("From Ada")
        emacs.tty.type(PREVIOUS)
        emacs.has_cursor("Ada ")
    emacs.tty.type(control("x") + "1")
    emacs.shows_no("From Ada")
    emacs.tty.type(NEXT)
    emacs.shows("From Ada")
    emacs.tty.type(control("x") + "o" + control("x") + f"b*scratch*{ENTER}")
    emacs.shows("*scratch*")
    emacs.shows_no("From Ada")
    emacs.tty.type(control("x") + f"b*Mail*{ENTER}" + NEXT)
    emacs.shows("From Ada")
    emacs.tty.type(PREVIOUS + "q")
    emacs.shows_no("From Ada")


def test_a_killed_detail_opens_again_and_a_restart_keeps_it(opened: Open) -> None:
    emacs = opened("Mail")
    emacs.shows("From Ada")
    emacs.tty.type(control("x") + f"k*From Ada*{ENTER}")
    emacs.shows_no("From Ada")
    emacs.tty.type(NEXT)
    emacs.shows("From Ada", "Text  one")
    emacs.tty.type(PREVIOUS + DOWN)
    emacs.shows("From Bob")
    emacs.kill()
    emacs.restart()
    emacs.shows("From ", "Text  ")
    emacs.tty.type(control("x") + f"k*Mail*{ENTER}")
    emacs.shows_no("From ")


def test_a_feature_that_is_opened_in_a_pane_takes_the_place_of_all(opened: Open) -> None:
    emacs = opened("Mail")
    emacs.shows("From Ada")
    emacs.tty.type(NEXT)
    emacs.has_cursor("Text  one")
    emacs.open_more("Inbox")
    emacs.shows("Ada", "Inbox")
    emacs.shows_no("From Ada")


def test_the_detail_of_a_search_is_beside_the_results(opened: Open) -> None:
    emacs = opened("Find", 80, 16)
    emacs.shows("Detail")
    emacs.tty.type("b")
    compare(emacs, "detail-of-search", "From Bob", "Text  two")


def test_panes_are_windows_and_a_key_goes_to_each(opened: Open) -> None:
    emacs = opened("Desk", 90, 20)
    compare(emacs, "panes", "Inbox  [Notes]", "Text  one", "Desk › Inbox", "Other")
    emacs.tty.type(NEXT)
    emacs.shows("Desk › Notes", "[Inbox]  Notes", "Note")
    emacs.tty.type("abc" + NEXT)
    emacs.has_cursor("Text  one")
    emacs.tty.type(NEXT + NEXT)
    emacs.shows("Inbox  [Notes]", "Desk › Inbox")
    emacs.tty.type(DOWN)
    emacs.shows("Text  two")
    emacs.tty.type(NEXT)
    emacs.shows("[Inbox]  Notes", "Note", "abc")


def test_without_room_panes_are_hidden_and_the_key_shows_them(opened: Open) -> None:
    emacs = opened("Desk", 40, 18)
    emacs.shows("Inbox  [Notes]")
    emacs.shows_no("Text  one")
    emacs.tty.type(NEXT + NEXT)
    emacs.shows("Text  one", "Other")
    emacs.shows_no("[Notes]")
    emacs.tty.type(PREVIOUS + PREVIOUS)
    emacs.shows("Inbox  [Notes]")
    emacs.shows_no("Text  one")


def test_a_grid_has_rows_of_windows(opened: Open) -> None:
    compare(opened("Grid", 80, 18), "grid", "Grid › Inbox", "B", "C")
