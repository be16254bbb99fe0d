"""What the tests of the plugin have in common."""

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
    """A folder with a copy of the demo workspace, in a repository of one commit."""
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
    """Starts Neovim over a workspace, given as its file or as what is in it; all end with the test."""
    with ExitStack() as running:

        def begin(folder: Path, workspace: Any = "demo.workspace.json", feature: str = "", **options: Any) -> Neovim:
            if isinstance(workspace, dict):
                (folder / "w.json").write_text(json.dumps(workspace))
                workspace = "w.json"
            setup = f"vim.g.featurehost_workspace = {str(folder / workspace)!r}\n" + options.pop("setup", "")
            nvim = running.enter_context(Neovim(folder, setup=setup, **options))
            if feature:
                nvim.command(f"FeatureHost {feature}")
            return nvim

        yield begin


def rows(file: Path, key: str) -> list[Any]:
    """What the rows of a file hold under a key."""
    return [json.loads(line).get(key) for line in file.read_text().splitlines()] if file.exists() else []
