"""A host on a socket: the permissions to connect, and the socket's file."""

import os
import resource
import signal
import socket
import stat
import subprocess
import sys

import pytest
from host import BINARY, GUARD, check_error, increment, open_counter, parse_lines, request, run
from socket_host import Daemon, Front


def refused(folder, *words):
    """A second host that can't listen; what it says."""
    done = subprocess.run([BINARY, "serve", "--socket", "s"], cwd=folder, capture_output=True, timeout=GUARD)
    assert (done.returncode, done.stdout) == (1, b"")
    for word in words:
        assert word in done.stderr.decode(), done.stderr
    return done


def test_the_socket_is_for_its_owner_alone(tmp_path):
    with Daemon(tmp_path, umask=0) as daemon:
        status = daemon.path.lstat()
        assert stat.S_ISSOCK(status.st_mode) and stat.S_IMODE(status.st_mode) == 0o600
        assert status.st_uid == os.geteuid()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_a_process_of_another_user_is_closed_without_a_word(tmp_path):
    tmp_path.chmod(0o755)
    for folder in tmp_path.parents:
        if folder.stat().st_uid == 0 and folder != folder.parent:
            folder.chmod(folder.stat().st_mode | 0o011)
    with Daemon(tmp_path) as daemon:
        daemon.path.chmod(0o666)
        program = (
            "import os, socket, sys; os.setgid(65534); os.setuid(65534); s = socket.socket(socket.AF_UNIX);"
            "s.connect(sys.argv[1]); print(repr(s.recv(100)))"
        )
        said = subprocess.run([sys.executable, "-c", program, daemon.path], capture_output=True, timeout=GUARD)
        assert (said.stdout, said.stderr) == (b"b''\n", b"")
        with daemon.front() as front:
            assert front.do("ping") is None
        assert daemon.end() == 0
        assert "user 65534" in daemon.said()


def test_a_second_host_leaves_the_first_one_alone(tmp_path):
    with Daemon(tmp_path) as daemon, daemon.front() as front:
        refused(tmp_path, "s: another process listens there")
        assert front.do("ping") is None
        with daemon.front() as other:
            assert other.do("ping") is None


def test_the_socket_of_a_host_that_was_killed_is_replaced(tmp_path):
    with Daemon(tmp_path) as daemon:
        assert daemon.end(signal.SIGKILL) == -signal.SIGKILL
    assert daemon.path.is_socket()
    with Daemon(tmp_path) as daemon, daemon.front() as front:
        assert front.do("ping") is None


@pytest.mark.parametrize("make", [lambda path: path.write_text("mine"), lambda path: path.mkdir()])
def test_what_is_no_socket_is_left_alone(tmp_path, make):
    make(tmp_path / "s")
    refused(tmp_path, "s: the file is no socket")
    assert not (tmp_path / "s").is_socket()


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "s").symlink_to("elsewhere")
    refused(tmp_path, "s: the file is no socket")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    "path,words", [("missing/s", "No such file"), ("x" * 108, "1 to 107 bytes, not 108"), ("", "1 to 107")]
)
def test_a_path_that_can_not_be_listened_on_says_why(tmp_path, path, words):
    done = subprocess.run([BINARY, "serve", "--socket", path], cwd=tmp_path, capture_output=True, timeout=GUARD)
    assert done.returncode == 1 and words in done.stderr.decode(), done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_host_and_its_sessions_in_order(tmp_path, number):
    with Daemon(tmp_path) as daemon, daemon.front() as front, daemon.front() as idle:
        front.send(open_counter(1), increment(2))
        front.answer(2)
        assert daemon.end(number) == 0
        assert front.rest()[-1]["id"] == 2 and idle.rest() == []
    assert os.listdir(tmp_path) == []


def test_a_hangup_that_is_ignored_stays_so(tmp_path):
    with Daemon(tmp_path, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as daemon:
        daemon.process.send_signal(signal.SIGHUP)
        with daemon.front() as front:
            assert front.do("ping") is None


def test_a_socket_that_is_somebody_elses_by_now_is_not_taken_away(tmp_path):
    with Daemon(tmp_path) as daemon:
        daemon.path.unlink()
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(os.fspath(daemon.path))
            assert daemon.end() == 0
            assert daemon.path.is_socket()


def test_there_are_only_as_many_sessions_as_the_host_says(tmp_path):
    few = (64, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    with Daemon(tmp_path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few)) as daemon:
        fronts = [daemon.front()]
        limits = fronts[0].do("initialize")["limits"]
        assert limits["maxSessions"] == 16
        fronts += [daemon.front() for _ in range(15)]
        for front in fronts:
            assert front.do("ping") is None
        with daemon.front() as refused:
            [answer] = refused.rest()
        assert answer["id"] is None
        check_error(answer, -31007, "busy", retryable=True)
        assert "16 sessions" in answer["error"]["message"]
        fronts[0].close_input()
        fronts[0].rest()
        with daemon.front() as another:
            assert another.do("ping") is None
        for front in fronts:
            front.connection.close()


def test_a_host_on_standard_streams_has_one_session_and_says_nothing_of_more():
    [answer] = parse_lines(run([request(1, "initialize")], "serve").output)
    assert "maxSessions" not in answer["result"]["limits"]


def test_a_workspace_that_can_not_be_used_makes_no_socket(tmp_path):
    (tmp_path / "w.json").write_text("{")
    done = subprocess.run(
        [BINARY, "serve", "--socket", "s", "-w", "w.json"], cwd=tmp_path, capture_output=True, timeout=GUARD
    )
    assert done.returncode == 2 and b"w.json:1:" in done.stderr
    assert os.listdir(tmp_path) == ["w.json"]


def test_the_end_that_nobody_is_told_of_needs_a_socket():
    assert run(b"", "serve", "--end-when-unused").status == 64


def test_a_front_end_that_has_died_is_let_go(tmp_path):
    with Daemon(tmp_path) as daemon:
        before = len(os.listdir(f"/proc/{daemon.pid}/fd"))
        for number in range(50):
            front = Front(daemon.path)
            front.send(open_counter(1, f"c{number}"), increment(2, f"c{number}"))
            front.connection.close()
        with daemon.front() as front:
            while front.do("host/inspect")["instances"]:
                pass
            front.close_input()
            front.rest()
        with daemon.front():
            assert len(os.listdir(f"/proc/{daemon.pid}/fd")) <= before + 2
