"""The host for tests, workspaces, and scripted peers."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from feature_wire import LOADER, Process

ROOT = Path(__file__).resolve().parents[3]

PRELUDE = """
import json, os, signal, subprocess, sys

def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else None

def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()

def say(**message):
    write(json.dumps({"jsonrpc": "2.0", **message}) + "\\n")

def snapshot(revision, state=None, instance="x", **more):
    return {"instance": instance, "feature": "f", "kind": "view", "revision": revision, "state": state or {}, **more}

def show(revision, *args, **more):
    say(method="state/snapshot", params=snapshot(revision, *args, **more))

def begin():
    info = {"protocolVersion": "1", "hostInfo": {"name": "fake", "version": "1"}, "features": []}
    say(id=hear()["id"], result=info)

def opened(revision=0):
    say(id=hear()["id"], result={"instance": "x", "revision": revision, "snapshot": snapshot(revision)})
"""


def pytest_collection_finish() -> None:
    """Frees garbage by reference counts only, because searching for cycles takes a quarter of the tests' time."""
    gc.collect()
    gc.freeze()
    gc.disable()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Collects garbage between two files, when few objects exist."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()


@pytest.fixture(autouse=True)
def executable(monkeypatch: pytest.MonkeyPatch) -> str:
    """Sets the host of this repository, unless FEATUREHOST names another."""
    path = os.path.abspath(os.environ.get("FEATUREHOST", ROOT / ".build/release/featurehost"))
    monkeypatch.setenv("FEATUREHOST", path)
    return path


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str], Path]:
    """Makes a peer from a script, which can use the functions of `PRELUDE`."""

    def make(script: str) -> Path:
        path = tmp_path / "fake-host"
        path.write_text(f"#!{sys.executable}\n{PRELUDE}\n{script}\n")
        path.chmod(0o755)
        return path

    return make


@pytest.fixture
def rows(tmp_path: Path) -> Callable[..., Path]:
    """Makes a workspace with a list `rows` over rows in memory."""

    def make(rows: list[dict[str, Any]], **feature: Any) -> Path:
        return _workspace(tmp_path, {"type": "inline", "rows": rows}, **feature)

    return make


class Gate:
    """A workspace with a list `rows` whose first load waits for `release`."""

    def __init__(self, folder: Path) -> None:
        self._pipe = folder / "rows.jsonl"
        os.mkfifo(self._pipe)
        self.workspace = _workspace(
            folder,
            {"type": "command", "argv": ["cat", self._pipe.name], "format": "jsonl", "timeoutMs": 86_400_000},
        )

    def release(self) -> None:
        """Completes the load with one row."""
        self._pipe.write_text('{"id":"1"}\n')


@pytest.fixture
def plugin() -> Iterator[Process]:
    """The plugin of `feature_loader.py` as a process, after its catalog was read."""
    with Process(LOADER) as process:
        process.ask("feature/list")
        process.news()
        yield process


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    yield Gate(tmp_path)


def _workspace(folder: Path, source: dict[str, Any], **feature: Any) -> Path:
    path = folder / "workspace.json"
    declared = {"kind": "list", "source": "rows", **feature}
    path.write_text(json.dumps({"sources": {"rows": source}, "features": {"rows": declared}}))
    return path
