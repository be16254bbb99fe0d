"""The client accepts the maximum of what a host sends: the depth of rows, and the length of frames."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from featurehost import Host
from featurehost.wire import decode


def nested(levels: int) -> str:
    """Returns JSON text with this number of nested arrays."""
    return "[" * levels + "1" + "]" * levels


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """A workspace with a list, in which one row has the maximum depth that a host shows."""
    lines = ['{"id": "1", "name": "plain"}', f'{{"id": "2", "name": "deep", "d": {nested(511)}}}']
    (tmp_path / "rows.jsonl").write_text("".join(line + "\n" for line in lines))
    workspace = {
        "sources": {"s": {"type": "file", "path": "rows.jsonl"}},
        "features": {"rows": {"kind": "list", "source": "s", "columns": [{"key": "name"}, {"key": "d"}]}},
    }
    (tmp_path / "w.json").write_text(json.dumps(workspace))
    return tmp_path / "w.json"


@pytest.mark.parametrize("updates", ["snapshot", "patch"])
def test_rows_at_the_limit_of_the_depth(deep: Path, updates: Any) -> None:
    with Host(workspace=deep, updates=updates) as host:
        rows = host.open("rows")
        rows.settle()
        assert [item["id"] for item in rows.state["items"]] == ["1", "2"]
        rows.send("setActive", id="2")
        rows.send("updateItem", id="2", patch={"name": "changed"}, await_="settled")
        assert rows.state["items"][1]["value"]["name"] == "changed"
        level, value = 0, rows.state["items"][1]["value"]["d"]
        while isinstance(value, list):
            level, value = level + 1, value[0]
        assert level == 511


def test_as_many_levels_as_a_host_writes() -> None:
    limit = sys.getrecursionlimit()
    for levels in (1, 900, 2_047):
        value = decode(nested(levels).encode())
        while isinstance(value, list):
            levels, value = levels - 1, value[0]
        assert levels == 0
    with pytest.raises((RecursionError, ValueError)):
        decode(nested(1_000_000).encode())
    assert sys.getrecursionlimit() == limit


@pytest.mark.parametrize("updates", ["snapshot", "patch"])
def test_long_frames(tmp_path: Path, updates: Any) -> None:
    rows = [{"id": str(number), "name": "x" * 1_000_000} for number in range(30)]
    lists = {f"l{number}": {"kind": "list", "source": "s"} for number in range(3)}
    source = {"type": "inline", "rows": rows}
    (tmp_path / "w.json").write_text(json.dumps({"sources": {"s": source}, "features": lists}))
    with Host(workspace=tmp_path / "w.json", updates=updates) as host:
        for name in lists:
            shown = host.open(name)
            shown.settle()
            assert len(shown.state["items"]) == 4 and shown.state["window"]["omitted"] == 26
