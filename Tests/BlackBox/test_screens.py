"""Presented, pushed and nested features: regression tests."""

import json
import os

import pytest
from host import Host, check_error, workspace

ROWS = {"type": "inline", "rows": [{"id": "1", "title": "One"}, {"id": "2", "title": "Two"}]}
FIELDS = [{"name": "title", "type": "text"}, {"name": "pin", "type": "secure"}]


@pytest.fixture
def host(tmp_path):
    path = workspace(
        tmp_path,
        {
            "rows": ROWS,
            "slow": {"type": "command", "argv": ["sh", "-c", "read line < gate; echo $line"]},
            "short": {"type": "command", "argv": ["sh", "-c", "echo run >> runs; seq 60; exit 3"]},
        },
        {
            "list": {
                "kind": "list",
                "source": "rows",
                "modals": {
                    "form": {"style": "sheet", "feature": "form"},
                    "self": {"style": "sheet", "feature": "list"},
                },
            },
            "form": {
                "kind": "form",
                "sections": [{"fields": FIELDS}],
                "modals": {"form": {"style": "sheet", "feature": "form"}},
            },
            "slow": {"kind": "list", "source": "slow"},
            "short": {"kind": "list", "source": "short"},
            "slowFlow": {"kind": "flow", "root": "slow"},
            "flow": {
                "kind": "flow",
                "root": "list",
                "routes": {"form": {"feature": "form", "onOutput": "insertItem"}, "flow": {"feature": "flow"}},
            },
        },
    )
    with Host("-w", path) as host:
        host.folder = tmp_path
        yield host


def test_a_new_task_of_a_flow_leaves_the_loads_of_its_children_alone(host):
    os.mkfifo(host.folder / "gate")
    host.do("feature/open", feature="slowFlow", instance="f")
    host.act("f", "setTaskId", {"id": "x"})
    with open(host.folder / "gate", "w") as gate:
        gate.write("here\n")
    assert host.do("feature/settle", instance="f")["settled"]
    child = host.do("feature/snapshot", instance="f")["state"]["stack"][0]["child"]
    assert [item["value"]["text"] for item in child["state"]["items"]] == ["here"]


def test_the_newest_that_is_blocked_is_the_one_that_is_shown(host):
    host.do("feature/open", feature="list", instance="l")
    host.act("l", "present", {"modal": "form"})
    first, second = ["presentation"], ["presentation", "presentation"]
    host.act("l", "setValue", {"path": "/title", "value": "a"}, path=first)
    host.act("l", "present", {"modal": "form"}, path=first)
    host.act("l", "setValue", {"path": "/title", "value": "b"}, path=second)

    def blocked():
        return host.do("feature/snapshot", instance="l")["blocked"]

    host.act("l", "dismiss", {"key": "p2"}, path=first)
    assert (blocked()["path"], blocked()["by"]) == (first, second)
    host.act("l", "dismiss", {"key": "p1"})
    assert (blocked()["path"], blocked()["by"]) == ([], second)
    refusal = host.ask("feature/send", {"instance": "l", "path": first, "action": "keepEditing"})
    assert check_error(refusal, -31005, "actionUnavailable")["reason"] == "notBlocked"
    host.act("l", "keepEditing")
    assert blocked() is None


def test_a_secret_in_the_params_of_a_push_is_not_shown(host):
    host.do("feature/open", feature="flow", instance="f")
    values = {"title": "seen", "pin": "hunter2"}
    host.act("f", "push", {"route": "form", "params": {"values": values}})
    host.act("f", "replace", {"routes": [{"route": "form", "params": {"values": values}}]})
    again = host.ask("feature/open", {"feature": "form", "instance": "f", "params": {"values": values}})
    check_error(again, -32602, "invalidParams")
    assert "seen" in json.dumps(host.seen) and "hunter2" not in json.dumps(host.seen)


def test_features_are_presented_and_pushed_so_deep_and_no_deeper(host):
    for feature, step, action in [
        ("list", lambda state: ["presentation"], ("present", {"modal": "self"})),
        ("flow", lambda stack: ["stack", stack[-1]["key"]], ("push", {"route": "flow"})),
    ]:
        host.do("feature/open", feature=feature, instance=feature, keep=True)
        # Without a subscription, no snapshots are sent. Each would contain up to a hundred features.
        host.do("state/unsubscribe", instance=feature)
        path, depth = [], 0
        while depth <= 100:
            answer = host.ask(
                "feature/send", {"instance": feature, "path": path, "action": action[0], "params": action[1]}
            )
            if "error" in answer:
                break
            snapshot = host.do("feature/snapshot", instance=feature, path=path)
            path, depth = path + step(snapshot["state"].get("stack")), depth + 1
        assert check_error(answer, -31005, "actionUnavailable")["reason"] == "tooDeep"
        # The root feature of a flow takes one of the hundred levels.
        assert depth == (100 if feature == "list" else 99)


def test_a_flow_that_has_ended_does_nothing_with_outputs(host):
    host.do("feature/open", feature="flow", instance="f")
    host.act("f", "push", {"route": "form"})
    host.act("f", "complete")
    key = host.do("feature/snapshot", instance="f")["state"]["stack"][-1]["key"]
    before = host.do("feature/snapshot", instance="f")["revision"]
    assert host.act("f", "submit", path=["stack", key])["revision"] == before + 1


def test_retry_of_a_page_that_failed_runs_the_command_anew(host):
    host.do("feature/open", feature="short", instance="l")
    # The first page may be complete before the command ends, so its failure may come in a later snapshot.
    failed = host.until("l", lambda snapshot: snapshot["errors"])
    assert failed["state"]["count"] >= 50 and failed["errors"][0]["display"] == "banner"
    assert (host.folder / "runs").read_text() == "run\n"
    host.act("l", "retry", **{"await": "settled"})
    assert (host.folder / "runs").read_text() == "run\nrun\n"


def test_a_session_is_told_once_that_an_instance_is_closed(host):
    host.do("feature/open", feature="list", instance="l")
    host.act("l", "present", {"modal": "form"})
    host.do("state/subscribe", instance="l", path=["presentation"])
    host.do("feature/close", instance="l")
    closed = [message["params"] for message in host.seen if message.get("method") == "state/closed"]
    assert [(params.get("path"), params["reason"]) for params in closed] == [(None, "closed")]


def test_a_subscription_ends_with_its_child_although_another_follows(host):
    host.do("feature/open", feature="list", instance="l")
    host.act("l", "present", {"modal": "form"})
    host.act("l", "present", {"modal": "form", "params": {"values": {}}})
    host.do("state/subscribe", instance="l", path=["presentation"])
    host.act("l", "dismiss", {"key": "p1"})
    closed = [message["params"] for message in host.seen if message.get("method") == "state/closed"]
    assert [(params["path"], params["reason"]) for params in closed] == [(["presentation"], "gone")]
    assert host.do("feature/snapshot", instance="l")["presentation"]["key"] == "p2"


def test_no_row_is_named_twice(host):
    host.do("feature/open", feature="list", instance="l")
    host.act("l", "moveItems", {"ids": ["2", "1", "2"], "beforeId": None}, **{"await": "settled"})
    host.act("l", "deleteItems", {"ids": ["2", "2"]}, **{"await": "settled"})
    for message in host.seen:
        if message.get("method") == "state/snapshot":
            for ids in message["params"]["state"]["changes"].values():
                assert len(ids) == len(set(ids))
