"""Keys that are typed faster than they are handled."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from featurehost import AsyncHost
from featurehost.terminal import key_queue
from featurehost.terminal.app import TerminalApp
from featurehost.terminal.frames import Player
from terminal_support import Terminal, child, fake_host, one, play
from test_terminal_form import field, form
from test_terminal_list import list_state
from test_terminal_presentation import presentation
from textual.events import Key, Paste

FORM = form([{"fields": ["/title", "/notes"]}], {path: field("text", path[1:], "") for path in ("/title", "/notes")})
ACTIONS = ("openItem", "moveActive", "toggleSelection", "refresh", "submit", "setValue")
LIST = list_state(activeId="1")
SHEET = {"presentation": presentation("sheet", child=child("form", FORM, actions=["setValue", "submit"]))}
EDITED = [
    (("a", "b", "c", "ctrl+w", "d"), "d"),
    (("a", "b", "c", "ctrl+u", "d", "backspace", "e"), "e"),
    (("a", "c", "left", "b", "end", "d"), "abcd"),
]


async def values(terminal: Terminal) -> dict[str, Any]:
    """Returns the last entered value of each field."""
    return {it["params"]["path"]: it["params"]["value"] for it in await terminal.sent() if it["action"] == "setValue"}


@pytest.mark.parametrize("keys,text", EDITED, ids=[text for _, text in EDITED])
def test_keys_that_edit_act_in_their_turn(tmp_path: Path, keys: tuple[str, ...], text: str) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap(*keys)
        await terminal.settle()
        assert await values(terminal) == {"/title": text}

    play(scenario, features=one("form", FORM, *ACTIONS), feature="it", folder=tmp_path)


def test_letters_go_where_the_cursor_went_before_them(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap(*"milk", "tab", *"two", "shift+tab", "s", "ctrl+s")
        await terminal.settle()
        sent = await terminal.sent()
        assert sent[-1]["action"] == "submit"
        entered = {it["params"]["path"]: it["params"]["value"] for it in sent[:-1]}
        assert entered == {"/title": "milks", "/notes": "two"}

    play(scenario, features=one("form", FORM, *ACTIONS), feature="it", folder=tmp_path)


def test_what_is_pasted_has_its_place_between_keys(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        for key in (Key("a", "a"), Paste("b c"), Key("ctrl+w", None), Paste("d"), Key("e", "e")):
            terminal.app.post_message(key)
        await terminal.until(lambda: terminal.shows("ab de"))

    play(scenario, features=one("form", FORM, *ACTIONS), feature="it", folder=tmp_path)


def test_keys_go_to_what_the_one_before_them_opens(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("react", action="openItem", patch=SHEET)
        await terminal.ask("hold")
        await terminal.tap("enter", *"crab", "tab", " ", "x", "ctrl+s")
        # The answer to this request comes after the held answers.
        await terminal.host.request("test/release", {})
        await terminal.settle()
        sent = await terminal.sent()
        assert [it["action"] for it in sent if not it.get("path")] == ["openItem"]
        assert sent[-1] == {"action": "submit", "path": ["presentation"]}
        entered = {it["params"]["path"]: it["params"]["value"] for it in sent[1:-1]}
        assert entered == {"/title": "crab", "/notes": " x"}

    play(scenario, features=one("list", LIST, *ACTIONS), feature="it", folder=tmp_path)


def test_keys_for_what_never_came_are_for_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("hold")
        await terminal.tap("enter", "space", "r")
        await terminal.until(lambda: terminal.app.keys.is_empty)
        # A key that is typed after the failure acts again.
        await terminal.tap("r")
        await terminal.host.request("test/release", {})
        await terminal.settle()
        assert [it["action"] for it in await terminal.sent()] == ["openItem", "refresh"]

    monkeypatch.setattr(key_queue, "SECONDS", 0.1)
    play(scenario, features=one("list", LIST, *ACTIONS), feature="it", folder=tmp_path)


def test_a_command_acts_on_the_row_that_the_keys_before_it_lead_to(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("hold")
        await terminal.tap("down", "1")
        assert terminal.app.keys.is_held
        await terminal.host.request("test/release", {})
        await terminal.settle()
        assert [it["action"] for it in await terminal.sent()] == ["moveActive", "refresh"]

    toolbar = [{"action": "refresh", "title": "Refresh", "role": "default"}]
    play(scenario, features=one("list", LIST, *ACTIONS, toolbar=toolbar), feature="it", folder=tmp_path)


def test_typing_waits_for_nobody(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("hold")
        await terminal.tap(*"abc", "ctrl+w", *"milk", "tab", *"two", "up", "backspace")
        await terminal.until(lambda: terminal.shows("milk") and terminal.shows("tw"))
        assert terminal.app.session.is_waiting
        await terminal.ask("release")

    play(scenario, features=one("form", FORM, *ACTIONS), feature="it", folder=tmp_path)


def test_keys_that_were_typed_before_the_first_screen_go_to_it(tmp_path: Path) -> None:
    features = tmp_path / "features.json"
    features.write_text(json.dumps(one("form", FORM, *ACTIONS)))

    async def scenario() -> None:
        app = TerminalApp(lambda: AsyncHost(fake_host(tmp_path), args=[str(features)]), "it")
        for key in (*"milk", "tab", *"two"):
            app.keys.put(Key(key, key if len(key) == 1 else None))
        async with app.run_test() as pilot:
            player = Player(app, pilot)
            await player.settle()
            assert "milk" in player.screen() and "two" in player.screen()
            app.exit()

    asyncio.run(scenario())
