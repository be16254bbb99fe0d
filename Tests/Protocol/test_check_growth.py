"""Holds `featurehost check` to output that grows with the number of mistakes, and no faster."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .host import BINARY, HANG_SECONDS

FORM = {"kind": "form", "sections": [{"fields": [{"name": "a", "type": "text"}]}]}


def lists(count: int) -> dict[str, Any]:
    sources = {f"s{number}": {"type": "inline"} for number in range(count)}
    features = {f"l{number}": {"kind": "list", "source": "none"} for number in range(count)}
    return {"sources": sources, "features": features}


def circle(count: int) -> dict[str, Any]:
    return {"features": {f"w{number}": {"kind": "flow", "root": f"w{(number + 1) % count}"} for number in range(count)}}


def steps(count: int) -> dict[str, Any]:
    declared = [{"id": f"s{number}", "feature": "f", "next": [{"step": "none"}]} for number in range(count)]
    return {"features": {"f": FORM, "w": {"kind": "flow", "steps": declared}}}


def conditions(count: int) -> dict[str, Any]:
    declared = [
        {"name": f"a{number}", "type": "text", "visibleWhen": {"field": "/z", "equals": "1"}} for number in range(count)
    ]
    return {"features": {"f": {"kind": "form", "sections": [{"fields": declared}]}}}


def operations(count: int) -> dict[str, Any]:
    source = {"type": "command", "operations": {f"o{number}": {"argv": ["true"]} for number in range(count)}}
    submit = {"source": "o", "call": "perform", "operation": "none"}
    return {"sources": {"o": source}, "features": {f"f{number}": {**FORM, "submit": submit} for number in range(count)}}


@pytest.mark.parametrize("make", [lists, circle, steps, conditions, operations], ids=lambda make: make.__name__)
def test_twice_the_mistakes_are_twice_the_words(make: Callable[[int], dict[str, Any]], tmp_path: Path) -> None:
    sizes = []
    for count in (200, 400):
        path = tmp_path / "w.json"
        path.write_text(json.dumps(make(count)))
        done = subprocess.run([BINARY, "check", path], capture_output=True, timeout=HANG_SECONDS, check=False)
        assert done.returncode == 1
        assert len(done.stdout.splitlines()) == count
        sizes.append(len(done.stdout))
    assert sizes[1] < 2.2 * sizes[0]
