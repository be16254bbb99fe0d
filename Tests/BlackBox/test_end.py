"""The end of a session: requests are answered, edits are saved, and no process or file is left."""

import contextlib
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import termios

import pytest
from host import (
    BINARY,
    Fifo,
    Host,
    answers,
    await_end,
    check_error,
    children,
    encode,
    file_workspace,
    increment,
    insert,
    is_running,
    jsonl,
    notification,
    open_counter,
    open_list,
    request,
    serve,
    snapshots,
    started,
)

EXIT = notification("exit")


def ids(file):
    return [row["id"] for row in jsonl(file)]


def until_read(host):
    """Waits until the host has read all input."""
    while struct.unpack("i", fcntl.ioctl(host.input, termios.FIONREAD, b"\0" * 4)) != (0,):
        pass


# The end of input


def test_what_was_asked_before_the_end_of_input_is_answered():
    outcome = serve([open_counter(0), *(increment(id) for id in range(1, 1001))])
    assert outcome.answers[1000]["result"]["revision"] == 1000 and outcome.status == 0


def test_waits_are_answered_not_settled_at_the_end_of_input(tmp_path):
    fifo = Fifo(tmp_path)
    outcome = serve(
        [
            open_list(1),
            request(2, "feature/settle", {"instance": "l"}),
            [request(3, "feature/settle", {"instance": "l"})],
        ],
        "-w",
        fifo.workspace,
    )
    assert outcome.answers[2]["result"]["settled"] is False
    assert outcome.answers[3]["result"]["settled"] is False
    assert outcome.status == 0


