"""Valid and invalid requests, notifications and batches: each request gets one answer, the documented one."""

import pytest
from host import (
    Fifo,
    Host,
    MiB,
    answers,
    check_error,
    encode,
    increment,
    notification,
    open_counter,
    open_list,
    request,
    send,
    serve,
    snapshots,
    workspace,
)


def ask(*messages, args=(), status=0):
    """Plays a session from a pipe; returns the answers."""
    outcome = serve(list(messages), *args)
    assert outcome.status == status, outcome.log
    return outcome.answers


def error(message, *before, args=()):
    return ask(*before, message, args=args)[message["id"]]


# Ids


@pytest.mark.parametrize("id", [0, -1, 9223372036854775807, -9223372036854775808, "", "seven", "1", "ü\n\u2028", None])
def test_ids_come_back_with_their_type(id):
    (message,) = serve([request(id, "ping")]).messages
    assert message == {"jsonrpc": "2.0", "id": id, "result": None}
    assert type(message["id"]) is type(id)


def test_1_and_the_string_1_are_different_ids():
    outcome = serve([request(1, "ping"), request("1", "ping")])
    assert [m["id"] for m in outcome.messages] == [1, "1"]


@pytest.mark.parametrize("id", ["1.5", "1.0", "1e2", "true", "[1]", "{}"])
def test_an_id_of_another_kind_is_an_invalid_request_with_id_null(id):
    outcome = serve(b'{"jsonrpc":"2.0","id":%s,"method":"ping"}\n' % id.encode())
    (answer,) = outcome.messages
    assert answer["id"] is None
    check_error(answer, -32600, "invalidRequest")


def test_an_action_that_closes_its_own_instance_is_answered(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"id":"1"}\n')
    sheet = {"style": "sheet", "feature": "form", "onOutput": "insertItem"}
    book = workspace(
        tmp_path,
        {"rows": {"type": "file", "path": "rows.jsonl"}},
        {
            "list": {"kind": "list", "source": "rows", "modals": {"new": sheet}},
            "form": {"kind": "form", "sections": [{"fields": [{"name": "title", "type": "text"}]}]},
        },
    )
    with Host("-w", book) as host:
        host.do("feature/open", feature="list", instance="l")
        host.do("feature/settle", instance="l")
        host.act("l", "present", {"modal": "new"})
        path = ["presentation"]
        host.do("state/subscribe", instance="l", path=path)
        host.do("state/unsubscribe", instance="l")
        # The submit closes the sheet, which has the last subscription. So the instance is closed during its write.
        params = {"instance": "l", "path": path, "action": "submit", "await": "settled"}
        check_error(host.ask("feature/send", params), -31002, "unknownInstance")
        # The write is still completed.
        host.finish()
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 2


