"""Unexpected questions while the user types, and questions after the user's own actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_support import Terminal, child, one, play
from test_terminal_form import field, form
from test_terminal_list import list_state
from test_terminal_presentation import ACTIONS, CONFIRMATION, TITLE, TOOLBAR, presentation

PEER = {"action": "present", "path": [], "origin": "peer"}


async def pressed(terminal: Terminal) -> list[Any]:
    """Returns the sent actions that were not typed: the button of each answer, or the action."""
    sent = await terminal.sent(but=("focus", "blur", "setWindow", "setValue", "toggleSelection", "moveActive"))
    return [it.get("params", {}).get("buttonId", it["action"]) for it in sent]


def test_what_is_typed_into_a_question_answers_nothing(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*"ada")
        await terminal.change(presentation=CONFIRMATION)
        await terminal.press(*"and", "space", "enter", "tab", "enter", "down", *"rq1?")
        await terminal.frame("unasked")
        assert await pressed(terminal) == [] and terminal.app.is_running
        # The first arrow key leads to the harmless choice.
        await terminal.press("left", "enter")
        assert await pressed(terminal) == ["cancel"]
        await terminal.press("left", "enter")
        assert await pressed(terminal) == ["delete"]

    play(scenario, features=one("form", TITLE, *ACTIONS, "setValue"), feature="it", folder=tmp_path)


def test_escape_leads_to_the_answers_before_it_leaves(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("a")
        await terminal.change(presentation=CONFIRMATION)
        await terminal.press("escape")
        assert await pressed(terminal) == []
        await terminal.press("escape")
        assert await pressed(terminal) == ["dismiss"]

    play(scenario, features=one("form", TITLE, *ACTIONS, "setValue"), feature="it", folder=tmp_path)


def test_a_click_answers_a_question_at_once(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("a")
        await terminal.change(presentation=CONFIRMATION)
        await terminal.click("[ Delete ]")
        await terminal.settle()
        assert await pressed(terminal) == ["delete"]

    play(scenario, features=one("form", TITLE, *ACTIONS, "setValue"), feature="it", folder=tmp_path)


def test_a_question_of_another_front_end_was_not_asked_for(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        # The last key was a command, and the user presses the same key again.
        await terminal.press("space")
        await terminal.change(presentation=CONFIRMATION, cause=PEER)
        await terminal.press("space", "enter")
        assert await pressed(terminal) == []
        await terminal.press("right", "space")
        assert await pressed(terminal) == ["cancel"]

    features = one("list", list_state(), *ACTIONS, "toggleSelection")
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_a_question_that_an_own_action_brings_is_answered_with_the_next_key(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("react", action="present", patch={"presentation": CONFIRMATION})
        await terminal.press("down")
        await terminal.tap("2", "enter")
        await terminal.settle()
        assert await pressed(terminal) == ["present", "cancel"]
        await terminal.change(presentation=None)
        # A question after a click is expected too, regardless of earlier keys.
        await terminal.press("down")
        await terminal.click("Delete")
        await terminal.settle()
        await terminal.press("enter")
        assert await pressed(terminal) == ["present", "cancel"]

    features = one("list", list_state(), *ACTIONS, "moveActive", toolbar=TOOLBAR)
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_a_question_without_answers_can_be_left(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("a")
        await terminal.change(presentation=presentation("alert"))
        await terminal.press("b", "escape", "escape")
        assert await pressed(terminal) == ["dismiss"]

    play(scenario, features=one("form", TITLE, *ACTIONS, "setValue"), feature="it", folder=tmp_path)


def test_the_end_of_the_host_restarts_and_quits_nothing_by_itself(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*"my")
        await terminal.die("", status=3)
        await terminal.press("space", *"quarter", "enter", *"re")
        assert terminal.shows("The host has ended") and len(terminal.hosts) == 1 and terminal.app.is_running
        await terminal.press("left", "enter")
        assert len(terminal.hosts) == 2 and not terminal.shows("has ended")

    play(scenario, features=one("form", TITLE, "setValue"), feature="it", folder=tmp_path)


def test_quitting_asks_also_when_the_host_has_ended(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        # The host has not received the key yet.
        await terminal.ask("hold")
        await terminal.tap("a")
        await terminal.die("", status=3)
        await terminal.press("right", "left", "enter")
        assert terminal.shows("Quitting now would lose them")
        await terminal.press("enter")
        assert terminal.shows("The host has ended") and not terminal.shows("Quitting now")
        await terminal.press("ctrl+c")
        assert terminal.shows("Quitting now would lose them") and terminal.app.is_running
        await terminal.tap("ctrl+c")
        assert terminal.app.return_code == 0

    play(scenario, features=one("form", TITLE, "setValue"), feature="it", folder=tmp_path)


def test_the_host_has_ended_and_nothing_would_be_lost(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.die("", status=3)
        await terminal.tap("ctrl+c")
        assert terminal.app.return_code == 0

    play(scenario, features=one("list", list_state()), feature="it", folder=tmp_path)


def test_what_was_typed_is_entered_again(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("a")
        await terminal.ask("hold")
        await terminal.tap(*"da")
        await terminal.die("", status=3)
        await terminal.press("right", "enter")
        sent = [it["params"] for it in await terminal.sent()]
        assert sent == [{"path": "/title", "value": "ada"}] and terminal.shows("ada")

    play(scenario, features=one("form", TITLE, "setValue"), feature="it", folder=tmp_path)


def test_what_has_no_place_after_a_restart_is_shown(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        title, code = field("text", "Title", "milk", dirty=True), field("secure", "Code", {}, dirty=True)
        fields = {"/title": title, "/code": code}
        inner = form([{"fields": list(fields)}], fields, title="New task", isDirty=True)
        await terminal.change(presentation=presentation("sheet", child=child("form", inner)))
        await terminal.die("", status=3)
        await terminal.press("right", "enter")
        await terminal.frame("lost")
        await terminal.press("enter")
        assert terminal.shows("rows 1–3 of 3") and not terminal.shows("milk")

    play(scenario, features=one("list", list_state(), *ACTIONS), feature="it", folder=tmp_path)
