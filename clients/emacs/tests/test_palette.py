"""The palette, the menu of features, and texts about empty sources."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from FrontEnds.emacs import ENTER, META, Emacs, control

WORKSPACE: dict[str, Any] = {
    "sources": {"tickets": {"type": "inline"}, "people": {"type": "inline", "rows": [{"id": "ada", "name": "Ada"}]}},
    "features": {
        "tickets": {
            "kind": "list",
            "title": "Tickets",
            "description": "What customers report.",
            "icon": "list",
            "group": "Support",
            "keywords": ["issues"],
            "source": "tickets",
            "empty": {"text": "No tickets yet.", "action": "New ticket"},
            "toolbar": [{"action": "present", "params": {"modal": "new"}, "title": "New ticket", "key": "n"}],
            "modals": {"new": {"style": "sheet", "title": "A new ticket", "feature": "ticket"}},
        },
        "people": {"kind": "list", "title": "People", "source": "people"},
        "ticket": {
            "kind": "form",
            "title": "Ticket",
            "hidden": True,
            "sections": [{"fields": [{"name": "subject", "type": "text", "description": "As the customer says it."}]}],
        },
    },
}


@pytest.fixture
def emacs(tmp_path: Path) -> Iterator[Emacs]:
    (tmp_path / "w.json").write_text(json.dumps(WORKSPACE))
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
