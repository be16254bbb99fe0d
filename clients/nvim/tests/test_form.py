"""Forms."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

from conftest import Start, rows
from neovim import ENTER, ESCAPE, TAB, Neovim, control


def test_what_is_wrong_is_said_and_then_put_right(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="signUp", size=(100, 30))
    nvim.shows("Sign up", "Name *", "[ Submit ]")
    nvim.command("w")
    nvim.shows("! Name is required.", "! Email is required.", "! The terms must be accepted.")
    nvim.is_on("Name *")
    nvim.type(f"iAda{TAB}ada at example{ESCAPE}")
    nvim.shows("Ada", "! Email must be an email address such as ada@example.com.")
    nvim.frame("form-messages")
    nvim.type(f"i{control('u')}ada@example.com{ESCAPE}")
    nvim.shows_no("Email must be")
    nvim.shows_no("INSERT")
    nvim.type(TAB)
    for label in ("Password *", "Password again *"):
        nvim.is_on(label)
        nvim.type("i")
        nvim.is_on(label.removesuffix(" *") + ":")
        nvim.type(f"correct horse{ENTER}")
        nvim.is_on(label)
        nvim.shows(label, "••••••••")
        nvim.type(TAB)
    assert "horse" not in nvim.text()
    nvim.type("G?accept\r ")
    nvim.shows_no("must be accepted")
    nvim.command("w")
    nvim.shows("submitted")
    assert rows(demo / "accounts.jsonl", "email") == ["ada@example.com"]


def test_leaving_asks_what_becomes_of_changes(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type(ENTER)
    nvim.shows("Edit task")
    nvim.is_on("Title *")
    nvim.type(f"i now{ESCAPE}")
    nvim.shows("changed", "Water the plants now")
    nvim.type("q")
    nvim.shows("There are unsaved changes", "[ Keep editing ]", "[ Discard ]")
    nvim.frame("blocked")
    nvim.type(ENTER)
    nvim.shows_no("unsaved")
    nvim.shows("Water the plants now")
    nvim.command("q")
    nvim.shows("E37: No write since last change")
    nvim.type("q")
    nvim.shows("There are unsaved changes")
    nvim.type("d")
    nvim.shows_no("Edit task")
    nvim.is_on("Water the plants")
    assert rows(demo / "tasks.jsonl", "title")[0] == "Water the plants"


def test_a_form_of_its_own_is_a_modified_buffer(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="signUp")
    nvim.shows("Name *")
    nvim.type(f"iAda{ESCAPE}")
    nvim.shows("changed")
    nvim.command("set modified?")
    nvim.shows("\n  modified")
    nvim.type("q")
    nvim.shows("There are unsaved changes")
    nvim.type("d")
    nvim.shows_no("Sign up")


def test_steps_groups_and_items(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="order")
    nvim.shows("Order › 1 of 3: Customer", "[ Next ]")
    nvim.type("]]")
    nvim.shows("! Name is required.", "! Street is required.")
    nvim.is_on("Name *")
    nvim.type(f"iAda{TAB}")
    nvim.is_on("For a company")
    nvim.type(f"{TAB}{TAB}iStorgata{TAB}503{TAB}Bergen{ESCAPE}")
    nvim.shows("Storgata", "! A postcode has four digits.", "Bergen")
    nvim.type("kki")
    nvim.shows("INSERT")
    nvim.type(f"{control('u')}5003{ESCAPE}")
    nvim.shows_no("four digits")
    nvim.type("]]")
    nvim.shows("Order › 2 of 3: What", "Lines *", "[ Add ]")
    nvim.type("o")
    nvim.shows("1. Product *")
    nvim.is_on("Product *")
    nvim.type(ENTER)
    nvim.shows("Atlas of the coast", "Teapot, six cups")
    nvim.type("lam")
    nvim.shows_no("Teapot")
    nvim.type(ENTER)
    nvim.shows("Lamp, green shade ▼")
    nvim.type(f"j11{control('a')}")
    nvim.shows("‹ 12 ›", "△ More than ten take a week.")
    nvim.type("o")
    nvim.shows("2. Product *")
    nvim.frame("form-items")
    nvim.type("[e")
    nvim.shows("1. Product *         none", "2. Product *         Lamp")
    nvim.type("dd")
    nvim.shows_no("2. Product")
    nvim.type("]]")
    nvim.shows("Order › 3 of 3: Delivery", "By post ▼", "[ Back ] [ Submit ]")
    nvim.type(control("s"))
    nvim.until(lambda: rows(demo / "orders.jsonl", "name") == ["Ada"], "the order should be kept")
    nvim.shows("Order › 1 of 3: Customer")


def test_several_lines_are_typed_in_several(demo: Path, start: Start) -> None:
    workspace = {
        "features": {
            "note": {
                "kind": "form",
                "title": "Note",
                "sections": [
                    {
                        "fields": [
                            {"name": "words", "type": "multiline"},
                            {"name": "tags", "type": "multiPicker", "options": ["red", "green", "blue"]},
                            {"name": "share", "type": "slider", "minimum": 0, "maximum": 10},
                            {"name": "size", "type": "number"},
                        ]
                    }
                ],
            }
        }
    }
    nvim = start(demo, workspace, feature="note")
    nvim.shows("Words", "Tags", "[ ] red", "Share")
    nvim.type(f"ione{ENTER}two{ESCAPE}")
    nvim.shows("Words", "one", "two", "Tags")
    nvim.shows_no("INSERT")
    nvim.type("/green\r ")
    nvim.shows("[ ] red", "[x] green", "[ ] blue")
    nvim.type(f"/Share\r3{control('a')}")
    nvim.shows("●─", "  3")
    nvim.type("jimany")
    nvim.shows("Size     many")
    nvim.type(ESCAPE)
    nvim.shows("Size     many", "! ")
    nvim.type("i")
    nvim.shows("INSERT")
    nvim.type(f"{control('u')}7{ESCAPE}")
    nvim.shows_no("! ")
    nvim.shows("Size     7")
    nvim.command("w")
    nvim.shows("submitted")


def test_a_flow_in_steps_ends_in_its_output(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("g4")
    nvim.shows("Plan a task › 1 of 3: What", "› What", "Title *")
    nvim.is_on("Title *")
    nvim.type(f"iPaint the fence{control('n')}")
    nvim.shows("Plan a task › 2 of 3: When", "✓ What   › When", "[ Skip ]")
    nvim.type("S")
    nvim.shows("3 of 3: Summary", "– When", "[ Back ] [ Finish ]", "Paint the fence")
    nvim.frame("flow-summary")
    nvim.type("[[")
    nvim.shows("2 of 3: When", "Due")
    nvim.type("]]")
    nvim.shows("! Due is required.")
    nvim.type("S")
    nvim.shows("Summary", "[ Finish ]")
    nvim.click("[ Finish ]")
    nvim.shows_no("Summary")
    nvim.shows("Paint the fence")


def typed_without_an_answer(demo: Path, start: Start) -> tuple[Neovim, int]:
    """Returns a Neovim with a typed name that its stopped host has not answered, and the host's process id."""
    nvim = start(demo, feature="signUp")
    nvim.is_on("Name *")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type(f"iAda{ESCAPE}")
    nvim.shows("Ada")
    nvim.shows_no("INSERT")
    return nvim, host


