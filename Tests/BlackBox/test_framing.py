"""Requests and answers in both framings, from pipes and from files."""

import json
import os

import pytest
from host import (
    Host,
    answers,
    check_error,
    encode,
    frame,
    increment,
    insert,
    notification,
    open_counter,
    open_list,
    parse_frames,
    request,
    serve,
    workspace,
)

PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
PONG = {"jsonrpc": "2.0", "id": 1, "result": None}


def from_file(tmp_path, data, *args):
    path = tmp_path / "session.jsonl"
    path.write_bytes(data if isinstance(data, bytes) else b"".join(map(encode, data)))
    with open(path, "rb") as file:
        return serve(b"", *args, stdin=file)


@pytest.mark.parametrize(
    "text",
    [
        PING,
        PING + "\n",
        PING + "\r\n",
        "\n\n" + PING + "\n\n",
        "\r\n \t\n" + PING,
        " \t" + PING,
        PING + "\n \r\n\t\n",
    ],
    ids=["noBreak", "lf", "crlf", "blankLines", "blankLinesWithSpace", "indented", "blankTail"],
)
@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_a_line_is_answered_and_the_end_of_input_is_status_0(tmp_path, kind, text):
    outcome = serve(text.encode()) if kind == "pipe" else from_file(tmp_path, text.encode())
    assert outcome.messages == [PONG]
    assert outcome.status == 0
    assert outcome.log == ""


def test_no_input_at_all_is_status_0():
    outcome = serve(b"")
    assert (outcome.status, outcome.output) == (0, b"")


def test_only_blank_lines_are_no_frames():
    outcome = serve(b"\n\r\n  \n")
    assert (outcome.status, outcome.output) == (0, b"")


def test_content_length_gives_content_length(tmp_path):
    data = frame(open_counter(0)) + frame(increment(1)) + frame(request("two", "ping"))
    for outcome in serve(data), from_file(tmp_path, data):
        messages = parse_frames(outcome.output)
        assert [m.get("id", "note") for m in messages] == [0, "note", 1, "two"]
        assert outcome.status == 0


@pytest.mark.parametrize(
    "head",
    [
        b"content-length: 40\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 40\r\n\r\n",
        b"Content-Length:40\r\n\r\n",
        b"Content-Length: 40\n\n",
    ],
    ids=["lowerCase", "contentType", "noSpace", "lineFeedsOnly"],
)
def test_header_blocks_are_read_as_language_servers_write_them(head):
    assert len(PING) == 40
    outcome = serve(head + PING.encode())
    assert parse_frames(outcome.output) == [PONG]
    assert outcome.status == 0


@pytest.mark.parametrize(
    "head",
    [
        b"Hello: world\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: x\r\n\r\n",
        b"Content-Length: \r\n\r\n",
        b"Content-Length: 99999999999999999999999\r\n\r\n",
        b"Content-Length 5\r\n\r\n{}",
        b"\xff\xfe{}\r\n\r\n",
        b"\x00\x01\x02\r\n\r\n",
        b"Content-Length: 40",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"x" * 200_000,
    ],
    ids=["none", "negative", "word", "empty", "huge", "noColon", "utf16", "binary", "cut", "http", "endless"],
)
def test_a_header_block_without_a_valid_length_is_answered_with_parse_error_and_ends_with_1(head):
    outcome = serve(head + PING.encode())
    messages = parse_frames(outcome.output)
    assert len(messages) == 1 and messages[0]["id"] is None
    check_error(messages[0], -32700, "parseError")
    assert outcome.status == 1


def test_a_bad_header_block_after_good_frames_ends_with_1():
    outcome = serve(frame(PING.encode()) + b"Nothing: here\r\n\r\n" + frame(PING.encode()))
    messages = parse_frames(outcome.output)
    assert messages[0] == PONG
    check_error(messages[1], -32700, "parseError")
    assert len(messages) == 2 and outcome.status == 1


def test_a_bad_header_block_ends_the_session_while_the_input_is_open():
    with Host() as host:
        host.write(b"Nothing: here\r\n\r\n", reading=False)
        assert host.wait() == 1


def test_a_byte_order_mark_before_the_first_message_is_passed_over():
    outcome = serve(b"\xef\xbb\xbf" + PING.encode() + b"\r\n")
    assert outcome.output == serve(PING.encode() + b"\r\n").output and outcome.status == 0


