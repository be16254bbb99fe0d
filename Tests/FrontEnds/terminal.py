"""The terminal front end, without a terminal: it tells when it has shown what a key has brought about."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from time import monotonic
from typing import Any

from featurehost import AsyncHost
from featurehost.terminal.app import TerminalApp
from featurehost.terminal.frames import Player, headless

from .front_end import FEATUREHOST, FrontEnd, in_order
from .tty import COLUMNS, DEADLINE, LINES


class Terminal(FrontEnd):
    """`featurehost-terminal`, which shows the catalog first."""

    def __init__(self, folder: Path, workspace: Path) -> None:
        super().__init__(folder, workspace)
        self._runner = asyncio.Runner()
        self._hosts: list[AsyncHost] = []
        self._running: AbstractAsyncContextManager[Player]

    def __enter__(self) -> FrontEnd:
        self._running = headless(TerminalApp(self._make_host, None), (COLUMNS, LINES))
        self._player = self._runner.run(self._running.__aenter__())
        return self

    def __exit__(self, *exc: object) -> None:
        self._runner.run(self._running.__aexit__(None, None, None))
        self._runner.close()

    def _make_host(self) -> AsyncHost:
        self._hosts.append(AsyncHost(FEATUREHOST, workspace=self.workspace.name, cwd=self.folder))
        return self._hosts[-1]

    def shows(self, *texts: str) -> None:
        self._until(lambda: in_order(self._screen(), texts), f"{texts} should be shown in this order")

    def shows_no(self, text: str) -> None:
        self._until(lambda: text not in self._screen(), f"{text!r} should be gone")

    def _until(self, holds: Any, what: str) -> None:
        end = monotonic() + DEADLINE
        self._do(self._player.settle())
        while not holds():
            assert monotonic() < end, f"{what}, but the screen shows:\n{self._screen()}"
            self._do(self._player.pilot.pause(0.01))

    def _do(self, doing: Coroutine[Any, Any, None]) -> None:
        self._runner.run(doing)

    def _screen(self) -> str:
        async def screen() -> str:
            return self._player.screen()

        # Within the program: what nobody has looked at is drawn now.
        return self._runner.run(screen())

    def _press(self, *keys: str) -> None:
        self._do(self._player.press(*keys))
        self._do(self._player.settle())

    def _click(self, line: int, column: int) -> None:
        self._runner.run(self._player.pilot.click(offset=(column, line)))
        self._do(self._player.settle())

    def _click_text(self, text: str, *, below: int = -1) -> None:
        lines = self._screen().splitlines()
        places = [(number, line.index(text)) for number, line in enumerate(lines) if text in line and number > below]
        assert places, f"{text!r} is not there:\n{self._screen()}"
        self._click(*places[-1])

    def open(self, feature: str) -> None:
        self.row(feature)
        self.enter()

    def row(self, text: str) -> None:
        lines = self._screen().splitlines()
        active = [n for n, line in enumerate(lines) if line.startswith("›")]
        above = any(text in line for line in lines[: active[0]]) if active else False
        for _ in range(LINES):
            if any(line.startswith("›") and text in line for line in self._screen().splitlines()):
                return
            self._press("up" if above else "down")
        raise AssertionError(f"no row with {text!r} is active:\n{self._screen()}")

    def enter(self) -> None:
        self._press("enter")

    def do(self, title: str) -> None:
        found = re.search(rf"\[ (\d) {re.escape(title)} \]", self._screen())
        assert found, f"there is no button {title!r}:\n{self._screen()}"
        self._press(found[1])

    def answer(self, title: str) -> None:
        self._click_text(f"[ {title} ]")

    def toggle(self) -> None:
        self._press("x")

    def mark(self) -> None:
        self._press("space")

    def keep_mine(self, label: str) -> None:
        self._click_text("[ Keep mine ]", below=self._line_of(label))

    def take_theirs(self, label: str) -> None:
        self._click_text("[ Take theirs ]", below=self._line_of(label))

    def undo(self) -> None:
        self._press("u")

    def redo(self) -> None:
        self._press("ctrl+r")

    def filter(self, title: str) -> None:
        self._press("f")
        self._click_text(title)

    def last(self) -> None:
        self._press("end")

    def fill(self, label: str, text: str) -> None:
        self._click(self._line_of(label), COLUMNS // 2)
        self._press("end", "ctrl+u", *text)

    def pick(self, label: str, title: str) -> None:
        line = self._line_of(label)
        self._click(line, COLUMNS // 2)
        self._click_text(title, below=line)

    def tick(self, label: str) -> None:
        line = self._line_of(label)
        self._click(line, self._screen().splitlines()[line].index("["))

    def _line_of(self, label: str) -> int:
        # A required field has a star, and a sheet a frame.
        begins = re.compile(rf"[ │]*{re.escape(label)}( \*)?(  |$)")
        found = [n for n, line in enumerate(self._screen().splitlines()) if begins.match(line)]
        assert found, f"there is no field {label!r}:\n{self._screen()}"
        return found[-1]

    def submit(self) -> None:
        self._press("ctrl+s")

    def next(self) -> None:
        self._press("ctrl+n")

    def leave(self) -> None:
        self._press("escape")

    def query(self, text: str) -> None:
        self._press("end", "ctrl+u", *text)

    def kill(self) -> None:
        os.kill(self._hosts[-1].pid, signal.SIGKILL)
        self.shows("The host has ended", "Restart")

    def restart(self) -> None:
        self._press("right", "enter")
        self.shows_no("The host has ended")
