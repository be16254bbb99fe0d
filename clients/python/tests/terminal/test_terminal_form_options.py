"""Pickers whose options come from a source."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from terminal_support import Terminal, one, play
from test_terminal_form import ACTIONS, field, form

SOURCE = {"status": "idle", "query": "", "endReached": False}
CITIES = [{"value": "b", "title": "Bergen"}, {"value": "o", "title": "Oslo"}, {"value": "[p]", "title": "[b]Porto"}]


def cities(tmp_path: Path, type: str, value: Any, **members: Any) -> dict[str, Any]:
    """Returns the arguments for playing a scenario on one field, `/city`."""
    city = field(type, "City", value, options=CITIES, optionsFrom={**SOURCE, **members})
    state = form([{"fields": ["/city", "/note"]}], {"/city": city, "/note": field("text", "Note", "")})
    features = one("form", state, *ACTIONS, "searchOptions")
    return {"features": features, "feature": "it", "folder": tmp_path}


def found(*options: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Returns the change of the state when a source has answered."""
    return {"state": {"fields": {"/city": {"options": list(options), "optionsFrom": {**SOURCE, **members}}}}}


def test_a_list_is_looked_through_by_words(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-options-closed")
        await terminal.press("enter")
        await terminal.frame("form-options")
        await terminal.ask("react", action="searchOptions", patch=found(*CITIES, status="loading", query="po"))
        await terminal.press("p", "o")
        assert terminal.shows("Loading…") and terminal.shows("Bergen")
        await terminal.change(**found(*CITIES[1:], query="po", endReached=True))
        await terminal.frame("form-options-found")
        await terminal.press("down", "enter")
        assert terminal.shows("City    [b]Porto ▼") and not terminal.shows("Oslo")
        assert await terminal.sent(but=()) == [
            {"action": "focus", "params": {"path": "/city"}},
            {"action": "searchOptions", "params": {"path": "/city", "query": "p"}},
            {"action": "searchOptions", "params": {"path": "/city", "query": "po"}},
            {"action": "setValue", "params": {"path": "/city", "value": "[p]"}},
        ]

    play(scenario, **cities(tmp_path, "picker", "o"))


def test_enter_takes_what_the_words_find_also_where_it_is_still_to_come(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        await terminal.ask("react", action="searchOptions", patch=found(*CITIES, status="loading", query="be"))
        await terminal.press("b", "e", "enter")
        assert terminal.shows("Loading…")
        await terminal.change(**found(CITIES[0], query="be"))
        assert terminal.shows("City    Bergen ▼") and not terminal.shows("Loading…")
        assert [it["params"].get("value") for it in await terminal.sent()] == [None, None, "b"]

    play(scenario, **cities(tmp_path, "picker", "o"))


def test_none_can_be_chosen_and_a_list_be_left(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("space", "escape", "tab", "x", "shift+tab", "down")
        await terminal.click("none")
        await terminal.settle()
        assert terminal.shows("none ▼") and not terminal.shows("Bergen")
        sent = [(it["action"], it["params"].get("value")) for it in await terminal.sent()]
        assert sent == [("setValue", "x"), ("setValue", None)]

    play(scenario, **cities(tmp_path, "picker", "o"))


def test_several_are_ticked_one_after_the_other(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.click("Bergen")
        await terminal.settle()
        await terminal.press("down", "enter", "up", "enter")
        await terminal.frame("form-options-many")
        await terminal.press("escape")
        assert terminal.shows("City    Oslo ▼")
        assert [it["params"]["value"] for it in await terminal.sent()] == [["b", "o"], ["o"]]

    play(scenario, **cities(tmp_path, "multiPicker", ["b"]))


def test_the_cursor_is_placed_though_a_list_goes_before_it_was_drawn_again(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        # Calls that the screen has deferred until it is drawn are dropped with it.
        terminal.app.screen._invoke_later = lambda callback, sender: None  # type: ignore[method-assign]
        async with asyncio.timeout(60):
            await terminal.change(state={"isDirty": True})
            await terminal.press("escape")
        assert terminal.app.focused is not None

    play(scenario, **cities(tmp_path, "picker", "o"))


def test_a_picture_shows_what_is_new_behind_a_list(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        behind = terminal.app.screen_stack[-2]
        assert behind._update_timer is not None
        # On a busy machine, the timer would fire only after the frame was taken.
        behind._update_timer.resume = lambda: None  # type: ignore[method-assign]
        await terminal.press("down", "enter")
        assert terminal.shows("Bergen, Oslo ▼")

    play(scenario, **cities(tmp_path, "multiPicker", ["b"]))


def test_a_source_that_failed_is_asked_again(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        assert terminal.shows("This could not be loaded.")
        await terminal.change(**found(query="zz"))
        assert terminal.shows("Nothing matches.")
        await terminal.press("enter", "escape", "enter")
        # The earlier search text is not used for a new search.
        assert [it["params"].get("query") for it in await terminal.sent()] == ["", ""]

    play(scenario, **cities(tmp_path, "picker", None, status="failed"))


def test_a_list_goes_with_its_field(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        assert terminal.shows("Oslo")
        await terminal.change(state={"sections": [{"fields": ["/note"]}]})
        assert not terminal.shows("Oslo")
        await terminal.press("x")
        assert [it["params"] for it in await terminal.sent()] == [{"path": "/note", "value": "x"}]

    play(scenario, **cities(tmp_path, "picker", None))


def test_options_that_change_leave_the_cursor_where_it_is(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("tab", "a")
        more = [{"value": 1, "title": "One"}, {"value": 2, "title": "Two"}]
        await terminal.change(state={"fields": {"/city": {"options": more, "value": 2}}})
        assert terminal.shows("Two")
        await terminal.press("b", "shift+tab", "enter", "up", "enter")
        assert [it["params"]["value"] for it in await terminal.sent()] == ["a", "ab", 1]

    given = cities(tmp_path, "picker", "o")
    del given["features"][0]["state"]["fields"]["/city"]["optionsFrom"]
    play(scenario, **given)
