"""Presentations over a feature: sheets, dialogs, blocked actions, and the toolbar that opens them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from featurehost.terminal.screens import SheetScreen
from terminal_support import Terminal, child, one, play
from test_terminal_form import field, form
from test_terminal_list import list_state

ACTIONS = ("present", "pressButton", "dismiss", "confirmDiscard", "keepEditing", "dismissError", "retry", "refresh")
TITLE = form([{"fields": ["/title"]}], {"/title": field("text", "Title", "", required=True)})
TOOLBAR = [
    {"action": "present", "title": "Add", "role": "primary", "params": {"modal": "newTask"}},
    {"action": "present", "title": "Delete", "role": "destructive", "params": {"modal": "delete"}},
    {"action": "refresh", "title": "Refresh", "role": "default"},
]
BUTTONS = [
    {"id": "delete", "title": "Delete", "role": "destructive", "enabled": True},
    {"id": "cancel", "title": "Cancel", "role": "cancel", "enabled": True},
]


def presentation(style: str, key: str = "p1", **members: Any) -> dict[str, Any]:
    """Returns a presentation as in a snapshot."""
    return {
        "key": key,
        "style": style,
        "title": "New task",
        "message": None,
        "buttons": [],
        "dismissible": True,
        **members,
    }


CONFIRMATION = presentation(
    "confirmation", title="Delete?", message="“Renew the certificate” can't be brought back.", buttons=BUTTONS
)


def tasks(**members: Any) -> list[dict[str, Any]]:
    """Returns a fake host's catalog with one list that presents."""
    return one("list", list_state(), *ACTIONS, **members)


