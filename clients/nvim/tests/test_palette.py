"""The palette, the menu of features, and texts about empty sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from conftest import Start
from neovim import ENTER

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
