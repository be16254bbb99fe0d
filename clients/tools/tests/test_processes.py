"""The tool `processes` over real processes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from .tool import Screen, Tool

Children = list[subprocess.Popen[bytes]]
NAME = f"sleeper{os.getpid()}"


@pytest.fixture
def children() -> Iterator[Children]:
    """A hundred processes of the test, each of which sleeps under a name of its own.

    Tests that run beside this one have processes with other names.
    """
    children = [subprocess.Popen(["bash", "-c", f"exec -a {NAME}-{n} sleep 1000"]) for n in range(100)]
    yield children
    for child in children:
        child.kill()
        child.wait()


def all_shown(screen: Screen, children: Children) -> None:
    """Shows only the sleepers, and waits until all are there."""
    screen.send("setFilter", filter={"text": NAME})
    screen.send("setWindow", offset=0, limit=200)
    screen.until(lambda screen: {str(child.pid) for child in children} <= set(screen.ids))


def test_marked_processes_are_killed_and_others_live(tmp_path: Path, children: Children) -> None:
    with Tool("processes", tmp_path) as tool:
        screen = tool.open("processes")
        all_shown(screen, children)
        marked = children[::3]
        for child in marked:
            screen.send("toggleSelection", id=str(child.pid))
        screen.accept("kill")
        assert screen.presentation.title == f"Kill {len(marked)} processes?"
        screen.fill()
        assert not screen.errors
        assert [child.wait() for child in marked] == [-signal.SIGTERM] * len(marked)
        assert all(child.poll() is None for child in children if child not in marked)


def test_a_signal_is_chosen(tmp_path: Path, children: Children) -> None:
    with Tool("processes", tmp_path) as tool:
        screen = tool.open("processes")
        all_shown(screen, children)
        screen.accept("kill", str(children[0].pid)).fill(signal="KILL")
        assert children[0].wait() == -signal.SIGKILL
        screen.accept("kill", str(children[1].pid)).fill(signal="STOP")
        screen.until(lambda screen: screen.rows[str(children[1].pid)]["state"] == "T")


def test_a_process_that_has_ended_is_said(tmp_path: Path, children: Children) -> None:
    with Tool("processes", tmp_path) as tool:
        screen = tool.open("processes")
        all_shown(screen, children)
        screen.send("setFilter", filter=None)
        gone = str(children[5].pid)
        screen.accept("kill", gone)
        children[5].kill()
        children[5].wait()
        screen.inside.send("submit")
        # The list may have noticed the end before.
        told = screen.errors + [str(screen.presentation)]
        if screen.presentation:
            told += screen.inside.errors
        assert any("No such process" in text or "gone" in text for text in told), told


def test_rows_are_live(tmp_path: Path, children: Children) -> None:
    with Tool("processes", tmp_path) as tool:
        screen = tool.open("processes")
        all_shown(screen, children)
        children[7].kill()
        children[7].wait()
        screen.until(lambda screen: str(children[7].pid) not in screen.ids)


def test_the_details_of_a_process_are_a_page_over_the_list(tmp_path: Path, children: Children) -> None:
    with Tool("processes", tmp_path) as tool:
        screen = tool.open("processes")
        all_shown(screen, children)
        screen.send("openItem", id=str(children[3].pid))
        assert screen.inside.rows["Pid"]["value"] == str(children[3].pid)
        screen.leave()
        screen.accept("files", str(children[3].pid))
        assert any("/dev/null" in line or "pipe" in line or "->" in line for line in screen.inside.lines)


def test_values_are_written_for_people(tmp_path: Path, children: Children) -> None:
    with Tool("processes", tmp_path) as tool:
        screen = tool.open("processes")
        all_shown(screen, children)
        cells = screen.cells[str(children[0].pid)]
        assert cells["state"] == "sleeping"
        assert cells["cpu"].endswith("%") and cells["memory"].endswith("iB")
        assert cells["seconds"][-1] in "smhd"
