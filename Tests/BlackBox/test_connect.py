"""`featurehost connect`: a shared host on a socket, for clients that start their host as a process."""

import os
import signal
import subprocess
import sys
import tempfile

import pytest
from host import (
    BINARY,
    GUARD,
    Host,
    await_end,
    encode,
    frame,
    increment,
    open_counter,
    parse_lines,
    request,
    run,
    serve,
    workspace,
)
from socket_host import Daemon, Front, peer_pid


class Bridge(Host):
    """`featurehost connect` with pipes."""

    program = [BINARY, "connect"]


def connect(folder, data, *args):
    words = [BINARY, "connect", "--socket", "s", *map(str, args)]
    return subprocess.run(words, cwd=folder, input=data, capture_output=True, timeout=GUARD)


# Fewer updates than may wait (64), because a host may conflate further ones.
SESSION = b"".join(map(encode, [open_counter(0), *(increment(n) for n in range(1, 60)), request(60, "shutdown")]))


def test_the_session_is_that_of_serve_byte_by_byte(tmp_path):
    with Daemon(tmp_path):
        done = connect(tmp_path, SESSION)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == serve(SESSION).output


def test_headers_go_through_as_lines_do(tmp_path):
    data = b"".join(frame(increment(n)) for n in range(3))
    with Daemon(tmp_path):
        assert connect(tmp_path, data).stdout == serve(data).output


def test_much_goes_through_in_both_directions(tmp_path):
    rows = [{"id": str(n), "text": "x" * 100} for n in range(20_000)]
    path = workspace(tmp_path, {"rows": {"type": "client"}})
    with Daemon(tmp_path, "-w", path), Bridge("--socket", "s", cwd=tmp_path) as front:
        front.do("initialize", capabilities={"sources": ["rows"]})
        front.send(request(1, "feature/open", {"feature": "rows", "instance": "l"}))
        while (asked := front.receive()).get("method") != "source/fetch":
            pass
        front.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"items": rows, "endReached": True}})
        front.until("l", lambda snapshot: snapshot["state"]["count"] == 20_000)
        front.act("l", "setWindow", {"offset": 0, "limit": 10_000})
        shown = front.do("feature/snapshot", instance="l")
        assert len(shown["state"]["items"]) > 1_000
        assert front.finish() == 0


def test_without_a_host_it_says_so(tmp_path):
    done = connect(tmp_path, b"")
    assert done.returncode == 2 and b"s: there is no socket" in done.stderr and done.stdout == b""
    with Daemon(tmp_path) as daemon:
        daemon.end(signal.SIGKILL)
    done = connect(tmp_path, b"")
    assert done.returncode == 2 and b"no host listens there any more" in done.stderr


def test_what_is_no_socket_is_said_to_be_none(tmp_path):
    (tmp_path / "s").write_text("mine")
    done = connect(tmp_path, b"")
    assert (done.returncode, done.stderr) == (2, b"featurehost: s: the file is no socket\n")


def test_it_ends_with_the_host(tmp_path):
    with Daemon(tmp_path) as daemon, Bridge("--socket", "s", cwd=tmp_path) as front:
        assert front.do("ping") is None
        daemon.end()
        assert front.rest()[-1]["result"] is None and front.wait() == 0


def test_when_its_reader_has_gone_so_is_the_session(tmp_path):
    with Daemon(tmp_path, "--end-when-unused") as daemon, Bridge("--socket", "s", cwd=tmp_path) as front:
        front.do("feature/open", feature="gallery:counter", instance="c")
        front.close_output()
        assert front.wait() == 1
        assert daemon.wait() == 0


# Starting a host


def test_a_host_is_started_where_none_listens_and_ends_with_its_last_session(tmp_path):
    with Bridge("--socket", "s", "--spawn", cwd=tmp_path) as front:
        front.do("feature/open", feature="gallery:counter", instance="c")
        with Front(tmp_path / "s") as other:
            pid = peer_pid(other)
            assert os.getsid(pid) == pid != os.getsid(front.pid)
            assert other.do("state/subscribe", instance="c")["revision"] == 0
        assert front.finish() == 0
    await_end(pid)
    assert os.listdir(tmp_path) == ["s.log"]
    assert (tmp_path / "s.log").read_text() == "featurehost listens on s\n"


