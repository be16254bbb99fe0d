"""`featurehost call --socket`: a single call to a host that listens on a socket."""

import contextlib
import json
import socket
import sqlite3
import subprocess
import threading

import pytest
from host import BINARY, GUARD, Fifo, encode, file_workspace, jsonl, workspace
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
        # The subscription of the call has ended, but not that of the other client.
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


# A host that doesn't answer


class Mute:
    """A listener on a socket that answers some requests, and never ends a session."""

    def __init__(self, folder, answer=None):
        self.answer = answer
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / "s"))
        self.listener.listen(0)
        self.path = folder / "s"
        self.connections = []

    def __enter__(self):
        if self.answer:
            threading.Thread(target=self.serve, daemon=True).start()
        else:
            self.fill()
        return self

    def __exit__(self, *_):
        for each in [self.listener, *self.connections]:
            # The shutdown ends a wait of a thread in `accept` or `recv`.
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def fill(self):
        """Opens connections until the socket accepts no more."""
        while True:
            connection = socket.socket(socket.AF_UNIX)
            connection.setblocking(False)
            self.connections.append(connection)
            try:
                connection.connect(str(self.path))
            except BlockingIOError:
                return

    def serve(self):
        with contextlib.suppress(OSError):
            connection, _ = self.listener.accept()
            self.connections.append(connection)
            for line in connection.makefile("rb"):
                message = json.loads(line)
                if answer := self.answer(message):
                    connection.sendall(encode({"jsonrpc": "2.0", "id": message.get("id"), **answer}))


LISTED = {"features": [{"id": "f", "kind": "view", "title": "F", "actions": [{"name": "go", "params": {}}]}]}
OPENED = {"revision": 0, "snapshot": {}, "settled": True}
ANSWERS = {"feature/list": LISTED, "host/plugins": {"plugins": []}, "feature/open": OPENED, "feature/settle": OPENED}


def answering(*methods):
    return lambda message: {"result": ANSWERS[message["method"]]} if message["method"] in methods else None


@pytest.mark.parametrize(
    "answer,args,words",
    [
        (None, [], "has not accepted the connection"),
        (answering(""), [], "has not answered feature/list"),
        (answering("feature/list"), [], "has not answered host/plugins"),
        (answering("feature/list", "host/plugins"), [], "has not answered feature/open"),
        (answering("feature/list", "host/plugins", "feature/open"), [], "has not answered feature/settle"),
        (answering(*ANSWERS), ["go"], "has not answered feature/send"),
        (answering(*ANSWERS), [], "has not answered feature/snapshot"),
        (answering(*ANSWERS), ["--run"], "has not answered"),
    ],
    ids=["accept", "list", "plugins", "open", "settle", "send", "snapshot", "run"],
)
def test_a_host_that_does_not_answer_is_given_up(tmp_path, answer, args, words):
    with Mute(tmp_path, answer) as mute:
        # The answers before the missing one have to come in time.
        done = call(mute, "--timeout", "5000", *[arg for arg in args if arg == "--run"], "f", *set(args) - {"--run"})
    assert (done.returncode, done.stdout) == (124, "") and words in done.stderr, done.stderr


def test_a_host_that_lists_no_features_says_why(tmp_path):
    def refuse(message):
        return {"error": {"code": -32603, "message": "out of order"}}

    with Mute(tmp_path, refuse) as mute:
        done = call(mute, "f")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "featurehost: the host does not list its features: out of order\n"


def test_what_a_host_has_answered_is_printed_even_if_it_does_not_end_the_session(tmp_path):
    def answer(message):
        if message["method"] == "feature/snapshot":
            return {"result": {"revision": 0, "state": {"n": 1}, "errors": []}}
        return {"result": ANSWERS[message["method"]]}

    with Mute(tmp_path, answer) as mute:
        assert value(call(mute, "f")) == {"n": 1}
