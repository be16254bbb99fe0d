"""The typed members of snapshots: members of this edition, members of later editions, and invalid members."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from featurehost import Cause, ProtocolError, Snapshot

ROOT = Path(__file__).resolve().parents[3]
LEAST = {"instance": "i", "feature": "f", "kind": "view", "revision": 0, "state": {}}


def test_the_example_of_the_protocol_can_be_read_throughout() -> None:
    text = (ROOT / "protocol/snapshots.md").read_text()
    raw = json.loads(text.split("<!-- schema: snapshot -->\n```json\n")[1].split("```")[0])
    shown = Snapshot.parse(raw)
    assert (shown.instance, shown.feature, shown.kind) == (raw["instance"], raw["feature"], raw["kind"])
    assert (shown.revision, shown.settled, shown.state) == (raw["revision"], raw["settled"], raw["state"])
    assert shown.unavailable == raw["unavailable"] and shown.raw is raw
    assert shown.cause.raw == raw["cause"]
    for member in ("effects", "errors", "queue", "toolbar"):
        assert [record.raw for record in getattr(shown, member)] == raw[member]
    for member in ("presentation", "blocked", "animation"):
        record = getattr(shown, member)
        assert (record and record.raw) == raw[member]


def test_what_is_under_way_is_typed() -> None:
    cause = {"action": "refresh", "path": [], "origin": "client", "request": 7, "cancelled": ["refresh-2"]}
    effects = [{"id": "refresh-3", "name": "fetch", "background": False}]
    shown = Snapshot.parse({**LEAST, "cause": cause, "effects": effects, "unavailable": {"loadMore": "refreshing"}})
    assert shown.cause == Cause(raw=cause, action="refresh", origin="client", request=7, cancelled=("refresh-2",))
    assert [(effect.id, effect.name, effect.background) for effect in shown.effects] == [("refresh-3", "fetch", False)]
    assert shown.unavailable == {"loadMore": "refreshing"}
    assert (shown.path, shown.conflated, shown.settled) == ((), 1, False)
    assert Snapshot.parse({**LEAST, "conflated": 3}).conflated == 3


def test_what_is_presented_is_typed() -> None:
    presentation = {
        "key": "p1",
        "style": "confirmation",
        "title": "Delete?",
        "message": None,
        "target": {"instance": "i", "id": "7"},
        "buttons": [{"id": "delete", "title": "Delete", "role": "destructive", "enabled": False}],
        "dismissible": False,
        "later": 1,
    }
    shown = Snapshot.parse(
        {
            **LEAST,
            "presentation": presentation,
            "queue": [{"key": "p2", "style": "alert"}],
            "blocked": {"action": "dismiss", "path": [], "by": ["presentation"], "reason": "unsavedChanges"},
            "toolbar": [{"action": "present", "params": {"modal": "new"}, "title": "Add", "role": "primary"}],
            "animation": {"kind": "spring", "bounce": 0.2},
        }
    )
    assert shown.presentation is not None and shown.presentation.target is not None
    assert (shown.presentation.key, shown.presentation.style, shown.presentation.message) == (
        "p1",
        "confirmation",
        None,
    )
    assert (shown.presentation.target.id, shown.presentation.dismissible) == ("7", False)
    (button,) = shown.presentation.buttons
    assert (button.id, button.role, button.enabled) == ("delete", "destructive", False)
    assert shown.presentation.raw["later"] == 1
    assert [(waiting.key, waiting.buttons, waiting.dismissible) for waiting in shown.queue] == [("p2", (), True)]
    assert shown.blocked is not None and shown.blocked.reason == "unsavedChanges"
    assert (shown.blocked.path, shown.blocked.by) == ((), ("presentation",))
    assert (shown.toolbar[0].params, shown.toolbar[0].role) == ({"modal": "new"}, "primary")
    assert shown.animation is not None and shown.animation.raw["bounce"] == 0.2


def test_members_and_kinds_of_a_later_edition_are_kept() -> None:
    shown = Snapshot.parse({**LEAST, "kind": "map", "later": [1]})
    assert shown.kind == "map" and shown.raw["later"] == [1]


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        *({name: value for name, value in LEAST.items() if name != left_out} for left_out in LEAST),
        {**LEAST, "revision": "1"},
        {**LEAST, "state": []},
        {**LEAST, "path": "x"},
        {**LEAST, "path": [{}]},
    ],
)
def test_what_is_no_snapshot_is_refused(wrong: Any) -> None:
    with pytest.raises(ProtocolError, match="a snapshot needs"):
        Snapshot.parse(wrong)


def test_a_wrong_member_is_named_where_it_is_read() -> None:
    shown = Snapshot.parse({**LEAST, "errors": [{"id": "e1", "code": "x"}], "effects": {"id": 1}, "cause": 3})
    with pytest.raises(ProtocolError, match="ErrorEntry must have a member message"):
        _ = shown.errors
    with pytest.raises(ProtocolError, match="array of EffectEntry"):
        _ = shown.effects
    with pytest.raises(ProtocolError, match="Cause must be an object"):
        _ = shown.cause
