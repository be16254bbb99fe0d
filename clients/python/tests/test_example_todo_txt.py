"""The plugin for todo.txt files."""

from __future__ import annotations

import datetime
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from featurehost import SourceError
from featurehost.plugin.driven import DrivenSource
from featurehost.plugin.testing import in_process, spawned

PLUGIN = Path(__file__).resolve().parents[1] / "examples/plugins/todo_txt.py"
LINES = """\
(A) 2026-01-02 Call Ada +family @phone due:2026-02-01
Water the plants @home

x 2026-01-05 2026-01-01 Send the invoice +work pri:B
"""


@pytest.fixture(scope="module")
def todo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("todo_txt", PLUGIN)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "todo.txt"
    path.write_text(LINES)
    return path


@pytest.fixture
def tasks(todo: ModuleType, file: Path) -> Iterator[DrivenSource]:
    with in_process(todo.plugin) as peer:
        yield peer.open("tasks", file=str(file), every=0.01)


def today() -> str:
    return datetime.date.today().isoformat()


def ids(tasks: DrivenSource) -> list[str]:
    return [row["id"] for row in tasks.rows()]


def test_lines_are_read(tasks: DrivenSource) -> None:
    assert [{key: value for key, value in row.items() if key != "id"} for row in tasks.rows()] == [
        {
            "text": "Call Ada +family @phone due:2026-02-01",
            "done": False,
            "priority": "A",
            "created": "2026-01-02",
            "completed": None,
            "due": "2026-02-01",
            "projects": ["family"],
            "contexts": ["phone"],
        },
        {
            "text": "Water the plants @home",
            "done": False,
            "priority": None,
            "created": None,
            "completed": None,
            "due": None,
            "projects": [],
            "contexts": ["home"],
        },
        {
            "text": "Send the invoice +work",
            "done": True,
            "priority": "B",
            "created": "2026-01-01",
            "completed": "2026-01-05",
            "due": None,
            "projects": ["work"],
            "contexts": [],
        },
    ]


@pytest.mark.parametrize(
    ("index", "patch", "line"),
    [
        (0, {"done": True}, "x TODAY 2026-01-02 Call Ada +family @phone due:2026-02-01 pri:A"),
        (2, {"done": False}, "(B) 2026-01-01 Send the invoice +work"),
        (1, {"done": True}, "x TODAY Water the plants @home"),
        (1, {"priority": "C"}, "(C) Water the plants @home"),
        (0, {"priority": None}, "2026-01-02 Call Ada +family @phone due:2026-02-01"),
        (0, {"due": "2026-03-01"}, "(A) 2026-01-02 Call Ada +family @phone due:2026-03-01"),
        (0, {"due": None}, "(A) 2026-01-02 Call Ada +family @phone"),
        (1, {"due": "2026-03-01"}, "Water the plants @home due:2026-03-01"),
        (0, {"text": "Call Bob"}, "(A) 2026-01-02 Call Bob"),
        (0, {"text": "Call Bob", "due": "2026-03-01"}, "(A) 2026-01-02 Call Bob due:2026-03-01"),
        (0, {"projects": ["family"]}, "(A) 2026-01-02 Call Ada +family @phone due:2026-02-01"),
    ],
)
def test_changes_are_written_into_their_line_alone(
    tasks: DrivenSource, file: Path, index: int, patch: dict[str, Any], line: str
) -> None:
    before = LINES.splitlines()
    place = (0, 1, 3)[index]
    row = tasks.update(ids(tasks)[index], patch)
    before[place] = line.replace("TODAY", today())
    assert file.read_text().splitlines() == before
    assert tasks.rows()[index] == row


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        ({"text": " "}, "The text must be one line"),
        ({"text": "a\nb"}, "The text must be one line"),
        ({"text": None}, "The text must be one line"),
        ({"priority": "high"}, "The priority must be a letter"),
        ({"due": "tomorrow"}, "due must be a date"),
        ({"due": "2026-02-30"}, "due must be a date"),
        ({"created": 7}, "created must be a date"),
        ({"projects": ["other"]}, "projects can't be changed"),
    ],
)
def test_what_is_wrong_changes_nothing(tasks: DrivenSource, file: Path, patch: dict[str, Any], message: str) -> None:
    with pytest.raises(SourceError, match=message) as refused:
        tasks.update(ids(tasks)[0], patch)
    assert not refused.value.retryable and file.read_text() == LINES


