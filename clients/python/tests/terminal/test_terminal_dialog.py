"""A list as a dialog, in which the user chooses a row."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from featurehost import AsyncHost
from featurehost.terminal.dialog import DialogApp
from featurehost.terminal.frames import headless
from terminal_support import Terminal, fake_host, one, real_host, write_features
from test_terminal_list import ROWS, list_state, workspace

Scenario = Callable[[Terminal, DialogApp], Awaitable[None]]


def run_dialog(scenario: Scenario, feature: str, program: str | Path, **given: Any) -> None:
    """Runs a scenario with a feature as a dialog."""
    hosts: list[AsyncHost] = []

    def make_host() -> AsyncHost:
        hosts.append(AsyncHost(program, **given))
        return hosts[-1]

    async def run() -> None:
        app = DialogApp(make_host, feature, {}, None)
        async with headless(app) as player:
            await scenario(Terminal(player, hosts), app)

    asyncio.run(run())


def test_the_first_row_can_be_chosen_at_once(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal, app: DialogApp) -> None:
        assert terminal.shows("›   " + ROWS[0]["title"])
        await terminal.tap("enter")
        await terminal.until(lambda: app.result is not None)
        assert app.result is not None and app.status == 0
        assert app.result["output"]["id"] == ROWS[0]["id"]

    given = {"workspace": workspace(tmp_path).name, "cwd": tmp_path, "seed": 1}
    run_dialog(scenario, "tasks", real_host(), **given)


def test_a_row_that_can_not_be_made_active_is_asked_for_once(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal, app: DialogApp) -> None:
        await terminal.change(state={"isStale": True})
        await terminal.change(state={"isStale": False})
        assert await terminal.sent() == [{"action": "setActive", "params": {"id": "1"}}]

    # The fake host accepts the action without an effect.
    write_features(tmp_path, one("list", list_state(), "setActive"))
    run_dialog(scenario, "it", fake_host(tmp_path), args=[str(tmp_path / "features.json")])


def test_a_conflict_has_a_status_of_its_own(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal, app: DialogApp) -> None:
        await terminal.until(lambda: app._instance is not None)
        assert app._instance is not None
        app.session.node(app._instance).send("fail", {"message": "Others changed it.", "code": "conflict"})
        await terminal.until(lambda: app.result is not None)
        assert app.status == 3

    form = {"kind": "form", "sections": [{"fields": [{"name": "a", "type": "text"}]}]}
    book = {"features": {"walk": {"kind": "flow", "root": "form"}, "form": form}}
    (tmp_path / "book.json").write_text(json.dumps(book))
    run_dialog(scenario, "walk", real_host(), workspace="book.json", cwd=tmp_path, seed=1)


def test_a_row_that_is_active_stays_so(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal, app: DialogApp) -> None:
        await terminal.change(state={"isStale": True})
        assert await terminal.sent() == []

    write_features(tmp_path, one("list", list_state(activeId="2"), "setActive"))
    run_dialog(scenario, "it", fake_host(tmp_path), args=[str(tmp_path / "features.json")])
