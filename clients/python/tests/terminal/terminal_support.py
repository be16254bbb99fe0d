"""The terminal client in a test: headless, over a real or a fake host, with screens that are compared with files."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import stat
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from featurehost import AsyncHost, HostDied
from featurehost.terminal.app import TerminalApp
from featurehost.terminal.frames import Player, headless
from rich.style import Style
from textual import events

HERE = Path(__file__).parent
PROJECT = HERE.parents[3]
DEADLINE = float(os.environ.get("DEADLINE", "100"))
Scenario = Callable[["Terminal"], Awaitable[None]]
JSONObject = dict[str, Any]


class Terminal(Player):
    """The running program, and its host."""

    def __init__(self, player: Player, hosts: list[AsyncHost]) -> None:
        super().__init__(player.app, player.pilot)
        self.hosts = hosts

    @property
    def host(self) -> AsyncHost:
        """The host that was started last."""
        return self.hosts[-1]

    async def tap(self, *keys: str) -> None:
        """Presses keys without waiting for answers of the host."""
        await super().press(*keys)

    async def press(self, *keys: str) -> None:
        """Presses keys, and waits after each key until all its effects are shown."""
        for key in keys:
            await self.tap(key)
            await self.settle()

    async def resize(self, width: int, height: int) -> None:
        """Changes the size of the terminal."""
        await self.pilot.resize_terminal(width, height)
        await self.settle()

    async def wheel(self, *, down: bool, at: tuple[int, int] = (10, 10)) -> None:
        """Turns the wheel by one notch."""
        await self.pilot.pause()
        kind = events.MouseScrollDown if down else events.MouseScrollUp
        x, y = at
        self.app.screen._forward_event(kind(None, x, y, 0, 0, 0, False, False, False, x, y))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until a condition holds, even while actions are unanswered."""
        async with asyncio.timeout(DEADLINE):
            while not condition():
                await self.pilot.pause()

    async def frame(self, name: str) -> None:
        """Compares the screen with a file, as `compare` does."""
        await self.settle()
        compare(name, self.screen() + "\n")

    def shows(self, text: str) -> bool:
        """Returns true if the screen shows a text."""
        return text in self.screen()

    def style_of(self, text: str) -> Style:
        """Returns the style of the first character of a text on the screen."""
        for strips in self.lines():
            line = "".join(strip.text for strip in strips)
            if text in line:
                return next(style or Style() for start, end, style in _spans(strips) if start <= line.index(text) < end)
        raise AssertionError(f"the screen does not show {text!r}:\n{self.screen()}")

    # Requests to the fake host

    async def ask(self, method: str, **params: Any) -> Any:
        """Sends a request to the fake host, and waits until its effects are shown."""
        result = await self.host.request(f"test/{method}", params)
        await self.settle()
        return result

    async def change(self, **patch: Any) -> None:
        """Makes the fake host send its feature with these members changed."""
        await self.ask("show", instance="it-1", patch=patch)

    async def die(self, log: str, status: int) -> None:
        """Makes the fake host write to its log and end."""
        with contextlib.suppress(HostDied):
            await self.host.request("test/die", {"log": log, "status": status})
        await self.settle()

    async def kill(self) -> None:
        """Kills the host, and waits until its end is shown."""
        os.kill(self.host.pid, signal.SIGKILL)
        await self.until(lambda: self.app.session.death is not None)
        await self.settle()

    async def sent(self, *, but: tuple[str, ...] = ("focus", "blur", "setWindow")) -> list[JSONObject]:
        """Returns the actions that the fake host has received since the last call, except some."""
        return [action for action in await self.ask("received") if action["action"] not in but]


def compare(name: str, shown: str) -> None:
    """Compares a shown screen with the file `frames/NAME.txt`, which `UPDATE_FRAMES=1` writes."""
    file = HERE / "frames" / f"{name}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        file.write_text(shown)
    assert file.exists(), f"there is no frame {name}; UPDATE_FRAMES=1 writes it:\n{shown}"
    assert shown == file.read_text(), f"the screen differs from the frame {name}:\n{shown}"


def _spans(strips: Any) -> list[tuple[int, int, Style | None]]:
    spans, start = [], 0
    for strip in strips:
        for segment in strip:
            spans.append((start, start + len(segment.text), segment.style))
            start += len(segment.text)
    return spans


def play(
    scenario: Scenario,
    *,
    workspace: Path | None = None,
    features: list[JSONObject] | None = None,
    feature: str | None = None,
    size: tuple[int, int] = (80, 24),
    folder: Path | None = None,
    clock: str = "real",
    args: tuple[str, ...] = (),
) -> None:
    """Runs a scenario with a workspace, with the features of a fake host, or else with the gallery.

    With a virtual clock, the time of the real host moves only by `terminal.host.advance`.
    """
    hosts: list[AsyncHost] = []

    def make_host() -> AsyncHost:
        if features is None:
            # The host runs in the folder of the workspace, so that messages have the paths of the workspace.
            given: Any = {"workspace": workspace.name, "cwd": workspace.parent} if workspace else {}
            hosts.append(AsyncHost(real_host(), seed=1, clock=clock, args=args, **given))
        else:
            assert folder is not None
            hosts.append(AsyncHost(fake_host(folder), args=[str(folder / "features.json")]))
        return hosts[-1]

    if features is not None and folder is not None:
        write_features(folder, features)

    async def run() -> None:
        app = TerminalApp(make_host, feature)
        async with headless(app, size) as player:
            await scenario(Terminal(player, hosts))

    asyncio.run(run())


def real_host() -> str:
    """Returns the path of the built host."""
    found = os.environ.get("FEATUREHOST") or str(PROJECT / ".build/release/featurehost")
    if not os.access(found, os.X_OK):
        pytest.fail(f"there is no host at {found}: build it, or name one in FEATUREHOST")
    return found


def write_features(folder: Path, features: list[JSONObject]) -> None:
    """Writes the features of a fake host to a folder."""
    (folder / "features.json").write_text(json.dumps(features))


def fake_host(folder: Path) -> Path:
    """Writes an executable that runs the fake host, and returns its path."""
    file = folder / "fake-host"
    file.write_text(f'#!/bin/sh\nexec {sys.executable} {HERE / "terminal_fake_host.py"} "$@"\n')
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


def one(kind: str, state: JSONObject, *actions: str, **members: Any) -> list[JSONObject]:
    """Returns the catalog of a fake host with one feature, whose id is `it`."""
    return [{"id": "it", "kind": kind, "title": "It", "actions": list(actions), "state": state, **members}]


def child(kind: str, state: JSONObject, **members: Any) -> JSONObject:
    """Returns a child for a snapshot, with the feature `child`."""
    surroundings: JSONObject = {"settled": True, "effects": [], "unavailable": {}, "errors": []}
    modal: JSONObject = {"presentation": None, "queue": [], "toolbar": []}
    return {"feature": "child", "kind": kind, **surroundings, **modal, "state": state, **members}
