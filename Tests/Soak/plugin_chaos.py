"""Plugins that misbehave at random: the host survives, other features work, and no process is left."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from counts import count
from host import Host, encode, increment, insert, jsonl, open_counter, open_list, outlives, send

CAN = ["insert", "update", "move", "delete", "query"]
ACTIONS = {
    "refresh": [{}],
    "retry": [{}],
    "loadMore": [{}],
    "setWindow": [{"offset": 20, "limit": 30}, {"offset": 0, "limit": 5}],
    "insertItem": [{"value": {"id": "new"}}, {"value": {"text": "no id"}, "beforeId": "3"}],
    "updateItem": [{"id": "1", "patch": {"text": "other"}}],
    "moveItems": [{"ids": ["1", "2"], "beforeId": "5"}],
    "deleteItems": [{"ids": ["4"]}, {"ids": ["1", "9"]}],
    "setFilter": [{"filter": {"text": "row"}}, {"filter": None}],
    "setSort": [{"sort": [{"key": "text"}]}, {"sort": []}],
    "undo": [{}],
    "reset": [{}],
    "setQuery": [{"query": "row"}, {"query": "1"}, {"query": ""}],
    "accept": [{}],
}


def make_workspace(rng: Random, folder: Path) -> Path:
    """Writes a workspace with a list and a search over `chaos.py`, and a list over a file."""
    chaos = str(Path(__file__).with_name("chaos.py"))
    source = {"type": "plugin", "plugin": "chaos", "source": "rows", "timeoutMs": rng.choice([20, 100])}
    can = [name for name in CAN if rng.random() < 0.8]
    declared = {
        "plugins": {"chaos": {"command": [sys.executable, "-E", chaos, str(rng.random()), rng.choice("1248")]}},
        "sources": {
            "list": {**source, "can": can},
            "find": {**source, "can": ["search"], "operations": ["do"]},
            "rows": {"type": "file", "path": "rows.jsonl"},
        },
        "features": {
            "list": {"kind": "list", "source": "list", "pageSize": 10, "selection": "multiple"},
            "find": {
                "kind": "search",
                "source": "find",
                "keys": ["text"],
                "debounceMs": 0,
                "actions": [{"id": "do", "title": "Do", "perform": "do"}],
            },
            "rows": {"kind": "list", "source": "rows", "pageSize": 10_000},
        },
    }
    path = folder / "workspace.json"
    path.write_text(json.dumps(declared))
    return path


def check(snapshot: dict[str, Any]) -> None:
    """Checks the invariants of a snapshot, which hold for any answers of a plugin."""
    state = snapshot["state"]
    groups = state["groups"] if "groups" in state else [state]
    ids = [item["id"] for group in groups for item in group["items"]]
    assert len(ids) == len(set(ids)) and all(ids), f"{snapshot['instance']} shows {ids}"
    for error in snapshot["errors"]:
        assert error["message"] and error["code"], error
    count("snapshots of plugins")


def plugins(rng: Random, folder: Path) -> None:
    """Plays a session with a plugin that misbehaves at random."""
    book = make_workspace(rng, folder)
    with Host("-w", book, "--gallery") as host:
        host.send(open_counter("c"), open_list("l"))
        for name in ("list", "find"):
            host.send(open_list(name, name, name))
        total = rng.choice([10, 40, 120])
        for number in range(total):
            for _ in range(rng.randrange(4)):
                name = rng.choice(["list", "list", "find"])
                action = rng.choice(list(ACTIONS))
                host.write(encode(send(f"{number} {host.next_id}", name, action, rng.choice(ACTIONS[action]))))
                host.next_id += 1
            host.send(increment(number))
            assert "result" in host.answer(number)
            if rng.random() < 0.3:
                host.send(insert(f"insert {number}", {"id": f"r{number}"}, **{"await": "settled"}))
                assert host.answer(f"insert {number}")["result"]["settled"] is True
            if rng.random() < 0.2:
                # Without waits, the session would end before the plugin has started.
                host.do("feature/settle", instance=rng.choice(["list", "find"]), timeoutMs=rng.choice([10, 50, 250]))
                host.do("host/plugins")
        assert host.do("feature/snapshot", instance="c")["state"]["count"] == total
        shown = host.do("feature/snapshot", instance="l")["state"]["items"]
        inserted = [item["id"] for item in shown]
        for message in host.seen:
            if message.get("method") == "state/snapshot" and message["params"]["instance"] in ("list", "find"):
                check(message["params"])
        assert host.finish() == 0
    file = folder / "rows.jsonl"
    assert inserted == ([row["id"] for row in jsonl(file)] if file.exists() else [])
    started = folder / "pids"
    pids = [int(pid) for pid in started.read_text().split()] if started.exists() else []
    left = [pid for pid in pids if outlives(pid)]
    assert not left, f"of {len(pids)} processes these are still there: {left}"
    count("processes of plugins", len(pids))
