"""The plugin that shows the processes of a machine."""

from __future__ import annotations

import importlib.util
import os
import pwd
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from featurehost import SourceError
from featurehost.plugin.driven import DrivenSource
from featurehost.plugin.testing import in_process, spawned

PLUGIN = Path(__file__).resolve().parents[1] / "examples/plugins/processes.py"
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")


@pytest.fixture(scope="module")
def processes() -> ModuleType:
    spec = importlib.util.spec_from_file_location("processes", PLUGIN)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def process(proc: Path, number: int, name: str, ticks: int = 0, state: str = "S") -> None:
    """Writes the files that the system has for a process."""
    folder = proc / str(number)
    folder.mkdir(exist_ok=True)
    fields = [state, "1", *["0"] * 9, str(ticks), "0", *["0"] * 6, "4711", "0", "3", "0"]
    (folder / "new").write_text(f"{number} ({name}) {' '.join(fields)}\n")
    (folder / "new").rename(folder / "stat")
    (folder / "cmdline").write_bytes(b"" if name == "kthread" else f"/bin/{name}\0--flag\0".encode())


def test_rows_say_what_the_system_says(processes: ModuleType, tmp_path: Path) -> None:
    process(tmp_path, 10, "a (b) c")
    process(tmp_path, 9, "kthread", state="I")
    (tmp_path / "uptime").write_text("1 1")
    (tmp_path / "11").mkdir()
    with in_process(processes.plugin) as peer:
        rows = peer.open("processes", proc=str(tmp_path), every=3600).rows()
    assert rows == [
        {
            "id": "9",
            "name": "kthread",
            "user": pwd.getpwuid(os.getuid()).pw_name,
            "state": "I",
            "cpu": 0.0,
            "memory": 3 * os.sysconf("SC_PAGE_SIZE"),
            "parent": "1",
            "started": 4711,
            "command": "[kthread]",
        },
        {**rows[0], "id": "10", "name": "a (b) c", "state": "S", "command": "/bin/a (b) c --flag"},
    ]


def test_changes_are_noticed(processes: ModuleType, tmp_path: Path) -> None:
    process(tmp_path, 1, "init")
    with in_process(processes.plugin) as peer:
        shown = peer.open("processes", proc=str(tmp_path), every=0.01)
        assert [row["id"] for row in shown.rows()] == ["1"]
        process(tmp_path, 2, "busy")
        shown.wait_changed()
        ticks = 0
        while not any(row["cpu"] > 0 for row in shown.rows()):
            ticks += 1_000_000
            process(tmp_path, 2, "busy", ticks=ticks)
            shown.wait_changed()


def wait_for(shown: DrivenSource, condition: object) -> None:
    assert callable(condition)
    while not condition(shown.rows()):
        shown.wait_changed()


def test_a_user_sees_their_own(processes: ModuleType, tmp_path: Path) -> None:
    process(tmp_path, 1, "init")
    with in_process(processes.plugin) as peer:
        me = pwd.getpwuid(os.getuid()).pw_name
        assert len(peer.open("processes", source="a", proc=str(tmp_path), user=me).rows()) == 1
        assert peer.open("processes", source="b", proc=str(tmp_path), user="nobody else").rows() == []


def test_a_live_process_is_shown_is_ended_and_is_gone() -> None:
    child = subprocess.Popen(["sleep", "600"])
    try:
        with spawned([sys.executable, PLUGIN]) as peer:
            shown = peer.open("processes", every=0.05)
            row = next(row for row in shown.rows() if row["id"] == str(child.pid))
            assert (row["name"], row["command"], row["parent"]) == ("sleep", "sleep 600", str(os.getpid()))
            shown.delete(str(child.pid), "1234567890")
            assert child.wait(240) == -signal.SIGTERM
            wait_for(shown, lambda rows: str(child.pid) not in [row["id"] for row in rows])
    finally:
        child.kill()
        child.wait()


def test_a_number_that_another_process_has_now_is_left_alone(processes: ModuleType, tmp_path: Path) -> None:
    child = subprocess.Popen(["sleep", "600"])
    try:
        process(tmp_path, child.pid, "sleep")
        with in_process(processes.plugin) as peer:
            shown = peer.open("processes", proc=str(tmp_path), every=3600)
            assert len(shown.rows()) == 1
            stat = tmp_path / str(child.pid) / "stat"
            stat.write_text(stat.read_text().replace("4711", "4712"))
            shown.delete(str(child.pid))
            assert child.poll() is None
    finally:
        child.kill()
        child.wait()


def test_options_are_checked(processes: ModuleType, tmp_path: Path) -> None:
    with in_process(processes.plugin) as peer:
        with pytest.raises(SourceError, match="every must be above 0"):
            peer.open("processes", every=0)
        with pytest.raises(SourceError, match="No such file") as gone:
            peer.open("processes", proc=str(tmp_path / "none"))
        assert gone.value.code == "notFound"
