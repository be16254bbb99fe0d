"""Standard input, output and error of all kinds: the host works, and does not change shared descriptors."""

import os
import pty
import socket
import termios

import pytest
from host import (
    Host,
    encode,
    file_workspace,
    increment,
    insert,
    is_nonblocking,
    jsonl,
    open_counter,
    open_list,
    parse_lines,
    request,
    serve,
    set_nonblocking,
)

SESSION = b"".join(encode(m) for m in [open_counter(0), increment(1), request(2, "ping")])


def drain(descriptor):
    """Returns all bytes up to the end, which a terminal reports as an error."""
    data = b""
    while True:
        try:
            piece = os.read(descriptor, 1 << 16)
        except OSError:
            return data
        if not piece:
            return data
        data += piece


def ids(output):
    return [m.get("id", "note") for m in parse_lines(output)]


@pytest.fixture
def closing():
    """Returns a function that registers descriptors and sockets to be closed after the test."""
    things = []
    yield lambda *more: (things.extend(more), more)[1]
    for thing in things:
        try:
            os.close(thing) if isinstance(thing, int) else thing.close()
        except OSError:
            pass


# Standard input


def test_input_may_be_a_pipe():
    outcome = serve(SESSION)
    assert ids(outcome.output) == [0, "note", 1, 2] and outcome.status == 0


def test_input_may_be_a_socket(closing):
    ours, theirs = closing(*socket.socketpair())
    with Host(stdin=theirs) as host:
        theirs.close()
        ours.sendall(SESSION)
        assert host.answer(2)["result"] is None
        ours.shutdown(socket.SHUT_WR)
        assert host.finish() == 0


def test_one_socket_may_be_input_and_output(closing):
    ours, theirs = closing(*socket.socketpair())
    with Host(stdin=theirs, stdout=theirs) as host:
        theirs.close()
        ours.sendall(SESSION)
        ours.shutdown(socket.SHUT_WR)
        assert ids(drain(ours.fileno())) == [0, "note", 1, 2]
        assert host.wait() == 0


def test_input_may_be_a_terminal_and_control_d_ends_it(closing):
    master, slave = closing(*pty.openpty())
    with Host(stdin=slave) as host:
        os.close(slave)
        os.write(master, SESSION)
        assert host.answer(2)["result"] is None
        os.write(master, b"\x04")
        assert host.finish() == 0


def test_a_line_on_a_terminal_can_be_edited_before_it_is_sent(closing):
    master, slave = closing(*pty.openpty())
    with Host(stdin=slave) as host:
        os.close(slave)
        erase = termios.tcgetattr(master)[6][termios.VERASE]
        os.write(master, b'{"jsonrpc":"2.0","id":1,"method":"pink' + erase + b'g"}\n')
        assert host.answer(1)["result"] is None
        os.write(master, b"\x04")
        assert host.finish() == 0


def test_a_terminal_that_is_hung_up_ends_the_input(closing):
    master, slave = closing(*pty.openpty())
    with Host(stdin=slave) as host:
        os.close(slave)
        os.write(master, SESSION)
        host.answer(2)
        os.close(master)
        assert host.finish() == 0


def test_input_may_be_a_regular_file(tmp_path):
    (tmp_path / "session").write_bytes(SESSION)
    with open(tmp_path / "session", "rb") as file:
        outcome = serve(stdin=file)
    assert ids(outcome.output) == [0, "note", 1, 2] and outcome.status == 0


def test_input_from_dev_null_is_status_0():
    with open(os.devnull, "rb") as file:
        outcome = serve(stdin=file)
    assert (outcome.status, outcome.output, outcome.log) == (0, b"", "")


def test_a_closed_input_is_status_0():
    with Host(close=[0]) as host:
        assert host.finish() == 0
        assert host.seen == []


def test_input_that_is_a_directory_ends_with_an_error(tmp_path):
    descriptor = os.open(tmp_path, os.O_RDONLY)
    try:
        with Host(stdin=descriptor) as host:
            assert host.finish() != 0
    finally:
        os.close(descriptor)


# Standard output


def test_output_may_be_a_socket(closing):
    ours, theirs = closing(*socket.socketpair())
    with Host(stdout=theirs) as host:
        theirs.close()
        host.write(SESSION, reading=False)
        host.close_input()
        assert ids(drain(ours.fileno())) == [0, "note", 1, 2]
        assert host.wait() == 0


def test_output_may_be_a_terminal(closing):
    master, slave = closing(*pty.openpty())
    with Host(stdout=slave) as host:
        os.close(slave)
        host.write(SESSION, reading=False)
        host.close_input()
        assert ids(drain(master).replace(b"\r\n", b"\n")) == [0, "note", 1, 2]
        assert host.wait() == 0


def test_output_may_be_a_regular_file(tmp_path):
    with open(tmp_path / "out", "wb") as file, Host(stdout=file.fileno()) as host:
        host.write(SESSION, reading=False)
        host.close_input()
        assert host.wait() == 0
    assert ids((tmp_path / "out").read_bytes()) == [0, "note", 1, 2]


