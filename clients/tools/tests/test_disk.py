"""The tool `disk` over real folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from .tool import Tool


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with big and small entries, and with names that shells and tables mistake for something else."""
    tree = tmp_path / "tree"
    for number, name in enumerate(["big", "small", "with space", "-rf", "tab\there"]):
        (tree / name / "deep" / "deeper").mkdir(parents=True)
        (tree / name / "deep" / "deeper" / "data").write_bytes(b"x" * 100_000 * (6 - number))
    (tree / "file").write_text("x")
    (tree / "link").symlink_to("/")
    return tree


def test_entries_are_sorted_by_size(tmp_path: Path, tree: Path) -> None:
    with Tool("disk", tmp_path) as tool:
        screen = tool.open("disk", folder=str(tree))
        names = [row["name"] for row in screen.rows.values()]
        assert names[:4] == ["big", "small", "with space", "-rf"]
        assert screen.rows[str(tree / "link")]["kind"] == "file"


def test_folders_are_walked_down_and_back(tmp_path: Path, tree: Path) -> None:
    with Tool("disk", tmp_path) as tool:
        screen = tool.open("disk", folder=str(tree))
        screen.send("openItem", id=str(tree / "with space"))
        inner = screen.inside
        assert [row["name"] for row in inner.rows.values()] == ["deep"]
        inner.send("openItem", id=str(tree / "with space" / "deep"))
        innermost = inner.inside
        innermost.send("openItem", id=str(tree / "with space" / "deep" / "deeper"))
        assert [row["name"] for row in innermost.inside.rows.values()] == ["data"]
        innermost.leave()
        inner.leave()
        screen.leave()
        assert screen.presentation is None


def test_marked_entries_are_deleted_after_a_question(tmp_path: Path, tree: Path) -> None:
    with Tool("disk", tmp_path) as tool:
        screen = tool.open("disk", folder=str(tree))
        for name in ["-rf", "with space", "link"]:
            screen.send("toggleSelection", id=str(tree / name))
        screen.accept("delete")
        assert screen.presentation.title == "Delete 3 entries for good?"
        screen.answer("cancel")
        assert (tree / "-rf").exists()
        screen.accept("delete").answer("delete")
        assert not screen.errors
        assert {path.name for path in tree.iterdir()} == {"big", "small", "tab\there", "file"}
        screen.until(lambda screen: len(screen.ids) == 4)
        assert Path("/").exists()


@pytest.mark.parametrize("name", ["tab\there", "end\t", "line\nbreak", "\x01"])
def test_a_name_that_no_row_can_have_is_shown_and_not_acted_on(tmp_path: Path, tree: Path, name: str) -> None:
    for other in [name, name.strip(), name.replace("\n", "\x01").replace("\t", "\x02")]:
        (tree / (other or "x")).mkdir(exist_ok=True)
    with Tool("disk", tmp_path) as tool:
        screen = tool.open("disk", folder=str(tree))
        odd = [id for id, row in screen.rows.items() if row["kind"] == "odd"]
        assert odd
        for id in odd:
            screen.send("setActive", id=id)
            assert "delete" not in screen.available and "trash" not in screen.available


def test_links_to_folders_are_followed_and_hard_links_are_all_shown(tmp_path: Path, tree: Path) -> None:
    (tree / "way").symlink_to(tree / "big")
    (tree / "twin").hardlink_to(tree / "file")
    with Tool("disk", tmp_path) as tool:
        assert [row["name"] for row in tool.open("disk", folder=str(tree / "way")).rows.values()] == ["deep"]
        assert {"file", "twin"} <= {row["name"] for row in tool.open("disk", folder=str(tree)).rows.values()}


def test_the_trash_keeps_what_it_gets(tmp_path: Path, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with Tool("disk", tmp_path) as tool:
        screen = tool.open("disk", folder=str(tree))
        screen.accept("trash", str(tree / "file"), str(tree / "big")).answer("trash")
        assert not screen.errors
        assert not (tree / "file").exists() and not (tree / "big").exists()
        (tree / "file").write_text("another")
        screen.send("refresh").accept("trash", str(tree / "file")).answer("trash")
        files = tmp_path / "data" / "Trash" / "files"
        assert (files / "file").read_text() == "x" and (files / "file.2").read_text() == "another"
        info = (tmp_path / "data" / "Trash" / "info" / "file.trashinfo").read_text()
        assert f"Path={tree}/file" in info


def test_sizes_are_written_in_the_unit_that_fits(tmp_path: Path, tree: Path) -> None:
    (tree / "large").write_bytes(b"x" * 3 * 1024 * 1024)
    with Tool("disk", tmp_path) as tool:
        screen = tool.open("disk", folder=str(tree))
        size = screen.cells[str(tree / "large")]["kib"]
        assert size == f"{int(screen.rows[str(tree / 'large')]['kib']) / 1024:.1f} MiB" and size.startswith("3.")
