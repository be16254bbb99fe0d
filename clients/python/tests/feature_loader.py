"""A plugin for tests, whose features wait for messages of the test."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from featurehost.plugin import ActionFailed, ActionRefused, Feature, Plugin, action, task

plugin = Plugin("loader", "2.0")


@plugin.feature("counter", title="Counter", fixtures={"negative": {"count": -3}})
@dataclass
class Counter:
    count: int = 0

    @action(title="−")
    def decrement_button_tapped(self) -> None:
        self.count -= 1

    @action(title="+")
    def increment_button_tapped(self) -> None:
        self.count += 1


@plugin.feature("loader", params=["steps"], output=list[str])
@dataclass
class Loader(Feature):
    steps: int = 2
    lines: list[str] = field(default_factory=list)
    _gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))

    @action
    def go(self, times: int = 1) -> None:
        for _ in range(times):
            self._gate.release()

    @action(busy="loading")
    async def load(self) -> None:
        self.lines.append("begin")
        for step in range(self.steps):
            await self._gate.acquire()
            self.lines.append(f"step {step}")

    @action(cancels=True)
    async def look(self, word: str) -> None:
        self.lines = [word]
        await self._gate.acquire()
        self.lines.append("found")

    @action(cancels=("load", "look"))
    def stop(self) -> None:
        pass

    @action
    async def quick(self) -> None:
        self.lines.append("quick")

    @action
    async def idle(self) -> None:
        await self._gate.acquire()

    @action
    async def fetch(self, code: str = "networkError") -> None:
        await self._gate.acquire()
        if self.steps == 2:
            self.steps = 3
            raise ActionFailed(code, "The network is down")
        self.lines.append("done")

    @action
    def crash(self) -> None:
        raise KeyError("x")

    @action
    def halve(self, show: bool) -> None:
        if show:
            self.lines = ["\ud83d"]
        else:
            raise ActionFailed("noWord", "\ud83d")

    @action
    def full(self) -> None:
        raise ActionRefused("full")

    @action(unavailable=lambda self: None if self.lines else "noLines")
    def done(self) -> None:
        self.complete(self.lines)

    @action
    def leave(self) -> None:
        self.cancel()

    @action
    async def done_later(self) -> None:
        await self._gate.acquire()
        self.complete([])
        await self._gate.acquire()


@plugin.feature("watch")
@dataclass
class Watch:
    ticks: int = 0
    id: str = ""
    _tick: asyncio.Event = field(default_factory=asyncio.Event)

    @task(background=True)
    async def watch(self, task_id: str | None = None) -> None:
        self.id = task_id or "none"
        try:
            while True:
                await self._tick.wait()
                self._tick.clear()
                self.ticks += 1
        finally:
            print("the watch is over", flush=True)

    @action
    def tick(self) -> None:
        self._tick.set()


if __name__ == "__main__":
    plugin.run()
