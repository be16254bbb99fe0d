"""The dialogs for a user at a terminal that is none of their standard streams."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from conftest import HOST, PROJECT
from person import Person
from terminal import Terminal

DOWN, ESCAPE, ENTER, CTRL_C, CTRL_S, CTRL_U, CTRL_W, TAB = "\x1b[B", "\x1b", "\r", "\x03", "\x13", "\x15", "\x17", "\t"
DEMO = str(PROJECT / "clients" / "demo" / "demo.workspace.json")
# A host whose user interface crashes.
CRASHING = f"""#!/bin/sh
[ "$1" = ui ] && kill -SEGV $$
exec "{HOST}" "$@"
"""


@pytest.fixture
def person(terminal: Terminal) -> Person:
    return Person(terminal)


def test_one_of_some_choices(person: Person) -> None:
    person.is_asked("choose", "--title", "Which?", "apple", "a 'pear'\tor \"two\"", "$(plum)")
    person.terminal.looks_like("choose")
    person.terminal.type(DOWN)
    person.terminal.looks_like("choose-second")
    person.terminal.type(ENTER)
    person.has(0, "a 'pear'\tor \"two\"\n")


def test_the_first_choice_is_there_to_be_taken(person: Person) -> None:
    person.is_asked("choose", "apple", "pear")
    person.terminal.shows("›   apple")
    person.terminal.type(ENTER)
    person.has(0, "apple\n")


def test_a_choice_that_is_left(person: Person) -> None:
    person.is_asked("choose", rows=b"apple\npear\n")
    person.terminal.shows("Choose", "pear", "esc back")
    person.terminal.type(ESCAPE)
    person.has(1)


def test_several_choices(person: Person) -> None:
    person.is_asked("choose", "--multiple", "--title", "Which?", "--selected", "plum", "apple", "pear", "plum")
    # The focus is in the field then.
    person.terminal.shows("[x] plum", "tick")
    person.terminal.type(" ")
    person.terminal.shows("[x] apple")
    person.terminal.looks_like("choose-multiple")
    person.terminal.type(CTRL_S)
    person.has(0, "apple\nplum\n")


def test_no_choice_where_one_is_required(person: Person) -> None:
    person.is_asked("choose", "--multiple", "--required", "--title", "Which?", "apple", "pear")
    person.terminal.shows("[ ] pear", "tick")
    person.terminal.type(CTRL_S)
    person.terminal.looks_like("choose-required")
    person.terminal.type(ESCAPE)
    person.has(1)


@pytest.mark.parametrize("key,status", [("2", 0), ("1", 1), (ESCAPE, 1)], ids=["yes", "no", "left"])
def test_a_question(person: Person, key: str, status: int) -> None:
    question = "Delete the branch “main”? It has commits that are nowhere else, and nobody can bring them back."
    person.is_asked("confirm", "--title", "Delete", "--yes", "Delete it", "--no", "Keep it", question)
    person.terminal.looks_like("confirm")
    person.terminal.type(key)
    person.has(status)


def test_a_value_that_is_wrong_and_then_right(person: Person) -> None:
    person.is_asked(
        "input", "--required", "--pattern", "^[A-Z]", "--message", "A name begins with a capital.", "--placeholder",
        "As in Ada", "Name",
    )  # fmt: skip
    person.terminal.looks_like("input")
    person.terminal.type(CTRL_S)
    person.terminal.shows("Name is required.")
    person.terminal.type("ada" + CTRL_S)
    person.terminal.shows("A name begins with a capital.")
    person.terminal.looks_like("input-wrong")
    person.terminal.type(CTRL_U)
    person.terminal.shows_no("ada")
    person.terminal.type("Ada 'Countess' Lovelace" + CTRL_S)
    person.has(0, "Ada 'Countess' Lovelace\n")


def test_a_secret_is_not_shown(person: Person) -> None:
    person.is_asked("input", "--secure", "--json", "Password")
    person.terminal.shows("Password", "tab next")
    person.terminal.type('open "sesame"')
    person.terminal.shows("••••")
    assert "sesame" not in person.terminal.text() + str(person.commands())
    person.terminal.type(CTRL_S)
    person.has(0, '"open \\"sesame\\""\n')


def test_a_form(person: Person) -> None:
    person.is_asked(
        "form", "--title", "Task", "--field", "title:text:required:maxLength=80:placeholder=What?",
        "--field", "priority:picker:options=low,normal,high:default=normal", "--field", "done:toggle",
    )  # fmt: skip
    person.terminal.looks_like("form")
    person.terminal.type(CTRL_S)
    person.terminal.shows("Title is required.")
    person.terminal.looks_like("form-wrong")
    person.terminal.type("Ada's $HOME")
    person.terminal.shows("Ada's $HOME")
    person.terminal.type(CTRL_S)
    person.has(0, "title='Ada'\\''s $HOME'\npriority='normal'\ndone='false'\n")


def test_changes_are_not_lost_without_a_question(person: Person) -> None:
    person.is_asked("input", "Name")
    person.terminal.shows("Name", "tab next")
    person.terminal.type("Ada")
    person.terminal.shows("Ada")
    person.terminal.type(ESCAPE)
    person.terminal.shows("There are unsaved changes", "⏎ keep editing")
    person.terminal.type("\x1b[C" + ENTER)
    person.has(1)


def test_lines_are_found_by_a_query(person: Person) -> None:
    rows = b"".join(b"row %d\n" % number for number in range(1, 100_001))
    person.is_asked("filter", "--title", "Find a row", rows=rows)
    person.terminal.shows("100,000 of 100,000", "›  row 1", "⏎ choose")
    person.terminal.looks_like("filter")
    person.terminal.type("^row\\ 9999")
    person.terminal.shows("11 of 100,000")
    person.terminal.looks_like("filter-found")
    person.terminal.type(DOWN + ENTER)
    person.has(0, "row 99990\n")


def test_several_lines(person: Person) -> None:
    person.is_asked("filter", "--multiple", "--json", rows=b"one\ntwo\nthree\n")
    person.terminal.shows("3 of 3", "⏎ choose")
    person.terminal.type("t")
    person.terminal.shows("2 of 3")
    person.terminal.type(TAB)
    person.terminal.shows("1 selected")
    person.terminal.type(TAB)
    person.terminal.shows("2 selected")
    person.terminal.type(ENTER)
    person.has(0, '["two","three"]\n')


def test_control_characters_of_rows_are_not_written(person: Person) -> None:
    person.is_asked("choose", rows=b"\x1b]0;title\x07red\x1b[31m\n")
    person.terminal.shows("red·[31m", "⏎ open")
    person.terminal.type(DOWN)
    person.terminal.shows("›")
    person.terminal.type(ENTER)
    person.has(0, "\x1b]0;title\x07red\x1b[31m\n")


def test_ctrl_c_ends_a_dialog(person: Person) -> None:
    person.is_asked("confirm", "Really?")
    person.terminal.shows("Really?", "esc back")
    person.terminal.type(CTRL_C)
    person.has(130)


def test_time_that_is_over(person: Person) -> None:
    person.is_asked("confirm", "--timeout", "200", "Really?")
    problem = "dialog had not ended when the time was over; --timeout gives it more"
    person.has(124, problems=f"featurehost: {problem}\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_a_dialog_and_the_terminal_is_as_before(person: Person, number: int) -> None:
    before = person.terminal.modes()
    person.is_asked("confirm", "Really?")
    person.terminal.shows("Really?", "[ 2 Yes ]")
    assert person.terminal.modes() != before and person.terminal.is_on_second_screen
    os.kill(person.terminal.pid, number)
    person.has(128 + number)
    assert person.terminal.modes() == before and not person.terminal.is_on_second_screen


@pytest.mark.parametrize("keys", ["Grace" + CTRL_U + "Ada" + TAB + ENTER, "Ada" + TAB + ENTER], ids=["edited", "typed"])
def test_what_is_typed_before_a_dialog_is_there_is_its_own(person: Person, keys: str) -> None:
    person.terminal.type(keys)
    person.is_asked("input", "Name")
    person.has(0, "Ada\n")


def test_what_is_typed_while_a_dialog_starts_is_its_own(person: Person) -> None:
    before = person.terminal.modes()
    person.is_asked("form", "--field", "name", "--field", "done:toggle", "--field", "place")
    person.terminal.until(lambda: person.terminal.modes() != before, "keys are not held")
    person.terminal.type("Graces" + CTRL_W + "Ada" + ENTER + " " + TAB + "Bergen" + CTRL_S)
    person.has(0, "name='Ada'\ndone='true'\nplace='Bergen'\n")
    assert person.terminal.modes() == before


def test_ctrl_c_while_a_dialog_starts_ends_it(person: Person) -> None:
    before = person.terminal.modes()
    person.is_asked("confirm", "Really?")
    person.terminal.until(lambda: person.terminal.modes() != before, "keys are not held")
    person.terminal.type(CTRL_C)
    person.has(130)
    assert person.terminal.modes() == before


def test_a_front_end_that_is_killed_leaves_the_terminal_as_before(person: Person) -> None:
    before = person.terminal.modes()
    person.is_asked("confirm", "Really?")
    person.terminal.shows("Really?", "[ 2 Yes ]")
    (front_end,) = (pid for pid, command in person.commands().items() if "ui" in command.split())
    os.kill(front_end, signal.SIGKILL)
    person.has(2, problems="featurehost-dialog: a signal has ended what was asked (9)\n")
    assert person.terminal.modes() == before and not person.terminal.is_on_second_screen


def test_a_terminal_that_nothing_can_be_drawn_on(person: Person) -> None:
    person.terminal.environment["TERM"] = "dumb"
    person.is_asked("confirm", "Really?")
    person.has(2, problems="featurehost-dialog: nothing can be drawn on this terminal (TERM=dumb)\n")


def test_a_question_is_read_on_a_narrow_terminal(person: Person) -> None:
    person.terminal.resize(20, 14)
    person.is_asked("confirm", "Delete the branch “main”? 日本語のとても長い題名です Incomprehensibilities.")
    person.terminal.looks_like("confirm-narrow")
    person.terminal.type("2")
    person.has(0)


def test_a_form_is_filled_in_on_a_narrow_terminal_that_becomes_wide(person: Person) -> None:
    person.terminal.resize(20, 12)
    person.is_asked("form", "--field", "title:text:required", "--field", "done:toggle")
    person.terminal.shows("Title", "[ ]", "ctrl+s submit")
    person.terminal.type("日本語")
    person.terminal.looks_like("form-narrow")
    person.terminal.resize(60, 12)
    person.terminal.shows("Title *  日本語", "tab next")
    person.terminal.type(CTRL_S)
    person.has(0, "title='日本語'\ndone='false'\n")


# Makes bash go on only after it has noticed the end of the process.
LATE = """trap '[[ ! ${asking-} ]] || while kill -0 "$asking" 2>/dev/null; do :; done' DEBUG"""


@pytest.mark.parametrize("is_late", [False, True], ids=["while the shell waits", "before the shell waits"])
def test_a_front_end_that_crashes_gives_no_answer(person: Person, is_late: bool, tmp_path: Path) -> None:
    if is_late:
        (tmp_path / "late").write_text(LATE)
        person.terminal.environment["BASH_ENV"] = str(tmp_path / "late")
    program = Path(person.terminal.environment["TMPDIR"]).parent / "crashing"
    program.write_text(CRASHING)
    program.chmod(0o755)
    person.terminal.environment["FEATUREHOST"] = str(program)
    person.is_asked("confirm", "Really?")
    person.has(2, problems="featurehost-dialog: a signal has ended what was asked (11)\n")


def test_a_feature_that_can_not_be_opened_is_no_answer(person: Person) -> None:
    person.is_asked("form", "-w", DEMO, "--feature", "task", "--json", "--params", '{"values": 5}')
    problem = "Open: the param params/values: must be an object of values by field"
    person.has(2, problems=f"featurehost: {problem}\n")
