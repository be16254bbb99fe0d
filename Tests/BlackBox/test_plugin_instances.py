"""Instances of plugins: requests during an opening, a closing, a dialog or a cancellation are answered once."""

import pytest
from host import Host, notification, request
from plugin_features import open_counter, refusal, workspace


def test_what_is_cancelled_is_answered_at_once(tmp_path):
    with Host("-w", workspace(tmp_path, "silent")) as host:
        open_counter(host)
        host.send(request("a", "feature/send", {"instance": "i", "action": "go"}))
        host.send(notification("$/cancelRequest", {"id": "a"}))
        assert host.receive()["error"]["code"] == -32800


def test_what_waits_when_an_instance_is_closed_is_answered_before(tmp_path):
    with Host("-w", workspace(tmp_path, "silent")) as host:
        open_counter(host)
        host.send(request("a", "feature/send", {"instance": "i", "action": "go"}))
        host.send(request("b", "feature/close", {"instance": "i"}))
        assert host.receive()["error"]["code"] == -31002
        assert host.receive()["method"] == "state/closed"
        assert host.receive() == {"jsonrpc": "2.0", "id": "b", "result": None}
        # The name now belongs to a new instance, and late messages of the first instance are ignored.
        assert open_counter(host, params={"count": 3})["state"]["count"] == 3


def test_requests_go_behind_the_opening(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        host.send(request(1, "feature/open", {"feature": "p:counter", "instance": "i"}))
        host.send(request(2, "feature/send", {"instance": "i", "action": "add"}))
        host.send(request(3, "feature/open", {"feature": "p:counter", "instance": "i"}))
        assert host.receive()["result"]["revision"] == 0
        assert host.receive()["params"]["revision"] == 1
        assert host.receive()["id"] == 2
        assert host.receive()["result"]["snapshot"]["state"]["count"] == 1


@pytest.mark.parametrize("is_running", [False, True])
def test_what_is_closed_while_it_opens_is_answered(tmp_path, is_running):
    with Host("-w", workspace(tmp_path)) as host:
        if is_running:
            host.do("feature/list")
        opening = request(1, "feature/open", {"feature": "p:counter", "instance": "x"})
        host.send(opening, request(2, "feature/close", {"instance": "x"}))
        # A notification that the features have changed may come between the answers.
        answers = []
        while len(answers) < 2:
            answers += [message for message in [host.receive()] if "id" in message]
        first, second = answers
        assert first["id"] == 1 and second["id"] == 2
        # The opening is complete if the host has no time for the second request before the plugin answers.
        assert "result" in first or first["error"]["code"] == -31002
        assert host.do("host/inspect")["instances"] == []
        assert open_counter(host, "x")["state"]["count"] == 0


@pytest.mark.parametrize("is_running", [False, True])
def test_what_is_cancelled_beside_the_opening_leaves_it_alone(tmp_path, is_running):
    with Host("-w", workspace(tmp_path)) as host:
        if is_running:
            host.do("feature/list")
        opening = request(1, "feature/open", {"feature": "p:counter", "instance": "x"})
        host.send(opening, request(2, "feature/settle", {"instance": "x"}), notification("$/cancelRequest", {"id": 2}))
        found = {message["id"]: message for message in (host.receive(), host.receive())}
        assert found[2]["error"]["code"] == -32800 and found[1]["result"]["instance"] == "x"
        assert len(host.do("host/inspect")["instances"]) == 1


def test_an_opening_that_is_unsubscribed_from_is_closed(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        opening = request(1, "feature/open", {"feature": "p:counter", "instance": "x"})
        host.send(opening, request(2, "state/unsubscribe", {"instance": "x"}))
        assert [host.receive()["id"] for _ in range(2)] == [1, 2]
        assert host.do("host/inspect")["instances"] == []


def test_an_opening_that_is_cancelled_leaves_nothing(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        opening = request(1, "feature/open", {"feature": "p:counter", "instance": "x", "keep": True})
        host.send(opening, notification("$/cancelRequest", {"id": 1}))
        assert host.receive()["error"]["code"] == -32800
        assert host.do("host/inspect")["instances"] == []


def test_a_dialog_of_what_still_opens_waits_for_it(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        counter = {"feature": "p:counter", "instance": "x"}
        host.send(request(1, "feature/open", counter), request(2, "feature/run", counter))
        while host.receive().get("id") != 1:
            pass
        host.act("x", "add")
        assert host.do("feature/snapshot", instance="x")["state"]["count"] == 1


def test_a_dialog_whose_plugin_fails_ends_with_it(tmp_path):
    with Host("-w", workspace(tmp_path, "dies")) as host:
        host.send(request(1, "feature/run", {"feature": "p:counter", "instance": "x"}))
        open_counter(host, "beside")
        sent = request(2, "feature/send", {"instance": "x", "action": "add"})
        host.send(sent, request(3, "feature/send", {"instance": "beside", "action": "go"}))
        codes = {}
        while len(codes) < 3:
            message = host.receive()
            if "id" in message:
                codes[message["id"]] = message["error"]["code"]
        # The second request ends the plugin. The third request is unavailable if the host reads it after that.
        assert codes in ({1: -31009, 2: -31009, 3: code} for code in (-31009, -31005))


def test_a_dialog_is_not_begun_where_the_plugin_has_failed(tmp_path):
    with Host("-w", workspace(tmp_path, "dies")) as host:
        open_counter(host)
        refusal(host, "feature/send", instance="i", action="go")
        error = refusal(host, "feature/run", feature="p:counter", instance="i")
        assert error["code"] == -31005 and error["data"]["reason"] == "pluginFailed"


def test_waits_for_what_opens_anew_wait_on_the_virtual_clock_too(tmp_path):
    with Host("-w", workspace(tmp_path, "dies"), "--clock", "virtual") as host:
        open_counter(host)
        refusal(host, "feature/send", instance="i", action="go")
        assert host.act("i", "retry", **{"await": "settled"})["settled"]


def test_a_child_that_can_not_be_subscribed_to_leaves_no_instance(tmp_path):
    with Host("-w", workspace(tmp_path, "noPath")) as host:
        assert refusal(host, "feature/open", feature="p:counter", path=["a"])["code"] == -31009
        assert host.do("host/inspect")["instances"] == []
