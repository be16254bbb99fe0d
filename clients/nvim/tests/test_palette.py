"""The palette, the menu of features, and texts about empty sources."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from conftest import Start
from neovim import ENTER, PROJECT

WORKSPACE: dict[str, Any] = json.loads((PROJECT / "Tests" / "FrontEnds" / "tickets.workspace.json").read_text())


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
