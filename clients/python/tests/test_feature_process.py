"""A plugin with features as a process: its description, the order of its messages, and its end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from feature_wire import LOADER, Process


def test_initialize_says_that_there_are_features() -> None:
    # The answer of a plugin has fewer members than that of a host.
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersions": ["1"]}}
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1] / "src")}
    done = subprocess.run(
        [sys.executable, LOADER], input=json.dumps(message), capture_output=True, text=True, env=environment
    )
    assert json.loads(done.stdout)["result"] == {
        "protocolVersion": "1",
        "hostInfo": {"name": "loader", "version": "2.0"},
        "capabilities": {"features": True, "sources": []},
    }


def test_a_catalog_entry_is_what_the_host_says_of_the_same_feature(plugin: Process, executable: str) -> None:
    entry = plugin.ask("feature/list")["features"][0]
    said = subprocess.run(
        [executable, "serve"], input='{"jsonrpc":"2.0","id":1,"method":"feature/list"}', capture_output=True, text=True
    )
    host = json.loads(said.stdout)["result"]["features"][0]
    assert {**entry, "id": host["id"]} == host


def test_a_snapshot_is_what_the_host_says_of_the_same_feature(plugin: Process, executable: str) -> None:
    ours = [
        plugin.ask("feature/open", feature="counter", instance="c"),
        plugin.act("c", "incrementButtonTapped"),
        plugin.ask("feature/snapshot", instance="c"),
    ]
    said = subprocess.run(
        [executable, "serve"],
        input='{"jsonrpc":"2.0","id":2,"method":"feature/open","params":{"feature":"gallery:counter","instance":"c"}}\n'
        '{"jsonrpc":"2.0","id":3,"method":"feature/send","params":{"instance":"c","action":"incrementButtonTapped"}}\n'
        '{"jsonrpc":"2.0","id":4,"method":"feature/snapshot","params":{"instance":"c"}}\n',
        capture_output=True,
        text=True,
    )
    lines = [json.loads(line.replace("gallery:counter", "counter")) for line in said.stdout.splitlines()]
    assert ours == [line["result"] for line in lines if "result" in line]
    assert [one for one in plugin.news() if one.get("method")] == [line for line in lines if "method" in line]


def test_the_snapshot_comes_before_the_answer(plugin: Process) -> None:
    plugin.ask("feature/open", feature="counter", instance="c")
    plugin.news()
    id = plugin.begin("feature/send", instance="c", action="incrementButtonTapped")
    plugin.answer(id)
    shown, answer = plugin.news()
    assert shown["params"]["cause"] == {
        "action": "incrementButtonTapped",
        "path": [],
        "origin": "client",
        "request": id,
    }
    assert answer["result"] == {"revision": 1, "settled": True}


def test_closing_answers_the_waits_and_cancels_the_effects(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    plugin.act("l", "load")
    wait = plugin.begin("feature/settle", instance="l")
    plugin.news()
    close = plugin.begin("feature/close", instance="l")
    plugin.answer(close)
    refused, closed, answer = plugin.news()
    assert (refused["id"], refused["error"]["code"]) == (wait, -31002)
    assert closed["params"] == {"instance": "l", "revision": 1, "reason": "closed"}
    assert answer == {"jsonrpc": "2.0", "id": close, "result": None}
    assert plugin.refused("feature/snapshot", instance="l")["code"] == -31002
    assert plugin.ask("feature/open", feature="loader", instance="l")["revision"] == 0


def test_the_last_subscriber_closes_it_unless_it_is_kept(plugin: Process) -> None:
    plugin.ask("feature/open", feature="counter", instance="a")
    assert plugin.ask("state/unsubscribe", instance="a", path=["child"]) is None
    assert plugin.ask("state/unsubscribe", instance="a") is None
    assert plugin.refused("state/unsubscribe", instance="a")["code"] == -31002
    plugin.ask("feature/open", feature="counter", instance="b", keep=True)
    plugin.ask("state/unsubscribe", instance="b")
    plugin.news()
    plugin.act("b", "incrementButtonTapped")
    assert len(plugin.news()) == 1
    assert plugin.ask("state/subscribe", instance="b")["snapshot"]["state"]["count"] == 1


def test_there_are_no_children(plugin: Process) -> None:
    plugin.ask("feature/open", feature="counter", instance="c")
    for method, more in (
        ("feature/send", {"action": "incrementButtonTapped"}),
        ("feature/snapshot", {}),
        ("state/subscribe", {}),
        ("feature/open", {"feature": "counter"}),
    ):
        said = plugin.refused(method, instance="c", path=["x"], **more)
        assert (said["code"], said["data"]["reason"]) == (-31005, "gone")
    assert plugin.refused("feature/open", feature="counter", instance="d", path=["x"])["code"] == -31005
    assert plugin.refused("feature/snapshot", instance="d")["code"] == -31002


def test_the_end_of_the_input_answers_what_waits(plugin: Process) -> None:
    plugin.ask("feature/open", feature="watch", instance="w")
    plugin.ask("feature/open", feature="loader", instance="l")
    plugin.act("l", "load")
    settle = plugin.begin("feature/settle", instance="l")
    run = plugin.begin("feature/run", feature="loader", instance="d")
    status, log = plugin.end()
    assert plugin.answer(settle)["result"] == {"revision": 1, "settled": False}
    assert plugin.answer(run)["error"]["data"] == {"kind": "sourceFailed", "retryable": False}
    assert (status, "the watch is over" in log) == (0, True)


def test_notifications_are_done_and_not_answered(plugin: Process) -> None:
    plugin.ask("feature/open", feature="counter", instance="c")
    plugin.news()
    for action in ("incrementButtonTapped", "explode"):
        plugin.notify("feature/send", instance="c", action=action)
    plugin.notify("feature/run", feature="counter")
    plugin.ask("ping")
    shown, pong = plugin.news()
    assert shown["params"]["cause"] == {"action": "incrementButtonTapped", "path": [], "origin": "client"}
    assert pong["result"] is None


def test_what_comes_at_once_is_answered_in_order(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    ids = []
    for _ in range(100):
        for action in ("quick", "go", "stop"):
            ids.append(plugin.begin("feature/send", instance="l", action=action))
        ids.append(plugin.begin("ping"))
    plugin.answer(ids[-1])
    assert [one["id"] for one in plugin.said if one.get("id", 0) >= ids[0]] == ids
    revisions = [one["params"]["revision"] for one in plugin.said if one.get("method") == "state/snapshot"]
    assert revisions == list(range(1, 301))


def test_it_ends_on_exit_behind_what_was_asked(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    request = {"jsonrpc": "2.0", "id": 50, "method": "feature/send", "params": {"instance": "l", "action": "quick"}}
    shutdown = {"jsonrpc": "2.0", "id": 51, "method": "shutdown"}
    plugin.write(request, shutdown, {"jsonrpc": "2.0", "method": "exit"})
    with pytest.raises(AssertionError, match="the plugin has ended"):
        plugin.wait(lambda message: False)
    assert plugin.said[-2]["result"] == {"revision": 1, "settled": True}
    assert plugin.said[-1] == {"jsonrpc": "2.0", "id": 51, "result": None}