def test_an_id_in_flight_is_an_invalid_request(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(open_list(1), request(5, "feature/settle", {"instance": "l"}), request(5, "ping"))
        check_error(host.answer(5), -32600, "invalidRequest")
        host.send(request("5", "ping"))
        assert host.answer("5")["result"] is None
        fifo.release()
        assert host.answer(5)["result"]["settled"] is True
        host.send(request(5, "ping"))
        assert host.answer(5)["result"] is None
        assert host.finish() == 0


# Invalid messages


@pytest.mark.parametrize(
    "text,id",
    [
        ('{"id":1,"method":"ping"}', 1),
        ('{"jsonrpc":"1.0","id":1,"method":"ping"}', 1),
        ('{"jsonrpc":2.0,"id":1,"method":"ping"}', 1),
        ('{"jsonrpc":"2.0","id":1,"method":5}', 1),
        ('{"jsonrpc":"2.0","id":1,"method":null}', 1),
        ('{"jsonrpc":"2.0","id":1}', 1),
        ("{}", None),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":5}', 1),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', 1),
        ("[]", None),
        ("[[]]", [None]),
        ("[1,2]", [None, None]),
        (' "ping"', None),
        (" 5", None),
        (" null", None),
        (" true", None),
    ],
)
def test_what_is_no_message_is_an_invalid_request(text, id):
    outcome = serve(text.encode() + b"\n" + encode(request("next", "ping")))
    first, second = outcome.messages
    assert second["id"] == "next" and "result" in second
    members = first if isinstance(id, list) else [first]
    assert [m["id"] for m in members] == (id if isinstance(id, list) else [id])
    for member in members:
        check_error(member, -32600, "invalidRequest")


def test_answers_that_nobody_asked_for_are_not_answered():
    outcome = serve(
        [
            {"jsonrpc": "2.0", "id": 1, "result": 5},
            {"jsonrpc": "2.0", "id": 2, "error": {"code": 1, "message": ""}},
            request(3, "ping"),
        ]
    )
    assert [m["id"] for m in outcome.messages] == [3]


# Methods and params


@pytest.mark.parametrize("method", ["nope", "", "Ping", "ping ", "feature", "feature/", "$/x"])
def test_an_unknown_method_is_not_found(method):
    check_error(error(request(1, method)), -32601, "methodNotFound")


@pytest.mark.parametrize("method", ["exit", "initialized", "$/cancelRequest"])
def test_a_notification_with_an_id_is_told_to_be_one(method):
    refused = error(request(1, method))
    check_error(refused, -32601, "methodNotFound")
    assert "is a notification" in refused["error"]["message"]


@pytest.mark.parametrize(
    "method",
    [
        "initialize",
        "ping",
        "shutdown",
        "feature/list",
        "feature/open",
        "feature/send",
        "feature/settle",
        "feature/snapshot",
        "feature/close",
        "state/subscribe",
        "state/unsubscribe",
        "clock/advance",
    ],
)
def test_params_by_position_are_invalid(method):
    check_error(error(request(1, method, ["a"])), -32602, "invalidParams")


@pytest.mark.parametrize("params", [None, [], {}], ids=["null", "array", "object"])
def test_null_and_an_empty_array_count_as_an_empty_object(params):
    session = b"".join(
        map(
            encode,
            [
                {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": params},
                {
                    "jsonrpc": "2.0",
                    "id": 2,
                    "method": "feature/open",
                    "params": {"feature": "gallery:counter", "instance": "c", "params": params},
                },
                {
                    "jsonrpc": "2.0",
                    "id": 3,
                    "method": "feature/send",
                    "params": {"instance": "c", "action": "incrementButtonTapped", "params": params},
                },
            ],
        )
    )
    found = serve(session).answers
    assert all("result" in found[id] for id in (1, 2, 3)), found


@pytest.mark.parametrize(
    "method,params",
    [
        ("initialize", {"protocolVersions": "1"}),
        ("initialize", {"processId": "x"}),
        ("initialize", {"processId": 1.5}),
        ("feature/open", {}),
        ("feature/open", {"feature": 5}),
        ("feature/open", {"feature": None}),
        ("feature/open", {"feature": "gallery:counter", "instance": 5}),
        ("feature/open", {"feature": "gallery:counter", "params": 5}),
        ("feature/open", {"feature": "gallery:counter", "params": ["x"]}),
        ("feature/open", {"feature": "gallery:counter", "keep": "yes"}),
        ("feature/open", {"feature": "gallery:counter", "updates": "none"}),
        ("feature/open", {"feature": "gallery:counter", "fixture": "none"}),
        ("feature/open", {"feature": "gallery:counter", "path": "a"}),
        ("feature/open", {"feature": "gallery:counter", "path": [1]}),
        ("feature/send", {"instance": "c"}),
        ("feature/send", {"action": "incrementButtonTapped"}),
        ("feature/send", {"instance": "c", "action": 5}),
        ("feature/send", {"instance": "c", "action": "incrementButtonTapped", "await": "later"}),
        ("feature/send", {"instance": "c", "action": "incrementButtonTapped", "ifRevision": "0"}),
        ("feature/send", {"instance": "c", "action": "incrementButtonTapped", "path": 5}),
        ("feature/settle", {}),
        ("feature/settle", {"instance": "w", "timeoutMs": "x"}),
        ("feature/settle", {"instance": "w", "timeoutMs": -1}),
        ("feature/snapshot", {}),
        ("feature/close", {}),
        ("state/subscribe", {}),
        ("state/unsubscribe", {"instance": 5}),
    ],
)
def test_wrong_params_are_invalid_and_named(tmp_path, method, params):
    fifo = Fifo(tmp_path)
    book = fifo.workspace
    before = [] if method == "initialize" else [open_counter(0)]
    if params.get("instance") == "w":
        before, args = [open_list(0, instance="w")], ("-w", book)
    else:
        args = ()
    answer = error(request(1, method, params), *before, args=args)
    check_error(answer, -32602, "invalidParams")
    named = [key for key in params if key in answer["error"]["message"]] or "missing" in answer["error"]["message"]
    assert named, answer


def test_unknown_params_are_refused_by_name():
    wrong = {"never": request(1, "ping", {"never": {"heard": "of"}}), "more": open_counter(1, more=True)}
    for name, asked in wrong.items():
        answer = error(asked)
        check_error(answer, -32602, "invalidParams")
        assert answer["error"]["data"]["param"] == name


@pytest.mark.parametrize("ms", [None, -1, "5", 1.5])
def test_the_clock_is_advanced_by_milliseconds_from_0(ms):
    params = {} if ms is None else {"ms": ms}
    check_error(error(request(1, "clock/advance", params), args=("--clock", "virtual")), -32602, "invalidParams")


def test_an_instance_that_is_open_is_attached_to_if_the_feature_matches():
    found = ask(
        open_counter(0),
        increment(1),
        open_counter(2),
        request(3, "feature/open", {"feature": "gallery:twoCounters", "instance": "c"}),
        open_counter(4, params={"x": 1}),
    )
    assert found[2]["result"]["revision"] == 1 and found[2]["result"]["snapshot"]["state"]["count"] == 1
    check_error(found[3], -32602, "invalidParams")
    check_error(found[4], -32602, "invalidParams")


def test_opening_needs_no_name_and_gives_different_ones():
    found = ask(
        request(1, "feature/open", {"feature": "gallery:counter"}),
        request(2, "feature/open", {"feature": "gallery:counter"}),
    )
    assert found[1]["result"]["instance"] != found[2]["result"]["instance"]


def test_a_rejected_action_makes_no_revision_and_no_snapshot():
    outcome = serve(
        [
            open_counter(0),
            send(1, "c", "nope"),
            increment(2, ifRevision=7),
            increment(3, path=["x"]),
            send(4, "c", "retry"),
            increment(5),
        ]
    )
    assert [s["revision"] for s in snapshots(outcome.messages)] == [1]
    assert outcome.answers[5]["result"] == {"revision": 1, "settled": True}


def test_each_action_makes_one_revision_and_one_snapshot_before_its_answer():
    outcome = serve([open_counter(0), *(increment(id) for id in range(1, 101))])
    order = [m["params"]["revision"] if "method" in m else -m["id"] for m in outcome.messages[1:]]
    assert order == [x for id in range(1, 101) for x in (id, -id)]
    for snapshot in snapshots(outcome.messages):
        assert snapshot["cause"] == {
            "action": "incrementButtonTapped",
            "path": [],
            "origin": "client",
            "request": snapshot["revision"],
        }


def test_an_action_may_be_a_notification():
    outcome = serve(
        [open_counter(0), notification("feature/send", {"instance": "c", "action": "incrementButtonTapped"})]
    )
    (snapshot,) = snapshots(outcome.messages)
    assert snapshot["cause"] == {"action": "incrementButtonTapped", "path": [], "origin": "client"}
    assert len(outcome.messages) == 2


def test_a_child_is_reached_by_its_path():
    outcome = serve(
        [
            request(0, "feature/open", {"feature": "gallery:twoCounters", "instance": "c"}),
            increment(1, path=["counter2"]),
            request(2, "feature/snapshot", {"instance": "c", "path": ["counter2"]}),
        ]
    )
    snapshot = outcome.answers[2]["result"]
    assert snapshot["path"] == ["counter2"] and snapshot["revision"] == 1 and snapshot["state"]["count"] == 1
    assert snapshots(outcome.messages)[0]["cause"]["path"] == ["counter2"]


def test_a_subscription_with_a_path_gets_that_child_alone():
    outcome = serve(
        [
            request(0, "feature/open", {"feature": "gallery:twoCounters", "instance": "c", "path": ["counter1"]}),
            increment(1, path=["counter1"]),
        ]
    )
    (snapshot,) = snapshots(outcome.messages)
    assert snapshot["path"] == ["counter1"] and snapshot["state"]["count"] == 1 and "counter2" not in snapshot["state"]


def test_an_unsubscribed_instance_sends_nothing_more():
    outcome = serve(
        [
            open_counter(0, keep=True),
            request(1, "state/unsubscribe", {"instance": "c"}),
            increment(2),
            request(3, "state/subscribe", {"instance": "c"}),
            increment(4),
        ]
    )
    assert outcome.answers[3]["result"]["snapshot"]["state"]["count"] == 1
    assert [s["revision"] for s in snapshots(outcome.messages)] == [2]


def test_an_instance_without_subscribers_is_closed_unless_it_is_kept():
    found = ask(open_counter(0), request(1, "state/unsubscribe", {"instance": "c"}), increment(2))
    check_error(found[2], -31002, "unknownInstance")


def test_closed_is_the_last_that_is_heard_of_an_instance():
    outcome = serve([open_counter(0), increment(1), request(2, "feature/close", {"instance": "c"}), open_counter(3)])
    kinds = [m.get("method", m.get("id")) for m in outcome.messages]
    assert kinds == [0, "state/snapshot", 1, "state/closed", 2, 3]
    assert outcome.messages[3]["params"]["instance"] == "c" and outcome.messages[3]["params"]["revision"] == 1
    assert outcome.answers[3]["result"]["revision"] == 0


def test_an_instance_that_closes_answers_its_waits_before_the_close(tmp_path):
    fifo = Fifo(tmp_path)
    outcome = serve(
        [open_list(1), request(2, "feature/settle", {"instance": "l"}), request(3, "feature/close", {"instance": "l"})],
        "-w",
        fifo.workspace,
    )
    order = [m["id"] for m in outcome.messages if "id" in m]
    assert order == [1, 2, 3]
    check_error(outcome.answers[2], -31002, "unknownInstance")


def test_a_wait_ends_with_its_own_time(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(open_list(1))
        host.answer(1)
        assert host.do("feature/settle", instance="l", timeoutMs=1)["settled"] is False
        assert host.do("feature/settle", instance="l", timeoutMs=0)["settled"] is False
        result = host.act("l", "clearSelection", **{"await": "settled", "timeoutMs": 1})
        assert result["settled"] is False


def test_a_wait_may_last_for_ever(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(
            open_list(1), request(2, "feature/settle", {"instance": "l", "timeoutMs": 2**63 - 1}), request(3, "ping")
        )
        host.answer(3)
        fifo.release()
        assert host.answer(2)["result"]["settled"] is True
        assert host.finish() == 0


# Cancelling


def test_a_request_that_is_cancelled_is_answered_so(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(
            open_list(1), request(2, "feature/settle", {"instance": "l"}), notification("$/cancelRequest", {"id": 2})
        )
        check_error(host.answer(2), -32800, "requestCancelled", retryable=True)
        host.send(request(2, "feature/settle", {"instance": "l"}))
        fifo.release()
        assert host.answer(2)["result"]["settled"] is True


@pytest.mark.parametrize("params", [{"id": 1}, {"id": 99}, {"id": "1"}, {"id": 1.5}, {}, None])
def test_cancelling_what_is_not_in_flight_does_nothing(params):
    outcome = serve([request(1, "ping"), notification("$/cancelRequest", params), request(2, "ping")])
    assert [m["id"] for m in outcome.messages] == [1, 2]


def test_unknown_notifications_are_not_answered():
    outcome = serve(
        [
            notification("$/progress"),
            notification("nope"),
            notification("ping"),
            notification("feature/open"),
            notification("feature/open", ["x"]),
            request(1, "ping"),
        ]
    )
    assert [m["id"] for m in outcome.messages] == [1]


# The life of a session


def test_initialize_tells_version_limits_and_features():
    result = ask(request(1, "initialize", {"protocolVersions": ["2", "1"], "clientInfo": {"name": "x"}}))[1]["result"]
    assert result["protocolVersion"] == "1" and result["hostInfo"]["name"] == "featurehost"
    assert result["limits"]["maxFrameBytes"] == 16 << 20 and result["limits"]["drainMs"] == 2000
    assert result["limits"]["maxInFlight"] == result["limits"]["maxInstances"] == 10_000
    ids = [feature["id"] for feature in result["features"]]
    assert {"gallery:counter", "gallery:todos", "gallery:posts", "gallery:animatedList"} <= set(ids)
    assert all(id.startswith("gallery:") for id in ids)


def test_the_features_of_initialize_are_those_of_the_list():
    found = ask(request(1, "initialize"), request(2, "feature/list"))
    assert found[1]["result"]["features"] == found[2]["result"]["features"]


@pytest.mark.parametrize(
    "before",
    [
        [request(1, "initialize")],
        [request(1, "ping")],
        [request(1, "nope")],
        [open_counter(1)],
        [request(1, "feature/open", {"feature": "nope"})],
        [[request(1, "ping")]],
    ],
    ids=["initialize", "ping", "unknownMethod", "open", "failedOpen", "batch"],
)
def test_initialize_that_is_not_the_first_request_is_invalid(before):
    check_error(error(request(2, "initialize"), *before), -32600, "invalidRequest")


def test_initialize_may_come_after_notifications():
    assert "result" in error(request(1, "initialize"), notification("$/hello"), notification("initialized"))


def test_initialize_behind_one_that_was_a_notification_is_invalid():
    check_error(error(request(1, "initialize"), notification("initialize")), -32600, "invalidRequest")


def test_initialize_in_a_batch_is_invalid():
    outcome = serve([[request(1, "initialize"), request(2, "ping")]])
    (batch,) = outcome.messages
    check_error(batch[0], -32600, "invalidRequest")
    assert batch[1]["result"] is None


@pytest.mark.parametrize("method", ["ping", "nope", "shutdown", "initialize", "feature/list", "feature/open"])
def test_requests_after_shutdown_are_invalid(method):
    answer = error(request(2, method), request(1, "shutdown"))
    check_error(answer, -32600, "invalidRequest")


def test_actions_after_shutdown_are_not_applied():
    outcome = serve(
        [
            open_counter(0),
            request(1, "shutdown"),
            notification("feature/send", {"instance": "c", "action": "incrementButtonTapped"}),
            increment(2),
        ]
    )
    assert snapshots(outcome.messages) == []


# Batches


def test_a_batch_runs_in_order_and_is_answered_in_one_array():
    outcome = serve([[open_counter(0), increment(1), increment(2), request(3, "feature/snapshot", {"instance": "c"})]])
    *notes, batch = outcome.messages
    assert [m["params"]["revision"] for m in notes] == [1, 2]
    assert [m["id"] for m in batch] == [0, 1, 2, 3] and batch[3]["result"]["state"]["count"] == 2


def test_a_batch_of_notifications_is_not_answered():
    outcome = serve([[notification("initialized"), notification("$/x")], request(1, "ping")])
    assert [m["id"] for m in outcome.messages] == [1]


def test_a_batch_answers_each_member_that_is_none():
    outcome = serve([[1, [], {}, request(1, "ping"), [request(2, "ping")], notification("x")]])
    (batch,) = outcome.messages
    assert [m["id"] for m in batch] == [None, None, None, 1, None]
    for member in batch[:3] + batch[4:]:
        check_error(member, -32600, "invalidRequest")


def test_exit_in_a_batch_is_dropped():
    outcome = serve([[request(1, "ping"), notification("exit"), request(2, "ping")], request(3, "ping")])
    assert outcome.status == 0 and set(outcome.answers) == {1, 2, 3}


def test_a_batch_waits_for_each_member(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(
            [
                open_list(1),
                request(2, "feature/settle", {"instance": "l"}),
                request(3, "feature/snapshot", {"instance": "l"}),
            ],
            request(4, "ping"),
        )
        assert host.answer(4)["result"] is None
        assert host.waiting == [] and not answers(m for m in host.seen if isinstance(m, list))
        fifo.release(b'{"id":"x"}\n')
        assert host.answer(3)["result"]["state"]["count"] == 1
        assert [m["id"] for m in host.seen[-1]] == [1, 2, 3]
        assert host.finish() == 0


def test_a_member_of_a_batch_can_be_cancelled(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(
            [open_list(1), request(2, "feature/settle", {"instance": "l"}), request(3, "ping")],
            notification("$/cancelRequest", {"id": 2}),
        )
        assert host.answer(3)["result"] is None
        check_error(host.seen[-1][1], -32800, "requestCancelled", retryable=True)
        assert host.finish() == 0


def test_a_member_of_a_batch_that_times_out_lets_the_batch_go_on(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send([open_list(1), request(2, "feature/settle", {"instance": "l", "timeoutMs": 1}), request(3, "ping")])
        assert host.answer(3)["result"] is None
        assert host.seen[-1][1]["result"]["settled"] is False
        assert host.finish() == 0


def test_a_member_of_a_batch_whose_instance_is_closed_lets_the_batch_go_on(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        host.send(
            [open_list(1), request(2, "feature/settle", {"instance": "l"}), request(3, "ping")],
            request(4, "feature/close", {"instance": "l"}),
        )
        assert host.answer(3)["result"] is None
        check_error(host.seen[-1][1], -31002, "unknownInstance")
        assert host.finish() == 0


def test_two_batches_may_wait_at_once(tmp_path):
    fifo = Fifo(tmp_path)
    with Host("-w", fifo.workspace) as host:
        settle = {"instance": "l"}
        host.send(
            open_list(0), *[[request(f"{n}a", "feature/settle", settle), request(f"{n}b", "ping")] for n in range(3)]
        )
        host.answer(0)
        fifo.release()
        host.finish()
        assert set(answers(host.seen)) == {0, *(f"{n}{x}" for n in range(3) for x in "ab")}


def test_answers_of_a_batch_that_fit_no_frame_are_errors(tmp_path):
    """Answers of less than 4 KiB are left out too when all of them together are longer than a frame."""
    rows = [{"id": "1", "text": "x" * 3_000}]
    book = workspace(tmp_path, {"l": {"type": "inline", "rows": rows}})
    count = 8_000
    batch = [request(id, "feature/snapshot", {"instance": "l"}) for id in range(count)]
    outcome = serve([open_list(-1, "l"), request(-2, "feature/settle", {"instance": "l"}), batch], "-w", book)
    answer = outcome.messages[-1]
    assert [m["id"] for m in answer] == list(range(count))
    assert len(encode(answer)) <= 16 * MiB
    assert answer[0]["result"]["state"]["items"] and "would have" in answer[-1]["error"]["message"]


def test_a_batch_whose_errors_fit_no_frame_is_answered_by_one_error():
    """100,000 errors of the length that is always kept."""
    batch = [request("i" * 90, "x") for _ in range(100_000)]
    outcome = serve([batch])
    answer = outcome.messages[-1]
    check_error(answer, -32603, "internalError")
    assert answer["id"] is None and "would have" in answer["error"]["message"]


def test_a_large_batch_is_answered_whole():
    count = 20_000
    outcome = serve([[request(id, "ping") for id in range(count)]])
    (batch,) = outcome.messages
    assert [m["id"] for m in batch] == list(range(count))
