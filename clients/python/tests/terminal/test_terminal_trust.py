"""Trust in the programs of a workspace: the question, its answers, and what is shown meanwhile."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from terminal_support import Scenario, Terminal, play, real_host


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets a separate list of trusted workspaces for this test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def cloned(folder: Path) -> Path:
    """Writes a workspace that runs a command as soon as its list is shown."""
    path = folder / "w.json"
    command = {"type": "command", "argv": ["sh", "-c", f"touch {folder}/ran; echo a row"]}
    odd = {"type": "command", "argv": ["echo", "\x1b[2J\u202e"]}
    book = {
        "sources": {"s": command, "odd": odd},
        "features": {"l": {"kind": "list", "title": "Rows", "source": "s"}, "o": {"kind": "list", "source": "odd"}},
    }
    path.write_text(json.dumps(book))
    return path


def play_untrusted(scenario: Scenario, path: Path) -> None:
    play(scenario, workspace=path, feature="l", args=("--require-trust",))


def test_it_is_asked_with_the_programs_in_view_and_they_are_run_when_it_is_trusted(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("Run what this workspace names?") and terminal.shows("command s: sh -c 'touch")
        # No control character of the workspace reaches the terminal.
        assert not any(ord(sign) < 0x20 and sign != "\n" or sign == "\u202e" for sign in terminal.screen())
        assert not (tmp_path / "ran").exists()
        await terminal.click("Trust and run")
        await terminal.until(lambda: (tmp_path / "ran").exists())
        await terminal.settle()
        assert len(terminal.hosts) == 2 and not terminal.shows("workspace names")
        assert terminal.shows("a row")

    path = cloned(tmp_path)
    play_untrusted(scenario, path)
    listed = subprocess.run([real_host(), "trust", "--list"], capture_output=True, text=True, check=True).stdout
    assert listed == f"file {path}\n"


def test_it_can_be_opened_without_running_anything(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        # Keys that were typed before the question was shown do not answer it.
        await terminal.press("enter")
        assert terminal.shows("Run what")
        await terminal.click("Run nothing")
        await terminal.settle()
        assert len(terminal.hosts) == 1 and not terminal.shows("Run what")
        assert terminal.shows("programs of an untrusted workspace")

    path = cloned(tmp_path)
    play_untrusted(scenario, path)
    assert not (tmp_path / "ran").exists() and not (tmp_path / "state").exists()


def test_what_has_changed_meanwhile_is_not_trusted(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        path.write_text(path.read_text().replace("touch", "rm -f"))
        await terminal.click("Trust and run")
        await terminal.settle()
        assert terminal.shows("changed since its SHA-256")

    path = cloned(tmp_path)
    play_untrusted(scenario, path)
    assert not (tmp_path / "ran").exists()
