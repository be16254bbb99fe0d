"""`featurehost call --socket`: one thing asked of a host that listens."""

import json
import sqlite3
import subprocess

import pytest
from host import BINARY, GUARD, Fifo, file_workspace, jsonl, workspace
from socket_host import Daemon


@pytest.fixture
def daemon(tmp_path):
    with Daemon(tmp_path) as daemon:
        yield daemon


def call(daemon, *args):
    return subprocess.run(
        [BINARY, "call", "--socket", "s", *map(str, args)],
        cwd=daemon.path.parent,
        capture_output=True,
        text=True,
        timeout=GUARD,
    )


def value(done):
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_a_call_has_an_instance_of_its_own(daemon):
    for _ in range(2):
        assert value(call(daemon, "gallery:counter", "incrementButtonTapped", "--get", "/count")) == 1
    with daemon.front() as front:
        while front.do("host/inspect")["instances"]:
            pass


def test_what_a_call_does_in_a_named_instance_all_see(daemon):
    with daemon.front() as front:
        front.do("feature/open", feature="gallery:counter", instance="c")
        assert value(call(daemon, "--instance", "c", "gallery:counter", "incrementButtonTapped"))["count"] == 1
        assert front.until("c", lambda snapshot: snapshot["revision"] == 1)["cause"]["origin"] == "peer"
        # Its subscription has ended, and that of the front end has not.
        assert front.do("feature/snapshot", instance="c")["state"]["count"] == 1


def test_what_a_call_keeps_is_there_for_the_next(daemon):
    for count in [1, 2]:
        done = call(daemon, "--instance", "c", "--keep", "gallery:counter", "incrementButtonTapped", "--get", "/count")
        assert value(done) == count


def test_params_are_read_by_the_hosts_schemas(tmp_path):
    path, file = file_workspace(tmp_path, content='{"id":"1"}\n{"id":"2"}\n{"id":"3"}\n')
    with Daemon(tmp_path, "-w", path) as daemon:
        assert value(call(daemon, "rows", "deleteItems", "ids=1,3", "--get", "/count")) == 1
    assert jsonl(file) == [{"id": "2"}]


def test_a_dialog_ends_as_it_does_without_a_socket(daemon):
    done = call(daemon, "--run", "gallery:editUser", "cancel")
    assert (done.returncode, done.stdout) == (1, "") and "was cancelled" in done.stderr


@pytest.mark.parametrize(
    "args,status,words",
    [
        (["gallery:nothing"], 1, "there is no feature gallery:nothing; there are gallery:counter"),
        (["--gallery", "gallery:counter"], 64, "its own workspace"),
        (["--trace", "gallery:counter"], 64, "its own workspace"),
        (["gallery:counter", "reset", "{"], 64, "not JSON"),
    ],
)
def test_what_is_wrong_is_said(daemon, args, status, words):
    done = call(daemon, *args)
    assert (done.returncode, done.stdout) == (status, "") and words in done.stderr, done.stderr


def test_a_refused_action_is_told_and_the_state_shown(daemon):
    done = call(daemon, "gallery:counter", "incrementButtonTapped", "nonsense", "--get", "/count")
    assert (done.returncode, done.stdout) == (1, "1\n") and "has no action nonsense" in done.stderr


@pytest.mark.parametrize("args", [["--instance", "c"], ["--keep"]])
def test_what_is_meant_for_a_socket_needs_one(args):
    done = subprocess.run([BINARY, "call", *args, "gallery:counter"], capture_output=True, text=True, timeout=GUARD)
    assert done.returncode == 64 and "needs --socket" in done.stderr


def test_without_a_host_there_is_no_call(daemon):
    daemon.end()
    done = call(daemon, "gallery:counter")
    assert done.returncode == 2 and "s: there is no socket" in done.stderr


def test_a_host_that_ends_meanwhile_is_told_of(tmp_path):
    with Daemon(tmp_path, "-w", Fifo(tmp_path).workspace) as daemon:
        words = [BINARY, "call", "--socket", "s", "--instance", "l", "rows"]
        asking = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with daemon.front() as front:
            while "result" not in front.ask("state/subscribe", {"instance": "l"}):
                pass
            daemon.end(9)
        out, said = asking.communicate(timeout=GUARD)
        assert (asking.returncode, out) == (1, "") and "the host" in said, said


def test_a_call_that_saves_by_a_form_shows_the_row_as_it_is_then(tmp_path):
    with sqlite3.connect(tmp_path / "notes.db") as db:
        db.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT)")
        db.execute("INSERT INTO notes VALUES (1, 'old')")
    db.close()
    form = {
        "kind": "form",
        "sections": [{"fields": [{"name": "title", "type": "text"}]}],
        "submit": {"source": "notes", "call": "update"},
    }
    modals = {"edit": {"style": "sheet", "feature": "form", "target": "activeItem"}}
    book = workspace(
        tmp_path,
        {"notes": {"type": "sqlite", "path": "notes.db", "table": "notes"}},
        {"notes": {"kind": "list", "source": "notes", "modals": modals}, "form": form},
    )
    with Daemon(tmp_path, "-w", book, "--state-dir", tmp_path / "state") as daemon:
        shared = ["--instance", "n", "--keep", "notes"]
        value(call(daemon, *shared, "setActive", "id=1"))
        for title in "abcdef":
            edit = ["present", "modal=edit", "presentation/setValue", "path=/title", f"value={title}"]
            shown = call(daemon, *shared, *edit, "presentation/submit", "--get", "/items/0/value/title")
            assert value(shown) == title