def test_what_was_typed_is_there_until_it_is_answered(demo: Path, start: Start) -> None:
    nvim, host = typed_without_an_answer(demo, start)
    nvim.type("i")
    nvim.shows("INSERT")
    nvim.type(" L")
    nvim.shows(" L")
    os.kill(host, signal.SIGCONT)
    nvim.type(ESCAPE)
    nvim.shows("Ada L")


def test_leaving_asks_about_what_has_no_answer_yet(demo: Path, start: Start) -> None:
    nvim, host = typed_without_an_answer(demo, start)
    nvim.type("q")
    nvim.shows("There are unsaved changes", "[ Keep editing ]", "[ Discard ]")
    os.kill(host, signal.SIGCONT)


def test_a_key_that_is_pressed_twice_counts_twice(tmp_path: Path, start: Start) -> None:
    fields = [{"name": "share", "type": "stepper", "minimum": 0, "maximum": 10}, {"name": "on", "type": "toggle"}]
    nvim = start(tmp_path, {"features": {"f": {"kind": "form", "sections": [{"fields": fields}]}}}, feature="f")
    nvim.is_on("Share")
    nvim.type(f"{control('a') * 3}j  ")
    nvim.shows("‹ 3 ›", "[ ]")


def test_what_was_chosen_is_seen_and_counts_before_it_is_answered(tmp_path: Path, start: Start) -> None:
    fields = [
        {"name": "share", "type": "stepper", "minimum": 0, "maximum": 10},
        {"name": "tags", "type": "multiPicker", "options": ["red", "green"]},
    ]
    nvim = start(tmp_path, {"features": {"f": {"kind": "form", "sections": [{"fields": fields}]}}}, feature="f")
    nvim.is_on("Share")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type(control("a") * 2)
    nvim.shows("‹ 2 ›")
    nvim.type("jj j ")
    nvim.shows("‹ 2 ›", "[x] red", "[x] green")
    os.kill(host, signal.SIGCONT)
    nvim.shows("changed", "‹ 2 ›", "[x] red", "[x] green")
    nvim.type(" ")
    nvim.shows("‹ 2 ›", "[x] red", "[ ] green")


