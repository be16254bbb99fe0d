"""Effects of a plugin's features: their revisions, their cancellation, and waits for them."""

from __future__ import annotations

from feature_wire import Process, causes, effects


def test_an_effect_is_shown_step_by_step(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    plugin.news()
    assert plugin.act("l", "load") == {"revision": 1, "settled": False}
    first = plugin.news()[0]["params"]
    assert (first["state"]["lines"], first["settled"]) == (["begin"], False)
    assert first["effects"] == [{"id": "load-1", "name": "load", "background": False}]
    assert first["unavailable"]["load"] == "loading"
    assert plugin.refused("feature/send", instance="l", action="load")["data"] == {
        "kind": "actionUnavailable",
        "retryable": True,
        "reason": "loading",
    }
    plugin.act("l", "go", times=2)
    last = plugin.snapshot(lambda one: one["settled"])
    assert (last["state"]["lines"], last["effects"]) == (["begin", "step 0", "step 1"], [])
    assert "load" not in last["unavailable"]
    assert causes(plugin.news()) == [(2, "go", "client"), (3, "load", "effect")]


def test_an_effect_is_not_cancelled_by_clients(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    plugin.act("l", "load")
    reasons = [
        plugin.refused("feature/send", instance="l", action=action, params={"id": id})["data"]["reason"]
        for action, id in [("cancelEffect", "load-1"), ("cancelEffect", "load-2"), ("undoNotice", "n1")]
    ]
    assert reasons == ["notCancellable", "gone", "gone"]


def test_what_an_effect_does_between_two_waits_is_a_revision(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l", params={"steps": 3})
    plugin.act("l", "load")
    plugin.news()
    for step in range(3):
        plugin.act("l", "go")
        plugin.snapshot(lambda one, step=step: f"step {step}" in one["state"]["lines"])  # type: ignore[misc]
    assert causes(plugin.news()) == [
        (2, "go", "client"),
        (3, "load", "effect"),
        (4, "go", "client"),
        (5, "load", "effect"),
        (6, "go", "client"),
        (7, "load", "effect"),
    ]


def test_an_effect_without_a_wait_is_one_revision_and_one_that_changes_nothing_tells_its_end(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    plugin.news()
    assert plugin.act("l", "quick") == {"revision": 1, "settled": True}
    assert plugin.act("l", "idle")["settled"] is False
    plugin.act("l", "go")
    plugin.snapshot(lambda one: one["revision"] == 4)
    assert causes(plugin.news())[-1] == (4, "effectEnded", "effect")


def test_a_further_run_cancels_the_one_before_where_it_is_to(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    plugin.act("l", "look", word="a")
    plugin.act("l", "look", word="b")
    shown = plugin.said[-2]["params"]
    assert (shown["cause"]["cancelled"], effects(shown), shown["state"]["lines"]) == (["look-1"], ["look-2"], ["b"])
    plugin.act("l", "stop")
    assert plugin.said[-2]["params"]["cause"]["cancelled"] == ["look-2"]
    plugin.news()
    plugin.act("l", "go")
    assert plugin.ask("feature/settle", instance="l") == {"revision": 4, "settled": True}
    assert causes(plugin.news()) == [(4, "go", "client")]


def test_waits_end_when_it_has_settled(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    send = plugin.begin("feature/send", instance="l", action="load", **{"await": "settled"})
    settle = plugin.begin("feature/settle", instance="l")
    over = plugin.ask("feature/settle", instance="l", timeoutMs=0)
    assert over == {"revision": 1, "settled": False}
    cancelled = plugin.begin("feature/settle", instance="l")
    again = {"jsonrpc": "2.0", "id": cancelled, "method": "ping", "params": {}}
    plugin.write(again)
    assert plugin.answer(cancelled)["error"]["code"] == -32600
    plugin.said.clear()
    plugin.notify("$/cancelRequest", id=cancelled)
    assert plugin.answer(cancelled)["error"]["data"] == {"kind": "requestCancelled", "retryable": True}
    plugin.said.clear()
    plugin.act("l", "go", times=2)
    assert [plugin.answer(id)["result"]["settled"] for id in (send, settle)] == [True, True]
    ends = [message.get("id", message.get("method")) for message in plugin.said]
    assert ends.index(send) < ends.index(settle) and "state/snapshot" not in ends[ends.index(send) :]


def test_reset_begins_anew(plugin: Process) -> None:
    opened = plugin.ask("feature/open", feature="watch", instance="w")
    assert (opened["revision"], opened["snapshot"]["cause"]["origin"]) == (1, "host")
    assert opened["snapshot"]["settled"] is True
    plugin.act("w", "tick")
    plugin.snapshot(lambda one: one["state"]["ticks"] == 1)
    plugin.news()
    plugin.act("w", "reset")
    reset, start, answer = plugin.news()
    assert (reset["params"]["cause"]["cancelled"], reset["params"]["state"]["ticks"]) == (["watch-1"], 0)
    assert reset["params"]["settled"] is False
    assert (start["params"]["cause"]["origin"], effects(start["params"])) == ("host", ["watch-2"])
    assert answer["result"] == {"revision": start["params"]["revision"], "settled": True}


def test_a_task_id_begins_the_tasks_anew_where_it_is_another(plugin: Process) -> None:
    assert plugin.ask("feature/open", feature="watch", instance="w")["snapshot"]["state"]["id"] == "none"
    plugin.news()
    plugin.act("w", "setTaskId", id="a")
    set_id, start, _ = plugin.news()
    assert set_id["params"]["cause"]["cancelled"] == ["watch-1"]
    assert (start["params"]["state"]["id"], effects(start["params"])) == ("a", ["watch-2"])
    plugin.act("w", "setTaskId", id="a")
    assert causes(plugin.news()) == [(4, "setTaskId", "client")]
    assert plugin.end()[1].count("the watch is over") == 2
