"""Performs the table of all clients for the demo workspace with `featurehost call` in a shell."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import HOST, PROJECT

TABLE = {case["case"]: case for case in json.loads((PROJECT / "Tests" / "FrontEnds" / "table.json").read_text())}
_SHEET = "presentation/"
_DELETE = ["setActive", "id=3", "present", "modal=deleteTask", "pressButton", "key=p1"]
_EDIT = ["openItem", "id=2", f"{_SHEET}setValue", "path=/title"]
_MARKED = ["toggleSelection", "id=2", "toggleSelection", "id=4", "setActive", "id=1", "present", "modal=deleteTask"]
_LOUDLY = [f"{_SHEET}setValue", "path=/how", "value=loudly"]
_LOW = [f"{_SHEET}setValue", "path=/priority", "value=low", f"{_SHEET}submit"]
_NAMES = ["values.name=Ada Lovelace", "values.email=ada@example.com", "values.frequency=day", "values.terms:=true"]
_PASSWORD = ["setSecret", "path=/password", "value=correct horse", "setSecret", "path=/confirmation"]
_SIGN_UP = ["setValues", *_NAMES, *_PASSWORD]
_FIRST = [f"{_SHEET}stack/k2/setValue", "path=/title", "value=Paint the fence", f"{_SHEET}next"]
_SECOND = [f"{_SHEET}stack/k3/setValue", "path=/due", "value=2026-12-01"]
_PLAN = ["present", "modal=planTask", *_FIRST, *_SECOND]

# For each case of the table: consecutive calls, each with the expected errors.
CALLS: dict[str, list[tuple[list[str], list[str]]]] = {
    "add a task: a wrong form, then a right one, undone and done again": [
        (["tasks", "present", "modal=newTask", f"{_SHEET}submit"], ["Title is required."]),
        (["tasks", "insertItem", "value.title=Buy milk", "undo", "redo"], []),
    ],
    "delete a task: kept first, then gone, then back": [
        (["tasks", *_DELETE, "buttonId=keep"], []),
        (["tasks", *_DELETE, "buttonId=delete", "undo"], []),
    ],
    "edit a task: what would be lost is asked about": [
        (["tasks", *_EDIT, "value=Send two invoices", "dismiss", "key=p1", "keepEditing", *_LOW], []),
        (["tasks", *_EDIT, "value=Send none", "dismiss", "key=p1", "confirmDiscard"], []),
    ],
    "tick a task, and look at those that are open": [
        (["tasks", "toggleItem", "id=1", "key=done", "setFilter", "filter=open"], []),
    ],
    "sign up: every message, no secret, and what is kept": [
        (["signUp", "submit"], ["Name is required.", "Email is required.", "The terms must be accepted."]),
        (["signUp", *_SIGN_UP, "value=incorrect horse", "submit"], ["The two passwords differ."]),
        (["signUp", *_SIGN_UP, "value=correct horse", "submit"], []),
    ],
    "plan a task in steps": [
        (["tasks", "present", "modal=planTask", f"{_SHEET}next"], ["Title is required."]),
        (["tasks", *_PLAN, f"{_SHEET}next", f"{_SHEET}next"], []),
    ],
    "delete the rows that are marked, and not the active one": [
        (["tasks", *_MARKED, "pressButton", "key=p1", "buttonId=delete", "undo"], []),
    ],
    "a line that can't be read hides no other row": [
        (["tasks"], ["line 2", "Water the plants", "Book a table for six"]),
    ],
    "a command that fails behind three rows shows these rows, and why it failed": [
        (["disks"], ["sdd does not answer", "sda", "sdb", "sdc"]),
    ],
    "a column shows what lies deeper in a row": [
        (["owners"], []),
    ],
    "walk down folders and back: each folder is a page of the same list": [
        (["house", "stack/k1/openItem", "id=a", "stack/k2/openItem", "id=c", "pop", "pop"], []),
    ],
    "a command acts on the rows that are marked, after a question that counts them": [
        (["jobs", "selectAll", "accept", "action=stop", "pressButton", "key=p1", "buttonId=stop"], []),
    ],
    "a form asks for what a command needs, before the command acts on each marked row": [
        (["jobs", "selectAll", "accept", "action=tell", *_LOUDLY, f"{_SHEET}submit"], []),
    ],
    "a form that inserts and is opened about a row writes all that it shows": [
        (["boats", "setActive", "id=2", "present", "modal=tour", f"{_SHEET}submit"], []),
    ],
}


@pytest.mark.parametrize("name", CALLS)
def test_the_outcome_is_the_same(name: str, tmp_path: Path) -> None:
    for file in ("demo.workspace.json", "tasks.jsonl"):
        shutil.copy(PROJECT / "clients" / "demo" / file, tmp_path)
    case, told = TABLE[name], ""
    for file, content in case.get("files", {}).items():
        lines = [f"{line}\n" for line in content] if isinstance(content, list) else [json.dumps(content)]
        (tmp_path / file).write_text("".join(lines))
    for words, messages in CALLS[name]:
        command = [HOST, "call", "-w", case.get("workspace", "demo.workspace.json"), *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
        assert (done.returncode, bool(done.stderr)) == (int(bool(messages)), bool(messages)), done.stderr
        told += done.stdout + done.stderr
        assert all(message in done.stdout + done.stderr for message in messages), done.stderr
    steps = case["steps"]
    # The text that was entered as a secret.
    assert "horse" not in told
    # The final content of the files: the last step of the table for each file.
    held = {(step["file"], step["key"]): step["values"] for step in steps if "file" in step}
    for (file, key), values in held.items():
        assert [json.loads(line).get(key) for line in (tmp_path / file).read_text().splitlines()] == values


def test_what_no_call_has_is_about_keys_and_a_host_that_lives_on() -> None:
    assert set(TABLE) - set(CALLS) == {
        "find a parcel among a million",
        "go to the end of a million rows",
        "the host dies and is started again",
        "a conflict: another program changes the field that is edited, and mine is kept",
        "a conflict: theirs is taken, and nothing is written",
        "the row of a page is gone: the page says so, and keeps what it has",
        "the row of a sheet is gone: the sheet says so, and keeps what was entered",
        "a detail follows the active row, and so does a pane beside its sibling",
        "a key in a detail acts on the feature of the detail",
    }
