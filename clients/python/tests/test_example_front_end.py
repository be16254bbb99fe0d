"""The client in one file: its output while a user types."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "clients/python/examples/front_end.py"


def test_it_is_short() -> None:
    assert len(PROGRAM.read_text().splitlines()) <= 200


def screens(folder: Path, feature: str, *typed: str, workspace: str = "") -> list[str]:
    """Returns the output after each typed line; each line waits for the answer to the previous one."""
    shutil.copytree(ROOT / "protocol/examples", folder, dirs_exist_ok=True)
    command = [os.environ["FEATUREHOST"], "serve", *(["--workspace", workspace] if workspace else [])]
    done = subprocess.run(
        [sys.executable, str(PROGRAM), feature, *command],
        cwd=folder,
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    return done.stdout.split("\n\n")[:-1]


def test_a_view(tmp_path: Path) -> None:
    drawn = screens(tmp_path, "gallery:counter", "b3", "b3", "b2", "nothing")
    assert [screen.splitlines()[1] for screen in drawn] == ["Count 0", "Count 1", "Count 2", "Count 1"]


def test_a_list_and_a_form_in_a_sheet(tmp_path: Path) -> None:
    typed = (
        "x2",
        "t1",
        "submit",
        "/name=\x1b[31mÅrhus",
        "/country=Sweden",
        "close",
        "keep",
        "/country=Denmark",
        "submit",
    )
    drawn = screens(tmp_path, "cities", *typed, workspace="trips.workspace.json")
    text = "\n\n".join(drawn)
    assert "[2] ( ) Bergen" in drawn[0] and any("[2] (x) Bergen" in screen for screen in drawn)
    assert "  ! Name is required." in text
    assert "! Changes would be lost: [discard] [keep]" in text
    assert drawn[-1].startswith("== Cities") and "\N{REPLACEMENT CHARACTER}[31mÅrhus, Denmark" in drawn[-1]
    assert "\x1b" not in text


def test_a_question(tmp_path: Path) -> None:
    drawn = screens(tmp_path, "cities", "2", "close", "t2", "delete", workspace="trips.workspace.json")
    assert any(screen.startswith("-- Delete") for screen in drawn)
    assert "Bergen" in drawn[0] and "Bergen" not in drawn[-1]


def test_a_secret_is_not_drawn(tmp_path: Path) -> None:
    drawn = screens(tmp_path, "booking", "/name=Bergen", "/code=geheim", "/nights=3", workspace="trips.workspace.json")
    assert "/code=•••" in drawn[-1] and "geheim" not in "".join(drawn)
    assert "/nights=3" in drawn[-1]


def test_a_feature_that_there_is_not(tmp_path: Path) -> None:
    assert screens(tmp_path, "none") == []


@pytest.mark.parametrize("line", ["quit", ""])
def test_the_end(line: str, tmp_path: Path) -> None:
    assert len(screens(tmp_path, "gallery:counter", line)) == 1
