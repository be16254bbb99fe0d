"""The protocol without descriptors: the handling of bytes, however they are split."""

from __future__ import annotations

import json
from concurrent.futures import Future
from typing import Any

import pytest
from featurehost import HostClosed, HostDied, ProtocolError, RequestError, calls
from featurehost.protocol import Connection


def connect() -> Connection:
    def fail(problem: Exception) -> None:
        raise AssertionError(problem)

    return Connection(fail)


def snapshot(revision: int, **more: Any) -> dict[str, Any]:
    raw = {"instance": "x", "feature": "f", "kind": "view", "revision": revision, "state": {"n": revision}}
    return {**raw, **more}


def said(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def ask(connection: Connection, call: calls.Call[Any]) -> tuple[dict[str, Any], Future[Any]]:
    future: Future[Any] = Future()
    return json.loads(connection.request(call, future)), future


SESSION = b"".join(
    [
        said(id=1, result={"instance": "x", "revision": 0, "snapshot": snapshot(0)}),
        said(method="state/snapshot", params=snapshot(1)),
        b"\r\n",
        said(id=2, result={"revision": 1, "settled": True}),
        said(id=3, error={"code": -31003, "message": "ö", "data": {"kind": "unknownAction", "known": ["a"]}}),
        said(method="state/closed", params={"instance": "x", "revision": 1, "reason": "closed"}),
    ]
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1000, len(SESSION)])
def test_pieces_of_any_size_mean_the_same(size: int) -> None:
    connection = connect()
    _, opened = ask(connection, calls.open_instance("f", None, None, False))
    seen: list[tuple[int, bool]] = []
    first = SESSION.index(b"\n") + 1
    connection.receive(SESSION[:first])
    mirror = opened.result(0)
    asked, sent = ask(connection, calls.send(mirror, (), "a", {}, None, None, None))
    _, refused = ask(connection, calls.send(mirror, (), "b", {}, None, None, None))
    mirror.listen((), lambda shown: seen.append((shown.revision, sent.done())))
    for start in range(first, len(SESSION), size):
        connection.receive(SESSION[start : min(start + size, len(SESSION))])
    assert asked == {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "feature/send",
        "params": {"instance": "x", "action": "a", "params": {}},
    }
    assert (sent.result(0).revision, seen) == (1, [(1, False)])
    problem = refused.exception(0)
    assert isinstance(problem, RequestError) and (problem.name, problem.message) == ("UnknownAction", "ö")
    assert mirror.closed == "closed" and connection.mirrors == {}


def test_the_answer_of_an_opening_is_applied_where_it_stands() -> None:
    connection = connect()
    _, opened = ask(connection, calls.open_instance("f", None, None, False))
    connection.receive(
        said(id=1, result={"instance": "x", "revision": 4, "snapshot": snapshot(4)})
        + said(method="state/snapshot", params=snapshot(5))
    )
    assert opened.result(0).newest(()).revision == 5


def test_what_was_not_given_is_not_sent() -> None:
    asked, _ = ask(connect(), calls.open_instance("f", None, None, False))
    assert asked["params"] == {"feature": "f"}
    asked, _ = ask(connect(), calls.open_instance("f", {"a": None}, "i", True))
    assert asked["params"] == {"feature": "f", "params": {"a": None}, "instance": "i", "keep": True}


def test_a_request_that_cannot_be_encoded_does_not_wait() -> None:
    connection = connect()
    with pytest.raises(TypeError):
        ask(connection, calls.raw("a/b", {"x": object()}))
    connection.end(HostClosed)
    with pytest.raises(HostClosed):
        ask(connection, calls.raw("a/b", {}))


def test_the_end_fails_each_that_waits_with_an_error_of_its_own() -> None:
    connection = connect()
    waiting = [ask(connection, calls.raw("ping", None))[1] for _ in range(3)]
    connection.end(lambda: HostDied(1, "log"))
    problems = [future.exception(0) for future in waiting]
    assert {str(problem) for problem in problems} == {"the host ended, status 1; the end of its log: log"}
    assert len(set(map(id, problems))) == 3


def test_the_first_reason_of_the_end_stays() -> None:
    connection = connect()
    connection.end(lambda: ProtocolError("first"))
    connection.end(HostClosed)
    with pytest.raises(ProtocolError, match="first"):
        ask(connection, calls.raw("ping", None))


def test_an_opening_that_was_given_up_is_let_go_unless_others_use_the_instance() -> None:
    answer = {"instance": "x", "revision": 0, "snapshot": snapshot(0)}
    connection = connect()
    _, first = ask(connection, calls.open_instance("f", None, "x", False))
    assert connection.cancellation(first) == said(method="$/cancelRequest", params={"id": 1}).replace(b" ", b"")
    first.cancel()
    undo = json.loads(connection.receive(said(id=1, result=answer)))
    assert (undo["method"], undo["params"], connection.mirrors) == ("state/unsubscribe", {"instance": "x"}, {})
    _, second = ask(connection, calls.open_instance("f", None, "x", False))
    connection.receive(said(id=2, result=answer))
    _, third = ask(connection, calls.open_instance("f", None, "x", False))
    third.cancel()
    assert connection.receive(said(id=3, result=answer)) == b""
    assert connection.mirrors == {"x": second.result(0)}
    assert connection.cancellation(third) == b""


def test_a_subscription_does_not_take_the_place_of_a_newer_opening() -> None:
    answer = {"instance": "x", "revision": 0, "snapshot": snapshot(0)}
    connection = connect()
    _, opened = ask(connection, calls.open_instance("f", None, "x", True))
    connection.receive(said(id=1, result=answer))
    old = opened.result(0)
    _, left = ask(connection, calls.unsubscribe(old, ()))
    connection.receive(said(id=2, result=None))
    _, again = ask(connection, calls.open_instance("f", None, "x", True))
    connection.receive(said(id=3, result=answer))
    _, late = ask(connection, calls.subscribe(old, ()))
    connection.receive(said(id=4, result=answer))
    assert "opened again" in str(late.exception(0))
    connection.receive(said(method="state/snapshot", params=snapshot(1)))
    assert (again.result(0).newest(()).revision, old.newest(()).revision) == (1, 0)


def test_what_no_one_waits_for_and_nobody_holds_is_ignored() -> None:
    connection = connect()
    assert connection.receive(said(id=7, result=1) + said(method="state/snapshot", params=snapshot(1))) == b""


def test_a_message_that_is_none_is_named() -> None:
    with pytest.raises(ProtocolError, match="no JSON.*oops"):
        connect().receive(b"oops\n")