def test_what_is_kept_keeps_the_host(tmp_path):
    data = encode(open_counter(1, keep=True)) + encode(increment(2))
    assert connect(tmp_path, data, "--spawn").returncode == 0
    with Front(tmp_path / "s") as front:
        pid = peer_pid(front)
    done = connect(tmp_path, encode(increment(3)), "--spawn")
    assert parse_lines(done.stdout)[-1]["result"]["revision"] == 2
    assert connect(tmp_path, encode(request(1, "feature/close", {"instance": "c"}))).returncode == 0
    await_end(pid)


def test_several_that_start_one_reach_the_same_host(tmp_path):
    started = [Bridge("--socket", "s", "--spawn", cwd=tmp_path) for _ in range(8)]
    pids = set()
    for front in started:
        assert front.do("ping") is None
    started[0].do("feature/open", feature="gallery:counter", instance="c")
    for front in started:
        assert front.do("state/subscribe", instance="c")["revision"] == 0
    with Front(tmp_path / "s") as front:
        pids.add(peer_pid(front))
    for front in started:
        assert front.finish() == 0
        front.__exit__()
    for pid in pids:
        await_end(pid)


@pytest.mark.parametrize("round", range(20))
def test_who_comes_while_the_host_ends_is_served(tmp_path, round):
    """Each session is the last one of its host, so the next session may come while that host ends."""
    for _ in range(5):
        done = connect(tmp_path, encode(request(1, "ping")), "--spawn")
        assert (done.returncode, done.stderr) == (0, b"")
        assert parse_lines(done.stdout) == [{"jsonrpc": "2.0", "id": 1, "result": None}]


def test_the_options_behind_the_dashes_are_the_hosts(tmp_path):
    path = workspace(tmp_path, {"rows": {"type": "inline", "rows": []}})
    data = encode(request(1, "initialize"))
    done = connect(tmp_path, data, "--spawn", "--", "-w", path, "--clock", "virtual")
    [answer] = parse_lines(done.stdout)
    assert [feature["id"] for feature in answer["result"]["features"]] == ["rows"]
    assert answer["result"]["capabilities"]["virtualClock"] is True


def test_a_host_that_can_not_start_says_why(tmp_path):
    (tmp_path / "w.json").write_text("{")
    done = connect(tmp_path, b"", "--spawn", "--", "-w", "w.json")
    assert done.returncode == 2 and b"w.json:1:" in done.stderr and done.stdout == b""
    (tmp_path / "s").write_text("mine")
    done = connect(tmp_path, b"", "--spawn")
    assert done.returncode == 2 and done.stderr.startswith(b"featurehost: s: the file is no socket")


@pytest.mark.parametrize(
    "words",
    [
        ["--", "-w", "w.json"],
        ["--spawn", "--", "--nonsense"],
        ["--spawn", "--", "--clock", "x"],
        ["--spawn", "--", "--socket", "t"],
        ["--spawn", "--", "--gallery", "--socket=t"],
    ],
)
def test_words_that_are_wrong_start_nothing(tmp_path, words):
    assert connect(tmp_path, b"", *words).returncode == 64
    assert os.listdir(tmp_path) == []


STRANGER = """
import os, socket, sys
os.setgroups([]); os.setgid(61234); os.setuid(61234)
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o666)
listener.listen(4)
print("ready", flush=True)
while True:
    connection, _ = listener.accept()
    print(repr(connection.recv(100)), flush=True)
"""
SPEAKING = [["connect"], ["connect", "--spawn"], ["call", "gallery:counter"]]


