"""Each error code of the protocol occurs, with its kind, its `retryable` and its data."""

import pytest
from host import (
    Fifo,
    Host,
    check_error,
    file_workspace,
    increment,
    notification,
    open_counter,
    open_list,
    request,
    send,
    serve,
)


def last(*messages, args=()):
    """Returns the answer to the last message."""
    return serve(list(messages), *args).answers[messages[-1]["id"]]


def parse_error(tmp_path):
    check_error(serve('{"jsonrpc":"2.0","id":1,').answers[1], -32700, "parseError")


def invalid_request(tmp_path):
    check_error(last({"jsonrpc": "2.0", "id": 1}), -32600, "invalidRequest")


def method_not_found(tmp_path):
    check_error(last(request(1, "nope")), -32601, "methodNotFound")


def invalid_params(tmp_path):
    check_error(last(request(1, "feature/open")), -32602, "invalidParams")


def request_cancelled(tmp_path):
    with Host("-w", Fifo(tmp_path).workspace) as host:
        host.send(
            open_list(1), request(2, "feature/settle", {"instance": "l"}), notification("$/cancelRequest", {"id": 2})
        )
        check_error(host.answer(2), -32800, "requestCancelled", retryable=True)


def unknown_feature(tmp_path):
    check_error(last(request(1, "feature/open", {"feature": "nope"})), -31001, "unknownFeature")


def unknown_instance(tmp_path):
    for method in (
        "feature/send",
        "feature/settle",
        "feature/snapshot",
        "feature/close",
        "state/subscribe",
        "state/unsubscribe",
    ):
        params = {"instance": "nope"} | ({"action": "x"} if method == "feature/send" else {})
        check_error(last(request(1, method, params)), -31002, "unknownInstance")
        closed = last(
            open_counter(0, "nope"), request(1, "feature/close", {"instance": "nope"}), request(2, method, params)
        )
        check_error(closed, -31002, "unknownInstance")


def unknown_action(tmp_path):
    data = check_error(last(open_counter(0), send(1, "c", "nope")), -31003, "unknownAction")
    assert {"incrementButtonTapped", "decrementButtonTapped"} <= set(data["known"])


def invalid_action_params(tmp_path):
    book, _ = file_workspace(tmp_path)
    for action, params, path in [
        ("setWindow", {}, "/offset"),
        ("setWindow", {"offset": 0}, "/limit"),
        ("setWindow", {"offset": -1, "limit": 5}, "/offset"),
        ("setWindow", {"offset": 0, "limit": 10_001}, "/limit"),
        ("select", {"id": 5}, "/id"),
        ("select", [1], ""),
        ("deleteItems", {"ids": "x"}, "/ids"),
        ("deleteItems", {"ids": ["x", 5]}, "/ids/1"),
        ("moveActive", {"by": 1.5}, "/by"),
    ]:
        answer = last(open_list(0), send(1, "l", action, params), args=("-w", book))
        (field,) = check_error(answer, -31004, "invalidActionParams")["fields"]
        assert field["path"] == path and field["code"] and field["message"], (action, params, field)


def action_unavailable(tmp_path):
    for folder in ("slow", "file"):
        (tmp_path / folder).mkdir()
    slow = Fifo(tmp_path / "slow").workspace
    file, _ = file_workspace(tmp_path / "file")
    for book, action, params, reason in [
        (slow, "loadMore", {}, "refreshing"),
        (slow, "select", {"id": "x"}, "gone"),
        (slow, "selectAll", {}, "selectionSingle"),
        (file, "deleteItems", {"ids": []}, "noItems"),
        (slow, "retry", {}, "gone"),
    ]:
        answer = last(open_list(0), send(1, "l", action, params), args=("-w", book))
        # A temporary reason makes the error retryable.
        data = check_error(answer, -31005, "actionUnavailable", retryable=reason == "refreshing")
        assert data["reason"] == reason, action
    answer = last(open_counter(0), increment(1, path=["dead"]))
    assert check_error(answer, -31005, "actionUnavailable")["reason"] == "gone"


def stale_revision(tmp_path):
    answer = last(open_counter(0), increment(1, ifRevision=0), increment(2, ifRevision=0))
    assert check_error(answer, -31006, "staleRevision")["revision"] == 1


def busy(tmp_path):
    count = 10_000
    answer = last(
        *(open_counter(id, f"c{id}") for id in range(count)),
        request("one more", "feature/open", {"feature": "gallery:counter"}),
    )
    check_error(answer, -31007, "busy", retryable=True)
    with Host("-w", Fifo(tmp_path).workspace) as host:
        host.send(open_list("open"), *(request(id, "feature/settle", {"instance": "l"}) for id in range(count + 1)))
        check_error(host.answer(count), -31007, "busy", retryable=True)
        host.send(notification("$/cancelRequest", {"id": 0}), request("room", "ping"))
        assert "result" in host.answer("room")


def version_unsupported(tmp_path):
    for versions in ["2"], []:
        data = check_error(last(request(1, "initialize", {"protocolVersions": versions})), -31008, "versionUnsupported")
        assert data["supported"] == ["1"]


def source_failed(tmp_path):
    """At the end of the input, a wait is answered with `settled` false, but an advance of the clock must fail."""
    outcome = serve(
        [open_list(0), request(1, "clock/advance", {"ms": 5})], "--clock", "virtual", "-w", Fifo(tmp_path).workspace
    )
    check_error(outcome.answers[1], -31009, "sourceFailed", retryable=False)
    assert outcome.status == 0


def clock_not_virtual(tmp_path):
    check_error(last(request(1, "clock/advance", {"ms": 0})), -31010, "clockNotVirtual")


CODES = {
    -32700: parse_error,
    -32600: invalid_request,
    -32601: method_not_found,
    -32602: invalid_params,
    -32800: request_cancelled,
    -31001: unknown_feature,
    -31002: unknown_instance,
    -31003: unknown_action,
    -31004: invalid_action_params,
    -31005: action_unavailable,
    -31006: stale_revision,
    -31007: busy,
    -31008: version_unsupported,
    -31009: source_failed,
    -31010: clock_not_virtual,
}


@pytest.mark.parametrize("code", CODES)
def test_each_error_code_is_met(tmp_path, code):
    # -32603 is not tested, because no input may cause an internal error.
    CODES[code](tmp_path)
