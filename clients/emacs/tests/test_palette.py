"""The palette, the menu of features, and texts about empty sources."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from FrontEnds.emacs import ENTER, META, Emacs, control
from FrontEnds.front_end import PROJECT

WORKSPACE = PROJECT / "Tests" / "FrontEnds" / "tickets.workspace.json"


@pytest.fixture
def emacs(tmp_path: Path) -> Iterator[Emacs]:
    (tmp_path / "w.json").write_text(WORKSPACE.read_text())
    with Emacs(tmp_path, tmp_path / "w.json") as emacs:
        yield emacs


def test_the_button_of_an_empty_list_is_one_key_away(emacs: Emacs) -> None:
    emacs.open("Tickets")
    emacs.shows("No tickets yet.  RET: New ticket")
    emacs.tty.type(ENTER)
    emacs.shows("A new ticket", "Subject", "As the customer says it.")


def test_the_palette_does_and_opens(emacs: Emacs) -> None:
    emacs.open("Tickets")
    emacs.shows("No tickets yet.")
    emacs.tty.type(control("c") + control("l"))
    emacs.shows("Palette:")
    emacs.tty.type("New ticket" + ENTER)
    emacs.shows("A new ticket")


def test_a_query_of_the_palette_finds_keywords(emacs: Emacs) -> None:
    emacs.open("People")
    emacs.shows("Ada")
    emacs.tty.type(control("u") + META + "xfeaturehost-palette" + ENTER)
    emacs.shows("matching:")
    emacs.tty.type("issues" + ENTER)
    emacs.shows("Palette:")
    emacs.tty.type("\t" + ENTER)
    emacs.shows("No tickets yet.")
