"""Children: their places in a snapshot, and their use with a host."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import featurehost
import pytest
from featurehost import Host, Snapshot


def child(**state: Any) -> dict[str, Any]:
    return {"feature": "c", "kind": "view", "settled": True, "state": state}


def snapshot(state: dict[str, Any] | None = None, **more: Any) -> Snapshot:
    raw = {"instance": "i", "feature": "f", "kind": "flow", "revision": 7, "cause": {"action": "a", "origin": "host"}}
    return Snapshot.parse({**raw, "state": state or {}, **more})


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (["named"], snapshot({"named": child(n=1)})),
        (["named", "inner"], snapshot({"named": child(inner=child(n=1))})),
        (["rows", "7"], snapshot({"rows": [{"id": "6", **child(n=0)}, {"id": "7", **child(n=1)}]})),
        (["rows", "7"], snapshot({"rows": {"7": child(n=1)}})),
        (["stack", "k2"], snapshot({"stack": [{"key": "k1"}, {"key": "k2", "child": child(n=1)}]})),
        (["presentation"], snapshot(presentation={"key": "p1", "style": "sheet", "child": child(n=1)})),
        (
            ["presentation", "presentation"],
            snapshot(presentation={"child": {**child(), "presentation": {"child": child(n=1)}}}),
        ),
    ],
)
def test_a_child_is_found_by_its_path(path: list[str], shown: Snapshot) -> None:
    found = shown.child(*path)
    assert found.state == {"n": 1} and shown.has_child(*path)
    assert (found.instance, found.path, found.feature, found.revision) == ("i", tuple(path), "c", 7)
    assert found.cause.action == "a" and found.settled


@pytest.mark.parametrize(
    "path",
    [["none"], ["count"], ["rows"], ["rows", "8"], ["rows", "7"], ["stack", "k1"], ["presentation"], ["named", "none"]],
)
def test_where_there_is_no_child_it_is_gone(path: list[str]) -> None:
    rows = [{"id": "7", "value": {}}, "7", None]
    shown = snapshot({"count": 1, "rows": rows, "stack": [{"key": "k1", "title": "K"}], "named": child()})
    with pytest.raises(featurehost.ChildGone, match="/".join(path)) as gone:
        shown.child(*path)
    assert isinstance(gone.value, LookupError) and not shown.has_child(*path)


def test_what_has_no_kind_is_no_child() -> None:
    assert not snapshot({"named": {"feature": "c", "state": {}}}).has_child("named")


def test_an_alert_has_no_child() -> None:
    assert not snapshot(presentation={"key": "p1", "style": "alert"}).has_child("presentation")


def test_a_snapshot_without_a_path_is_itself() -> None:
    shown = snapshot()
    assert shown.child() is shown


def test_a_child_is_sent_to_and_shown_in_its_parent() -> None:
    with Host() as host:
        both = host.open("gallery:twoCounters")
        second = both.at("counter2")
        assert second.exists and second.state["count"] == 0 and not both.at("none").exists
        second.send("incrementButtonTapped")
        assert (second.state["count"], both.at("counter1").state["count"]) == (1, 0)
        assert both.snapshot.cause.path == ("counter2",)
        with pytest.raises(featurehost.ActionUnavailable) as gone:
            both.at("presentation").send("submit")
        assert gone.value.reason == "gone"


def test_a_child_s_callback_gets_each_revision_once_whatever_is_subscribed() -> None:
    with Host() as host:
        both = host.open("gallery:twoCounters")
        first = both.at("counter1")
        seen: list[tuple[int, int]] = []
        stop = first.on_snapshot(lambda snapshot: seen.append((snapshot.revision, snapshot.state["count"])))
        first.send("incrementButtonTapped")
        first.subscribe()
        first.send("incrementButtonTapped")
        both.unsubscribe()
        first.send("incrementButtonTapped")
        assert first.state["count"] == 3
        stop()
        first.send("incrementButtonTapped")
        assert seen == [(1, 1), (2, 2), (3, 3)]


def test_a_child_that_comes_and_goes_is_gone_in_between(fake: Callable[[str], Path]) -> None:
    script = """
begin(); opened()
for revision, child in enumerate([None, {"feature": "c", "kind": "form", "state": {"n": 1}}, None], 1):
    id = hear()["id"]
    show(revision, presentation=child and {"key": "p", "style": "sheet", "child": child})
    say(id=id, result={"revision": revision, "settled": True})
hear()
"""
    with Host(fake(script)) as host:
        feature = host.open("f")
        sheet = feature.at("presentation")
        seen: list[int] = []
        sheet.on_snapshot(lambda snapshot: seen.append(snapshot.revision))
        for exists in (False, True, False):
            feature.send("next")
            assert sheet.exists is exists
        with pytest.raises(featurehost.ChildGone):
            sheet.state["n"]
        assert seen == [2]
