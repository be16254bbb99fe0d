"""Compares the screen of Emacs in a terminal with the files in `screens`; UPDATE_SCREENS=1 writes these files."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest
from FrontEnds.emacs import ENTER, META, Emacs, control
from FrontEnds.front_end import PROJECT
from FrontEnds.tty import DEADLINE

SCREENS = Path(__file__).parent / "screens"


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Emacs]:
    for name in ("demo.workspace.json", "tasks.jsonl"):
        shutil.copy(PROJECT / "clients" / "demo" / name, tmp_path)
    with Emacs(tmp_path, tmp_path / "demo.workspace.json") as emacs:
        yield emacs


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Emacs]:
    shutil.copy(PROJECT / "clients" / "emacs" / "editor.workspace.json", tmp_path)
    with Emacs(tmp_path, tmp_path / "editor.workspace.json") as emacs:
        yield emacs


@contextmanager
def halted(emacs: Emacs) -> Iterator[None]:
    """Stops the host within the block, so that it answers nothing."""
    search = ["pgrep", "-P", str(emacs.tty.program.pid), "featurehost"]
    host = int(subprocess.run(search, capture_output=True, text=True, check=True).stdout)
    os.kill(host, signal.SIGSTOP)
    yield
    os.kill(host, signal.SIGCONT)


def compare(emacs: Emacs, name: str, *texts: str) -> None:
    """Waits until the screen shows the texts, and then until it equals the file."""
    emacs.shows(*texts)
    file = SCREENS / f"{name}.txt"
    if os.environ.get("UPDATE_SCREENS"):
        # The output of one second is considered complete, because a developer checks the written files.
        while select.select([emacs.tty._ours], [], [], 1)[0]:
            emacs.tty._read()
        file.write_text(emacs.tty.text().rstrip() + "\n")
    wanted = file.read_text().rstrip()
    emacs.tty.until(lambda: emacs.tty.text().rstrip() == wanted, f"the screen is not as {file.name}")


def test_the_catalog_is_annotated(demo: Emacs) -> None:
    demo.shows("*scratch*")
    demo.tty.type(META + "xfeaturehost" + ENTER)
    demo.shows("Feature:")
    demo.tty.type("\t")
    compare(demo, "catalog", "Tasks  list", "Find a parcel  search")


def test_a_list_is_marked_filtered_and_sorted(demo: Emacs) -> None:
    demo.open("Tasks")
    compare(demo, "list", "Read the minutes")
    demo.tty.type("mm")
    compare(demo, "list-marked", "2 marked")
    demo.tty.type("U/the")
    compare(demo, "list-words", "“the”", "Words in the rows: the")
    demo.tty.type(control("g"))
    demo.shows("Send the invoice", "Repair the bicycle")
    demo.tty.type("STask" + ENTER)
    compare(demo, "list-sorted", "Book a table", "Read", "Repair", "Send", "Water")


FILES = (PROJECT / "Tests" / "FrontEnds" / "cells.workspace.json").read_text()


def test_values_are_drawn_as_the_host_has_written_them(tmp_path: Path) -> None:
    workspace = tmp_path / "w.json"
    workspace.write_text(FILES)
    with Emacs(tmp_path, workspace) as emacs:
        emacs.open("Files")
        compare(emacs, "cells", "a.iso", "1.2 MB", "New", "█████░░░░░  50%", "b.txt", "7 B", "odd")


def test_the_lines_of_a_view_are_drawn_as_the_host_has_written_them(tmp_path: Path) -> None:
    workspace = tmp_path / "w.json"
    workspace.write_text(FILES)
    with Emacs(tmp_path, workspace) as emacs:
        emacs.open("file")
        emacs.shows("Size   1.2 MB", "State  New", "Used   █████░░░░░  50%", "Name   a.iso")


def test_a_row_is_moved_and_point_stays_on_it(demo: Emacs) -> None:
    demo.open("Tasks")
    demo.row("Send the invoice")
    demo.tty.type(META + "n")
    demo.shows("Book a table for six", "Send the invoice")
    demo.has_cursor("Send the invoice")
    demo.undo()
    demo.shows("Send the invoice", "Book a table for six")


def many(folder: Path, count: int) -> Path:
    """Writes a workspace with a list of rows in a file, which a toolbar and a sheet edit."""
    rows = [{"id": str(number), "title": f"Row {number:03}", "note": "none", "done": False} for number in range(count)]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    sheet = {"style": "sheet", "target": "activeItem", "title": "Edit", "feature": "row", "onOutput": "updateItem"}
    listed = {
        "kind": "list",
        "title": "Rows",
        "source": "rows",
        "selection": "multiple",
        "pageSize": 20,
        "columns": [{"key": "title", "role": "title"}, {"key": "note"}, {"key": "done", "role": "toggle"}],
        "toolbar": [
            {"action": "deleteItems", "params": {"selection": True}, "title": "Delete"},
            {"action": "present", "params": {"modal": "edit"}, "title": "Edit"},
        ],
        "modals": {"edit": sheet},
    }
    fields = [{"name": "title", "type": "text"}, {"name": "note", "type": "text"}]
    workspace = {
        "sources": {"rows": {"type": "file", "path": "rows.jsonl", "watch": True}},
        "features": {"rows": listed, "row": {"kind": "form", "sections": [{"fields": fields}]}},
    }
    (folder / "w.json").write_text(json.dumps(workspace))
    return folder / "w.json"


def stored(folder: Path) -> list[dict[str, object]]:
    """Returns the rows in the file."""
    return [json.loads(line) for line in (folder / "rows.jsonl").read_text().splitlines()]


def stores(emacs: Emacs, holds: Callable[[list[dict[str, object]]], bool], what: str) -> None:
    """Waits until the rows in the file meet a condition, because the screen need not change when they are written."""
    end = monotonic() + DEADLINE
    while not holds(stored(emacs.folder)):
        if select.select([emacs.tty._ours], [], [], 0.05)[0]:
            emacs.tty._read()
        assert monotonic() < end, f"{what}, but the screen shows:\n{emacs.tty.text()}"


def stores_all_but(emacs: Emacs, count: int, gone: set[str]) -> None:
    """Waits until the number of rows fits, and checks that exactly the given rows are deleted."""
    stores(emacs, lambda rows: len(rows) == count - len(gone), f"{len(gone)} rows should be deleted")
    assert {str(number) for number in range(count)} - {str(row["id"]) for row in stored(emacs.folder)} == gone


@pytest.mark.parametrize(
    ("keys", "left", "gone"),
    [
        ("mm" + control("c") + "1", "rows 1–6 of 6", {"1", "2"}),
        ("mm" + META + "<" + control("n") + "uu" + control("c") + "1", "rows 1–7 of 7", {"3"}),
        ("mmd" + "yes" + ENTER, "rows 1–6 of 6", {"1", "2"}),
    ],
)
def test_what_is_typed_fast_is_about_the_marks_before_it(tmp_path: Path, keys: str, left: str, gone: set[str]) -> None:
    with Emacs(tmp_path, many(tmp_path, 8)) as emacs:
        emacs.open("Rows")
        emacs.row("Row 001")
        emacs.tty.type(control("a") + keys)
        emacs.shows(left)
        stores_all_but(emacs, 8, gone)


@pytest.mark.parametrize(
    ("keys", "gone"),
    [
        (META + ">" + control("c") + "1", "399"),
        (META + ">m" + control("c") + "1", "399"),
        (META + ">" + control("p") + control("c") + "1", "398"),
        ("/Row 25" + ENTER + control("c") + "1", "25"),
        ("/Row 25" + ENTER + control("n") + "m" + control("c") + "1", "125"),
    ],
)
def test_what_is_typed_fast_is_about_the_row_that_was_moved_to(tmp_path: Path, keys: str, gone: str) -> None:
    with Emacs(tmp_path, many(tmp_path, 400)) as emacs:
        emacs.open("Rows")
        emacs.row("Row 001")
        emacs.tty.type(keys)
        stores_all_but(emacs, 400, {gone})


def test_what_is_typed_stays_in_its_field_while_others_change_another(tmp_path: Path) -> None:
    with Emacs(tmp_path, many(tmp_path, 3)) as emacs:
        emacs.open("Rows")
        emacs.row("Row 001")
        emacs.do("Edit")
        emacs.shows("Title", "Row 001", "Note", "none")
        emacs._go_to("Title")
        emacs.tty.type(control("e") + ", and")
        emacs.shows("Row 001, and", "none")
        rows = stored(tmp_path)
        rows[1]["note"] = "written by others"
        (tmp_path / "new").write_text("".join(json.dumps(row) + "\n" for row in rows))
        (tmp_path / "new").rename(tmp_path / "rows.jsonl")
        emacs.shows("written by others")
        emacs.tty.type(" more")
        emacs.shows("Row 001, and more", "written by others")
        emacs.submit()
        emacs.shows("Row 000", "Row 001, and more", "written by others", "Row 002")
        stores(emacs, lambda rows: rows[1]["title"] == "Row 001, and more", "the title should be written")
        assert stored(tmp_path)[1]["note"] == "written by others"


def test_groups_have_headings(demo: Emacs) -> None:
    demo.open("Agenda")
    compare(demo, "groups", "high", "Send the invoice", "low", "normal")


def test_a_form_is_filled_in(demo: Emacs) -> None:
    demo.open("Tasks")
    demo.shows("Read the minutes")
    demo.do("Add")
    compare(demo, "form", "New task", "Title", "What is to be done?")
    demo.submit()
    compare(demo, "form-messages", "Title is required.")
    demo.tty.type("Buy milk")
    demo.pick("Priority", "high")
    compare(demo, "form-filled", "Buy milk", "[high]")
    demo.leave()
    compare(demo, "unsaved", "There are unsaved changes", "Discard")
    demo.answer("Keep editing")
    demo.shows_no("There are unsaved changes")
    demo.submit()
    demo.shows("Read the minutes", "Buy milk", "high")


def test_a_question_is_asked_and_undone(demo: Emacs) -> None:
    demo.open("Tasks")
    demo.shows("Read the minutes")
    demo.row("Repair the bicycle")
    demo.tty.type("d")
    compare(demo, "question", "Delete Repair the bicycle?", "Keep it")
    demo.answer("Delete")
    demo.shows_no("Repair the bicycle")
    demo.undo()
    demo.shows("Repair the bicycle")


def test_what_is_typed_before_a_sheet_is_there_is_for_the_sheet(demo: Emacs) -> None:
    demo.open("Tasks")
    demo.shows("Read the minutes")
    with halted(demo):
        demo.tty.type("+dates are due" + control("k"))
        demo.shows("Waiting for the host; C-g stops waiting")
    demo.shows("New task", "dates are due")
    demo.leave()
    demo.answer("Discard")
    demo.shows("Water the plants", "Send the invoice", "Book a table for six", "Repair the bicycle", "Read the minutes")


def test_a_host_that_is_late_is_not_waited_for_for_ever(demo: Emacs) -> None:
    demo.open("Tasks")
    demo.shows("Read the minutes")
    with halted(demo):
        demo.tty.type("+")
        demo.shows("Waiting for the host")
        demo.tty.type("d" + control("g"))
        demo.shows("Quit")
        demo.tty.type(control("h") + "v" + "tab-width" + ENTER)
        demo.shows("tab-width is a variable")
    demo.shows("New task")
    demo.leave()
    demo.shows_no("New task")
    demo.shows("Read the minutes")
    assert "Delete" not in demo.tty.text().replace("[Delete]", "")


def test_what_is_typed_before_a_search_is_there_is_its_query(demo: Emacs) -> None:
    demo.open("Tasks")
    demo.shows("Read the minutes")
    with halted(demo):
        demo.tty.type(META + "xfeaturehost" + ENTER + "Find a parcel" + ENTER + "drum faro")
        demo.shows("Waiting for the host")
    demo.shows("drum", "Faro", "What, and where to: drum faro")


def test_an_order_has_items_and_steps(demo: Emacs) -> None:
    demo.open("Order")
    demo.shows("1 of 3: Customer")
    demo.fill("Name", "Ada")
    demo.tick("For a company")
    demo.shows("Company")
    for label, text in (("Company", "Engines Ltd"), ("Street", "Road 1"), ("Postcode", "12"), ("Town", "London")):
        demo.fill(label, text)
    compare(demo, "order-customer", "A postcode has four digits.", "London")
    demo.fill("Postcode", "1234")
    demo.next()
    demo.shows("2 of 3", "[INS]")
    demo.tty.type(ENTER)
    demo.shows("1. [INS]")
    demo.pick("Product", "Kettle, two litres")
    demo.shows("[Kettle, two litres]")
    demo.tty.type("\t\t\t" + ENTER * 10 + "\t")
    compare(demo, "order-lines", "[11]", "More than ten take a week.")
    demo.next()
    compare(demo, "order-delivery", "3 of 3", "Note")


def test_a_flow_leads_through_its_steps(demo: Emacs) -> None:
    demo.open("Today")
    demo.shows("Read the minutes")
    demo.do("Plan")
    demo.shows("1 of 3: What", "Title")
    demo.fill("Title", "Paint the fence")
    demo.shows("changed")
    demo.next()
    compare(demo, "step", "2 of 3: When", "Due")
    demo.tty.type(control("c") + control("s"))
    compare(demo, "summary", "Paint the fence", "3 of 3: Summary")


def test_what_matches_is_shown_while_it_is_typed(demo: Emacs) -> None:
    demo.open("Find a parcel")
    demo.shows("1,000,000 to search", "What, and where to:")
    demo.query("drum faro")
    compare(demo, "search", "drum", "Faro", "of 1,000,000")
    demo.tty.type("\t" + control("n") + control("c") + control("v"))
    compare(demo, "search-preview", "1 marked", "Parcel", "*featurehost row*")


def test_a_million_rows_are_scrolled_through(demo: Emacs) -> None:
    demo.open("A million parcels")
    demo.shows("rows 1–")
    for page in range(8):
        top = demo.tty.lines()[2]
        demo.tty.type(control("v"))
        demo.tty.until(lambda top=top: demo.tty.lines()[2] != top, f"page {page} is not scrolled to")
    # The end of the rows is a case of the table for all front ends.
    demo.tty.type(META + "<")
    demo.shows("blue mirror", "ivory bicycle", "rows 1–")


def test_a_secret_is_not_shown(demo: Emacs) -> None:
    demo.open("Sign up")
    demo.shows("[not set]")
    demo.fill("Password", "tr0ub4dor")
    demo.shows("[set]")
    assert "tr0ub4dor" not in demo.tty.text()
    demo.tty.type(control("x") + "b*Messages*" + ENTER)
    demo.shows("*Messages*")
    assert "tr0ub4dor" not in demo.tty.text()


def test_the_host_dies_and_is_started_again(demo: Emacs) -> None:
    demo.open("Today")
    demo.shows("Read the minutes")
    demo.do("Commits")
    demo.shows("This could not be loaded.", "Today › Tasks › Commits")
    demo.kill()
    compare(demo, "host-ended", "The host has ended", "A signal ended it (9).", "[r] Restart")
    demo.answer("Later")
    demo.shows_no("[r] Restart")
    demo.tty.type("g")
    demo.shows_no("host ended")
    demo.shows("Today › Tasks › Commits")
    demo.tty.type("l")
    demo.shows("Water the plants")


def test_what_is_typed_without_a_host_is_entered_later(demo: Emacs) -> None:
    demo.open("Order")
    demo.fill("Name", "Ada")
    demo.shows("changed")
    demo.kill()
    compare(demo, "host-ended-entered", "What was entered is kept", "[r] Restart")
    demo.answer("Later")
    demo.shows_no("[r] Restart")
    demo.fill("Name", "Ada Lovelace")
    demo.shows("Ada Lovelace", "The host has ended: this is kept until C-c C-z starts it again")
    demo.tty.type(control("c") + control("z"))
    demo.shows_no("host ended")
    demo.shows("Ada Lovelace", "changed")
    demo.next()
    demo.shows("Ada Lovelace")


def test_buffers_are_rows(editor: Emacs) -> None:
    editor.open("Buffers")
    editor.shows("*scratch*", "lisp-interaction")
    editor.tty.type(control("x") + "b" + "draft" + ENTER)
    editor.shows("draft")
    editor.tty.type(control("x") + "b" + "*Buffers*" + ENTER)
    editor.shows("draft ", "fundamental")
    editor.row("draft")
    editor.tty.type("d")
    editor.shows("Delete this row?")
    editor.tty.type("yes" + ENTER)
    editor.shows_no("draft")
    editor.open_more("Switch to a buffer")
    editor.shows("Buffer or file:")
    editor.tty.type("scra")
    editor.shows("*scratch*", "1 of")
    editor.tty.type(ENTER)
    editor.shows("This buffer is for text that is not saved")


def test_what_has_no_width_takes_no_room_in_a_row(tmp_path: Path) -> None:
    titles = ["zero\u200bwid\ufeffth", "zerowidth"]
    rows = [{"id": str(number), "title": title, "count": 7} for number, title in enumerate(titles)]
    columns = [{"key": "title", "role": "title"}, {"key": "count", "type": "number"}]
    listed = {"kind": "list", "title": "Odd", "source": "odd", "columns": columns}
    workspace = {"sources": {"odd": {"type": "inline", "rows": rows}}, "features": {"odd": listed}}
    (tmp_path / "w.json").write_text(json.dumps(workspace))
    with Emacs(tmp_path, tmp_path / "w.json") as emacs:
        emacs.open("Odd")
        emacs.shows("zerowidth", "zerowidth")
        shown = [line for line in emacs.tty.lines() if "zerowidth" in line]
        assert len(shown) == 2 and shown[0] == shown[1]


def test_rows_as_deep_and_as_long_as_a_host_shows_them(tmp_path: Path) -> None:
    deep = "[" * 511 + "1" + "]" * 511
    (tmp_path / "deep.jsonl").write_text(f'{{"id":"1","name":"plain"}}\n{{"id":"2","name":"deep","d":{deep}}}\n')
    long = [{"id": str(number), "name": f"row {number}", "t": "x" * 1_000_000} for number in range(8)]
    (tmp_path / "long.jsonl").write_text("".join(json.dumps(row) + "\n" for row in long))
    workspace = {
        "sources": {name: {"type": "file", "path": f"{name}.jsonl"} for name in ("deep", "long")},
        "features": {
            "deep": {
                "kind": "list",
                "title": "Deep",
                "source": "deep",
                "columns": [{"key": "name"}, {"key": "d"}],
            },
            "long": {"kind": "list", "title": "Long", "source": "long"},
        },
    }
    (tmp_path / "w.json").write_text(json.dumps(workspace))
    with Emacs(tmp_path, tmp_path / "w.json") as emacs:
        emacs.open("Deep")
        emacs.shows("plain", "deep", "[[[[")
    with Emacs(tmp_path, tmp_path / "w.json") as emacs:
        emacs.open("Long")
        emacs.shows("row 0", "row 3")
        # The other rows are together too long for one frame, and are loaded when point moves there.
        for number in range(1, 8):
            emacs.tty.type(control("n"))
            emacs.shows(f"row {number}")
        for number in reversed(range(7)):
            emacs.tty.type(control("p"))
            emacs.shows(f"row {number}")
