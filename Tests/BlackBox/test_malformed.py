"""Invalid messages are answered with the documented errors, and later requests work."""

import os

import pytest
from host import Host, MiB, check_error, encode, parse_frames, request, serve

MAX = 16 * MiB
NEXT = request("next", "ping")


def padded(id, size):
    """Returns a ping of exactly `size` bytes."""
    head, tail = b'{"jsonrpc":"2.0","id":%d,"method":"ping","x":"' % id, b'"}'
    return head + b"x" * (size - len(head) - len(tail)) + tail


def first_answer(line):
    outcome = serve(line + b"\n" + encode(NEXT))
    assert outcome.status == 0, outcome.log
    first, second = outcome.messages
    assert second == {"jsonrpc": "2.0", "id": "next", "result": None}
    return first


PARSE_ERRORS = {
    "word": (b"hello", None),
    "cutObject": (b'{"jsonrpc":"2.0","id":7,"method":"pi', 7),
    "cutBeforeId": (b'{"jsonrpc":"2.0","method":"ping"', None),
    "cutInId": (b'{"jsonrpc":"2.0","id":', None),
    "stringId": (b'{"jsonrpc":"2.0","id":"seven","method":"ping"', "seven"),
    "nestedIdOnly": (b'{"jsonrpc":"2.0","params":{"id":5},"method":"ping"', None),
    "nestedThenTop": (b'{"jsonrpc":"2.0","params":{"id":5},"id":6,"method":"ping"', 6),
    "missingComma": (b'{"jsonrpc":"2.0" "id":7,"method":"ping"}', None),
    "trailingComma": (b'{"jsonrpc":"2.0","id":7,"method":"ping",}', 7),
    "twoTexts": (b'{"jsonrpc":"2.0","id":7,"method":"ping"}{}', 7),
    "comment": (b'{"jsonrpc":"2.0","id":7,"method":"ping"} // yes', 7),
    "singleQuotes": (b"{'jsonrpc':'2.0'}", None),
    "nul": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\x00"}}', 7),
    "controlCharacter": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\x01"}}', 7),
    "invalidUTF8": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\xff\xfe"}}', 7),
    "overlongUTF8": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\xc0\xaf"}}', 7),
    "surrogateUTF8": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\xed\xa0\x80"}}', 7),
    "cutUTF8": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\xe2\x82"}}', 7),
    "loneHighSurrogate": (rb'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\ud800"}}', 7),
    "loneLowSurrogate": (rb'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\udc00"}}', 7),
    "swappedSurrogates": (rb'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\udc00\ud800"}}', 7),
    "nulInKey": (rb'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a\u0000":1}}', 7),
    "duplicateKeys": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1,"a":2}}', 7),
    "duplicateKeysByEscape": (rb'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1,"\u0061":2}}', 7),
    "tooLargeReal": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1e999}}', 7),
    "tooSmallReal": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":-1e999}}', 7),
    "tooLargeInteger": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":9223372036854775808}}', 7),
    "tooSmallInteger": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":-9223372036854775809}}', 7),
    "tooLargeId": (b'{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}', None),
    "nan": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":NaN}}', 7),
    "infinity": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":Infinity}}', 7),
    "leadingZero": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":01}}', 7),
    "depth3000": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":' + b"[" * 3000 + b"]" * 3000 + b"}}", 7),
    "depth3000Unclosed": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":' + b'{"b":' * 3000, 7),
    "depth100000": (b"[" * 100_000, None),
    "binary": (b"{" + bytes(b for b in range(256) if b != 10), None),
}


@pytest.mark.parametrize("line,id", PARSE_ERRORS.values(), ids=PARSE_ERRORS.keys())
def test_what_is_not_json_is_a_parse_error_with_the_id_of_the_request(line, id):
    answer = first_answer(line if line[:1] in b"{[ " else b" " + line)
    check_error(answer, -32700, "parseError")
    assert answer["id"] == id


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":7,"method":"ping","a":' + b"[" * 2000 + b"]" * 2000 + b"}",
        rb'{"jsonrpc":"2.0","id":7,"method":"ping","a":"\ud83d\ude00\u0000"}',
        b'{"jsonrpc":"2.0","id":7,"method":"ping","a":9223372036854775807,"b":-9223372036854775808}',
        b'{"jsonrpc":"2.0","id":7,"method":"ping","a":1e308,"b":5e-324,"c":1e-999}',
        b'{"method":"ping","unknown":[1],"id":7,"jsonrpc":"2.0"}',
        rb'{"jsonrpc":"2.0","id":7,"method":"\u0070ing"}',
    ],
    ids=["depth2000", "surrogatePair", "integers", "reals", "unknownMembers", "escapedMethod"],
)
def test_what_is_at_the_edge_of_json_is_taken(line):
    assert first_answer(line) == {"jsonrpc": "2.0", "id": 7, "result": None}


