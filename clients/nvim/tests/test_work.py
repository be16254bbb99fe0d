"""Work that takes time, and notices about what was done."""

from __future__ import annotations

import json
from pathlib import Path

from conftest import Start
from neovim import PROJECT

WORKSPACE = json.loads((PROJECT / "Tests" / "FrontEnds" / "work.workspace.json").read_text())


def test_work_shows_its_progress_until_it_is_ended(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="files")
    nvim.is_on("a.iso")
    nvim.type("C")
    nvim.shows("Copy… 40% 2 of 5 · gC ends it")
    nvim.type("gC")
    nvim.shows_no("2 of 5")


def test_a_notice_offers_to_undo_what_it_says(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="files")
    nvim.is_on("a.iso")
    nvim.type("H")
    nvim.shows("Hid a.iso (1.2 MB) · gz undoes it")
    nvim.type("gz")
    nvim.until(lambda: (tmp_path / "shown").exists(), "the operation of undo should have run")
    nvim.shows_no("Hid a.iso")
