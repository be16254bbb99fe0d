"""The palette, the menu of features, and texts about empty sources."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from FrontEnds.emacs import ENTER, META, Emacs, control
from FrontEnds.front_end import PROJECT

WORKSPACE = PROJECT / "Tests" / "FrontEnds" / "tickets.workspace.json"

KEYS_AND_ICONS: dict[str, Any] = {
    "sources": {"t": {"type": "inline", "rows": [{"id": "1", "name": "One"}]}},
    "features": {
        "tickets": {
            "kind": "list",
            "title": "Tickets",
            "icon": "list",
            "menuKey": "t",
            "source": "t",
            "toolbar": [{"action": "present", "params": {"modal": "new"}, "title": "New", "icon": "add", "key": "n"}],
            "modals": {"new": {"style": "sheet", "title": "A new ticket", "feature": "ticket"}},
            "actions": [{"id": "drop", "title": "Drop", "icon": "delete", "send": {"action": "deleteItems"}}],
        },
        "people": {"kind": "list", "title": "People", "source": "t", "menuKey": "j"},
        "others": {"kind": "list", "title": "Others", "source": "t"},
        "ticket": {
            "kind": "form",
            "title": "Ticket",
            "hidden": True,
            "sections": [
                {
                    "fields": [
                        {
                            "name": "who",
                            "label": "Who",
                            "type": "picker",
                            "icon": "person",
                            "options": [{"value": "a", "title": "Ada", "icon": "star"}, {"value": "b", "title": "Bob"}],
                        },
                        {
                            "name": "tags",
                            "label": "Tags",
                            "type": "multiPicker",
                            "options": [{"value": "l", "title": "Late", "icon": "clock"}],
                        },
                    ]
                }
            ],
        },
    },
}


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


class WithIcons(Emacs):
    """Emacs with the glyphs of icons."""

    libraries = ("featurehost-icons", "featurehost")


@pytest.fixture
def with_icons(tmp_path: Path) -> Iterator[Emacs]:
    (tmp_path / "w.json").write_text(json.dumps(KEYS_AND_ICONS))
    with WithIcons(tmp_path, tmp_path / "w.json") as emacs:
        yield emacs


def test_the_key_of_a_feature_opens_it_in_the_menu(with_icons: Emacs) -> None:
    with_icons.open("j")
    with_icons.shows("One", "People")
    with_icons.open_more("t")
    with_icons.shows("One", "Tickets")


def test_buttons_fields_and_options_have_icons(with_icons: Emacs) -> None:
    with_icons.open("t")
    with_icons.shows("[n + New] [Drop]", "One")
    with_icons.do("New")
    with_icons.shows("Ω Who", "[none]", "[ ] ○ Late")
    with_icons.has_cursor("Who")
    with_icons.tty.type(ENTER + "\t\t")
    with_icons.shows("* Ada")
    with_icons.tty.type("Ada" + ENTER)
    with_icons.shows("Ω Who", "[* Ada]")
