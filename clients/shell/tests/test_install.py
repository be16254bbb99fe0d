"""The installed client works at its place, and is removed completely."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import CLIENT, HOST


def make(target: str, prefix: Path | str, **variables: str) -> None:
    words = [f"PREFIX={prefix}", *(f"{name}={value}" for name, value in variables.items())]
    subprocess.run(["make", "-s", "-C", str(CLIENT), target, *words], check=True)


def files(folder: Path) -> dict[str, bytes | None]:
    """Returns the files in a folder with their contents."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder in which other programs are installed."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "other").write_text("other")
    (tmp_path / "share" / "man").mkdir(parents=True)
    return tmp_path


def test_nothing_is_left(home: Path) -> None:
    before = files(home)
    make("install", home)
    assert len(files(home)) > len(before) + 10
    make("uninstall", home)
    assert files(home) == before


def test_it_can_be_installed_twice(home: Path) -> None:
    before = files(home)
    make("install", home)
    once = files(home)
    make("install", home)
    assert files(home) == once
    make("uninstall", home)
    make("uninstall", home)
    assert files(home) == before


def test_what_others_have_put_beside_it_stays(home: Path) -> None:
    before = files(home)
    make("install", home)
    page = home / "share" / "man" / "man1" / "other.1"
    page.write_text("other")
    make("uninstall", home)
    assert files(home) == before | {"share/man/man1": None, "share/man/man1/other.1": b"other"}


def test_a_folder_that_was_not_there_is_gone_again(tmp_path: Path) -> None:
    make("install", tmp_path / "a b" / "c")
    make("uninstall", tmp_path / "a b" / "c")
    assert files(tmp_path) == {}


def test_a_package_can_be_made(tmp_path: Path) -> None:
    make("install", "/usr", DESTDIR=str(tmp_path))
    assert (tmp_path / "usr" / "bin" / "featurehost-dialog").exists()


def test_the_dialogs_work_by_a_link(home: Path) -> None:
    make("install", home)
    link = home / "ask"
    link.symlink_to("bin/featurehost-dialog")
    words = [str(link), "choose", "apple", "pear", "--play", "openItem", "id=2"]
    done = subprocess.run(words, capture_output=True, text=True, env={"FEATUREHOST": HOST, "PATH": "/usr/bin:/bin"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "pear\n", "")
