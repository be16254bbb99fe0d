"""Updates as patches: compared with another library, and with the host's own state."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import jsonpatch
import pytest
from featurehost import AsyncHost, Host, Snapshot
from featurehost.errors import ProtocolError
from featurehost.patch import patched


def value(draw: random.Random, depth: int = 3) -> Any:
    match draw.randrange(7 if depth else 3):
        case 0:
            return draw.randrange(5)
        case 1:
            return draw.choice(["", "a", "a/b", "~", "é"])
        case 2:
            return None
        case 3 | 4:
            return [value(draw, depth - 1) for _ in range(draw.randrange(4))]
        case _:
            return {draw.choice(["a", "b/c", "~d", ""]): value(draw, depth - 1) for _ in range(draw.randrange(4))}


@pytest.mark.parametrize("seed", range(300))
def test_another_library_s_patches_lead_where_they_should(seed: int) -> None:
    draw = random.Random(seed)
    old, new = ({"root": value(draw)} for _ in range(2))
    before = copy.deepcopy(old)
    made = jsonpatch.make_patch(old, new).patch
    operations = [one for one in made if one["op"] in ("add", "remove", "replace")]
    expected = jsonpatch.apply_patch(old, operations) if len(operations) == len(made) else None
    if expected is None:
        return
    assert patched(old, operations) == expected == new
    assert old == before


def test_what_is_not_changed_is_shared() -> None:
    old = {"a": {"x": 1}, "b": [{"y": 2}, {"z": 3}]}
    new = patched(old, [{"op": "replace", "path": "/b/1/z", "value": 4}])
    assert new == {"a": {"x": 1}, "b": [{"y": 2}, {"z": 4}]} and old["b"] == [{"y": 2}, {"z": 3}]
    assert new["a"] is old["a"] and new["b"][0] is old["b"][0]  # type: ignore[index]


@pytest.mark.parametrize(
    "operations",
    [
        {"op": "add"},
        ["add"],
        [{"op": "add", "path": "/a"}],
        [{"op": "add", "path": "/b/4", "value": 1}],
        [{"op": "add", "path": "/b/-1", "value": 1}],
        [{"op": "remove", "path": "/x"}],
        [{"op": "remove", "path": "/b/3"}],
        [{"op": "replace", "path": "/x", "value": 1}],
        [{"op": "replace", "path": "/a/x/y", "value": 1}],
        [{"op": "move", "path": "/a", "from": "/b"}],
        [{"path": "/a"}],
        [{"op": "remove", "path": ""}],
        [{"op": "replace", "path": "", "value": 5}],
        [{"op": "add", "path": "a", "value": 1}],
        [{"op": "add", "path": "/~2", "value": 1}],
        [{"op": "replace", "path": "/b/01", "value": 1}],
        [{"op": "replace", "path": "/b/\u0661", "value": 1}],
        [{"op": "add", "path": ["/a"], "value": 1}],
        [{"op": ["add"], "path": "/a", "value": 1}],
        [{"op": "add", "path": "/a/b", "value": 1}],
        [{"op": "replace", "path": "/b/" + "9" * 5_000, "value": 1}],
        [{"op": "replace", "path": "/x" * 5_000, "value": 1}],
        [None],
        [[]],
        None,
    ],
)
def test_a_patch_that_does_not_apply_is_the_host_s_mistake(operations: Any) -> None:
    with pytest.raises(ProtocolError):
        patched({"a": 1, "b": [0, 1, 2]}, operations)


def nested(levels: int) -> Any:
    whole: Any = 1
    for level in range(levels):
        whole = [whole] if level % 2 else {"a": whole}
    return whole


def test_a_deep_patch_that_does_not_apply_is_the_host_s_mistake_too() -> None:
    deep = nested(2_000)
    for operations in ([{"op": "add", "path": "/x/y", "value": deep}], [{"op": deep}], [deep], deep):
        with pytest.raises(ProtocolError):
            patched({"a": 1}, operations)
    assert patched({"a": 1}, [{"op": "add", "path": "/b", "value": deep}])["b"] is deep


@pytest.mark.parametrize("seed", range(300))
def test_no_patch_fails_otherwise(seed: int) -> None:
    draw = random.Random(seed)
    old = {"a": value(draw), "b/c": value(draw)}
    before = copy.deepcopy(old)
    tokens = ["a", "b~1c", "b/c", "0", "1", "-", "", "~0d", "~", "01", "-1", "\u0662", "1e0", "x" * 300]
    odd = [None, 1, True, [], {}, "", "add", "replace", "remove", "move", "test", "\x1b[31m"]
    for _ in range(20):
        operations: Any = [
            {
                "op": draw.choice(odd[6:9] if draw.random() < 0.8 else odd),
                "path": "".join("/" + draw.choice(tokens) for _ in range(draw.randrange(4)))
                if draw.random() < 0.9
                else draw.choice(odd),
                "value": value(draw),
            }
            for _ in range(draw.randrange(1, 4))
        ]
        if draw.random() < 0.2:
            operations[0].pop(draw.choice(["op", "path", "value"]))
        try:
            assert isinstance(patched(old, operations), dict)
        except ProtocolError:
            pass
        assert old == before


def test_a_session_of_patches_shows_the_host_s_state(rows: Any) -> None:
    workspace = rows([{"id": str(number), "name": f"row {number}"} for number in range(40)])
    with Host(workspace=workspace, updates="patch") as host:
        assert host.info.capabilities["updates"] == ["snapshot", "patch"]
        listed = host.open("rows")
        seen: list[Snapshot] = []
        listed.on_snapshot(seen.append)
        listed.settle()
        for id in ("3", "7", "3"):
            listed.send("select", id=id)
            assert listed.snapshot.raw == host.request("feature/snapshot", {"instance": listed.instance})
        listed.send("setWindow", offset=2, limit=10)
        assert listed.snapshot.raw == host.request("feature/snapshot", {"instance": listed.instance})
        assert [one.revision for one in seen] == sorted({one.revision for one in seen})
        # Earlier snapshots are unchanged.
        assert seen[-2].state["window"] != seen[-1].state["window"]


async def async_session(workspace: Path) -> None:
    async with AsyncHost(workspace=workspace, updates="patch") as host:
        listed = await host.open("rows")
        await listed.settle()
        assert listed.snapshot.raw == await host.request("feature/snapshot", {"instance": listed.instance})


def test_a_session_of_patches_on_an_event_loop(rows: Any) -> None:
    import asyncio

    asyncio.run(async_session(rows([{"id": "1", "name": "one"}])))


def test_a_gap_is_filled_by_asking(fake: Any) -> None:
    script = """
