"""Features of plugins: clients see them like features of the host, and a fault of a plugin affects only its instances.

Tests/Protocol/test_forwarding.py tests that they behave like features of the host.
"""

import json
import shutil
import sys
from pathlib import Path

import pytest
from host import BINARY, Host, MiB, await_end, encode, request, serve
from plugin_features import HERE, PLAIN_PLUGIN, check_beside, open_beside, open_counter, refusal, workspace


def test_its_features_join_the_catalog_when_it_is_asked_for(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        assert host.do("initialize")["features"] == []
        assert host.do("host/plugins")["plugins"][0]["state"] == "idle"
        (entry,) = host.do("feature/list")["features"]
        assert entry["id"] == "p:counter" and entry["plugin"] == "p" and entry["kind"] == "view"
        assert host.do("host/plugins")["plugins"][0]["state"] == "ready"


def test_what_it_has_read_takes_no_memory_also_where_it_is_always_a_little_behind(tmp_path):
    path = tmp_path / "w.json"
    path.write_text(json.dumps({"plugins": {"p": {"command": [sys.executable, str(PLAIN_PLUGIN), "0"]}}}))
    with Host("-w", path) as host:
        host.do("feature/open", feature="p:f", instance="i")
        params = {"instance": "i", "action": "a", "params": {"text": "x" * 20_000}}
        # At any time, 200 requests with together 4 MB are unanswered. All 4,200 requests have together about 80 MB.
        host.send(*(request(id, "feature/send", params) for id in range(200)))
        for id in range(4_000):
            host.answer(id)
            host.send(request(id + 200, "feature/send", params))
        assert host.peak_rss() < 64 * MiB


def test_an_entry_that_is_none_is_left_out(tmp_path):
    with Host("-w", workspace(tmp_path, "wrongList"), "--gallery") as host:
        features = host.do("feature/list")["features"]
        assert features and not any("plugin" in feature for feature in features)
        (plugin,) = host.do("host/plugins")["plugins"]
        assert plugin["features"] == [] and plugin["leftOut"] == 3


def test_a_plugin_that_does_not_start_has_no_features(tmp_path):
    path = tmp_path / "workspace.json"
    path.write_text(json.dumps({"plugins": {"p": {"command": ["/does/not/exist"]}}}))
    with Host("-w", path) as host:
        assert host.do("feature/list")["features"] == []
        error = refusal(host, "feature/open", feature="p:counter")
        assert error["code"] == -31009 and "can't be run" in error["message"]


def test_a_plugin_without_features_says_so(tmp_path):
    shutil.copy(HERE / "plugins" / "faulty.py", tmp_path)
    path = tmp_path / "workspace.json"
    path.write_text(json.dumps({"plugins": {"p": {"command": [sys.executable, "faulty.py", "none"]}}}))
    with Host("-w", path) as host:
        assert host.do("feature/list")["features"] == []
        error = refusal(host, "feature/open", feature="p:counter")
        assert error["code"] == -31001 and error["message"] == "the plugin p has no features"


def test_a_snapshot_is_one_line_whatever_the_plugin_writes(tmp_path):
    open_it = request(1, "feature/open", {"feature": "p:counter", "instance": "i", "params": {"count": 5}})
    add = request(2, "feature/send", {"instance": "i", "action": "add"})
    outcome = serve(encode(open_it) + encode(add), "-w", workspace(tmp_path))
    opened, sent, _ = outcome.messages
    assert opened["result"]["snapshot"]["state"] == {"count": 5, "text": "\u2028 é\x85"}
    assert sent["params"]["state"] == {"count": 6, "text": "\u2028 é\x85"}
    assert sent["params"]["feature"] == "p:counter" and sent["params"]["instance"] == "i"
    assert "\u2028".encode() not in outcome.output and "\x85".encode() not in outcome.output


def test_what_is_sent_comes_back_with_its_cause(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        open_counter(host)
        host.send(request("a", "feature/send", {"instance": "i", "action": "add", "params": {"by": 2}}))
        shown = host.receive()["params"]
        assert shown["cause"] == {"action": "add", "path": [], "origin": "client", "request": "a"}
        assert shown["state"]["count"] == 2 and shown["revision"] == 1
        assert host.receive() == {"jsonrpc": "2.0", "id": "a", "result": {"revision": 1, "settled": True}}


def test_who_wants_no_motion_gets_none(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        host.do("initialize", reducedMotion=True)
        assert open_counter(host)["animation"] is None
    with Host("-w", workspace(tmp_path)) as host:
        assert open_counter(host)["animation"] == {"kind": "fade"}


FAULTS = {
    "dies": "was ended by signal 9",
    "backwards": "sent a snapshot of revision 0 after one of revision 0",
    "twice": "sent a snapshot of revision 1 after one of revision 1",
    "noState": "wrote a snapshot without state",
    "noCause": "wrote a snapshot whose cause lacks action or origin",
    "notJSON": "wrote something that is not a message",
    "twoStates": "wrote something that is not a message",
    "flood": "sends more than 10000 unrequested messages a second",
    "batch": "wrote a snapshot without feature",
    "closesNowhere": "wrote a state/closed whose path is no array of strings",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_shown_where_it_matters_and_retry_opens_it_anew(tmp_path, fault):
    with Host("-w", workspace(tmp_path, fault), "--gallery") as host:
        open_beside(host)
        open_counter(host, params={"count": 7})
        open_counter(host, "other")
        error = refusal(host, "feature/send", instance="i", action="go")
        assert error["code"] == -31009 and not error["data"]["retryable"], error
        assert error["message"].startswith(f"the plugin p {FAULTS[fault]}"), error
        for instance, count in ("i", 7), ("other", 0):
            shown = host.do("feature/snapshot", instance=instance)
            (shown_error,) = shown["errors"]
            assert shown_error["code"] == "pluginFailed" and shown_error["retry"] == "retry"
            assert shown["cause"] == {"action": "pluginFailed", "path": [], "origin": "host"}
            assert shown["settled"] and shown["effects"] == [] and shown["state"]["count"] == count
            assert shown["unavailable"] == {"add": "pluginFailed", "go": "pluginFailed"}
        refused = refusal(host, "feature/send", instance="i", action="add")
        assert refused["code"] == -31005 and refused["data"]["reason"] == "pluginFailed"
        check_beside(host)
        (tmp_path / "broken").unlink()
        before = shown["revision"]
        host.act("i", "retry", **{"await": "settled"})
        shown = host.do("feature/snapshot", instance="i")
        assert shown["errors"] == [] and shown["state"]["count"] == 7 and shown["revision"] > before
        host.act("i", "go")
        assert host.do("feature/snapshot", instance="i")["state"]["count"] == 8
        # The other instance is opened again only when a client requests it.
        assert host.do("feature/snapshot", instance="other")["errors"] != []


def test_an_error_of_a_plugin_can_be_dismissed(tmp_path):
    with Host("-w", workspace(tmp_path, "dies")) as host:
        open_counter(host)
        refusal(host, "feature/send", instance="i", action="go")
        (error,) = host.do("feature/snapshot", instance="i")["errors"]
        assert refusal(host, "feature/send", instance="i", action="retry", params={"id": "e1"})["code"] == -31005
        host.act("i", "dismissError", {"id": error["id"]})
        assert host.do("feature/snapshot", instance="i")["errors"] == []


def test_retry_that_fails_again_shows_another_error(tmp_path):
    with Host("-w", workspace(tmp_path, "dies")) as host:
        open_counter(host)
        refusal(host, "feature/send", instance="i", action="go")
        (first,) = host.do("feature/snapshot", instance="i")["errors"]
        (tmp_path / "features.py").write_text("import sys; sys.exit(9)")
        host.act("i", "retry", **{"await": "settled"})
        (second,) = host.do("feature/snapshot", instance="i")["errors"]
        assert second["id"] != first["id"] and "ended with status 9" in second["message"]


OPENINGS = ["diesAtOpening", "opensNothing", "opensChild", "opensOther", "opensBelow", "opensBeyond"]


@pytest.mark.parametrize("fault", OPENINGS)
def test_what_can_not_be_opened_is_an_error(tmp_path, fault):
    with Host("-w", workspace(tmp_path, fault), "--gallery") as host:
        open_beside(host)
        error = refusal(host, "feature/open", feature="p:counter", instance="i")
        assert error["code"] == -31009
        # No client knows the instance, and its name can be used again.
        assert refusal(host, "feature/snapshot", instance="i")["code"] == -31002
        check_beside(host)
        (tmp_path / "broken").unlink()
        assert open_counter(host)["state"]["count"] == 0


def test_what_is_said_of_an_instance_that_there_is_not_is_left_alone(tmp_path):
    with Host("-w", workspace(tmp_path, "stranger")) as host:
        open_counter(host)
        assert host.do("feature/send", instance="i", action="go") == {"revision": 0, "settled": True}
        assert refusal(host, "feature/snapshot", instance="stranger")["code"] == -31002


def test_a_plugin_may_close_an_instance(tmp_path):
    with Host("-w", workspace(tmp_path, "closes")) as host:
        open_counter(host)
        host.send(request("a", "feature/send", {"instance": "i", "action": "go"}))
        assert host.receive()["error"]["code"] == -31002
        assert host.receive()["method"] == "state/closed"


def test_a_host_can_be_the_plugin_of_another(tmp_path):
    path = tmp_path / "workspace.json"
    path.write_text(json.dumps({"plugins": {"inner": {"command": [BINARY, "serve", "--gallery"]}}}))
    with Host("-w", path) as host:
        outcome = host.do("feature/open", feature="inner:gallery:counter", instance="i")
        assert outcome["snapshot"]["state"]["count"] == 0
        host.act("i", "incrementButtonTapped")
        assert host.do("feature/snapshot", instance="i")["state"]["count"] == 1
        assert host.finish() == 0


def test_a_child_that_is_answered_without_its_path_is_a_fault(tmp_path):
    with Host("-w", workspace(tmp_path, "noPath")) as host:
        open_counter(host)
        error = refusal(host, "state/subscribe", instance="i", path=["a"])
        assert error["code"] == -31009 and "of another instance or place than was asked for" in error["message"]


def test_what_a_child_refuses_it_still_refuses_when_the_plugin_has_failed(tmp_path):
    with Host("-w", workspace(tmp_path, "dies")) as host:
        open_counter(host)
        host.do("state/subscribe", instance="i", path=["a"])
        refusal(host, "feature/send", instance="i", action="go")
        shown = host.do("feature/snapshot", instance="i", path=["a"])
        assert shown["unavailable"] == {"add": "pluginFailed", "go": "pluginFailed", "del": "pluginFailed"}


def test_a_child_is_told_of_until_nobody_is_subscribed(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        open_counter(host)
        subscribing = {"instance": "i", "path": ["a"]}
        host.do("state/subscribe", **subscribing)
        # The host answers these requests in order.
        host.send(request(1, "state/subscribe", subscribing), request(2, "state/unsubscribe", subscribing))
        assert [host.receive()["id"] for _ in range(2)] == [1, 2]
        host.send(request(3, "state/unsubscribe", subscribing), request(4, "state/subscribe", subscribing))
        assert [host.receive()["id"] for _ in range(2)] == [3, 4]
        host.send(request(5, "feature/send", {"instance": "i", "action": "add"}))
        assert [host.receive()["params"].get("path", []) for _ in range(2)] == [[], ["a"]]


def peak(pid):
    """Returns the maximum resident memory of a process so far, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) << 10


def test_a_slow_reader_holds_up_the_plugin_where_nothing_may_be_left_out(tmp_path):
    with Host("-w", workspace(tmp_path, "floodsOne"), "--clock", "virtual") as host:
        open_counter(host)
        before = peak(host.pid)
        host.send(request("a", "feature/send", {"instance": "i", "action": "go"}))
        count = 0
        while (message := host.receive()).get("id") != "a":
            count += message["method"] == "state/snapshot"
        # The snapshots have 120 MB.
        assert "result" in message, message
        assert count == 6_000 and peak(host.pid) - before < 40 * MiB


def test_a_plugin_that_waits_for_a_slow_reader_is_not_taken_for_dead(tmp_path):
    path = workspace(tmp_path, "floodsOne")
    shutil.copy(HERE / "plugins" / "faulty.py", tmp_path)
    silent = {"command": [sys.executable, "faulty.py", "hangs"]}
    book = json.loads(path.read_text())
    book["plugins"]["q"] = silent
    book["sources"] = {"rows": {"type": "plugin", "plugin": "q", "timeoutMs": 11_000}}
    book["features"] = {"rows": {"kind": "list", "source": "rows"}}
    path.write_text(json.dumps(book))
    with Host("-w", path, "--clock", "virtual") as host:
        open_counter(host)
        host.do("feature/open", feature="rows", instance="l")
        (other,) = (one["pid"] for one in host.do("host/plugins")["plugins"] if one["plugin"] == "q")
        host.send(request("a", "feature/send", {"instance": "i", "action": "go"}))
        # Nothing is read until the host has ended the other plugin, 21 seconds after it was asked. By then the first
        # one has not answered its ping either, because it can't write.
        await_end(other)
        count = 0
        while (message := host.receive()).get("id") != "a":
            count += message["method"] == "state/snapshot" and message["params"]["instance"] == "i"
        assert "result" in message and count == 6_000, message


def test_dialogs_that_are_over_leave_nothing_in_memory(tmp_path):
    path = tmp_path / "workspace.json"
    source = {"rows": {"type": "inline", "rows": [{"id": str(n), "text": "x" * 1000} for n in range(200)]}}
    (tmp_path / "inner.json").write_text(
        json.dumps({"sources": source, "features": {"rows": {"kind": "list", "source": "rows", "pageSize": 200}}})
    )
    command = [BINARY, "serve", "-w", "inner.json"]
    path.write_text(json.dumps({"plugins": {"p": {"command": command, "folder": str(tmp_path)}}}))
    with Host("-w", path) as host:

        def run_some():
            for _ in range(60):
                host.send(request(1, "feature/run", {"feature": "p:rows", "instance": "x"}))
                host.do("feature/settle", instance="x")
                host.act("x", "setActive", {"id": "5"})
                host.do("feature/close", instance="x")
            return int(Path(f"/proc/{host.pid}/statm").read_text().split()[1]) * 4096

        before = run_some()
        assert run_some() - before < 6 * MiB
