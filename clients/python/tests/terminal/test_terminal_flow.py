"""Flows: the top of the stack below its breadcrumbs, going back, and the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from featurehost.terminal.flow_view import FlowView
from featurehost.terminal.pane import Pane
from terminal_support import Terminal, child, one, play
from test_terminal_form import field, form
from test_terminal_list import list_state
from test_terminal_presentation import presentation
from test_terminal_search import search_state

ROOT = {"key": "k1", "route": "tasks", "title": "Tasks", "params": {}}
TITLE = form([{"fields": ["/title"]}], {"/title": field("text", "Title", "")})
TOOLBAR = [{"action": "refresh", "title": "Again", "role": "default"}]


def flow(*stack: dict[str, Any], **members: Any) -> list[dict[str, Any]]:
    """Returns a fake host's catalog with one flow."""
    state = {"title": "App", "stack": list(stack), "steps": None, "status": "active", "output": None}
    children = [{"id": "child", "kind": "list", "title": "Child", "actions": ["moveActive", "refresh"], "state": {}}]
    return [*one("flow", {**state, **members}, "push", "pop", "reset"), *children]


def test_the_top_is_drawn_by_its_kind_under_the_titles(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("flow-root")
        await terminal.press("down", "1")
        assert [(it["action"], it["path"]) for it in await terminal.sent()] == [
            ("moveActive", ["stack", "k1"]),
            ("refresh", ["stack", "k1"]),
        ]
        top = {"key": "k2", "route": "new", "title": "New task", "params": {}, "child": child("form", TITLE)}
        await terminal.change(state={"stack": [ROOT, top]})
        await terminal.frame("flow-pushed")
        await terminal.press("x")
        assert (await terminal.sent())[-1]["path"] == ["stack", "k2"]
        await terminal.press("escape")
        assert await terminal.sent() == [{"action": "pop"}]

    play(
        scenario,
        features=flow({**ROOT, "child": child("list", list_state(), toolbar=TOOLBAR)}),
        feature="it",
        folder=tmp_path,
    )


def test_what_the_top_presents_lies_over_the_flow(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("Title")
        await terminal.press("escape")
        assert await terminal.sent() == [{"action": "dismiss", "params": {"key": "p1"}, "path": ["stack", "k1"]}]

    sheet = presentation("sheet", child=child("form", TITLE))
    features = flow({**ROOT, "child": child("list", list_state(), presentation=sheet)})
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_the_end_and_the_catalog_behind_it(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(state={"status": "completed", "output": {"title": "Buy milk"}})
        await terminal.frame("flow-completed")
        await terminal.change(state={"status": "active", "output": None})
        assert terminal.shows("Renew the certificate")
        await terminal.change(state={"status": "cancelled"})
        assert terminal.shows("Cancelled.")
        await terminal.press("escape")
        assert terminal.shows("2 features")

    play(scenario, features=flow({**ROOT, "child": child("list", list_state())}), feature="it", folder=tmp_path)


@pytest.mark.parametrize("kind", ["list", "search"])
def test_keys_are_drawn_while_the_top_is_taken_off(kind: str, tmp_path: Path) -> None:
    """The line of keys asks a view for available keys between two frames too, when the view may be empty."""

    async def scenario(terminal: Terminal) -> None:
        view = terminal.app.screen.query_one(FlowView).query_one(Pane).view
        await view.remove_children()
        assert terminal.app.screen.check_action("back", ())

    state = list_state() if kind == "list" else search_state()
    play(scenario, features=flow({**ROOT, "child": child(kind, state)}), feature="it", folder=tmp_path)
