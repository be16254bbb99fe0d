"""`featurehost ui` as a program: signals, colours, unusable terminals, its log, pipes and sockets."""

import json
import os
import re
import signal
import subprocess

import pytest
from dialog_user import ENTER, User, ctrl
from host import BINARY, GUARD, ROOT
from socket_host import Daemon

SIGNALS = [signal.SIGHUP, signal.SIGINT, signal.SIGTERM]
STYLES = re.compile(rb"\x1b\[([0-9;]*)m")
ROWS = {"type": "file", "path": "rows.jsonl"}
COLUMNS = [{"key": "title", "role": "title"}]


@pytest.fixture
def folder(tmp_path):
    """A folder with a workspace of one list over a file."""
    (tmp_path / "rows.jsonl").write_text('{"id": "1", "title": "Renew the certificate"}\n')
    tasks = {"kind": "list", "title": "Tasks", "source": "rows", "columns": COLUMNS}
    (tmp_path / "w.json").write_text(json.dumps({"sources": {"rows": ROWS}, "features": {"tasks": tasks}}))
    return tmp_path


def played(folder, steps, *arguments, **options):
    """Plays steps without a terminal; returns the finished process."""
    (folder / "session.json").write_text(json.dumps(steps))
    command = [BINARY, "ui", "--play", "session.json", *arguments]
    return subprocess.run(command, cwd=folder, stderr=subprocess.PIPE, text=True, timeout=GUARD, **options)


# Signals


@pytest.mark.parametrize("number", SIGNALS, ids=[number.name for number in SIGNALS])
@pytest.mark.parametrize("is_drawn", [False, True], ids=["starting", "drawn"])
def test_a_signal_restores_the_terminal(number, is_drawn):
    with User("ui") as user:
        if is_drawn:
            user.sees("features", "quit")
        else:
            user.until(lambda: user.modes != user.first_modes)
        user.process.send_signal(number)
        # A shell reports both as 128 + the number of the signal.
        status, output = user.end()
        assert status in (128 + number, -number) and output == ""
        assert user.modes == user.first_modes
        assert user.written.rfind(b"\x1b[?1049h") <= user.written.rfind(b"\x1b[?1049l")
        assert user.log() == ""


def test_a_key_ends_it_and_restores_the_terminal():
    with User("ui") as user:
        user.sees("features").press("q")
        assert user.end() == (0, "")
        assert user.modes == user.first_modes and user.text == ""


def test_keys_typed_at_once_go_to_the_first_screen(folder):
    with User("ui", "-w", "w.json", folder=folder) as user:
        # The terminal keeps these keys until the program reads them.
        user.press("tas", ENTER).sees("Renew the certificate").press("q")
        assert user.end() == (0, "")


# The terminal


def test_without_colours_it_writes_none():
    with User("ui", "gallery:task", NO_COLOR="1") as user:
        user.sees("quit").press(ctrl("c"))
        assert user.end()[0] == 0
        codes = {code for style in STYLES.findall(user.written) for code in style.split(b";")}
        assert codes <= {b"", b"0", b"1", b"2", b"3", b"4", b"7", b"39", b"49"}


@pytest.mark.parametrize("name", ["dumb", ""])
def test_nothing_is_drawn_on_a_terminal_without_abilities(name):
    with User("ui", TERM=name) as user:
        assert user.end() == (2, "")
        assert user.log().startswith("featurehost: ") and "TERM" in user.log() and user.written == b""


def test_without_a_terminal_it_says_so():
    done = subprocess.run(
        [BINARY, "ui"], stdin=subprocess.DEVNULL, capture_output=True, timeout=GUARD, start_new_session=True
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"there is no terminal" in done.stderr


def test_messages_go_to_standard_error(folder):
    # Standard error is a file, so messages don't disturb the screen.
    with User("ui", "-w", "w.json", "tasks", folder=folder) as user:
        user.sees("Renew", "quit").press("q")
        assert user.end() == (0, "") and user.log() == ""
    with User("ui", "-w", "missing.json", folder=folder) as user:
        assert user.end() == (2, "") and user.modes == user.first_modes
        assert "missing.json" in user.log() and user.text == ""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15), (200, 60), (20, 5)])
