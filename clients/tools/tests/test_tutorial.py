"""The steps of docs/tools.md."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from .tool import TOOLS

TUTORIAL = (TOOLS.parents[1] / "docs" / "tools.md").read_text()
STEPS = re.findall(r"^```json\n(.*?)^```", TUTORIAL, re.DOTALL | re.MULTILINE)
HOST = os.environ["FEATUREHOST"]


def test_there_are_twelve_steps() -> None:
    assert len(STEPS) == 12


@pytest.mark.parametrize("number", range(12))
def test_each_step_is_a_workspace_without_a_warning(tmp_path: Path, number: int) -> None:
    file = tmp_path / "processes.json"
    file.write_text(STEPS[number])
    checked = subprocess.run([HOST, "check", file], capture_output=True, text=True)
    assert checked.returncode == 0 and "warning" not in checked.stdout + checked.stderr, checked.stdout
    shown = subprocess.run(
        [HOST, "call", "-w", file, "processes", "--get", "/phase"], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == '"loaded"'


def test_the_last_step_ends_a_process_by_a_script(tmp_path: Path) -> None:
    file = tmp_path / "processes.json"
    file.write_text(STEPS[-1])
    sleeper = subprocess.Popen(["sleep", "1000"])
    kill = ["accept", "action=kill", f"ids={sleeper.pid}", "confirmed:=true", "value.signal=KILL"]
    # All rows are loaded, since the row of the process is on any page.
    window = ["setWindow", "offset:=0", "limit:=10000"]
    subprocess.run([HOST, "call", "-w", file, "processes", *window, *kill], check=True, capture_output=True)
    assert sleeper.wait() == -signal.SIGKILL