@pytest.mark.skipif(os.geteuid() != 0, reason="another user is needed")
@pytest.mark.parametrize("words", SPEAKING, ids=" ".join)
def test_nothing_is_said_to_another_user(words):
    # Other users can't enter the folders of pytest.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o1777)
        path = os.path.join(folder, "s")
        stranger = subprocess.Popen([sys.executable, "-c", STRANGER, path], stdout=subprocess.PIPE)
        try:
            assert stranger.stdout.readline() == b"ready\n"
            done = run(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n', words[0], "--socket", path, *words[1:])
            # The stranger has accepted a connection, and has received no bytes.
            assert stranger.stdout.readline() == b"b''\n"
        finally:
            stranger.kill()
            stranger.wait()
            stranger.stdout.close()
    assert done.status == 2 and done.output == b""
    assert path in done.log and "user 61234" in done.log and "only a host of the user root (0)" in done.log


@pytest.mark.parametrize("words", SPEAKING, ids=" ".join)
def test_a_folder_that_everybody_can_write_to_is_refused(tmp_path, words):
    with Daemon(tmp_path):
        given = [words[0], "--socket", "s", *words[1:]]
        tmp_path.chmod(0o777)
        done = run(encode(request(1, "ping")), *given, cwd=tmp_path)
        assert done.status == 2 and done.output == b"" and "everybody can write to the folder ." in done.log
        # In a folder with the sticky bit, other users can't replace the socket.
        tmp_path.chmod(0o1777)
        assert run(encode(request(1, "ping")), *given, cwd=tmp_path).status == 0


def test_a_link_to_a_socket_in_such_a_folder_is_refused_too(tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "links").mkdir()
    with Daemon(tmp_path / "open"):
        # The second link is in the open folder, where every user can replace it.
        (tmp_path / "open" / "l").symlink_to("s")
        (tmp_path / "links" / "direct").symlink_to(tmp_path / "open" / "s")
        (tmp_path / "links" / "twice").symlink_to("../open/l")
        (tmp_path / "open").chmod(0o777)
        for name in ["direct", "twice"]:
            for words in SPEAKING:
                given = [words[0], "--socket", f"links/{name}", *words[1:]]
                done = run(encode(request(1, "ping")), *given, cwd=tmp_path)
                assert done.status == 2 and done.output == b"" and "everybody can write to the folder" in done.log
        (tmp_path / "open").chmod(0o700)
        for name in ["direct", "twice"]:
            assert connect(tmp_path / "links", SESSION, "--socket", name).returncode == 0


# The log of a started host


def make_pipe(path):
    os.mkfifo(path)


def make_folder(path):
    path.mkdir()


def make_link(path):
    path.with_name("other").write_text("precious")
    path.symlink_to("other")


def make_name(path):
    path.with_name("other").write_text("precious")
    path.hardlink_to(path.with_name("other"))


def make_foreign(path):
    path.write_text("theirs")
    path.chmod(0o666)
    if os.geteuid() != 0:
        pytest.skip("another user is needed")
    os.chown(path, 61234, 61234)


@pytest.mark.parametrize(
    "make,words",
    [
        (make_pipe, "no regular file"),
        (make_folder, "no regular file"),
        (make_link, "a symbolic link"),
        (make_name, "several names"),
        (make_foreign, "another user (61234)"),
    ],
)
def test_what_others_can_write_is_no_log(tmp_path, make, words):
    make(tmp_path / "s.log")
    before = sorted(os.listdir(tmp_path))
    done = connect(tmp_path, encode(request(1, "ping")), "--spawn")
    said = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"") and "its log in s.log" in said and words in said, said
    # No host was started, and nothing was written.
    assert sorted(os.listdir(tmp_path)) == before
    if (tmp_path / "other").exists():
        assert (tmp_path / "other").read_text() == "precious"


def test_a_pipe_whose_reader_waits_is_no_log(tmp_path):
    os.mkfifo(tmp_path / "s.log")
    reader = os.open(tmp_path / "s.log", os.O_RDONLY | os.O_NONBLOCK)
    try:
        done = connect(tmp_path, b"", "--spawn")
        assert done.returncode == 2 and b"no regular file" in done.stderr and os.read(reader, 100) == b""
    finally:
        os.close(reader)


def test_a_log_of_an_earlier_host_is_emptied_and_closed_to_others(tmp_path):
    (tmp_path / "s.log").write_text("earlier")
    (tmp_path / "s.log").chmod(0o666)
    assert connect(tmp_path, encode(request(1, "ping")), "--spawn").returncode == 0
    assert (tmp_path / "s.log").read_text() == "featurehost listens on s\n"
    assert (tmp_path / "s.log").stat().st_mode & 0o777 == 0o600
