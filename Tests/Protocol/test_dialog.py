"""The dialog in the shell script of `docs/shell.md`, with a person at a terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pyte
import pytest

from .host import BINARY, HANG_SECONDS
from .test_readme import ROOT, blocks

COLUMNS, LINES = 100, 30


class Person:
    """Who sits at the terminal of a script, whose input and output are pipes."""

    def __init__(self, terminal: int, script: subprocess.Popen[str]) -> None:
        self._terminal = terminal
        self._script = script
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self._screen)

    def type(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def click(self, text: str) -> None:
        """Clicks a text that is shown."""
        lines = self._screen.display
        line = next(number for number, line in enumerate(lines) if text in line)
        place = f"{lines[line].index(text) + 1};{line + 1}"
        self.type(f"\x1b[<0;{place}M\x1b[<0;{place}m".encode())

    def wait_for(self, text: str) -> None:
        end = monotonic() + HANG_SECONDS
        while not any(text in line for line in self._screen.display):
            ready, _, _ = select.select([self._terminal], [], [], max(0, end - monotonic()))
            assert ready, f"{text!r} is not shown, but {self._screen.display}"
            self._stream.feed(os.read(self._terminal, 65_536))

    def end(self, problem: str = "") -> tuple[int, str]:
        """The status of the script and what it has printed; the terminal is read meanwhile.

        Beside the terminal it has said what went wrong, or nothing at all.
        """
        end = monotonic() + HANG_SECONDS
        while self._script.poll() is None and monotonic() < end:
            # Its end is no event of the terminal, which this test holds open too.
            if select.select([self._terminal], [], [], 0.05)[0]:
                os.read(self._terminal, 65_536)
        output, problems = self._script.communicate(timeout=HANG_SECONDS)
        assert problems == (f"featurehost: {problem}\n" if problem else "")
        return self._script.returncode, output


@contextmanager
def person(folder: Path, script: str) -> Iterator[Person]:
    """Runs a script in a folder with the demo, in a terminal that is no standard stream of it."""
    shutil.copytree(ROOT / "clients" / "demo", folder / "clients" / "demo")
    programs = folder / "bin"
    programs.mkdir()
    (programs / "featurehost").symlink_to(BINARY)
    (folder / "script").write_text(script)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "HOME": str(folder),
    }
    # A session of its own takes the terminal as the one that controls it.
    take = f"import fcntl, os, sys, termios; fcntl.ioctl({theirs}, termios.TIOCSCTTY, 0); os.execvp('sh', sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", take, "sh", "script"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        pass_fds=[theirs],
    )
    try:
        yield Person(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)


SCRIPT = blocks("sh", [ROOT / "docs" / "shell.md"])[0].text
# The line of keys, when the cursor is in the form.
READY = "ctrl+s submit"
VISIT = {
    "sources": {},
    "features": {
        "visit": {
            "kind": "flow",
            "root": "who",
            "toolbar": [{"action": "fail", "params": {"message": "The office is closed."}, "title": "Closed"}],
        },
        "who": {"kind": "form", "sections": [{"fields": [{"name": "name", "type": "text"}]}]},
    },
}


def with_options(options: str) -> str:
    """The script, whose dialog has more options."""
    return SCRIPT.replace("--run task", f"--run task {options}")


def test_the_script_is_short() -> None:
    assert len(SCRIPT.splitlines()) == 5


def test_a_person_completes_the_dialog(tmp_path: Path) -> None:
    with person(tmp_path, SCRIPT) as someone:
        someone.wait_for(READY)
        someone.type(b"Call Ada")
        # ctrl+s
        someone.type(b"\x13")
        assert someone.end() == (0, "To do: Call Ada\n")
    assert '"title":"Call Ada"' in (tmp_path / "todo.jsonl").read_text()


@pytest.mark.parametrize(("keys", "status"), [(b"\x1b", 1), (b"\x03", 130)], ids=["escape", "interrupt"])
def test_a_person_leaves_the_dialog(tmp_path: Path, keys: bytes, status: int) -> None:
    with person(tmp_path, SCRIPT) as someone:
        someone.wait_for(READY)
        someone.type(keys)
        assert someone.end() == (status, "")
    assert not (tmp_path / "todo.jsonl").exists()


def test_leaving_with_changes_is_asked_about(tmp_path: Path) -> None:
    with person(tmp_path, SCRIPT) as someone:
        someone.wait_for(READY)
        someone.type(b"Call Ada")
        someone.type(b"\x1b")
        # The keys of the question; escape keeps editing.
        someone.wait_for("←→ choose")
        someone.type(b"\x1b")
        someone.wait_for(READY)
        someone.type(b"\x13")
        assert someone.end() == (0, "To do: Call Ada\n")


def test_time_is_over(tmp_path: Path) -> None:
    with person(tmp_path, with_options("--timeout 0")) as someone:
        problem = "task had not ended when the time was over; --timeout gives it more"
        assert someone.end(problem) == (124, "")


def test_a_dialog_begins_with_its_params(tmp_path: Path) -> None:
    params = {"values": {"title": "Call Ada", "priority": "high"}}
    with person(tmp_path, with_options(f"'{json.dumps(params)}'")) as someone:
        someone.wait_for(READY)
        someone.type(b" back\x13")
        assert someone.end() == (0, "To do: Call Ada back\n")
    assert json.loads((tmp_path / "todo.jsonl").read_text())["priority"] == "high"


def test_what_was_given_is_no_change_to_be_asked_about(tmp_path: Path) -> None:
    with person(tmp_path, with_options("values.title='Call Ada'")) as someone:
        someone.wait_for(READY)
        someone.type(b"\x1b")
        assert someone.end() == (1, "")


def test_params_that_the_feature_does_not_take(tmp_path: Path) -> None:
    with person(tmp_path, with_options("values:=5")) as someone:
        assert someone.end("Open: the param params/values: must be an object of values by field") == (1, "")


@pytest.mark.parametrize("params", ["[]", "title"])
def test_params_that_are_no_params(tmp_path: Path, params: str) -> None:
    with person(tmp_path, f"featurehost ui --run gallery:profile '{params}' 2>&1") as someone:
        status, output = someone.end()
        assert status == 64 and f"{params} is no opening param, such as key=value" in output


def test_a_dialog_that_has_failed_says_why_and_asks_nothing(tmp_path: Path) -> None:
    (tmp_path / "visit.json").write_text(json.dumps(VISIT))
    with person(tmp_path, "visit=$(featurehost ui -w visit.json --run visit) || exit; echo $visit") as someone:
        someone.wait_for(READY)
        someone.type(b"Ada")
        someone.click("[ 1 Closed ]")
        assert someone.end("The office is closed.") == (1, "")
