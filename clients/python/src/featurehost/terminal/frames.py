"""Plays a recorded session without a terminal, and prints the content of the screen.

A session is a JSON array of steps:

    {"press": "down"}            a key, or an array of keys
    {"type": "milk"}             the keys of a text
    {"click": "Submit"}          the first place that shows the text, or the widget of a selector such as "#submit"
    {"resize": [120, 40]}        another size of the terminal, which initially has 80 columns and 24 lines
    {"settle": true}             waits until the instances have settled
    {"frame": "A title"}         prints the screen under a title
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from .app import TerminalApp

SIZE = (80, 24)
Step = Mapping[str, Any]


class SessionError(Exception):
    """A session can't be read, or one of its steps can't be performed."""


def read_session(file: Path) -> list[Step]:
    """Returns the steps in a file."""
    try:
        steps = json.loads(file.read_text())
    except (OSError, ValueError) as problem:
        raise SessionError(f"{file} can't be read: {problem}") from problem
    if not isinstance(steps, list):
        raise SessionError(f"{file}: a session is an array of steps")
    return steps


async def play(app: TerminalApp, steps: Sequence[Step], write: Callable[[str], object]) -> None:
    """Performs the steps in order, and writes each requested frame."""
    async with headless(app) as player:
        for step in steps if app.failure is None else ():
            if not _goes_on(app):
                break
            if (frame := await player.take(step)) is not None:
                write(frame)


@asynccontextmanager
async def headless(app: TerminalApp, size: tuple[int, int] = SIZE) -> AsyncIterator[Player]:
    """Runs the program without a terminal."""
    # A recorded session has no pauses, so the guard would refuse its keys.
    app.guard.seconds = 0
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        app.animation_level = "none"
        try:
            await player.settle()
            yield player
        finally:
            app.exit()


class Player:
    """Performs steps in a running program without delay: only `settle` waits for the host."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def take(self, step: Step) -> str | None:
        """Performs one step; returns the frame if the step requests one."""
        match step:
            case {"press": str(key)}:
                await self.press(key)
            case {"press": list(keys)}:
                await self.press(*keys)
            case {"type": str(text)}:
                await self.press(*text)
            case {"click": str(target)}:
                await self.click(target)
            case {"resize": [int(width), int(height)]}:
                await self.pilot.resize_terminal(width, height)
            case {"settle": _}:
                await self.settle()
            case {"frame": str(title)}:
                return f"── {title} {'─' * max(0, self.app.size.width - len(title) - 4)}\n{self.screen()}"
            case _:
                raise SessionError(f"a step is press, type, click, resize, settle or frame, not {json.dumps(step)}")
        return None

    async def press(self, *keys: str) -> None:
        """Presses keys, given by their names or characters."""
        for key in keys:
            is_character = len(key) == 1
            self.app.post_message(Key(_character_to_key(key) if is_character else key, key if is_character else None))
        came = asyncio.Event()
        self.app.call_later(came.set)
        queue = self.app.keys
        while _goes_on(self.app) and not (came.is_set() and (queue.is_empty or queue.is_held)):
            await asyncio.sleep(0)

    async def settle(self) -> None:
        """Waits until the screen shows the result of all steps."""
        quiet = 0
        # The reaction of a widget to being drawn, such as taking the focus, may cause further changes.
        while quiet < 3 and _goes_on(self.app):
            await self.app.settle()
            for screen in self.app._background_screens:
                await _let_draw(screen)
            await self.pilot.pause(0)
            quiet = quiet + 1 if self.app.is_up_to_date else 0

    async def click(self, target: str, times: int = 1) -> None:
        """Clicks the widget of a selector, or the first place that shows a text."""
        if target[:1] in ("#", "."):
            await self.pilot.click(target, times=times)
            return
        for y, line in enumerate(self.screen().splitlines()):
            if target in line:
                x = cell_len(line[: line.index(target)]) + cell_len(target) // 2
                await self.pilot.click(offset=(x, y), times=times)
                return
        raise SessionError(f"the screen does not show {target!r}:\n{self.screen()}")

    def screen(self) -> str:
        """Returns the text of the screen, line by line."""
        return "\n".join("".join(strip.text for strip in line).rstrip() for line in self.lines())

    def lines(self) -> list[list[Strip]]:
        """Returns the lines of the screen with their styles."""
        screen = self.app.screen
        # Textual exports a screen only as SVG; this is the data from which it makes the SVG.
        update = screen._compositor.render_update(full=True, screen_stack=self.app._background_screens)
        assert isinstance(update, LayoutUpdate)
        return [list(line) for line in update.strips]


def _goes_on(app: App[Any]) -> bool:
    """Returns false if the program has ended or crashed; `is_running` stays true after a crash at the start."""
    return app.is_running and app.return_code is None


async def _let_draw(screen: Screen[Any]) -> None:
    """Lets a covered screen draw its widgets, because a pilot only updates the screen in front.

    Otherwise the covered screen draws when a timer fires, which may be after the frame was taken.
    """
    heard = []
    for widget in screen.walk_children(with_self=True):
        event = asyncio.Event()
        if widget.call_later(event.set):
            heard.append((widget, event))
    for widget, event in heard:
        # A widget that is removed during the wait handles no more messages.
        while widget.is_running and _goes_on(screen.app) and not event.is_set():
            await asyncio.sleep(0)
    screen._on_timer_update()
