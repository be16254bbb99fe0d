"""Checks that the commands of the README print the output that the README shows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from conftest import CLIENT

SHOWN = re.compile(r"^```console\n(.*?)^```", re.M | re.S)


def test_the_dialogs_that_are_played_print_what_stands_there(environment: dict[str, str], tmp_path: Path) -> None:
    part = (CLIENT / "README.md").read_text().split("### Scripts that are tested")[1].split("\n## ")[0]
    blocks = SHOWN.findall(part)
    assert len(blocks) == 2
    where = {"env": environment, "cwd": tmp_path}
    for block in blocks:
        for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            done = subprocess.run(
                ["sh", "-c", command], capture_output=True, text=True, stdin=subprocess.DEVNULL, **where
            )
            assert (done.stdout, done.stderr) == (printed, ""), command


def test_the_question_looks_as_it_stands_there() -> None:
    screen = (CLIENT / "tests" / "screens" / "confirm.txt").read_text()
    shown = re.findall(r"^```\n( Delete .*?)^```", (CLIENT / "README.md").read_text(), re.M | re.S)
    lines = [line for line in shown[0].splitlines() if line]
    assert [line for line in screen.splitlines() if line][: len(lines)] == lines
