"""Several sessions of one host: their effects on each other, and the instances that stay when a session ends."""

import json
import os
import subprocess

import pytest
from host import (
    Fifo,
    check_error,
    file_workspace,
    frame,
    increment,
    insert,
    jsonl,
    notification,
    open_list,
    parse_frames,
    request,
    workspace,
)
from socket_host import Daemon


@pytest.fixture
def daemon(tmp_path):
    with Daemon(tmp_path) as daemon:
        yield daemon


def attach(front, instance="c", **more):
    return front.do("state/subscribe", instance=instance, **more)["snapshot"]


def test_the_action_of_one_is_a_peers_to_the_other(daemon):
    with daemon.front() as one, daemon.front() as other:
        one.do("feature/open", feature="gallery:counter", instance="c")
        assert attach(other)["revision"] == 0
        one.send(increment("mine"))
        own = one.until("c", lambda snapshot: snapshot["revision"] == 1)
        seen = other.until("c", lambda snapshot: snapshot["revision"] == 1)
        assert (own["cause"]["origin"], own["cause"]["request"]) == ("client", "mine")
        assert seen["cause"]["origin"] == "peer" and "request" not in seen["cause"]
        assert own["state"] == seen["state"]
        other.act("c", "incrementButtonTapped")
        assert one.until("c", lambda snapshot: snapshot["revision"] == 2)["cause"]["origin"] == "peer"


def test_patches_and_snapshots_tell_the_same_of_a_peer(daemon):
    with daemon.front() as one, daemon.front() as other:
        one.do("feature/open", feature="gallery:counter", instance="c")
        attach(other, updates="patch")
        one.act("c", "incrementButtonTapped")
        while (message := other.receive()).get("method") != "state/patch":
            pass
        assert {"op": "replace", "path": "/state/count", "value": 1} in message["params"]["patch"]
        assert "peer" in json.dumps(message["params"]["patch"])


def test_an_instance_ends_with_its_last_subscriber(daemon):
    with daemon.front() as one, daemon.front() as other:
        one.do("feature/open", feature="gallery:counter", instance="c")
        attach(other)
        one.close_input()
        one.rest()
        assert attach(other)["revision"] == 0
    with daemon.front() as late:
        while "result" in late.ask("state/subscribe", {"instance": "c"}):
            pass
        check_error(late.ask("state/subscribe", {"instance": "c"}), -31002, "unknownInstance")


def test_what_is_kept_is_there_for_whoever_comes_back(daemon):
    with daemon.front() as front:
        front.do("feature/open", feature="gallery:counter", instance="c", keep=True)
        front.act("c", "incrementButtonTapped")
    with daemon.front() as front:
        back = attach(front)
        assert (back["revision"], back["state"]["count"]) == (1, 1)
        front.act("c", "incrementButtonTapped")
        assert front.do("feature/snapshot", instance="c")["revision"] == 2


def test_closing_tells_everybody(daemon):
    with daemon.front() as one, daemon.front() as other:
        one.do("feature/open", feature="gallery:counter", instance="c")
        attach(other)
        one.do("feature/close", instance="c")
        closed = other.receive()
        assert closed["method"] == "state/closed" and closed["params"]["instance"] == "c"


@pytest.mark.parametrize(
    "end",
    [
        [request(8, "shutdown"), notification("exit")],
        [notification("exit")],
        [b"Content-Length: x\r\n\r\n"],
    ],
)
def test_how_one_session_ends_is_nothing_to_the_others(daemon, end):
    with daemon.front() as one, daemon.front() as other:
        other.do("feature/open", feature="gallery:counter", instance="c")
        one.send(*end, reading=False)
        one.connection.setblocking(True)
        while one.connection.recv(1 << 16):
            pass
        other.act("c", "incrementButtonTapped")
        assert other.do("feature/snapshot", instance="c")["revision"] == 1


def test_the_process_of_one_session_is_watched_for_that_session_alone(daemon):
    gone = subprocess.Popen(["true"])
    gone.wait()
    with daemon.front() as one, daemon.front() as other:
        one.do("initialize", processId=gone.pid)
        one.rest()
        assert other.do("ping") is None


def test_each_session_has_its_own_framing(daemon):
    with daemon.front() as one, daemon.front() as other:
        one.do("feature/open", feature="gallery:counter", instance="c")
        other.write(frame(request(1, "state/subscribe", {"instance": "c"})), reading=False)
        other.connection.shutdown(1)
        other.connection.setblocking(True)
        data = b""
        while piece := other.connection.recv(1 << 16):
            data += piece
        [answer] = parse_frames(data)
        assert answer["result"]["revision"] == 0
        assert one.do("ping") is None


