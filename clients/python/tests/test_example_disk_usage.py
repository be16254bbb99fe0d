"""The plugin that shows the disk usage in a folder."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from featurehost.plugin.testing import showing, spawned

PLUGIN = Path(__file__).resolve().parents[1] / "examples/plugins/disk_usage.py"


@pytest.fixture(scope="module")
def disk_usage() -> ModuleType:
    spec = importlib.util.spec_from_file_location("disk_usage", PLUGIN)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a large folder, a small file, and a file with two names."""
    root = tmp_path / "root"
    (root / "large/deep").mkdir(parents=True)
    (root / "large/deep/data").write_bytes(b"x" * 300_000)
    (root / "small").write_bytes(b"x" * 5_000)
    (root / "twice").write_bytes(b"x" * 20_000)
    os.link(root / "twice", root / "large/also")
    (root / "link").symlink_to(tmp_path)
    return root.resolve()


def test_it_counts_what_du_counts(disk_usage: ModuleType, folder: Path) -> None:
    with showing(disk_usage.DiskUsage, folder=str(folder)) as disk:
        state = disk.settle().state
        assert state["size"] == int(subprocess.check_output(["du", "-sB1", folder]).split()[0])
        assert (state["counted"], state["entries"][0]["name"], state["entries"][0]["isFolder"]) == (1.0, "large", True)
        assert {entry["name"] for entry in state["entries"]} == {"large", "small", "twice", "link"}
        assert state["largest"].splitlines()[0].endswith("MB  large")
        shown = [len(snapshot.state["entries"]) for snapshot in disk.snapshots]
        assert shown == sorted(shown) and shown[-1] == 4


def test_one_goes_down_and_up(disk_usage: ModuleType, folder: Path) -> None:
    with showing(disk_usage.DiskUsage, folder=str(folder)) as disk:
        disk.send("look", name="large", await_="settled")
        assert (disk.state["folder"], len(disk.state["entries"])) == (str(folder / "large"), 2)
        disk.send("look", name="..", await_="settled")
        assert (disk.state["folder"], len(disk.state["entries"])) == (str(folder), 4)


def test_a_folder_that_is_not_there_is_an_error_until_it_is(disk_usage: ModuleType, folder: Path) -> None:
    with showing(disk_usage.DiskUsage, folder=str(folder / "new")) as disk:
        (error,) = disk.errors
        assert (error.code, error.retryable, disk.state["entries"]) == ("notFound", True, [])
        (folder / "new").mkdir()
        disk.send("retry", await_="settled")
        assert (disk.errors, disk.state["folder"]) == ((), str(folder / "new"))
        disk.send("look", name="gone")
        assert (disk.errors[0].code, disk.state["folder"]) == ("notFound", str(folder / "new"))


def test_as_a_program_it_hands_on_a_folder(folder: Path) -> None:
    with spawned([sys.executable, PLUGIN]) as peer:
        id, outcome = peer.begin(
            "feature/run", {"feature": "diskUsage", "instance": "d", "params": {"folder": str(folder)}}
        )
        peer.request("feature/send", {"instance": "d", "action": "look", "params": {"name": "large"}})
        peer.request("feature/send", {"instance": "d", "action": "choose"})
        assert outcome.result(60) == {"outcome": "completed", "output": str(folder / "large")}
