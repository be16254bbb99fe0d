"""A session with the real host, from a program without an event loop."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import featurehost
import pytest
from featurehost import Host

ROOT = Path(__file__).resolve().parents[3]


def test_the_catalog_is_typed() -> None:
    with Host() as host:
        counter = next(entry for entry in host.features if entry.id == "gallery:counter")
        assert (counter.kind, counter.title) == ("view", "Counter")
        assert "incrementButtonTapped" in [action.name for action in counter.actions]
        assert host.list_features() == host.features
        assert host.info.host_info["name"] == "featurehost" and host.info.limits["maxFrameBytes"] > 0


def test_an_action_s_snapshot_is_there_when_send_returns() -> None:
    with Host() as host:
        counter = host.open("gallery:counter", instance="mine")
        assert counter.instance == "mine" and counter.state["count"] == 0
        progress = counter.send("incrementButtonTapped")
        assert (progress.revision, progress.settled) == (1, True)
        assert counter.state["count"] == 1
        cause = counter.snapshot.cause
        assert (cause.action, cause.origin, cause.path) == ("incrementButtonTapped", "client", ())


def test_params_are_given_by_name_or_as_a_mapping(rows: Callable[..., Path]) -> None:
    with Host(workspace=rows([{"id": "1"}, {"id": "2"}])) as host:
        listed = host.open("rows")
        listed.settle()
        listed.send("insertItem", value={"id": "3"}, beforeId="1", await_="settled")
        listed.send("insertItem", {"value": {"id": "4"}, "beforeId": "1"}, await_="settled")
        listed.send("insertItem", {"value": {"id": "5"}}, beforeId="1", await_="settled")
        assert [item["id"] for item in listed.state["items"]] == ["3", "4", "5", "1", "2"]


def test_params_may_have_the_names_of_what_send_takes(fake: Callable[[str], Path]) -> None:
    script = """