def test_the_screen_has_any_size(folder, size):
    with User("ui", "-w", "w.json", "tasks", folder=folder, size=size) as user:
        user.sees("Tasks", "› ").press("q")
        assert user.end() == (0, "")


# Pipes and sockets


def test_frames_that_nobody_reads_end_it_without_a_message(tmp_path):
    read, written = os.pipe()
    os.close(read)
    done = played(tmp_path, [{"settle": True}, {"frame": "One"}] * 10, stdout=written)
    os.close(written)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_host_on_a_socket_is_shared_with_other_programs(folder):
    with Daemon(folder, "-w", "w.json") as host:
        front = host.front()
        with front:
            front.do("feature/open", feature="tasks", instance="other")
            front.do("feature/settle", instance="other")
            front.act("other", "insertItem", {"value": {"title": "From elsewhere"}}, **{"await": "settled"})
            steps = [{"settle": True}, {"frame": "Tasks"}]
            done = played(folder, steps, "--socket", "s", "tasks", stdout=subprocess.PIPE)
        assert (done.returncode, done.stderr) == (0, "")
        assert "From elsewhere" in done.stdout and "rows 1–2 of 2" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--spawn"], 64, "--spawn needs --socket"),
        (["--socket", "s", "-w", "w.json"], 64, "a workspace of its own"),
        (["--socket", "s"], 2, "s"),
        (["-w", "missing.json"], 2, "missing.json"),
        (["--size", "0x9"], 64, "--size"),
    ],
    ids=lambda value: value if isinstance(value, int) else None,
)
def test_unusable_arguments_are_refused(folder, arguments, status, words):
    done = played(folder, [], *arguments, stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (status, "") and words in done.stderr


@pytest.mark.parametrize(
    ("steps", "words"),
    [({}, "array of steps"), ([{"jump": 1}], "a step is press"), ([{"click": "Nowhere"}], "Nowhere")],
    ids=["no array", "unknown step", "unknown text"],
)
def test_an_unusable_session_is_refused(tmp_path, steps, words):
    done = played(tmp_path, steps, stdout=subprocess.PIPE)
    assert done.returncode == 2 and words in done.stderr


def test_a_plugin_of_the_workspace_is_in_the_catalog():
    example = ROOT / "protocol" / "examples" / "tally.workspace.json"
    with User("ui", "--trust", "-w", example) as user:
        user.sees("Tally").press(ENTER).sees("Count").press(ctrl("c"))
        assert user.end()[0] == 0


def test_a_conflict_with_other_clients_has_a_status_of_its_own(tmp_path):
    form = {"kind": "form", "title": "Walk", "sections": [{"fields": [{"name": "a", "type": "text"}]}]}
    workspace = {"features": {"walk": {"kind": "flow", "root": "form"}, "form": form}}
    (tmp_path / "w.json").write_text(json.dumps(workspace))
    with Daemon(tmp_path, "-w", "w.json") as host, host.front() as other:
        with User("ui", "--socket", "s", "--run", "walk", folder=tmp_path) as user:
            user.sees("Walk")
            other.do("state/subscribe", instance="walk-1")
            other.act("walk-1", "fail", {"message": "Others changed it.", "code": "conflict"})
            assert user.end() == (3, "")
            assert "Others changed it." in user.log()


@pytest.fixture
def lines(tmp_path):
    """A folder with a list over the output of a command, which has no known length."""
    source = {"type": "command", "argv": ["seq", "20000"]}
    features = {"tasks": {"kind": "list", "title": "Tasks", "source": "lines"}}
    (tmp_path / "w.json").write_text(json.dumps({"sources": {"lines": source}, "features": features}))
    return tmp_path


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["G"], ["› ", "20000", "–20,000 of 20,000"]),
        (["G", "g"], ["rows 1–"]),
        (["slash", "9", "9", "9"], ["of 38"]),
    ],
    ids=["end", "start", "filter"],
)
def test_a_list_of_unknown_length(lines, keys, words):
    steps = [{"settle": True}, *[part for key in keys for part in ({"press": key}, {"settle": True})], {"frame": "End"}]
    done = played(lines, steps, "--trust", "-w", "w.json", "tasks", stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(word in done.stdout for word in words), done.stdout
