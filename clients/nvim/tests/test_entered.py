"""Entered values when the host ends and another one is started."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from conftest import Start
from neovim import ENTER, ESCAPE, FEATUREHOST, Neovim, control
from test_search import WORDS

KEPT = "What you have entered is kept"
LOST = "featurehost: what could not be entered again is in featurehost://lost."


def kill(nvim: Neovim) -> None:
    """Kills the host, and waits until its end is shown."""
    (host,) = nvim.children()
    os.kill(host, signal.SIGKILL)
    nvim.shows("The host has ended", "[ Restart ]")


def restart(nvim: Neovim) -> None:
    """Starts the next host."""
    nvim.is_on("[ Look at what was there ]")
    nvim.type("r")
    nvim.shows_no("[ Restart ]")


def fill(nvim: Neovim, typed: str) -> None:
    """Types in the field at the cursor."""
    nvim.type("i")
    nvim.shows("INSERT")
    nvim.type(f"{typed}{ESCAPE}")
    nvim.shows_no("INSERT")
    nvim.shows(typed)


def lost(nvim: Neovim, folder: Path) -> str:
    """Returns the content of the buffer with lost values."""
    written, whole = folder / "written", folder / "lost"
    # A file that has its name is whole.
    nvim.command(
        f"lua vim.fn.writefile(vim.fn.getbufline('featurehost://lost', 1, '$'), {str(written)!r})"
        f" vim.fn.rename({str(written)!r}, {str(whole)!r})"
    )
    nvim.until_quiet(whole.exists, "it should be written")
    return whole.read_text()


def test_the_values_of_a_form_are_entered_again(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="task")
    nvim.is_on("Title *")
    fill(nvim, "Buy milk")
    kill(nvim)
    nvim.shows(KEPT)
    restart(nvim)
    nvim.shows("Task", "changed", "Title *", "Buy milk")
    nvim.command("bdelete")
    nvim.shows("E89")
    assert "featurehost://lost" not in nvim.text()


@pytest.mark.parametrize("is_ahead", [False, True])
def test_a_value_that_was_not_answered_is_entered_again(demo: Path, start: Start, is_ahead: bool) -> None:
    nvim = start(demo, feature="signUp")
    nvim.is_on("Name *")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    fill(nvim, "Ada Lovelace")
    if is_ahead:
        nvim.type(control("s"))
    kill(nvim)
    nvim.shows(KEPT)
    nvim.type(ESCAPE)
    nvim.shows_no("[ Restart ]")
    nvim.shows("the host has ended", "Name *", "Ada Lovelace")
    nvim.type("gR")
    nvim.shows("changed", "Name *", "Ada Lovelace")
    nvim.shows_no("the host has ended")


def test_values_are_entered_while_no_host_runs(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="task")
    nvim.is_on("Title *")
    kill(nvim)
    assert KEPT not in nvim.text()
    nvim.type(ESCAPE)
    nvim.shows_no("[ Restart ]")
    fill(nvim, "Buy milk")
    nvim.shows("the host has ended", "Title *", "Buy milk")
    nvim.type(control("s"))
    nvim.shows("Submit: the host has ended; gR starts it again.")
    nvim.type("q")
    nvim.shows("There are unsaved changes", "[ Keep editing ]")
    nvim.type(ESCAPE)
    nvim.shows_no("There are unsaved changes")
    nvim.type("gR")
    nvim.shows("Task", "changed", "Title *", "Buy milk")


def test_a_restart_of_a_host_that_runs_keeps_the_values(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="task")
    nvim.is_on("Title *")
    fill(nvim, "Buy milk")
    before = nvim.children()
    nvim.command("FeatureHostRestart")
    nvim.until_quiet(lambda: len(nvim.children()) == 1 and nvim.children() != before, "another host should run")
    nvim.shows("Task", "changed", "Title *", "Buy milk")
    kill(nvim)
    restart(nvim)
    nvim.shows("Task", "changed", "Title *", "Buy milk")


def test_the_values_of_a_sheet_are_shown(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type(ENTER)
    nvim.is_on("Title *")
    fill(nvim, " and the lawn")
    kill(nvim)
    restart(nvim)
    nvim.shows("Tasks", "Edit task — Title", "Water the plants and the lawn", LOST)
    nvim.is_on("Water the plants")
    assert "Press ENTER" not in nvim.text()
    assert lost(nvim, demo) == "Edit task — Title\nWater the plants and the lawn\n\n"


def test_the_answers_of_a_wizard_are_shown(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="plan")
    nvim.is_on("Title *")
    fill(nvim, "Paint the fence")
    nvim.type(control("n"))
    nvim.shows("2 of 3: When")
    nvim.is_on("Due *")
    fill(nvim, "2026-11-30")
    kill(nvim)
    restart(nvim)
    nvim.shows("1 of 3: What", LOST)
    shown = lost(nvim, demo)
    assert "Due\n2026-11-30\n" in shown
    assert "Plan a task — Answers" in shown
    assert "title: Paint the fence" in shown


def test_the_first_step_of_a_wizard_is_entered_again(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="plan")
    nvim.is_on("Title *")
    fill(nvim, "Paint the fence")
    kill(nvim)
    restart(nvim)
    nvim.shows("1 of 3: What", "Title *", "Paint the fence")


LINES: dict[str, Any] = {
    "kind": "form",
    "title": "Order",
    "sections": [
        {
            "fields": [
                {"name": "who", "type": "group", "fields": [{"name": "name", "type": "text"}]},
                {
                    "name": "lines",
                    "type": "repeated",
                    "fields": [
                        {"name": "what", "type": "text"},
                        {"name": "many", "type": "number"},
                        {"name": "code", "type": "secure"},
                    ],
                },
                {"name": "none", "type": "text", "default": "given"},
                {
                    "name": "several",
                    "type": "multiPicker",
                    "options": [{"value": "a"}, {"value": "b"}],
                    "default": ["a"],
                },
            ]
        }
    ],
}


def test_groups_and_items_are_entered_again(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, {"features": {"order": LINES}}, feature="order")
    nvim.shows("Order", "[ Submit ]")
    nvim.type("gg/Name\r")
    fill(nvim, "Ada")
    for number in (1, 2):
        nvim.type("/\\[ Add\ro")
        nvim.shows(f"{number}. What")
        nvim.is_on(f"{number}. What")
        fill(nvim, f"Lamp {number}")
    nvim.type("j")
    nvim.is_on("Many")
    fill(nvim, "12")
    nvim.type("/given\ri")
    nvim.shows("INSERT")
    nvim.type(f"{control('u')}{ESCAPE}")
    nvim.shows_no("given")
    nvim.type("/\\[x\r ")
    nvim.shows("[ ] a", "[ ] b")
    kill(nvim)
    restart(nvim)
    nvim.shows("Name", "Ada", "1. What", "Lamp 1", "2. What", "Lamp 2", "Many", "12", "[ ] a", "[ ] b")
    assert "given" not in nvim.text()
    assert LOST not in nvim.text()


def test_a_secret_is_neither_kept_nor_shown(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="signUp")
    nvim.is_on("Name *")
    fill(nvim, "Ada")
    nvim.type("/^ *Password\ri")
    nvim.is_on("Password:")
    nvim.type(f"very secret{ENTER}")
    nvim.shows("Password *", "••••••••")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type("/Password again\ri")
    nvim.is_on("Password again:")
    nvim.type(f"not answered{ENTER}")
    kill(nvim)
    restart(nvim)
    nvim.shows("Ada", "Sign up — Password", LOST)
    shown = lost(nvim, demo)
    assert shown.count("A secret, which has to be entered again.") == 2
    assert "Password again" in shown
    for secret in ("very secret", "not answered"):
        assert secret not in shown
        assert secret not in nvim.text()


def test_a_filter_and_a_query_are_there_again(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type(f"/bic{ENTER}")
    nvim.shows("“bic”", "Repair the bicycle")
    nvim.shows_no("Water the plants")
    kill(nvim)
    restart(nvim)
    nvim.shows("“bic”", "Repair the bicycle")
    nvim.shows_no("Water the plants")


def test_a_query_goes_on_where_it_was(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORDS, feature="find", setup="require('featurehost').setup{dialogs = {}}")
    nvim.shows("A word")
    nvim.type("hu")
    nvim.shows("1 of 3", "Århus")
    (host,) = nvim.children()
    os.kill(host, signal.SIGKILL)
    nvim.shows("What you type goes on where you are")
    nvim.type(ESCAPE)
    restart(nvim)
    nvim.shows("1 of 3", "❯ hu", "Århus")
    nvim.type("is")
    nvim.shows("❯ hus", "Århus")


def test_values_wait_for_a_host_that_starts(demo: Path, start: Start) -> None:
    link = demo / "bin" / "featurehost"
    link.parent.mkdir()
    link.symlink_to(FEATUREHOST)
    nvim = start(demo, feature="task", setup=f"require('featurehost').setup{{cmd = {str(link)!r}, trust = true}}")
    nvim.is_on("Title *")
    fill(nvim, "Buy milk")
    link.unlink()
    kill(nvim)
    nvim.type("r")
    # The message begins with a path, whose length differs between runs.
    nvim.shows_message("no such file or directory")
    nvim.shows("Press ENTER")
    nvim.type(ENTER)
    nvim.shows("[ Restart ]")
    link.symlink_to(FEATUREHOST)
    restart(nvim)
    nvim.shows("Task", "changed", "Title *", "Buy milk")


def test_values_of_what_can_not_be_opened_anew_are_shown(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="task", size=(400, 24))
    nvim.is_on("Title *")
    fill(nvim, "Buy milk")
    workspace = json.loads((demo / "demo.workspace.json").read_text())
    workspace["features"]["chore"] = workspace["features"].pop("task")
    text = json.dumps(workspace).replace('"feature": "task"', '"feature": "chore"')
    (demo / "demo.workspace.json").write_text(text)
    kill(nvim)
    restart(nvim)
    nvim.shows("Task — Title", "Buy milk")
    assert lost(nvim, demo) == "Task — Title\nBuy milk\n\n"