def test_the_toolbar_is_pressed_by_number_and_by_click(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("toolbar")
        await terminal.press("1", "alt+2", "3")
        await terminal.click("Add")
        await terminal.settle()
        sent = [(it["action"], it.get("params")) for it in await terminal.sent()]
        add, delete = ("present", {"modal": "newTask"}), ("present", {"modal": "delete"})
        # Unavailable actions are not sent.
        assert sent == [add, delete, add]

    play(scenario, features=tasks(toolbar=TOOLBAR, unavailable={"refresh": "readOnly"}), feature="it", folder=tmp_path)


@pytest.mark.parametrize("style", ["sheet", "fullScreen", "popover", "unheardOf"])
def test_a_child_is_drawn_by_its_kind(tmp_path: Path, style: str) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(presentation=presentation(style, child=child("form", TITLE)))
        await terminal.frame(f"presented-{style}")
        await terminal.press("m", "i", "l", "k")
        assert terminal.shows("milk")
        sent = await terminal.sent()
        assert sent[-1] == {
            "action": "setValue",
            "params": {"path": "/title", "value": "milk"},
            "path": ["presentation"],
        }
        await terminal.press("escape")
        assert await terminal.sent() == [{"action": "dismiss", "params": {"key": "p1"}}]
        await terminal.change(presentation=None)
        assert terminal.shows("rows 1–3 of 3") and not terminal.shows("milk")

    play(scenario, features=tasks(), feature="it", folder=tmp_path)


def test_a_list_in_a_sheet_in_a_sheet(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        inner = presentation("sheet", "p2", title="Assign to", child=child("list", list_state(title="People")))
        await terminal.change(presentation=presentation("sheet", child=child("form", TITLE, presentation=inner)))
        await terminal.frame("presented-twice")
        await terminal.press("down", "escape")
        assert await terminal.sent() == [
            {"action": "moveActive", "params": {"by": 1}, "path": ["presentation", "presentation"]},
            {"action": "dismiss", "params": {"key": "p2"}, "path": ["presentation"]},
        ]

    features = [
        *one("list", list_state(), *ACTIONS),
        {"id": "child", "kind": "list", "title": "Child", "actions": ["moveActive"], "state": {}},
    ]
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_a_sheet_that_gives_way_to_another_is_drawn_anew(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(presentation=presentation("sheet", child=child("form", TITLE)))
        await terminal.press("a")
        await terminal.change(presentation=presentation("sheet", "p2", title="Another", child=child("form", TITLE)))
        assert terminal.shows("Another") and not terminal.shows("New task")
        await terminal.press("b")
        assert (await terminal.sent())[-1]["params"]["value"] == "b"

    play(scenario, features=tasks(), feature="it", folder=tmp_path)


def test_a_confirmation_offers_its_buttons(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(presentation=CONFIRMATION)
        await terminal.frame("confirmation")
        # The focus is on the harmless choice.
        await terminal.press("enter", "left", "enter", "escape")
        await terminal.click("[ Delete ]")
        await terminal.settle()
        sent = [(it["action"], it["params"].get("buttonId")) for it in await terminal.sent()]
        pressed = [("pressButton", "cancel"), ("pressButton", "delete")]
        assert sent == [*pressed, ("dismiss", None), ("pressButton", "delete")]

    play(scenario, features=tasks(), feature="it", folder=tmp_path)


def test_a_button_that_is_disabled_is_dim_and_not_pressed(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(presentation={**CONFIRMATION, "dismissible": False})
        enabled = terminal.style_of("Delete ]")
        buttons = [{**BUTTONS[0], "enabled": False}, BUTTONS[1]]
        await terminal.change(presentation={"buttons": buttons})
        assert terminal.style_of("Delete ]").color != enabled.color
        await terminal.click("[ Delete ]")
        await terminal.settle()
        assert await terminal.sent() == []
        # A presentation that can't be dismissed is left by its cancel button.
        await terminal.press("escape")
        assert [it["params"]["buttonId"] for it in await terminal.sent()] == ["cancel"]

    play(scenario, features=tasks(), feature="it", folder=tmp_path)


def test_unsaved_changes_are_asked_for(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        sheet = presentation("sheet", child=child("form", {**TITLE, "isDirty": True}))
        await terminal.change(presentation=sheet)
        path = ["presentation"]
        blocked = {"action": "cancel", "path": path, "by": path, "reason": "unsavedChanges"}
        await terminal.change(blocked=blocked)
        await terminal.frame("blocked")
        await terminal.press("escape")
        await terminal.click("Discard")
        await terminal.settle()
        answers = [{"action": "keepEditing", "path": path}, {"action": "confirmDiscard", "path": path}]
        assert await terminal.sent() == answers
        await terminal.change(blocked=None)
        assert terminal.shows("New task") and not terminal.shows("unsaved")

    play(scenario, features=tasks(), feature="it", folder=tmp_path)


def test_an_error_that_wants_to_be_read_is_a_dialog(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("alert-error")
        await terminal.press("left", "enter", "escape")
        sent = [(it["action"], it["params"]) for it in await terminal.sent()]
        assert sent == [("retry", {"id": "e1"}), ("dismissError", {"id": "e1"})]
        await terminal.change(errors=[])
        assert not terminal.shows("The disk is full")

    error = {
        "id": "e1",
        "code": "diskFull",
        "message": "The disk is full: make room, then retry.",
        "retryable": True,
        "display": "alert",
        "retry": "retry",
    }
    play(scenario, features=tasks(errors=[error]), feature="it", folder=tmp_path)


def test_a_small_terminal_shows_dialogs_and_sheets(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(presentation=CONFIRMATION)
        await terminal.frame("confirmation-40x12")
        await terminal.change(presentation=presentation("sheet", "p2", child=child("form", TITLE)))
        await terminal.frame("presented-sheet-40x12")

    play(scenario, features=tasks(), feature="it", folder=tmp_path, size=(40, 12))


def test_all_keys_are_listed(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("question_mark")
        await terminal.frame("help")
        await terminal.press("escape", "down")
        assert [it["action"] for it in await terminal.sent()] == ["moveActive"]

    play(scenario, features=tasks(toolbar=TOOLBAR), feature="it", folder=tmp_path)


def test_quitting_asks_where_it_would_lose_changes(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("ctrl+c")
        assert terminal.shows("Quitting now would lose them") and terminal.app.is_running
        await terminal.press("escape")
        assert terminal.shows("New task") and not terminal.shows("Quitting now")
        await terminal.press("ctrl+c", "enter")
        assert not terminal.shows("Quitting now")
        await terminal.press("ctrl+c")
        await terminal.tap("ctrl+c")
        assert terminal.app.return_code == 0

    sheet = presentation("sheet", child=child("form", {**TITLE, "isDirty": True}))
    play(scenario, features=tasks(presentation=sheet), feature="it", folder=tmp_path)


def test_quitting_asks_nothing_where_nothing_is_lost(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap("ctrl+c")
        assert terminal.app.return_code == 0

    features = tasks(presentation=presentation("sheet", child=child("form", TITLE)))
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_it_is_said_how_many_wait_behind_a_question(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        dialog = terminal.app.screen.query_one("#dialog")
        assert "2 more to come" in str(dialog.border_subtitle)

    waiting = [{"key": key, "style": "alert", "title": "Well"} for key in ("p2", "p3")]
    play(scenario, features=tasks(presentation=CONFIRMATION, queue=waiting), feature="it", folder=tmp_path)


def test_a_sheet_that_is_being_taken_down_takes_no_cursor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        sheet = terminal.app.screen
        assert isinstance(sheet, SheetScreen)
        placed: list[SheetScreen] = []
        monkeypatch.setattr(sheet, "focus_first", lambda: placed.append(sheet))
        change = asyncio.create_task(terminal.change(presentation=None))
        while sheet.display:
            await asyncio.sleep(0)
        # A call that an earlier snapshot has deferred finds the whole sheet hidden.
        sheet._keep_focus()
        await change
        assert not placed

    features = tasks(presentation=presentation("sheet", child=child("form", TITLE)))
    play(scenario, features=features, feature="it", folder=tmp_path)
