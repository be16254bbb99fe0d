"""The demo as one application, in the session that `make run` plays without a terminal."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from terminal_support import PROJECT, compare
from test_terminal_frames import run

DEMO = PROJECT / "clients" / "demo"
# The later frames show this repository's commits and files, which change every day.
LAST = {"frame": "The plan is a task now"}


def test_a_task_is_edited_one_is_deleted_and_brought_back_and_one_is_planned(tmp_path: Path) -> None:
    steps = json.loads((DEMO / "session.json").read_text())
    for name in ("demo.workspace.json", "tasks.jsonl"):
        shutil.copy(DEMO / name, tmp_path)
    done = run(tmp_path, steps[: steps.index(LAST) + 1], "--trust", "--workspace", "demo.workspace.json")
    assert (done.returncode, done.stderr) == (0, "")
    compare("demo", done.stdout)
    tasks = [json.loads(line) for line in (tmp_path / "tasks.jsonl").read_text().splitlines()]
    assert [task["title"] for task in tasks] == [
        "Water the plants",
        "Send the invoice again",
        "Book a table for six",
        "Repair the bicycle",
        "Read the minutes",
        "Buy milk",
        "Paint the fence",
    ]
    assert (tmp_path / "drafts.jsonl").read_text().strip() == ""