def test_output_that_is_appended_keeps_what_was_there(tmp_path):
    (tmp_path / "out").write_bytes(b'{"id":"before"}\n')
    with open(tmp_path / "out", "ab") as file, Host(stdout=file.fileno()) as host:
        host.write(SESSION, reading=False)
        host.close_input()
        assert host.wait() == 0
    assert ids((tmp_path / "out").read_bytes()) == ["before", 0, "note", 1, 2]


def test_a_full_disk_ends_the_session_cleanly_and_not_with_0():
    with open("/dev/full", "wb") as file, Host(stdout=file.fileno()) as host:
        host.write(SESSION, reading=False)
        assert host.wait() == 1


def test_output_to_dev_null_is_status_0():
    with open(os.devnull, "wb") as file, Host(stdout=file.fileno()) as host:
        host.write(SESSION, reading=False)
        host.close_input()
        assert host.wait() == 0


def test_a_closed_output_ends_with_the_input():
    with Host(close=[1]) as host:
        host.write(SESSION, reading=False)
        host.close_input()
        assert host.wait() == 0


def test_a_closed_error_output_does_not_matter():
    with Host("--log-level", "trace", close=[2]) as host:
        host.write(SESSION)
        assert host.answer(2)["result"] is None
        assert host.finish() == 0


def test_all_three_closed_is_status_0():
    with Host(close=[0, 1, 2]) as host:
        assert host.wait() == 0


def test_files_that_features_open_never_get_the_number_of_a_closed_descriptor(tmp_path):
    """With descriptors 0, 1 and 2 closed, the file of a source must not become standard output."""
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    session = tmp_path / "session"
    session.write_bytes(b"".join(map(encode, [open_list(1), insert(2, {"id": "2"})])))
    with open(session, "rb") as source, Host("-w", book, stdin=source.fileno(), close=[1, 2]) as host:
        assert host.wait() == 0
    assert [row["id"] for row in jsonl(file)] == ["1", "2"]


# Shared flags


@pytest.mark.parametrize("nonblocking", [False, True], ids=["blocking", "nonblocking"])
@pytest.mark.parametrize("kind", ["pipes", "socket", "terminal"])
def test_the_flags_of_shared_descriptors_stay_as_they_were(closing, kind, nonblocking):
    """The test shares its open files with the host, as a shell does, and checks their flags afterwards."""
    if kind == "pipes":
        (theirs_in, ours_in), (ours_out, theirs_out) = os.pipe(), os.pipe()
        closing(theirs_in, ours_in, ours_out, theirs_out)
    elif kind == "socket":
        (a, b), (c, d) = socket.socketpair(), socket.socketpair()
        closing(a, b, c, d)
        ours_in, theirs_in, ours_out, theirs_out = a.fileno(), b.fileno(), c.fileno(), d.fileno()
    else:
        (ours_in, theirs_in), (ours_out, theirs_out) = pty.openpty(), pty.openpty()
        closing(ours_in, theirs_in, ours_out, theirs_out)
    for descriptor in theirs_in, theirs_out:
        os.set_blocking(descriptor, not nonblocking)
    with Host(stdin=theirs_in, stdout=theirs_out) as host:
        os.write(ours_in, SESSION)
        text = b""
        while text.count(b"\n") < 4:
            text += os.read(ours_out, 1 << 16)
            assert is_nonblocking(theirs_in) == is_nonblocking(theirs_out) == nonblocking
        assert ids(text.replace(b"\r\n", b"\n")) == [0, "note", 1, 2]
        os.write(ours_in, encode(request(3, "shutdown")) + b'{"jsonrpc":"2.0","method":"exit"}\n')
        assert host.wait() == 0
        assert is_nonblocking(theirs_in) == is_nonblocking(theirs_out) == nonblocking


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_a_slow_reader_of_a_nonblocking_output_gets_everything(closing, kind):
    if kind == "pipe":
        ours, theirs = closing(*os.pipe())
    else:
        a, b = closing(*socket.socketpair())
        ours, theirs = a.detach(), b.detach()
        closing(ours, theirs)
    set_nonblocking(theirs)
    count = 20_000
    with Host(stdout=theirs) as host:
        os.close(theirs)
        host.write(b"".join(encode(request(id, "ping")) for id in range(count)), reading=False)
        host.close_input()
        assert ids(drain(ours)) == list(range(count))
        assert host.wait() == 0


def test_a_program_that_shares_the_input_can_go_on_reading_it():
    """As in `(featurehost serve; cat)`: a read by the parent still blocks, so the host has not set O_NONBLOCK."""
    theirs, ours = os.pipe()
    try:
        with Host(stdin=theirs) as host:
            os.write(ours, encode(request(1, "shutdown")) + b'{"jsonrpc":"2.0","method":"exit"}\n')
            assert host.finish() == 0
            assert os.get_blocking(theirs)
            os.write(ours, b"rest")
            assert os.read(theirs, 10) == b"rest"
    finally:
        os.close(theirs)
        os.close(ours)