def test_rows_are_added_moved_and_taken_away(tasks: DrivenSource, file: Path) -> None:
    call, water, send = ids(tasks)
    assert tasks.insert({"text": "First", "created": None, "done": False}, id="new", before=call)["created"] == today()
    assert tasks.insert({"text": "Last", "created": "2026-01-09", "priority": "Z"}, id="last")["priority"] == "Z"
    tasks.move(send, "new", after=water)
    assert ids(tasks) == [call, water, "new", send, "last"]
    tasks.move(water, before=call)
    tasks.move(call)
    tasks.delete(send, "not there")
    assert file.read_text() == (
        "Water the plants @home\n"
        f"{today()} First\n"
        "\n"
        "(Z) 2026-01-09 Last\n"
        "(A) 2026-01-02 Call Ada +family @phone due:2026-02-01\n"
    )


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda tasks: tasks.update("gone", {}), "targetGone"),
        (lambda tasks: tasks.move("gone"), "targetGone"),
        (lambda tasks: tasks.move(ids(tasks)[0], before="gone"), "targetGone"),
        (lambda tasks: tasks.move(ids(tasks)[0], after="gone"), "targetGone"),
        (lambda tasks: tasks.insert({"text": "a"}, id="a", before="gone"), "targetGone"),
        (lambda tasks: tasks.insert({"text": "a"}, id=ids(tasks)[0]), "duplicateId"),
    ],
)
def test_rows_that_are_not_there(tasks: DrivenSource, file: Path, edit: Any, code: str) -> None:
    with pytest.raises(SourceError) as refused:
        edit(tasks)
    assert refused.value.code == code and file.read_text() == LINES


def test_what_other_programs_write_is_noticed_and_lines_keep_their_ids(tasks: DrivenSource, file: Path) -> None:
    call, water, send = ids(tasks)
    file.write_text("New\n" + LINES.replace("Water the plants @home\n", ""))
    assert tasks.wait_changed() is None
    new, *others = ids(tasks)
    assert others == [call, send] and new not in (call, water, send)


def test_an_edit_is_told_once_and_as_the_hosts(tasks: DrivenSource, file: Path) -> None:
    tasks.update(ids(tasks)[0], {"done": True}, op_id="op")
    assert tasks.wait_changed() == "op"
    file.unlink()
    assert tasks.wait_changed() is None
    assert tasks.rows() == []


def test_an_edit_sees_what_was_written_just_before(todo: ModuleType, file: Path) -> None:
    with in_process(todo.plugin) as peer:
        tasks = peer.open("tasks", file=str(file), every=3600)
        first = ids(tasks)[0]
        file.write_text(LINES + "Another\n")
        tasks.delete(first)
        assert file.read_text() == "".join(LINES.splitlines(True)[1:]) + "Another\n"


def test_equal_lines_are_rows_of_their_own(todo: ModuleType, file: Path) -> None:
    file.write_text("same\nsame\nsame")
    with in_process(todo.plugin) as peer:
        tasks = peer.open("tasks", file=str(file))
        first, second, third = ids(tasks)
        tasks.delete(second)
        assert (ids(tasks), file.read_text()) == ([first, third], "same\nsame\n")


def test_a_file_that_is_not_there_is_made_and_keeps_its_mode_and_its_line_ends(
    todo: ModuleType, tmp_path: Path
) -> None:
    path, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to(path)
    with in_process(todo.plugin) as peer:
        tasks = peer.open("tasks", file=str(link))
        assert tasks.rows() == []
        tasks.insert({"text": "a", "created": "2026-01-01"}, id="1")
        assert (path.read_text(), link.is_symlink()) == ("2026-01-01 a\n", True)
        path.write_bytes(b"a\r\nb\r\n")
        path.chmod(0o600)
        tasks.update(ids(tasks)[1], {"priority": "A"})
    assert path.read_bytes() == b"a\r\n(A) b\r\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(os.listdir(tmp_path)) == ["link.txt", "real.txt"]


def test_a_file_that_cannot_be_read_is_an_error_and_is_not_written(todo: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "todo.txt"
    path.write_bytes(b"a\n\xff\n")
    with in_process(todo.plugin) as peer:
        with pytest.raises(SourceError, match="line 2 of .* is no UTF-8"):
            peer.open("tasks", file=str(path))
        tasks = peer.open("tasks", source="none", file=str(tmp_path / "no/todo.txt"))
        with pytest.raises(SourceError) as refused:
            tasks.insert({"text": "a"}, id="1")
        assert refused.value.code == "notFound"
    assert path.read_bytes() == b"a\n\xff\n"


def test_as_a_program(file: Path) -> None:
    with spawned([sys.executable, PLUGIN]) as peer:
        tasks = peer.open("tasks", file=str(file))
        before = ids(tasks)
        tasks.update(before[1], {"done": True})
    with spawned([sys.executable, PLUGIN]) as peer:
        again = ids(peer.open("tasks", file=str(file)))
    # Unchanged lines have the same ids in the next process.
    assert (again[0], again[2]) == (before[0], before[2])
