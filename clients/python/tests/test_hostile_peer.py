"""Peers that answer late, wrongly, too much or not at all."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import featurehost
import pytest
from featurehost import Host


@pytest.mark.parametrize(
    "said",
    [
        "no JSON",
        "7",
        "[]",
        "{}",
        '{"id":2}',
        '{"id":[],"result":1}',
        '{"id":null,"result":1}',
        '{"id":null,"error":7}',
        '{"method":"state/snapshot","params":{"instance":"x"}}',
        '{"method":"state/snapshot"}',
        '{"method":"state/closed","params":[]}',
        '{"id":2,"result":"\\xff',
        "[" * 100_000,
    ],
)
def test_what_is_no_protocol_ends_the_conversation(fake: Callable[[str], Path], said: str) -> None:
    script = f"begin(); hear(); os.write(1, {said!r}.encode('latin-1') + b'\\n'); signal.pause()"
    with Host(fake(script)) as host:
        for _ in range(2):
            with pytest.raises(featurehost.ProtocolError):
                host.request("ping")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("result=7", "must be an object"),
        ("result={'revision': 1}", "must have a member settled"),
        ("error={'code': 'x'}", "an error needs a code"),
        ("error=None", "an error needs a code"),
    ],
)
def test_an_answer_that_is_wrong_fails_its_request_alone(
    fake: Callable[[str], Path], answer: str, message: str
) -> None:
    script = f"begin(); opened(); say(id=hear()['id'], {answer}); say(id=hear()['id'], result='fine'); hear()"
    with Host(fake(script)) as host:
        feature = host.open("f")
        with pytest.raises(featurehost.ProtocolError, match=message):
            feature.settle()
        assert host.request("ping") == "fine"


def test_an_unknown_code_is_a_request_error(fake: Callable[[str], Path]) -> None:
    script = """
begin()
say(id=hear()["id"], error={"code": -31999, "message": "later", "data": {"kind": "later", "retryable": True}})
say(id=hear()["id"], error={"code": -31001, "message": "bare"})
hear()
"""
    with Host(fake(script)) as host:
        with pytest.raises(featurehost.RequestError, match="later") as later:
            host.request("a/b")
        assert (later.value.code, later.value.kind, later.value.retryable) == (-31999, "later", True)
        with pytest.raises(featurehost.UnknownFeature) as bare:
            host.request("a/b")
        assert (bare.value.kind, bare.value.retryable, bare.value.data) == ("", False, {})


def test_an_error_without_an_id_fails_what_waits_and_nothing_else(fake: Callable[[str], Path]) -> None:
    script = """
begin()
first = hear()["id"]
say(id=None, error={"code": -32700, "message": "what was that?"})
say(id=first, result="late")
say(id=hear()["id"], result="fine")
hear()
"""
    with Host(fake(script)) as host:
        with pytest.raises(featurehost.ParseError, match="what was that"):
            host.request("ping")
        assert host.request("ping") == "fine"


def test_snapshots_older_than_the_newest_are_ignored(fake: Callable[[str], Path]) -> None:
    script = """
begin(); opened(5)
id = hear()["id"]
for revision in (7, 6, 8, 8, 3): show(revision, {"n": revision})
show(1, instance="never opened")
say(id=id, result={"revision": 8, "settled": True})
hear()
"""
    with Host(fake(script)) as host:
        feature = host.open("f")
        seen: list[int] = []
        feature.on_snapshot(lambda snapshot: seen.append(snapshot.revision))
        feature.send("next")
        assert (feature.snapshot.revision, seen) == (8, [7, 8])


def test_notifications_and_members_of_a_later_edition_are_ignored(fake: Callable[[str], Path]) -> None:
    script = """
begin(); say(method="later/thing", params=[1]); say(method="$/x"); write("\\r\\n \\n")
say(id=hear()["id"], result="fine", later=1); say(id=99, result="to nobody"); say(id=hear()["id"], result="too")
hear()
"""
    with Host(fake(script)) as host:
        assert (host.request("ping"), host.request("ping")) == ("fine", "too")


def test_answers_in_another_order_find_who_asked(fake: Callable[[str], Path]) -> None:
    script = """
begin()
for message in reversed([hear() for _ in range(50)]): say(id=message["id"], result=message["params"]["n"])
hear()
"""
    with Host(fake(script)) as host, ThreadPoolExecutor(50) as pool:
        assert list(pool.map(lambda n: host.request("echo", {"n": n}), range(50))) == list(range(50))


def test_a_message_in_pieces_is_one(fake: Callable[[str], Path]) -> None:
    script = """
begin()
text = json.dumps({"id": hear()["id"], "result": "ä€🙂"}, ensure_ascii=False).encode() + b"\\n"
for byte in text: os.write(1, bytes([byte]))
hear()
"""
    with Host(fake(script)) as host:
        assert host.request("ping") == "ä€🙂"


def test_a_peer_that_floods_does_not_keep_an_answer_away(fake: Callable[[str], Path]) -> None:
    script = """
begin(); opened()
id = hear()["id"]
text = "x" * 1000
for revision in range(1, 20_001): show(revision, {"text": text})
say(id=id, result={"revision": 20_000, "settled": True})
while True:
    revision += 1
    show(revision, {"text": text})
"""
    with pytest.raises(featurehost.HostDied), Host(fake(script), close_timeout=0) as host:
        feature = host.open("f")
        assert feature.settle().revision == 20_000
        assert feature.wait_until(lambda snapshot: snapshot.revision > 30_000)


def test_a_line_without_end_is_given_up(fake: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("featurehost.protocol.MAX_MESSAGE_BYTES", 1 << 20)
    with Host(fake("begin(); hear()\nwhile True: os.write(1, b'x' * 65536)")) as host:
        with pytest.raises(featurehost.ProtocolError, match="longer than 1048576 bytes"):
            host.request("ping")


def test_a_peer_that_does_not_answer_ends_the_wait_alone() -> None:
    with Host() as host:
        host.timeout = 0.1
        os.kill(host.pid, signal.SIGSTOP)
        try:
            with pytest.raises(featurehost.Timeout, match="ping was not answered within 0.1 s") as late:
                host.request("ping")
            assert isinstance(late.value, TimeoutError)
        finally:
            os.kill(host.pid, signal.SIGCONT)
        host.timeout = 60
        assert host.request("ping") is None


def test_a_peer_that_does_not_read_ends_the_wait_alone(fake: Callable[[str], Path]) -> None:
    host = Host(fake("begin(); signal.pause()"), close_timeout=0)
    host.timeout = 0.1
    text = "x" * (1 << 20)
    with pytest.raises(featurehost.Timeout):
        host.request("ping", {"text": text})
    with pytest.raises(featurehost.Timeout, match="the host took nothing"):
        host.notify("ping", {"text": text})
    with pytest.raises(featurehost.HostDied):
        host.close()


def test_an_opening_that_nobody_waits_for_any_more_is_let_go(fake: Callable[[str], Path]) -> None:
    script = """
begin()
asked, cancelled = hear(), hear()
assert cancelled == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": asked["id"]}}, cancelled
say(id=asked["id"], result={"instance": "x", "revision": 0, "snapshot": snapshot(0)})
both = {message["method"]: message for message in (hear(), hear())}
assert both["state/unsubscribe"]["params"] == {"instance": "x"}, both
say(id=both["ping"]["id"], result="let go")
"""
    with Host(fake(script)) as host:
        host.timeout = 0.1
        with pytest.raises(featurehost.Timeout):
            host.open("f")
        host.timeout = 60
        assert host.request("ping") == "let go"
