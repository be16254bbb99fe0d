"""Work that takes time, and notices about what was done."""

from __future__ import annotations

from pathlib import Path

from FrontEnds.emacs import Emacs
from FrontEnds.front_end import PROJECT

WORKSPACE = (PROJECT / "Tests" / "FrontEnds" / "work.workspace.json").read_text()


def begin(folder: Path) -> Emacs:
    file = folder / "w.json"
    file.write_text(WORKSPACE)
    return Emacs(folder, file)


def test_work_shows_its_progress_until_it_is_ended(tmp_path: Path) -> None:
    with begin(tmp_path) as emacs:
        emacs.open("Files")
        emacs.shows("a.iso")
        emacs.tty.type("C")
        emacs.shows("Copy… 40% 2 of 5 · C-c C-x ends it")
        emacs.tty.type("\x03\x18")
        emacs.shows_no("2 of 5")


def test_a_notice_offers_to_undo_what_it_says(tmp_path: Path) -> None:
    with begin(tmp_path) as emacs:
        emacs.open("Files")
        emacs.shows("a.iso")
        emacs.tty.type("H")
        emacs.shows("Hid a.iso (1.2 MB) · C-c C-u undoes it")
        emacs.tty.type("\x03\x15")
        emacs.shows_no("Hid a.iso")
        assert (tmp_path / "shown").exists()
