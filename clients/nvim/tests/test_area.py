"""Areas in Visual mode: keys act on their rows as on selected rows."""

from __future__ import annotations

import json
from pathlib import Path

from conftest import Start, rows
from neovim import ESCAPE, TAB
from test_search import TELL, WORDS


def test_a_deleted_area_is_asked_about_first(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("Vjd")
    nvim.shows("Delete 2 tasks?", "Water the plants, Send", "the invoice", "[ Delete ]", "[ Keep it ]")
    nvim.is_on("[ Keep it ]")
    nvim.type(ESCAPE)
    nvim.shows_no("Delete 2 tasks?")
    nvim.shows("2 selected", "●  Water the plants", "●  Send the invoice", "Book a table")
    nvim.type("dd")
    nvim.shows("Delete 2 tasks?")
    nvim.type("d")
    nvim.shows_no("Water the plants")
    nvim.until_quiet(lambda: len(rows(demo / "tasks.jsonl", "title")) == 3, "two tasks should be deleted")


def test_an_area_replaces_other_marks(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type(f"jj{TAB}")
    nvim.shows("1 selected", "●  Book a table")
    nvim.type("ggVjx")
    nvim.until_quiet(lambda: sum(map(bool, rows(demo / "tasks.jsonl", "done"))) == 3, "two tasks should be ticked")
    nvim.shows("2 selected", "●  Water the plants", "●  Send the invoice")
    assert rows(demo / "tasks.jsonl", "done")[:2] == [True, True]


def test_buttons_and_the_menu_are_about_an_area(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("jVkg3")
    nvim.shows("Delete 2 tasks?", "Water the plants, Send", "the invoice")
    nvim.is_on("[ Keep it ]")
    nvim.type(ESCAPE)
    nvim.shows_no("Delete 2 tasks?")
    nvim.type("jjVja")
    nvim.choose("Delete (dd)")
    nvim.shows("Delete 2 tasks?", "Book a table")


def test_keys_of_row_actions_are_about_an_area(tmp_path: Path, start: Start) -> None:
    (tmp_path / "things.jsonl").write_text("".join(json.dumps({"id": n, "name": f"Thing {n}"}) + "\n" for n in "abcd"))
    log = {"argv": ["sh", "-c", 'printf "%s\\n" "$@" >>log', "log", "{ids*}"]}
    feature = {
        "kind": "list", "title": "Things", "source": "things", "selection": "multiple",
        "columns": [{"key": "name", "role": "title"}],
        "actions": [{"id": "log", "title": "Log", "key": "K", "source": "tools", "perform": "log"}],
    }  # fmt: skip
    sources = {
        "things": {"type": "file", "path": "things.jsonl"},
        "tools": {"type": "command", "argv": ["true"], "format": "lines", "operations": {"log": log}},
    }
    nvim = start(tmp_path, {"sources": sources, "features": {"things": feature}}, feature="things")
    nvim.is_on("Thing a")
    nvim.type("jVjK")
    file = tmp_path / "log"
    nvim.until_quiet(lambda: file.exists() and file.read_text() == "b\nc\n", "the operation should get both rows")


def test_an_area_of_a_list_without_marks_says_why_nothing_happens(tmp_path: Path, start: Start) -> None:
    (tmp_path / "things.jsonl").write_text("".join(json.dumps({"id": n, "name": f"Thing {n}"}) + "\n" for n in "abc"))
    feature = {"kind": "list", "title": "Things", "source": "things", "columns": [{"key": "name", "role": "title"}]}
    sources = {"things": {"type": "file", "path": "things.jsonl"}}
    nvim = start(tmp_path, {"sources": sources, "features": {"things": feature}}, feature="things")
    nvim.is_on("Thing a")
    nvim.type("Vjd")
    nvim.shows_message("Delete did nothing: ")
    nvim.shows("Thing a", "Thing b")
    nvim.type("Vd")
    nvim.shows_no("Thing b")
    nvim.shows("Thing a", "Thing c")


def test_an_area_that_begins_far_away_is_selected(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="parcels")
    nvim.is_on("blue mirror")
    nvim.type("90G")
    nvim.shows(" 90  ")
    # The host releases the row at which the area begins.
    nvim.type(f"V80k{TAB}")
    nvim.shows("81 selected")


def test_an_area_of_results_is_accepted(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORDS, feature="find", setup=TELL)
    nvim.shows("A word")
    nvim.type("rh")
    nvim.shows("3 of 3")
    nvim.type(ESCAPE)
    nvim.is_on("Rho")
    nvim.type(f"Vj{TAB}")
    nvim.shows("2 selected")
    nvim.type("ggVG\r")
    nvim.shows("handed on 3")
