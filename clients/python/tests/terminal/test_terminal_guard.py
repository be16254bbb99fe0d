"""Screens that appear and close by themselves: keys that were typed for one act on no other."""

from __future__ import annotations

from pathlib import Path

from terminal_support import Terminal, child, one, play
from test_terminal_form import field, form
from test_terminal_list import list_state
from test_terminal_presentation import ACTIONS, presentation

PEER = {"action": "present", "path": [], "origin": "peer"}
FEATURES = one("list", list_state(activeId="1"), *ACTIONS, "toggleSelection", "moveActive")
_FIELDS = {"/title": field("text", "Title", "")}
SHEET = presentation("sheet", child=child("form", form([{"fields": ["/title"]}], _FIELDS, title="New task")))


class Clock:
    """A clock that stands still unless a test moves it."""

    def __init__(self, terminal: Terminal) -> None:
        self.now = 100.0
        terminal.app.guard.seconds = 0.5
        terminal.app.guard.clock = lambda: self.now


async def marks(terminal: Terminal) -> list[str]:
    """Returns the names of the sent actions, except those about focus, window and active row."""
    sent = await terminal.sent(but=("focus", "blur", "setWindow", "moveActive", "setActive"))
    return [it["action"] for it in sent]


def test_what_was_typed_on_a_sheet_that_goes_is_not_for_the_list(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        clock = Clock(terminal)
        await terminal.change(presentation=SHEET)
        await terminal.press("a")
        await terminal.change(presentation=None)
        # Each key that is refused shows that the person has not looked yet.
        for seconds in (0, 0.4, 0.4):
            clock.now += seconds
            await terminal.press("space")
        assert "toggleSelection" not in await marks(terminal) and terminal.shows("has just changed by itself")
        clock.now += 0.6
        await terminal.press("space")
        assert "toggleSelection" in await marks(terminal)

    play(scenario, features=FEATURES, feature="it", folder=tmp_path)


def test_what_was_typed_for_a_list_is_not_for_a_sheet_of_others(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        clock = Clock(terminal)
        await terminal.press("space")
        await terminal.change(presentation=SHEET, cause=PEER)
        await terminal.press("x", "ctrl+s", "escape")
        assert await marks(terminal) == ["toggleSelection"] and terminal.shows("New task")
        clock.now += 0.6
        await terminal.press("x")
        assert await marks(terminal) == ["setValue"]

    play(scenario, features=FEATURES, feature="it", folder=tmp_path)


def test_what_an_own_action_brings_has_the_next_key(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        Clock(terminal)
        await terminal.press("space")
        await terminal.change(presentation=SHEET)
        await terminal.press("x")
        assert await marks(terminal) == ["toggleSelection", "setValue"]

    play(scenario, features=FEATURES, feature="it", folder=tmp_path)