def test_a_line_of_16_mib_is_taken_and_one_more_byte_is_not():
    outcome = serve(padded(1, MAX) + b"\n" + padded(2, MAX) + b"\r\n" + padded(3, MAX + 1) + b"\n" + encode(NEXT))
    found = outcome.answers
    assert found[1]["result"] is None and found[2]["result"] is None and found["next"]["result"] is None
    check_error(found[3], -32700, "parseError")


@pytest.mark.parametrize("hasBreak", [True, False], ids=["withBreak", "cutByTheEnd"])
def test_an_oversized_line_is_skipped_whole_with_its_id(hasBreak):
    line = padded(5, 17 * MiB)
    outcome = serve(line + (b"\n" + encode(NEXT) if hasBreak else b""))
    check_error(outcome.answers[5], -32700, "parseError")
    assert outcome.status == 0
    assert set(outcome.answers) == ({5, "next"} if hasBreak else {5})


def test_an_oversized_body_is_skipped_whole_with_its_id():
    body = padded(5, 17 * MiB)
    small = encode(NEXT).strip()
    outcome = serve(
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body) + b"Content-Length: %d\r\n\r\n%s" % (len(small), small)
    )
    first, second = parse_frames(outcome.output)
    assert first["id"] == 5 and second["id"] == "next"
    check_error(first, -32700, "parseError")
    assert outcome.status == 0


def test_an_oversized_frame_whose_id_comes_late_has_the_id_null():
    line = b'{"jsonrpc":"2.0","method":"ping","params":{"x":"' + b"x" * (17 * MiB) + b'"},"id":9}'
    answer = first_answer(line)
    check_error(answer, -32700, "parseError")
    assert answer["id"] is None


def test_a_body_that_the_end_cuts_off_is_a_parse_error_with_its_id():
    outcome = serve(b'Content-Length: 100\r\n\r\n{"jsonrpc":"2.0","id":5,"method":"ping"')
    (answer,) = parse_frames(outcome.output)
    check_error(answer, -32700, "parseError")
    assert answer["id"] == 5 and outcome.status == 0


def test_a_body_that_is_not_json_does_not_end_a_content_length_session():
    def body(data):
        return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)

    outcome = serve(body(b"\x00\xff\x00") + body(b"") + body(b'{"id":3,') + body(encode(NEXT).strip()))
    messages = parse_frames(outcome.output)
    assert [m["id"] for m in messages] == [None, None, 3, "next"]
    for message in messages[:3]:
        check_error(message, -32700, "parseError")
    assert outcome.status == 0


@pytest.mark.parametrize("framing", ["lines", "contentLength"])
def test_memory_is_bounded_while_a_frame_of_256_mib_streams_in(framing):
    size = 256 * MiB
    head = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"'
    with Host() as host:
        if framing == "contentLength":
            host.write(b"Content-Length: %d\r\n\r\n" % size, reading=False)
        host.write(head, reading=False)
        sent, piece = len(head), b"x" * MiB
        while sent < size:
            part = piece[: size - sent]
            host.write(part, reading=False)
            sent += len(part)
        peak = host.peak_rss()
        if framing == "lines":
            host.send(b"\n", NEXT)
            check_error(host.answer(1), -32700, "parseError")
            assert host.answer("next")["result"] is None
            assert host.finish() == 0
        else:
            small = encode(NEXT).strip()
            host.write(b"Content-Length: %d\r\n\r\n%s" % (len(small), small), reading=False)
            host.close_input()
            os.set_blocking(host.output, True)
            output = b""
            while data := os.read(host.output, 1 << 16):
                output += data
            first, second = parse_frames(output)
            check_error(first, -32700, "parseError")
            assert (first["id"], second["id"]) == (1, "next")
            assert host.wait() == 0
    assert peak < 96 * MiB, f"{peak / MiB} MiB"