def test_a_session_that_does_not_read_delays_no_other_and_has_updates_conflated(tmp_path):
    rows = [{"id": str(n), "title": "row " * 20} for n in range(200)]
    path = workspace(tmp_path, {"rows": {"type": "inline", "rows": rows}})
    with Daemon(tmp_path, "-w", path) as daemon, daemon.front() as one, daemon.front() as stalled:
        one.do("feature/open", feature="rows", instance="l")
        attach(stalled, "l")
        one.do("feature/settle", instance="l")
        for number in range(1, 400):
            one.act("l", "setActive", {"id": str(number % 200)})
        newest = one.do("feature/snapshot", instance="l")
        seen = stalled.until("l", lambda snapshot: snapshot["revision"] == newest["revision"])
        assert seen["state"] == newest["state"]
        found = [m["params"] for m in stalled.seen if m.get("method") == "state/snapshot"]
        assert sum(s.get("conflated", 1) for s in found) + 0 == newest["revision"] - found[0]["revision"] + 1
        assert any("conflated" in s for s in found)


def test_a_session_that_never_reads_what_is_left_for_it_is_given_up(tmp_path):
    rows = [{"id": str(n), "title": "row " * 20} for n in range(200)]
    path = workspace(tmp_path, {"rows": {"type": "inline", "rows": rows}})
    with Daemon(tmp_path, "-w", path, "--end-when-unused") as daemon, daemon.front() as front:
        reads = [request(n, "feature/snapshot", {"instance": "l"}) for n in range(2, 100)]
        front.send(open_list(1), *reads, notification("exit"), reading=False)
        # The host ends although no client reads.
        assert daemon.wait() == 0


def test_edits_of_a_session_that_has_gone_are_finished(tmp_path):
    path, file = file_workspace(tmp_path, content="")
    with Daemon(tmp_path, "-w", path) as daemon:
        with daemon.front() as front:
            front.send(open_list(0), insert(1, {"id": "1"}))
            front.answer(1)
            front.send(notification("exit"))
            front.rest()
        assert daemon.end() == 0
    assert jsonl(file) == [{"id": "1"}]


def test_a_signal_waits_for_what_is_written(tmp_path):
    path, file = file_workspace(tmp_path, content="")
    with Daemon(tmp_path, "-w", path) as daemon, daemon.front() as front:
        front.send(open_list(0), *(insert(n, {"id": str(n)}) for n in range(1, 50)))
        front.answer(49)
        assert daemon.end() == 0
    assert [row["id"] for row in jsonl(file)] == [str(n) for n in range(1, 50)]


def test_a_request_that_waits_is_answered_when_its_session_ends(tmp_path):
    fifo = Fifo(tmp_path)
    with Daemon(tmp_path, "-w", fifo.workspace) as daemon, daemon.front() as front, daemon.front() as other:
        front.send(open_list(0), request(1, "feature/settle", {"instance": "l"}))
        front.close_input()
        assert front.answer(1)["result"]["settled"] is False
        assert other.do("ping") is None
        # The command has ended with the last list over it.
        front.rest()


def test_a_source_of_one_session_serves_the_lists_of_all(tmp_path):
    path = workspace(tmp_path, {"rows": {"type": "client"}})
    with Daemon(tmp_path, "-w", path) as daemon, daemon.front() as editor, daemon.front() as other:
        editor.do("initialize", capabilities={"sources": ["rows"]})
        other.send(open_list(1))
        while (asked := editor.receive()).get("method") != "source/fetch":
            pass
        editor.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"items": [{"id": "1"}], "endReached": True}})
        shown = other.until("l", lambda snapshot: snapshot["state"]["items"])
        assert [row["id"] for row in shown["state"]["items"]] == ["1"]


def test_virtual_time_is_one_for_all(tmp_path):
    with Daemon(tmp_path, "--clock", "virtual") as daemon, daemon.front() as one, daemon.front() as other:
        one.do("feature/open", feature="gallery:counter", instance="c")
        assert attach(other)["revision"] == 0
        assert one.do("clock/advance", ms=10)["now"] == 10
        assert other.do("clock/advance", ms=10)["now"] == 20


def test_a_hundred_sessions_see_each_revision(daemon):
    fronts = [daemon.front() for _ in range(100)]
    fronts[0].do("feature/open", feature="gallery:counter", instance="c")
    for front in fronts[1:]:
        attach(front)
    for front in fronts:
        front.act("c", "incrementButtonTapped")
    for front in fronts[:-1]:
        assert front.until("c", lambda snapshot: snapshot["revision"] == 100)["state"]["count"] == 100
    for front in fronts:
        found = [m["params"]["revision"] for m in front.seen if m.get("method") == "state/snapshot"]
        assert found == list(range(1, 101)), found
        front.connection.close()
    with daemon.front() as last:
        while last.do("host/inspect")["instances"]:
            pass


def test_a_host_that_ends_when_unused_outlives_who_only_looks(tmp_path):
    with Daemon(tmp_path, "--end-when-unused") as daemon:
        daemon.front().connection.close()
        with daemon.front() as front:
            assert front.do("ping") is None
            with daemon.front() as other:
                other.do("feature/open", feature="gallery:counter", instance="c", keep=True)
        with daemon.front() as front:
            front.do("feature/close", instance="c")
        assert daemon.wait() == 0
    assert os.listdir(tmp_path) == []