begin(); opened(); hear()
def patch(revision, base, value):
    operations = [{"op": "replace", "path": "/revision", "value": revision},
                  {"op": "add", "path": "/state/n", "value": value}]
    say(method="state/patch", params={"instance": "x", "revision": revision, "base": base, "patch": operations})

patch(1, 0, 1)
# Nobody needs what is known already.
patch(1, 0, 5)
# Of 2 to 4 nothing came.
patch(5, 4, 9)
asked = hear()
assert (asked["method"], asked["params"]) == ("feature/snapshot", {"instance": "x"})
say(id=asked["id"], result=snapshot(6, {"n": 6}))
patch(6, 5, 0)
patch(7, 6, 7)
hear()
"""
    with Host(fake(script), updates="patch") as host:
        counter = host.open("f")
        seen: list[tuple[int, int]] = []
        counter.on_snapshot(lambda one: seen.append((one.revision, one.state["n"])))
        # It is sent only now, because updates before the registration of a callback are not reported to the callback.
        host.notify("initialized")
        counter.wait_until(lambda one: one.revision == 7)
        assert seen[-2:] == [(6, 6), (7, 7)] and all(revision in (1, 6, 7) for revision, _ in seen)


def test_what_a_snapshot_stands_for_is_no_part_of_what_a_patch_applies_to(fake: Any) -> None:
    script = """
begin(); opened()
show(3, {"n": 3}, conflated=3)
say(method="state/patch", params={"instance": "x", "revision": 4, "base": 3,
    "patch": [{"op": "replace", "path": "/revision", "value": 4}]})
hear()
"""
    with Host(fake(script), updates="patch") as host:
        newest = host.open("f").wait_until(lambda one: one.revision == 4)
        assert (newest.conflated, newest.state) == (1, {"n": 3})
