"""The palette, the menu of features, and texts about empty sources."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from conftest import Start
from neovim import DOWN, ENTER, ESCAPE, PROJECT

WORKSPACE: dict[str, Any] = json.loads((PROJECT / "Tests" / "FrontEnds" / "tickets.workspace.json").read_text())

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


def test_the_menu_has_groups_and_descriptions_and_no_parts(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE)
    nvim.command("FeatureHost")
    nvim.shows("1: ≡ Support › Tickets (list): What customers report.", "2: People (list)")
    assert "Ticket (form)" not in nvim.text()


def test_the_button_of_an_empty_list_is_one_key_away(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="tickets")
    nvim.shows("No tickets yet. [ New ticket ]")
    nvim.type(ENTER)
    nvim.shows("A new ticket", "Subject", "As the customer says it.")


def test_the_palette_does_and_opens(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="tickets")
    nvim.shows("No tickets yet.")
    nvim.type("gp")
    nvim.shows("1: Tickets › New ticket (n)", "Refresh", "People", "Undo (no confirmed edit can be undone)")
    nvim.type(f"1{ENTER}")
    nvim.shows("A new ticket")


def test_a_query_of_the_palette_finds_keywords(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="people")
    nvim.shows("Ada")
    nvim.command("FeatureHostPalette issues")
    nvim.shows("1: ≡ Support › Tickets: What customers report.")
    nvim.type(f"1{ENTER}")
    nvim.shows("No tickets yet.")


def test_the_key_of_a_feature_opens_it_in_the_menu(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, KEYS_AND_ICONS)
    nvim.command("FeatureHost")
    nvim.shows("Features", "[ ≡ Tickets (list) ]  t", "[ People (list) ]  j", "[ Others (list) ]")
    nvim.type("j")
    nvim.shows(" People", "One")
    nvim.command("FeatureHost")
    nvim.shows("Features")
    nvim.type(DOWN + DOWN + ENTER)
    nvim.shows(" Others", "One")
    nvim.command("FeatureHost")
    nvim.shows("Features")
    nvim.type(ESCAPE)
    nvim.shows_no("Features")


def test_a_select_of_the_user_offers_the_keys_as_text(tmp_path: Path, start: Start) -> None:
    own = "vim.ui.select = function(...) _G.numbers(...) end"
    nvim = start(tmp_path, KEYS_AND_ICONS, setup=f"_G.numbers = vim.ui.select; {own}")
    nvim.command("FeatureHost")
    nvim.shows("1: ≡ Tickets (list)  t", "3: Others (list)")
    nvim.type(f"1{ENTER}")
    nvim.shows(" Tickets", "One")


def test_buttons_fields_and_options_have_icons(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, KEYS_AND_ICONS, feature="tickets")
    nvim.shows("[ n + New ] [ g2 × Drop ]", "One")
    nvim.type("a")
    nvim.shows("1: + New", "2: × Drop")
    nvim.type(f"1{ENTER}")
    nvim.shows("A new ticket", "Ω Who", "none ▼", "[ ] ○ Late")
    nvim.is_on("Who")
    nvim.type(ENTER)
    nvim.shows("2: * Ada", "3: Bob")
    nvim.type(f"2{ENTER}")
    nvim.shows("Ω Who", "* Ada ▼")
