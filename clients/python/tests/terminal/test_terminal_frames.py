"""The command `featurehost-terminal --frames`, which plays a session without a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import featurehost
import pytest
from featurehost.terminal.app import TerminalApp
from featurehost.terminal.keys import HelpLine
from terminal_support import HERE, Terminal, play, real_host
from test_terminal_list import COLUMNS, workspace

ROOT = HERE.parents[1]


def run(folder: Path, steps: Any, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Plays steps with the command."""
    (folder / "session.json").write_text(json.dumps(steps))
    command = [sys.executable, "-m", "featurehost.terminal", "--frames", "session.json", "--host", real_host()]
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    return subprocess.run(
        [*command, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=240
    )


def test_a_session_prints_its_frames(tmp_path: Path) -> None:
    workspace(tmp_path, columns=COLUMNS)
    steps = [
        {"settle": True},
        {"frame": "The catalog"},
        {"press": ["enter"]},
        {"settle": True},
        {"click": "Reply"},
        {"press": "x"},
        {"resize": [60, 8]},
        {"settle": True},
        {"frame": "The second row is ticked"},
    ]
    done = run(tmp_path, steps, "--workspace", "workspace.json")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("── The catalog ──") and lines[4].startswith("›  Tasks")
    second = lines[25:]
    assert second[0].startswith("── The second row is ticked ──") and len(second) == 9
    assert second[5].startswith("›   Reply to the") and "[ ]" in second[5]
    assert json.loads((tmp_path / "rows.jsonl").read_text().splitlines()[1])["done"] is False


def test_frames_that_nobody_reads_end_it_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "session.json").write_text(json.dumps([{"settle": True}, {"frame": "One"}] * 10))
    command = [sys.executable, "-m", "featurehost.terminal", "--frames", "session.json", "--host", real_host()]
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    read, written = os.pipe()
    os.close(read)
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, stdout=written, stderr=subprocess.PIPE, text=True, timeout=240
    )
    os.close(written)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_feature_is_opened_and_the_same_session_gives_the_same_frames(tmp_path: Path) -> None:
    workspace(tmp_path)
    steps = [{"press": "down"}, {"settle": True}, {"frame": "Moved"}]
    first, second = (run(tmp_path, steps, "--workspace", "workspace.json", "--feature", "tasks") for _ in range(2))
    assert first.stdout == second.stdout and "rows 1–3 of 3" in first.stdout


def test_a_host_on_a_socket_is_shared_with_other_programs(tmp_path: Path) -> None:
    workspace(tmp_path)
    steps = [{"settle": True}, {"frame": "Tasks"}]
    with featurehost.Host(real_host(), socket="s", spawn=True, workspace="workspace.json", cwd=tmp_path) as host:
        opened = host.open("tasks")
        opened.settle()
        opened.send("insertItem", value={"title": "From elsewhere"}, await_="settled")
        done = run(tmp_path, steps, "--socket", "s", "--feature", "tasks")
        assert (done.returncode, done.stderr) == (0, "")
        assert "From elsewhere" in done.stdout and "rows 1–4 of 4" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--spawn"], "--spawn needs --socket"),
        (["--socket", "s", "--workspace", "workspace.json"], "a workspace of its own"),
        (["--socket", "s"], "there is no socket"),
    ],
)
def test_a_socket_that_is_no_use_is_told_of(tmp_path: Path, arguments: list[str], words: str) -> None:
    done = run(tmp_path, [], *arguments)
    assert done.returncode == 2 and words in done.stderr


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    def complaint(steps: Any, *arguments: str) -> str:
        done = run(tmp_path, steps, *arguments)
        assert done.returncode == 2
        return done.stderr

    assert "a session is an array of steps" in complaint({})
    assert "a step is press, type, click" in complaint([{"jump": 1}])
    assert "does not show 'Nowhere'" in complaint([{"click": "Nowhere"}])
    assert "missing.json" in complaint([], "--workspace", "missing.json")


@pytest.mark.drawn
def test_what_can_t_be_drawn_is_told_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(terminal: Terminal) -> None:
        def fail(line: HelpLine) -> None:
            raise ZeroDivisionError("no columns")

        monkeypatch.setattr(HelpLine, "render", fail)
        terminal.app.screen.query_one(HelpLine).refresh()
        await terminal.settle()

    with pytest.raises(ZeroDivisionError, match="no columns"):
        play(scenario, feature="gallery:counter")


def test_a_program_that_crashes_as_it_begins_ends_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap("down")

    def fail(app: TerminalApp, screen: object) -> None:
        raise ZeroDivisionError("no screens")

    monkeypatch.setattr(TerminalApp, "push_screen", fail)
    with pytest.raises(ZeroDivisionError, match="no screens"):
        play(scenario)