def test_bytes_may_come_one_by_one():
    with Host() as host:
        for byte in encode(request(1, "ping")):
            host.write(bytes([byte]))
        assert host.answer(1) == PONG
        assert host.finish() == 0


def test_the_answer_comes_while_the_input_is_open():
    with Host() as host:
        for id in range(3):
            host.send(request(id, "ping"))
            assert host.answer(id)["result"] is None
        assert host.finish() == 0


def test_output_lines_hold_no_line_separators(tmp_path):
    text = "a\u2028b\u2029c\u0085d\ne\rf"
    book = workspace(tmp_path, {"rows": {"type": "inline", "rows": []}})
    outcome = serve([open_list(1), insert(2, {"id": "x", "text": text})], "-w", book)
    for raw in "\u2028", "\u2029", "\u0085", "\r":
        assert raw.encode() not in outcome.output
    row = outcome.messages[1]["params"]["state"]["items"][0]
    assert row["value"]["text"] == text


def test_a_file_is_read_message_by_message(tmp_path):
    """The next message is read after the previous one is answered, even if that answer waits for a file."""
    (tmp_path / "rows.jsonl").write_text('{"id":"1","n":1}\n')
    book = workspace(tmp_path, {"rows": {"type": "file", "path": "rows.jsonl"}})
    session = [
        open_list(1),
        request(2, "feature/settle", {"instance": "l"}),
        insert(3, {"id": "2", "n": 2}, **{"await": "settled"}),
        request(
            4,
            "feature/send",
            {"instance": "l", "action": "updateItem", "await": "settled", "params": {"id": "2", "patch": {"n": 3}}},
        ),
        request(5, "feature/snapshot", {"instance": "l"}),
        notification("exit"),
        request(6, "ping"),
    ]
    outcome = from_file(tmp_path, session, "-w", book)
    found = outcome.answers
    assert list(found) == [1, 2, 3, 4, 5]
    assert all(found[id]["result"]["settled"] for id in (2, 3, 4))
    assert [i["value"]["n"] for i in found[5]["result"]["state"]["items"]] == [1, 3]
    assert outcome.status == 1


def test_output_is_nothing_but_frames(tmp_path):
    """Plays a session with all kinds of messages; `parse_lines` fails for any byte that belongs to no frame."""
    book = workspace(tmp_path, {"rows": {"type": "file", "path": "missing/rows.jsonl"}})
    session = [
        request(0, "initialize", {"protocolVersions": ["1"]}),
        notification("initialized"),
        open_list(1),
        insert(2, {"id": "x"}),
        request(3, "feature/settle", {"instance": "l"}),
        "not json\n",
        [request(4, "ping"), notification("$/whatever"), 5],
        request(6, "feature/close", {"instance": "l"}),
        request(7, "nope"),
        request(8, "shutdown"),
        notification("exit"),
    ]
    outcome = serve(session, "-w", book, "--log-level", "trace")
    assert outcome.status == 0
    assert set(answers(outcome.messages)) >= {0, 1, 2, 3, 4, 6, 7, 8}
    for message in outcome.messages:
        for part in message if isinstance(message, list) else [message]:
            assert part["jsonrpc"] == "2.0"
    assert json.loads(outcome.output.split(b"\n")[0])["id"] == 0


def test_a_stray_print_goes_to_standard_error():
    """The host moves its output away from descriptor 1, so that stray prints don't reach the client."""
    with Host() as host:
        host.do("ping")
        links = {n: os.readlink(f"/proc/{host.pid}/fd/{n}") for n in (0, 1, 2)}
        assert links[0] == "/dev/null" and links[1] == links[2]
        host.log.seek(0, os.SEEK_END)
        with open(f"/proc/{host.pid}/fd/1", "ab") as stray:
            stray.write(b"stray\n")
        host.do("ping")
        assert "stray" in host.describe()
        assert host.finish() == 0


@pytest.mark.parametrize("level", ["trace", "debug", "info", "notice", "warning", "error", "critical"])
def test_the_log_goes_to_standard_error_alone(level):
    outcome = serve([request(1, "ping"), "broken\n"], "--log-level", level)
    assert len(outcome.messages) == 2 and outcome.status == 0
