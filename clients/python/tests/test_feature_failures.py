"""Refusals, failures and outputs of a plugin's features."""

from __future__ import annotations

from feature_wire import Process, effects


def test_errors_are_shown_and_tried_again(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    plugin.act("l", "fetch")
    plugin.act("l", "go")
    failed = plugin.snapshot(lambda one: bool(one["errors"]))
    assert failed["errors"] == [
        {
            "id": "e1",
            "code": "networkError",
            "message": "The network is down",
            "retryable": True,
            "display": "alert",
            "retry": "retry",
        }
    ]
    assert (failed["settled"], failed["cause"]["action"]) == (True, "fetch")
    assert plugin.refused("feature/send", instance="l", action="retry", params={"id": "e9"})["data"]["reason"] == "gone"
    plugin.act("l", "retry")
    shown = plugin.said[-2]["params"]
    assert (shown["cause"]["action"], shown["errors"], effects(shown)) == ("retry", [], ["fetch-2"])
    plugin.act("l", "go")
    assert plugin.snapshot(lambda one: "done" in one["state"]["lines"])["settled"]
    plugin.act("l", "crash")
    plugin.act("l", "crash")
    (error,) = plugin.said[-2]["params"]["errors"]
    assert (error["id"], error["code"], error["message"]) == ("e3", "failed", "crash failed: KeyError: 'x'")
    plugin.act("l", "dismissError", id="e3")
    assert plugin.ask("feature/snapshot", instance="l")["errors"] == []
    status, log = plugin.end()
    assert (status, log.count("KeyError: 'x'")) == (0, 2)


def test_half_a_character_is_not_sent(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")
    plugin.act("l", "halve", show=False)
    assert plugin.said[-2]["params"]["errors"][0]["message"] == "?"
    plugin.act("l", "halve", show=True)
    shown = plugin.said[-2]["params"]
    assert (shown["state"]["lines"], shown["errors"][0]["message"]) == (
        [],
        "the state failed: ValueError: lines/0 holds half a character, which is no UTF-8",
    )
    assert plugin.end()[0] == 0


def test_a_fixture_is_a_state_to_begin_with(plugin: Process) -> None:
    opened = plugin.ask("feature/open", feature="counter", instance="c", fixture="negative")
    assert (opened["revision"], opened["snapshot"]["state"]["count"]) == (0, -3)
    plugin.act("c", "reset")
    assert plugin.ask("feature/snapshot", instance="c")["state"]["count"] == 0
    said = plugin.refused("feature/open", feature="counter", instance="d", fixture="none")
    assert said["data"]["param"] == "fixture"


def test_refusals_change_nothing(plugin: Process) -> None:
    plugin.ask("feature/open", feature="loader", instance="l")

    def refused(action: str, **more: object) -> tuple[int, dict[str, object]]:
        error = plugin.refused("feature/send", instance="l", action=action, **more)
        return error["code"], error["data"]

    code, data = refused("explode")
    known = data["known"]
    assert (code, isinstance(known, list) and known[:2]) == (-31003, ["go", "load"])
    assert refused("go", ifRevision=7)[1]["revision"] == 0
    assert refused("done")[1]["reason"] == "noLines"
    assert refused("full") == (-31005, {"kind": "actionUnavailable", "retryable": False, "reason": "full"})
    assert refused("look")[1]["fields"] == [{"path": "/word", "code": "required", "message": "the member is missing"}]
    assert refused("go", params="x")[0] == -31004
    assert refused("present", params={"modal": "x"})[1]["fields"] == [
        {"path": "/modal", "code": "unknown", "message": "there is no modal x; this feature declares none"}
    ]
    assert refused("dismiss", params={"key": "p1"})[1]["reason"] == "gone"
    assert refused("keepEditing")[1]["reason"] == "notBlocked"
    assert refused("go", **{"await": "later"})[1]["param"] == "await"
    assert refused("go", timeoutMs=-1)[1]["param"] == "timeoutMs"
    assert plugin.refused("feature/send", instance="x", action="go")["code"] == -31002
    assert plugin.refused("feature/open", feature="x")["code"] == -31001
    assert plugin.refused("feature/open", feature="loader", instance="l", params={"steps": 1})["code"] == -32602
    wrong = plugin.refused("feature/open", feature="loader", params={"steps": "x"})
    assert wrong["data"]["fields"][0]["path"] == "/steps"
    assert plugin.ask("feature/snapshot", instance="l")["revision"] == 0


def test_a_dialog_is_answered_with_what_is_handed_on(plugin: Process) -> None:
    run = plugin.begin("feature/run", feature="loader", instance="d")
    plugin.act("d", "quick")
    wait = plugin.begin("feature/send", instance="d", action="load", **{"await": "settled"})
    plugin.answer(plugin.begin("feature/snapshot", instance="d"))
    plugin.news()
    done = plugin.begin("feature/send", instance="d", action="done")
    plugin.answer(run)
    shown, answered, waited, closed, outcome = plugin.news()
    assert (shown["params"]["cause"]["action"], answered["id"], waited["id"]) == ("done", done, wait)
    assert waited["result"] == {"revision": 3, "settled": False}
    assert closed["params"] == {"instance": "d", "revision": 3, "reason": "closed"}
    assert outcome["result"] == {"outcome": "completed", "output": ["quick", "begin"]}


def test_a_dialog_may_end_otherwise(plugin: Process) -> None:
    run = plugin.begin("feature/run", feature="loader", instance="left")
    plugin.act("left", "leave")
    assert plugin.answer(run)["result"] == {"outcome": "cancelled"}
    assert plugin.ask("feature/run", feature="loader", timeoutMs=0) == {"outcome": "timedOut"}
    run = plugin.begin("feature/run", feature="loader", instance="closed")
    plugin.ask("feature/close", instance="closed")
    assert plugin.answer(run)["result"] == {"outcome": "cancelled"}
    run = plugin.begin("feature/run", feature="loader", instance="given up")
    plugin.notify("$/cancelRequest", id=run)
    assert plugin.answer(run)["error"]["code"] == -32800
    assert plugin.refused("feature/snapshot", instance="given up")["code"] == -31002
    plugin.ask("feature/open", feature="loader", instance="open")
    runs = [plugin.begin("feature/run", feature="loader", instance="open") for _ in range(2)]
    plugin.act("open", "doneLater")
    plugin.act("open", "go")
    assert [plugin.answer(run)["result"]["output"] for run in runs] == [[], []]
    assert effects(plugin.ask("feature/snapshot", instance="open")) == ["doneLater-1"]
