"""Toolbar buttons that cancel and confirm: their positions, and their keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from featurehost.terminal.action_button import ActionButton
from terminal_support import Terminal, child, one, play
from test_terminal_form import field, form
from test_terminal_list import list_state
from test_terminal_presentation import ACTIONS, presentation

TOOLBAR = [
    {"action": "done", "title": "Done", "role": "confirmation"},
    {"action": "add", "title": "Add", "role": "primary"},
    {"action": "away", "title": "Away", "role": "cancellation"},
]
FORM = form([{"fields": ["/title"]}], {"/title": field("text", "Title", "")})


def sheet(kind: str, state: dict[str, Any], *, dismissible: bool = False, **members: Any) -> list[dict[str, Any]]:
    """Returns a fake host's catalog with one list, over which a child with the toolbar is presented."""
    shown = presentation("sheet", child=child(kind, state, **{"toolbar": TOOLBAR, **members}), dismissible=dismissible)
    return one("list", list_state(), *ACTIONS, presentation=shown)


async def sent(terminal: Terminal, *keys: str) -> list[str]:
    """Returns the actions that keys send."""
    await terminal.press(*keys)
    return [action["action"] for action in await terminal.sent()]


def test_what_cancels_stands_first_and_what_confirms_last(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        buttons = terminal.app.screen.query("Toolbar ActionButton").results(ActionButton)
        assert [str(button.title) for button in buttons] == ["Away", "Add", "Done"]

    play(scenario, features=sheet("list", list_state()), feature="it", folder=tmp_path)


@pytest.mark.parametrize(("kind", "state"), [("list", list_state()), ("view", {}), ("flow", {}), ("new", {})])
def test_keys_press_them_where_there_is_nothing_else_to_do(tmp_path: Path, kind: str, state: dict[str, Any]) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("ctrl+s finish   esc back")
        assert await sent(terminal, "ctrl+s", "escape") == ["done", "away"]

    play(scenario, features=sheet(kind, state), feature="it", folder=tmp_path)


def test_escape_dismisses_what_can_be_dismissed(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert await sent(terminal, "escape") == ["dismiss"]

    play(scenario, features=sheet("list", list_state(), dismissible=True), feature="it", folder=tmp_path)


def test_escape_leaves_the_selection_first(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert await sent(terminal, "escape") == ["clearSelection"]

    state = list_state(selection={"mode": "multiple", "ids": ["1"], "count": 1})
    # The same holds if there is no other way to leave, or it is unavailable.
    for more in ({}, {"toolbar": []}, {"unavailable": {"away": "busy"}}):
        play(scenario, features=sheet("list", state, **more), feature="it", folder=tmp_path)


def test_a_button_that_is_disabled_is_not_pressed_by_its_key(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        # The keys are dim.
        assert terminal.style_of("ctrl+s").color == terminal.style_of("esc").color != terminal.style_of("? help").color
        assert await sent(terminal, "ctrl+s", "escape") == []

    features = sheet("list", list_state(), unavailable={"done": "busy", "away": "busy"})
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_keys_that_nothing_is_done_with_are_not_named(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("ctrl+s") and not terminal.shows("esc")
        assert await sent(terminal, "ctrl+s", "escape") == []

    play(scenario, features=sheet("list", list_state(), toolbar=TOOLBAR[1:2]), feature="it", folder=tmp_path)


def test_the_earlier_steps_of_a_form_do_not_finish_what_is_around_it(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert await sent(terminal, "ctrl+s") == []

    state = {**FORM, "step": {"id": "a", "title": "A", "index": 0, "count": 2}}
    play(scenario, features=sheet("form", state), feature="it", folder=tmp_path)


@pytest.mark.parametrize(("status", "actions"), [("editing", ["submit", "away"]), ("submitting", ["away"])])
def test_a_form_submits_with_its_key(tmp_path: Path, status: str, actions: list[str]) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert await sent(terminal, "ctrl+s", "escape") == actions

    unavailable = {} if status == "editing" else {"submit": "submitting"}
    features = sheet("form", {**FORM, "status": status}, unavailable=unavailable)
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_the_innermost_feature_has_the_keys(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        # A feature without such a button leaves the key to the surrounding features.
        assert await sent(terminal, "ctrl+s", "escape") == ["done", "cancel"]

    inner = child("list", list_state(), toolbar=TOOLBAR[:1])
    stack = [{"key": "k2", "route": "inner", "title": "Inner", "params": {}, "child": inner}]
    outer = [
        {"action": "complete", "title": "Complete", "role": "confirmation"},
        {"action": "cancel", "title": "Cancel", "role": "cancellation"},
    ]
    play(scenario, features=sheet("flow", {"stack": stack}, toolbar=outer), feature="it", folder=tmp_path)


def test_of_two_features_beside_each_other_the_one_with_the_cursor_has_the_keys(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("tab", "ctrl+s", "shift+tab", "ctrl+s")
        assert [action["path"][-1] for action in await terminal.sent()] == ["second", "first"]

    state: dict[str, Any] = {
        "layout": [{"key": key, "type": "child", "label": key} for key in ("first", "second")],
        **{key: child("list", list_state(), toolbar=TOOLBAR[:1]) for key in ("first", "second")},
    }
    play(scenario, features=sheet("view", state, toolbar=[]), feature="it", folder=tmp_path)
