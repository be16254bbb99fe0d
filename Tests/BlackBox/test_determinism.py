"""With a virtual clock and a seed, one input gives byte-identical output."""

import json

import pytest
from host import Fifo, Host, encode, insert, notification, open_counter, open_list, request, run, send

SETTLED = {"await": "settled"}


def session():
    """Yields a session with lists over two files, edits, waits, an advance of the clock, a failure and a batch."""
    yield request(0, "initialize")
    yield open_list(1, "a", "a")
    yield open_list(2, "b", "b")
    yield open_counter(3) | {"params": {"feature": "bad", "instance": "bad"}}
    yield request(4, "feature/settle", {"instance": "a"})
    for id in range(10, 40):
        yield insert(id, {"n": id}, "ab"[id % 2], **(SETTLED if id % 5 == 0 else {}))
    yield request(5, "clock/advance", {"ms": 1_000})
    yield send(6, "a", "refresh", **SETTLED)
    yield send(7, "b", "deleteItems", {"ids": ["b1", "b2"]})
    yield [send(8, "b", "loadMore"), send(9, "a", "updateItem", {"id": "a1", "patch": {"x": 1}}, **SETTLED)]
    yield send(40, "a", "moveItems", {"ids": ["a1"]}, **SETTLED)
    yield send(41, "bad", "retry")
    yield request(42, "clock/advance", {"ms": 0})
    yield notification("$/cancelRequest", {"id": 42})
    yield request(43, "feature/snapshot", {"instance": "b"})
    yield request(44, "feature/close", {"instance": "a"})


def play(folder, seed, kind):
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.jsonl").write_text("".join(f'{{"id":"{name}{n}"}}\n' for n in range(70)))
    (folder / "bad.csv").write_text("id,x\n1\n")
    names = {"a": "a.jsonl", "b": "b.jsonl", "bad": "bad.csv"}
    (folder / "w.json").write_text(
        json.dumps(
            {
                "sources": {name: {"type": "file", "path": path} for name, path in names.items()},
                "features": {name: {"kind": "list", "source": name} for name in names},
            }
        )
    )
    data = b"".join(map(encode, session()))
    args = ["serve", "-w", "w.json", "--clock", "virtual", "--seed", seed]
    if kind == "pipe":
        outcome = run(data, *args, cwd=folder)
    else:
        (folder / "session.jsonl").write_bytes(data)
        with open(folder / "session.jsonl", "rb") as file:
            outcome = run(b"", *args, cwd=folder, stdin=file)
    assert outcome.status == 0, outcome.log
    return outcome.output, [(folder / path).read_bytes() for path in names.values()]


@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_one_input_gives_the_same_bytes_five_times(tmp_path, kind):
    first, *others = [play(tmp_path / str(n), 7, kind) for n in range(5)]
    assert first[0].count(b"\n") > 80
    for other in others:
        assert other == first


def test_a_sorted_read_has_the_edits_that_began_before_it(tmp_path):
    """Another instance edits the same file at the same time, and the rows are sorted on another thread."""
    sources = {"rows": {"type": "file", "path": "rows.jsonl"}}
    features = {
        "rows": {"kind": "list", "source": "rows"},
        "sorted": {"kind": "list", "source": "rows", "sort": [{"key": "id"}]},
    }
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": features}))
    messages = [request(0, "initialize"), open_list(1, "rows", "rows"), open_list(2, "sorted", "sorted")]
    messages += [request(3, "clock/advance", {"ms": 0})]
    for n in range(20):
        messages += [send(4, "sorted", "refresh"), send(5, "rows", "deleteItems", {"ids": [str(n)]})]
        messages += [request(6, "clock/advance", {"ms": 0})]
    data = b"".join(map(encode, messages))
    for _ in range(3):
        (tmp_path / "rows.jsonl").write_text("".join(f'{{"id":"{n}"}}\n' for n in range(30)))
        outcome = run(data, "serve", "-w", "w.json", "--clock", "virtual", cwd=tmp_path)
        assert outcome.status == 0, outcome.log
        updates = [m["params"] for m in outcome.messages if m.get("method") == "state/snapshot"]
        counts = [
            p["state"]["totalCount"] for p in updates if (p["instance"], p["cause"]["action"]) == ("sorted", "fetched")
        ]
        assert counts == [30, *range(30, 10, -1)]


def test_another_seed_gives_other_ids(tmp_path):
    one, two = play(tmp_path / "1", 1, "file"), play(tmp_path / "2", 2, "file")
    assert one[0] != two[0] and one[0].count(b"\n") == two[0].count(b"\n")


def test_virtual_time_moves_only_by_an_advance():
    outcome = run(
        b"".join(
            encode(request(id, "clock/advance", {"ms": ms})) for id, ms in enumerate([0, 5, 0, 1_000_000, 2**63 - 1, 1])
        ),
        "serve",
        "--clock",
        "virtual",
    )
    assert [m["result"]["now"] for m in outcome.messages] == [0, 5, 5, 1_000_005, 2**63 - 1, 2**63 - 1]


def test_a_wait_that_was_read_behind_another_takes_what_came_meanwhile(tmp_path):
    """The rows of the second list arrive during the wait for the first list; no later event wakes the host."""
    (tmp_path / "gate").mkdir()
    slow = Fifo(tmp_path / "gate")
    (tmp_path / "rows.jsonl").write_text('{"id":"1"}\n')
    (tmp_path / "w.json").write_text(
        json.dumps(
            {
                "sources": {
                    "slow": slow.source,
                    "quick": {"type": "file", "path": "rows.jsonl"},
                },
                "features": {name: {"kind": "list", "source": name} for name in ("slow", "quick")},
            }
        )
    )
    with Host("-w", tmp_path / "w.json", "--clock", "virtual") as host:
        host.send(
            open_list(1, "slow", "slow"),
            open_list(2, "quick", "quick"),
            *(request(id, "feature/settle", {"instance": name}) for id, name in [(3, "slow"), (4, "quick")]),
        )
        host.answer(1)
        host.answer(2)
        slow.release(b'{"id":"x"}\n')
        assert host.answer(3)["result"]["settled"] is True
        assert host.answer(4)["result"]["settled"] is True
        assert host.finish() == 0