begin(); opened()
asked = hear()
say(id=asked["id"], result={"revision": 1, "settled": True, "asked": asked["params"]})
hear()
"""
    with Host(fake(script)) as host:
        child = host.open("f").at("presentation")
        progress = child.send("present", action="a", path="/title", params={"modal": 1}, instance="i")
        assert progress.raw["asked"] == {
            "instance": "x",
            "path": ["presentation"],
            "action": "present",
            "params": {"action": "a", "path": "/title", "params": {"modal": 1}, "instance": "i"},
        }


def test_await_settled_returns_when_all_that_followed_is_there(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    workspace = tmp_path / "workspace.json"
    source = {"type": "file", "path": "tasks.jsonl"}
    workspace.write_text(json.dumps({"sources": {"t": source}, "features": {"tasks": {"kind": "list", "source": "t"}}}))
    with Host(workspace=workspace, seed=1) as host:
        tasks = host.open("tasks")
        tasks.settle()
        progress = tasks.send("insertItem", value={"title": "Buy milk"}, await_="settled")
        assert progress.settled and tasks.snapshot.settled
        assert json.loads(file.read_text())["title"] == "Buy milk"


def test_virtual_time_moves_by_advance() -> None:
    with Host(clock="virtual", seed=1) as host:
        assert (host.advance(1500), host.advance(0)) == (1500, 1500)
    with Host() as host, pytest.raises(featurehost.ClockNotVirtual):
        host.advance(1)


def test_a_wait_that_only_time_could_end_says_so(gate) -> None:
    with Host(workspace=gate.workspace) as host:
        listed = host.open("rows")
        assert listed.settle(timeout_ms=0).settled is False
        assert [effect.name for effect in listed.snapshot.effects if not effect.background] == ["fetch"]
        gate.release()
        assert listed.settle().settled and listed.state["count"] == 1


def test_a_wait_may_take_its_own_time_beside_that_of_an_answer() -> None:
    with Host() as host:
        counter = host.open("gallery:counter")
        host.timeout = 0
        assert counter.settle().settled
        assert counter.send("incrementButtonTapped", await_="settled").settled
        assert counter.settle(timeout_ms=10_000).settled


def test_errors_of_a_feature_are_state(tmp_path: Path) -> None:
    workspace = tmp_path / "workspace.json"
    (tmp_path / "rows.jsonl").write_text("not JSON\n")
    source = {"type": "file", "path": "rows.jsonl"}
    workspace.write_text(json.dumps({"sources": {"r": source}, "features": {"rows": {"kind": "list", "source": "r"}}}))
    with Host(workspace=workspace) as host:
        listed = host.open("rows")
        listed.settle()
        (error,) = listed.snapshot.errors
        assert (error.code, error.display, error.retry) == ("invalidData", "fullScreen", "retry")
        assert listed.snapshot.error(error.id) == error and listed.snapshot.error("e99") is None
        assert listed.state["loads"]["refresh"]["errorId"] == error.id


def test_every_documented_code_has_its_class() -> None:
    rows = [json.loads(line) for line in (ROOT / "protocol/errors.jsonl").read_text().splitlines()]
    classes = {kind.code: kind.__name__ for kind in featurehost.RequestError.__subclasses__()}
    assert classes == {row["code"]: row["name"] for row in rows}
    assert all(getattr(featurehost, name) for name in classes.values())


def test_refusals_carry_what_the_protocol_says_of_them(rows: Callable[..., Path]) -> None:
    with Host(workspace=rows([{"id": "1"}], selection="none")) as host:
        with pytest.raises(featurehost.UnknownFeature):
            host.open("none")
        listed = host.open("rows")
        listed.settle()
        with pytest.raises(featurehost.ActionUnavailable) as unavailable:
            listed.send("select", id="1")
        assert unavailable.value.reason == "selectionNone" and not unavailable.value.retryable
        assert "feature/send" in str(unavailable.value) and unavailable.value.kind == "actionUnavailable"
        with pytest.raises(featurehost.InvalidActionParams) as invalid:
            listed.send("setActive")
        assert invalid.value.fields[0]["path"] == "/id"
        with pytest.raises(featurehost.UnknownAction) as unknown:
            listed.send("explode")
        assert "setActive" in unknown.value.known
        with pytest.raises(featurehost.StaleRevision) as stale:
            listed.send("refresh", if_revision=0)
        assert stale.value.revision == listed.snapshot.revision
        with pytest.raises(featurehost.MethodNotFound):
            host.request("no/such")
        with pytest.raises(featurehost.InvalidParams) as wrong:
            host.request("feature/open", {"feature": 1})
        assert wrong.value.param == "feature"


def test_what_json_cannot_hold_is_refused_before_it_is_sent() -> None:
    with Host() as host:
        counter = host.open("gallery:counter")
        for value in (object(), float("nan")):
            with pytest.raises((TypeError, ValueError)):
                counter.send("setTaskId", id=value)
        assert host.request("ping") is None


def test_a_text_that_is_no_unicode_is_refused_by_the_host() -> None:
    with Host() as host:
        counter = host.open("gallery:counter")
        with pytest.raises(featurehost.ParseError):
            counter.send("setTaskId", id="\ud800")
        assert counter.send("setTaskId", id="ok").revision == 1


def test_a_closed_instance_keeps_its_last_snapshot() -> None:
    with Host() as host:
        counter = host.open("gallery:counter", instance="c")
        counter.send("incrementButtonTapped")
        counter.close()
        assert counter.closed == "closed" and counter.state["count"] == 1
        with pytest.raises(featurehost.UnknownInstance):
            counter.send("incrementButtonTapped")
        with pytest.raises(featurehost.InstanceClosed):
            counter.wait_until(lambda snapshot: False)
        again = host.open("gallery:counter", instance="c")
        assert (again.state["count"], again.closed, counter.state["count"]) == (0, None, 1)


def test_a_kept_instance_can_be_left_and_subscribed_to_again() -> None:
    with Host() as host:
        counter = host.open("gallery:counter", keep=True)
        counter.unsubscribe()
        assert counter.closed == "unsubscribed"
        counter.send("incrementButtonTapped")
        assert counter.state["count"] == 0
        assert counter.subscribe().state["count"] == 1
        counter.send("incrementButtonTapped")
        assert counter.state["count"] == 2 and counter.closed is None


def test_an_instance_that_nobody_subscribes_to_is_gone() -> None:
    with Host() as host:
        counter = host.open("gallery:counter")
        counter.unsubscribe()
        with pytest.raises(featurehost.UnknownInstance):
            counter.send("incrementButtonTapped")


def test_two_handles_of_one_instance_show_the_same() -> None:
    with Host() as host:
        one, two = (host.open("gallery:counter", instance="c") for _ in range(2))
        one.send("incrementButtonTapped")
        assert two.snapshot is one.snapshot


def test_a_notification_is_sent_without_an_answer() -> None:
    with Host() as host:
        counter = host.open("gallery:counter", instance="c")
        host.notify("feature/send", {"instance": "c", "action": "incrementButtonTapped"})
        assert counter.wait_until(lambda snapshot: snapshot.state["count"] == 1).revision == 1


def test_what_never_comes_ends_a_wait_in_time() -> None:
    with Host() as host, pytest.raises(featurehost.Timeout, match="within 0 s"):
        host.open("gallery:counter").wait_until(lambda snapshot: False, timeout=0)


def test_a_snapshot_of_megabytes_comes_whole(rows: Callable[..., Path]) -> None:
    # The rows have nearly the maximum number of bytes of a window.
    many = [{"id": str(number), "text": "ä" * 950} for number in range(2_000)]
    with Host(workspace=rows(many, pageSize=2_000)) as host:
        listed = host.open("rows")
        listed.settle()
        assert [item["value"] for item in listed.state["items"]] == many
        listed.send("setActive", id="1999")
        assert listed.state["activeId"] == "1999"


def test_many_instances_live_side_by_side() -> None:
    with Host() as host:
        counters = [host.open("gallery:counter") for _ in range(500)]
        for number, counter in enumerate(counters):
            for _ in range(number % 3):
                counter.send("incrementButtonTapped")
        assert [counter.state["count"] for counter in counters] == [number % 3 for number in range(500)]


def test_who_wants_nothing_to_move_gets_no_hints() -> None:
    for reduced_motion, kind in ((False, "default"), (True, None)):
        with Host(reduced_motion=reduced_motion) as host:
            items = host.open("gallery:animatedList")
            items.send("addButtonTapped")
            hint = items.snapshot.animation
            assert (hint and hint.kind) == kind