def test_waits_that_settle_after_the_end_of_input_are_answered_settled(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(open_list(1), request(2, "feature/settle", {"instance": "l"}))
        # The opening of the pipe waits for the command: only its output has to come in time.
        with open(fifo.path, "wb") as gate:
            host.close_input()
            gate.write(b'{"id":"x"}\n')
        assert host.answer(2)["result"]["settled"] is True
        assert host.finish() == 0


@pytest.mark.parametrize("clock", ["real", "virtual"])
@pytest.mark.parametrize("count", [1, 100])
def test_edits_under_way_at_the_end_of_input_are_saved(tmp_path, clock, count):
    book, file = file_workspace(tmp_path, content='{"id":"first"}\n')
    outcome = serve(
        [open_list("o"), *(insert(id, {"id": f"r{id}"}) for id in range(count))], "-w", book, "--clock", clock
    )
    assert outcome.status == 0 and len(outcome.answers) == count + 1
    assert ids(file) == ["first", *(f"r{id}" for id in range(count))]


def test_edits_are_saved_however_many_there_are(tmp_path):
    """Saving may take longer than `drainMs`, which limits only waits."""
    book, file = file_workspace(tmp_path, content="")
    count = 1_200
    outcome = serve(
        [open_list("o"), *(insert(id, {"id": f"r{id}", "text": "x" * 100}) for id in range(count))], "-w", book
    )
    assert outcome.status == 0 and len(outcome.answers) == count + 1
    assert ids(file) == [f"r{id}" for id in range(count)]


def test_edits_of_a_closed_instance_are_saved(tmp_path):
    book, file = file_workspace(tmp_path, content="")
    serve(
        [
            open_list("o"),
            *(insert(id, {"id": f"r{id}"}) for id in range(50)),
            request("c", "feature/close", {"instance": "l"}),
        ],
        "-w",
        book,
    )
    assert ids(file) == [f"r{id}" for id in range(50)]


def test_an_instance_that_is_opened_again_while_it_saves_sees_all_edits(tmp_path):
    book, file = file_workspace(tmp_path, content="")
    with Host("-w", book) as host:
        host.send(
            open_list("o"),
            *(insert(id, {"id": f"r{id}"}) for id in range(30)),
            request("c", "feature/close", {"instance": "l"}),
            open_list("again"),
            request("s", "feature/settle", {"instance": "l"}),
        )
        host.answer("s")
        assert host.finish() == 0
    assert ids(file) == [f"r{id}" for id in range(30)]


@pytest.mark.parametrize("keep", [False, True])
def test_a_write_that_never_comes_back_does_not_keep_the_host(tmp_path, keep):
    book, _ = file_workspace(tmp_path)
    folder = os.open(tmp_path, os.O_RDONLY)
    # As long as another program has this lock, nothing is written.
    fcntl.flock(folder, fcntl.LOCK_EX)
    outcome = serve([open_list(1, keep=keep), insert(2, {"id": "x"})], "-w", book)
    os.close(folder)
    assert outcome.status == 0


def test_the_end_of_input_waits_for_a_slow_reader():
    count = 20_000
    with Host() as host:
        host.send(*(request(id, "ping") for id in range(count)), reading=False)
        host.close_input()
        assert [m["id"] for m in host.rest()] == list(range(count))
        assert host.wait() == 0


# exit and shutdown


@pytest.mark.parametrize("framing", ["pipe", "open"])
def test_exit_without_shutdown_is_1(framing):
    if framing == "pipe":
        outcome = serve([request(1, "ping"), EXIT, request(2, "ping")])
        assert outcome.status == 1 and set(outcome.answers) == {1}
    else:
        with Host() as host:
            host.send(EXIT, reading=False)
            assert host.wait() == 1


def test_exit_after_shutdown_is_0():
    with Host() as host:
        assert host.do("shutdown") is None
        host.send(EXIT, reading=False)
        assert host.rest() and host.wait() == 0


def test_the_end_of_input_after_shutdown_is_0():
    assert serve([request(1, "shutdown")]).status == 0


@pytest.mark.parametrize("before,status", [([], 1), ([request("s", "shutdown")], 0)], ids=["exit", "shutdownExit"])
def test_exit_saves_edits_under_way(tmp_path, before, status):
    book, file = file_workspace(tmp_path, content="")
    outcome = serve([open_list("o"), *(insert(id, {"id": f"r{id}"}) for id in range(20)), *before, EXIT], "-w", book)
    assert outcome.status == status
    assert ids(file) == [f"r{id}" for id in range(20)]


def test_exit_answers_what_waits(tmp_path):
    fifo = Fifo(tmp_path)
    outcome = serve([open_list(1), request(2, "feature/settle", {"instance": "l"}), EXIT], "-w", fifo.workspace)
    assert set(outcome.answers) == {1, 2} and outcome.status == 1


# A plugin that confirms an edit when the test opens a fifo.
SAVES = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    result = {}
    if asked["method"] == "initialize":
        result = {"protocolVersion": "1", "hostInfo": {"name": "p", "version": "1"}}
        result["capabilities"] = {"sources": ["rows"]}
    elif asked["method"] == "feature/list":
        result = {"features": []}
    elif asked["method"] == "source/fetch":
        result = {"items": [{"id": "1", "text": "a"}], "endReached": True}
    elif asked["method"] == "source/update":
        with open("gate") as gate:
            gate.read()
        result = {"item": {"id": "1", "text": "b"}}
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


@pytest.mark.parametrize("last", ["ping", "shutdown"])
def test_exit_ends_a_batch_and_what_is_behind_it_also_while_an_edit_is_saved(tmp_path, last):
    (tmp_path / "plugin.py").write_text(SAVES)
    book = {
        "plugins": {"p": {"command": [sys.executable, "plugin.py"]}},
        "sources": {"rows": {"type": "plugin", "plugin": "p", "can": ["update"]}},
        "features": {"rows": {"kind": "list", "source": "rows"}},
    }
    (tmp_path / "w.json").write_text(json.dumps(book))
    os.mkfifo(tmp_path / "gate")
    with Host("-w", "w.json", "--gallery", cwd=tmp_path) as host:
        host.send(open_list("o"), request("s", "feature/settle", {"instance": "l"}), open_counter("c"))
        host.answer("c")
        host.answer("s")
        host.act("l", "updateItem", {"id": "1", "patch": {"text": "b"}})
        batch = [request("w", "feature/settle", {"instance": "l"}), increment("i"), request("p", last)]
        host.send(batch, EXIT, request("behind", "ping"), increment("too late"))
        # The wait is answered immediately, before the edit is saved.
        host.answer("w")
        os.close(os.open(tmp_path / "gate", os.O_RDWR))
        messages = host.rest()
        assert host.wait() == 1
    (batch_answers,) = [message for message in messages if isinstance(message, list)]
    assert [answer["id"] for answer in batch_answers] == ["w", "i", "p"]
    for answer in batch_answers:
        check_error(answer, -31009, "sourceFailed")
    assert not {"behind", "too late"} & answers(messages).keys()
    assert snapshots(messages, "c") == []


# Signals


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=["SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.parametrize("clock", ["real", "virtual"])
def test_a_signal_ends_in_good_order_with_edits_saved(tmp_path, number, clock):
    book, file = file_workspace(tmp_path, content="")
    with Host("-w", book, "--clock", clock) as host:
        host.send(open_list("o"), *(insert(id, {"id": f"r{id}"}) for id in range(20)), request("p", "ping"))
        host.answer("p")
        host.kill(number)
        host.rest()
        assert host.wait() == 0
    assert ids(file) == [f"r{id}" for id in range(20)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_answers_waits(tmp_path, number):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(open_list(1), request(2, "feature/settle", {"instance": "l"}), request(3, "ping"))
        host.answer(3)
        host.kill(number)
        assert host.answer(2)["result"]["settled"] is False
        assert host.wait() == 0


def test_a_signal_ends_a_host_whose_clock_is_moved_past_millions_of_timers():
    with Host("--clock", "virtual") as host:
        host.do("feature/open", feature="gallery:lifetime", instance="l")
        host.send(request("far", "clock/advance", {"ms": 10**15}))
        host.until("l", lambda snapshot: snapshot["revision"] > 5_000)
        host.kill(signal.SIGTERM)
        (answer,) = [message for message in host.rest() if message.get("id") == "far"]
        check_error(answer, -31009, "sourceFailed")
        assert host.wait() == 0


def test_a_signal_answers_a_batch_that_has_shutdown_in_it(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        batch = [request(2, "feature/settle", {"instance": "l"}), request(3, "shutdown"), request(4, "ping")]
        host.send(open_list(1), batch, request(5, "ping"))
        host.answer(5)
        host.kill(signal.SIGTERM)
        (batch_answers,) = [message for message in host.rest() if isinstance(message, list)]
        assert [answer["id"] for answer in batch_answers] == [2, 3, 4]
        assert batch_answers[0]["result"]["settled"] is False and batch_answers[1]["result"] is None
        check_error(batch_answers[2], -32600, "invalidRequest")
        assert host.wait() == 0


def test_what_came_before_a_signal_is_answered_also_behind_what_waits(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace, "--clock", "virtual") as host:
        host.do("feature/open", feature="rows", instance="l")
        waits = [request(id, "feature/settle", {"instance": "l"}) for id in range(5)]
        host.send(*waits, request("p", "ping"), request("s", "feature/snapshot", {"instance": "l"}))
        until_read(host)
        host.kill(signal.SIGTERM)
        messages = host.rest()
        assert host.wait() == 0
    assert [message["id"] for message in messages if "id" in message][-7:] == [0, 1, 2, 3, 4, "p", "s"]


def test_what_came_before_a_signal_is_answered_also_behind_a_long_frame():
    with Host() as host:
        host.do("ping")
        host.send(request(1, "ping", {"x": [0] * 500_000}), request(2, "ping"))
        until_read(host)
        host.kill(signal.SIGTERM)
        assert [message["id"] for message in host.rest()][-2:] == [1, 2]
        assert host.wait() == 0


def test_a_signal_ends_a_host_that_reads_a_long_frame():
    with Host() as host:
        host.send(request(1, "ping"))
        host.answer(1)
        host.send(request(2, "ping", {"x": [0] * 4_000_000}))
        host.kill(signal.SIGTERM)
        host.rest()
        assert host.wait() == 0


def test_a_second_signal_changes_nothing(tmp_path):
    book, file = file_workspace(tmp_path, content="")
    with Host("-w", book) as host:
        host.send(open_list("o"), *(insert(id, {"id": f"r{id}"}) for id in range(20)), request("p", "ping"))
        host.answer("p")
        host.kill(signal.SIGTERM)
        host.kill(signal.SIGINT)
        host.kill(signal.SIGTERM)
        host.rest()
        assert host.wait() == 0
    assert len(ids(file)) == 20


def test_a_signal_ends_a_host_whose_reader_does_not_read():
    with Host() as host:
        host.send(open_counter(0), request("p", "ping"))
        host.answer("p")
        host.send(*(increment(id) for id in range(1, 5001)), reading=False)
        host.kill(signal.SIGTERM)
        host.wait()


# A client that no longer exists


FRONT_END = """
import os, signal, subprocess, sys
host = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
host.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\\n')
host.stdin.flush()
host.stdout.readline()
print(host.pid, flush=True)
signal.pause()
"""


def test_a_front_end_that_is_killed_leaves_no_process_behind():
    front = subprocess.Popen([sys.executable, "-c", FRONT_END, BINARY, "serve"], stdout=subprocess.PIPE)
    pid = int(front.stdout.readline())
    assert is_running(pid) and children(front.pid) == [pid]
    front.kill()
    front.wait()
    front.stdout.close()
    await_end(pid)
    assert not is_running(pid)


def test_the_process_id_of_a_dead_process_ends_the_session():
    dead = subprocess.Popen(["true"])
    dead.wait()
    with Host() as host:
        host.do("initialize", processId=dead.pid)
        host.rest()
        assert host.wait() == 1


def test_the_process_id_of_a_process_that_dies_ends_the_session(tmp_path):
    other = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    book, file = file_workspace(tmp_path, content="")
    with Host("-w", book) as host:
        host.do("initialize", processId=other.pid)
        host.send(open_list(1), insert(2, {"id": "x"}))
        host.answer(2)
        assert host.process.poll() is None
        other.stdin.close()
        other.wait()
        host.rest()
        assert host.wait() == 1
    assert ids(file) == ["x"]


def test_a_dead_process_ends_the_session_also_where_its_output_is_unread():
    dead = subprocess.Popen(["true"])
    dead.wait()
    with Host() as host:
        host.send(
            request("i", "initialize", {"processId": dead.pid}),
            open_counter(0),
            *(increment(id) for id in range(1, 5001)),
            reading=False,
        )
        assert host.wait() == 1


def test_a_dead_process_ends_the_host_also_where_only_its_output_is_left():
    dead = subprocess.Popen(["true"])
    dead.wait()
    with Host() as host:
        asked = [request(id, "feature/list") for id in range(100)]
        host.send(request("i", "initialize", {"processId": dead.pid}), *asked, reading=False)
        host.close_input()
        assert host.wait() == 1


def test_the_process_id_of_a_living_process_ends_nothing():
    with Host() as host:
        host.do("initialize", processId=os.getpid())
        assert host.do("ping") is None
        assert host.finish() == 0


@pytest.mark.parametrize("id", [0, -1, 2**31, 2**63 - 1])
def test_a_process_id_that_can_be_none_ends_the_session(id):
    with Host() as host:
        host.do("initialize", processId=id)
        host.rest()
        assert host.wait() == 1


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_a_reader_that_is_gone_ends_the_session(kind):
    if kind == "pipe":
        ours, theirs = os.pipe()
    else:
        a, b = socket.socketpair()
        ours, theirs = a.detach(), b.detach()
    with Host(stdout=theirs) as host:
        os.close(theirs)
        os.close(ours)
        # The host notices the end of a pipe immediately, and that of a socket at its next write.
        with contextlib.suppress(BrokenPipeError):
            host.write(encode(request(1, "ping")), reading=False)
        assert host.wait() == 1


def test_a_reader_that_goes_while_output_waits_ends_the_session():
    with Host() as host:
        host.send(open_counter(0), *(increment(id) for id in range(1, 5001)), reading=False)
        host.close_output()
        assert host.wait() == 1


def test_a_reader_that_is_gone_ends_the_session_also_where_the_input_never_ends():
    first, then = (encode(message).decode().rstrip() for message in (request(1, "ping"), notification("rpc.discover")))
    words = ["sh", "-c", 'echo "$1"; exec yes "$2"', "sh", first, then]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as writer, Host(stdin=writer.stdout) as host:
        writer.stdout.close()
        host.answer(1)
        host.close_output()
        assert host.wait() == 1


def test_edits_are_saved_also_where_the_reader_is_gone(tmp_path):
    book, file = file_workspace(tmp_path, content="")
    with Host("-w", book) as host:
        host.write(
            b"".join(map(encode, [open_list(0), *(insert(id, {"id": f"r{id}"}) for id in range(20))])), reading=False
        )
        host.close_output()
        assert host.wait() == 1
    assert ids(file) == [f"r{id}" for id in range(20)]


def test_no_thread_is_left_of_closed_instances(tmp_path):
    """The host has one worker thread for each source, not for each instance."""
    book, _ = file_workspace(tmp_path, content='{"id":"1"}\n')
    with Host("-w", book) as host:
        for id in range(3):
            host.send(
                open_list(f"o{id}", instance=f"l{id}"), request(f"s{id}", "feature/settle", {"instance": f"l{id}"})
            )
            host.answer(f"s{id}")
        before = host.threads()
        for id in range(200):
            host.send(open_list(id), request(f"c{id}", "feature/close", {"instance": "l"}))
            host.answer(f"c{id}")
        assert host.threads() <= before + 1
        assert started(host) == []
        assert host.finish() == 0
