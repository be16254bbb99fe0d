"""Trust in the programs of a workspace: the question of `featurehost ui`, its answers, and the options without it."""

import json
import os
import signal
import subprocess

import pytest
from dialog_user import ENTER, ESCAPE, LEFT, RIGHT, User
from host import BINARY, GUARD
from socket_host import Front, peer_pid
from terminal_output import controls

QUESTION = "Run the programs of this workspace?"


pytestmark = pytest.mark.usefixtures("no_trust")


@pytest.fixture
def folder(tmp_path):
    """A folder with a workspace that runs a command as soon as its list is shown."""
    folder = tmp_path / "clone"
    folder.mkdir()
    command = {"type": "command", "argv": ["sh", "-c", "touch ran; echo a row"]}
    odd = {"type": "command", "argv": ["echo", "\x1b[2J\u202e"]}
    rows = {"kind": "list", "title": "Rows", "source": "s"}
    workspace = {"sources": {"s": command, "odd": odd}, "features": {"l": rows, "o": {"kind": "list", "source": "odd"}}}
    (folder / "w.json").write_text(json.dumps(workspace))
    return folder


def trusted():
    """Returns the list of trusted workspaces."""
    listed = subprocess.run([BINARY, "trust", "--list"], capture_output=True, text=True, timeout=GUARD, check=True)
    return listed.stdout


# The user does not expect the question, so the first key only moves the focus to the first answer, "Run nothing".
RUN_NOTHING = LEFT + ENTER
TRUST = RIGHT + RIGHT + ENTER


def test_the_question_shows_the_programs_and_trust_runs_them(folder):
    with User("ui", "-w", "w.json", "l", folder=folder) as user:
        user.sees(QUESTION, "command s: sh -c 'touch ran; echo a row'", "command odd: echo", "2 programs")
        # The screen consists of characters, and no control character of the workspace is among them.
        assert controls(user.text.encode()) == [] and not (folder / "ran").exists() and trusted() == ""
        user.press(TRUST).sees("a row", but=[QUESTION]).press("q")
        assert user.end() == (0, "")
    assert (folder / "ran").exists() and trusted() == f"file {folder / 'w.json'}\n"
    with User("ui", "-w", "w.json", "l", folder=folder) as user:
        user.sees("a row", but=[QUESTION])


@pytest.mark.parametrize(
    "keys", [RUN_NOTHING, LEFT + RUN_NOTHING, LEFT + ESCAPE], ids=["answer", "answer at the left", "escape"]
)
def test_the_workspace_can_be_opened_without_running_anything(folder, tmp_path, keys):
    with User("ui", "-w", "w.json", "l", folder=folder) as user:
        # A key that was typed before the question was shown does not answer it.
        user.press(ENTER).sees(QUESTION)
        user.press(keys).sees("programs of an untrusted workspace", but=[QUESTION]).press("q")
        assert user.end() == (0, "")
    assert not (folder / "ran").exists() and not (tmp_path / "state").exists()


def test_a_file_that_has_changed_since_the_question_is_not_trusted(folder):
    with User("ui", "-w", "w.json", "l", folder=folder) as user:
        user.sees(QUESTION, "touch ran")
        path = folder / "w.json"
        path.write_text(path.read_text().replace("touch ran", "touch ran again"))
        user.press(TRUST).sees(QUESTION, "touch ran again")
        assert not list(folder.glob("ran*"))


def test_a_host_that_is_started_on_a_socket_asks_too(folder):
    with User("ui", "--socket", "s", "--spawn", "-w", "w.json", "l", folder=folder) as user:
        user.sees(QUESTION, "touch ran")
        user.press(RUN_NOTHING).sees("programs of an untrusted workspace", but=[QUESTION]).press("q")
        assert user.end() == (0, "")
    assert not (folder / "ran").exists()


def spawned(folder):
    """Returns a user of a host that has been started on a socket, at the question."""
    user = User("ui", "--socket", "s", "--spawn", "-w", "w.json", "l", folder=folder)
    return user.sees(QUESTION, "touch ran")


def test_trust_starts_the_host_on_a_socket_again(folder):
    with spawned(folder) as user:
        with Front(folder / "s") as front:
            first = peer_pid(front)
        user.press(TRUST).sees("a row", but=[QUESTION])
        assert (folder / "ran").exists() and trusted() == f"file {folder / 'w.json'}\n"
        with Front(folder / "s") as front:
            second = peer_pid(front)
        assert first != second
        os.kill(second, signal.SIGKILL)
        user.sees("The host has ended").press(RIGHT + ENTER)
        user.sees("a row", but=["The host has ended", QUESTION]).press("q")
        assert user.end() == (0, "")


def test_a_host_that_others_use_is_not_started_again(folder):
    with spawned(folder) as user, Front(folder / "s") as front:
        front.do("feature/list")
        user.press(TRUST).sees("still runs without the programs", "so it was not started again", but=[QUESTION])
        user.press(ENTER).sees("programs of an untrusted workspace", but=["still runs"]).press("q")
        assert user.end() == (0, "") and not (folder / "ran").exists()
        assert trusted() == f"file {folder / 'w.json'}\n"


@pytest.mark.parametrize("options", [["--trust"], ["--trust", "--socket", "s", "--spawn"]], ids=len)
def test_an_option_runs_the_programs_without_the_question(folder, options):
    with User("ui", *options, "-w", "w.json", "l", folder=folder) as user:
        user.sees("a row", but=[QUESTION]).press("q")
        assert user.end() == (0, "")
    assert (folder / "ran").exists() and trusted() == ""


def test_a_dialog_of_a_script_runs_the_programs_without_the_question(folder):
    with User("ui", "-w", "w.json", "--run", "l", folder=folder) as user:
        user.sees("a row", but=[QUESTION])