def test_an_option_is_accepted_when_it_is_found(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="order")
    nvim.shows("Order")
    nvim.type(f"iAda{TAB}{TAB}{TAB}iStorgata{TAB}5003{TAB}Bergen{ESCAPE}]]")
    nvim.shows("2 of 3")
    nvim.type("o")
    nvim.is_on("Product *")
    nvim.type(ENTER)
    nvim.shows("Atlas of the coast", "Teapot, six cups")
    nvim.type(f"lam{ENTER}")
    nvim.shows_no("Teapot")
    nvim.shows("Lamp, green shade ▼")


def test_a_text_of_one_line_stays_one(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="signUp", setup="vim.o.textwidth = 12")
    nvim.is_on("Name *")
    nvim.type("iAda Lovelace of London")
    nvim.shows("Name *                Ada Lovelace of London")
    nvim.type(control("u"))
    nvim.shows_no("London")
    nvim.type("\x1b[200~Ada\nLove\x1b[201~")
    nvim.shows("Name *                Ada Love")
    nvim.type(f"lace{ESCAPE}")
    nvim.shows_no("INSERT")
    nvim.shows("Name *                Ada Lovelace")


def test_a_line_is_typed_behind_its_label_whatever_letters_that_has(tmp_path: Path, start: Start) -> None:
    labels = ["Größe über Maß", "日本語"]
    fields = [{"name": f"f{n}", "type": "text", "label": label, "required": True} for n, label in enumerate(labels)]
    nvim = start(tmp_path, {"features": {"f": {"kind": "form", "sections": [{"fields": fields}]}}}, feature="f")
    nvim.is_on("Größe über Maß *")
    nvim.type("ione")
    nvim.shows("  Größe über Maß *  one\n  日本語 *          ____________________\n")
    nvim.type(f"{TAB}two")
    nvim.shows("  Größe über Maß *  one\n  日本語 *          two\n")


def test_a_line_that_is_typed_in_has_the_width_that_its_window_has(tmp_path: Path, start: Start) -> None:
    fields = [{"name": "a", "type": "text", "label": "Größe"}, {"name": "b", "type": "text"}]
    workspace = {"features": {"f": {"kind": "form", "title": "Form", "sections": [{"fields": fields}]}}}
    nvim = start(tmp_path, workspace, feature="f")
    nvim.is_on("Größe")
    nvim.type("i" + "0123456789" * 5)
    nvim.shows("  Größe    " + "0123456789" * 5 + "\n")
    nvim.resize(30, 12)
    # The end of the text is shown, where the cursor is.
    ends = re.compile(r"  Größe    \d+9$")
    nvim.until(lambda: ends.match(nvim.cursor_line()) is not None, "the line should be as wide as there is room")
    nvim.resize(80, 24)
    nvim.shows("  Größe    " + "0123456789" * 5 + "\n")


def test_a_conflict_is_settled_by_keys(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks", size=(100, 40))
    nvim.is_on("Water the plants")
    nvim.type(ENTER)
    nvim.shows("Edit task")
    nvim.is_on("Title *")
    nvim.type(f"i now{ESCAPE}")
    nvim.shows("Water the plants now")
    tasks = demo / "tasks.jsonl"
    changed = tasks.with_suffix(".new")
    changed.write_text(tasks.read_text().replace("Water the plants", "Water no plants"))
    changed.rename(tasks)
    nvim.shows("theirs: Water no plants")
    nvim.type("a")
    nvim.shows("Keep mine, where others have changed it too (gm)", "Take theirs, where others have changed it too (gM)")
    nvim.type(ENTER)
    nvim.type("gM")
    nvim.shows_no("theirs:")
    nvim.shows("Edit task", "Water no plants")
