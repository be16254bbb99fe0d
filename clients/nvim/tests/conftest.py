"""Shared fixtures of the tests of the plugin."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from neovim import PROJECT, Neovim

Start = Callable[..., Neovim]


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """A folder with a copy of the demo workspace, in a repository with one commit."""
    for name in ("demo.workspace.json", "tasks.jsonl"):
        shutil.copy(PROJECT / "clients" / "demo" / name, tmp_path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "plan.md").write_text("one\ntwo\nthree\n")
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "First"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    return tmp_path


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts Neovim over a trusted workspace, given as a file or as content; ends each Neovim with the test."""
    with ExitStack() as running:

        def begin(
            folder: Path, workspace: Any = "demo.workspace.json", feature: str = "", trust: bool = True, **options: Any
        ) -> Neovim:
            if isinstance(workspace, dict):
                (folder / "w.json").write_text(json.dumps(workspace))
                workspace = "w.json"
            setup = [f"vim.g.featurehost_workspace = {str(folder / workspace)!r}", options.pop("setup", "")]
            # A test types faster than anybody looks.
            setup.insert(1, f"vim.g.featurehost_pause = {options.pop('pause', 0)}")
            if trust:
                setup.insert(1, "require('featurehost').setup({ trust = true })")
            nvim = running.enter_context(Neovim(folder, setup="\n".join(setup), **options))
            if feature:
                nvim.command(f"FeatureHost {feature}")
            return nvim

        yield begin


def rows(file: Path, key: str) -> list[Any]:
    """Returns the values of the rows of a file under a key."""
    return [json.loads(line).get(key) for line in file.read_text().splitlines()] if file.exists() else []


def host_of(folder: Path, kind: str, snapshot: dict[str, Any]) -> str:
    """Returns the Lua code that sets up a minimal host, whose only feature `new` always has this kind and snapshot."""
    answers = {
        "initialize": {"protocolVersion": "1", "features": [{"id": "new", "kind": kind}]},
        "feature/open": {"instance": "i", "revision": 0, "snapshot": snapshot},
    }
    host = folder / "host"
    host.write_text(
        "#!/usr/bin/env python3\nimport json, sys\n"
        f"answers = json.loads({json.dumps(answers)!r})\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if 'id' not in m: continue\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'method': 'un/heard'}))\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': answers.get(m['method'])}), flush=True)\n"
    )
    host.chmod(0o755)
    return f"require('featurehost').setup{{cmd = {str(host)!r}}}"


def snapshot_of(kind: str, state: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Returns the snapshot of an instance, or of a child."""
    return {
        "instance": "i", "feature": "new", "kind": kind, "revision": 0, "settled": True, "effects": [], "toolbar": [],
        "unavailable": {}, "errors": [], "queue": [], "blocked": None, "presentation": None, "state": state,
    } | members  # fmt: skip
