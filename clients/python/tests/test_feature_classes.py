"""Classes as features of a plugin: the execution of their methods, and invalid classes."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from featurehost.plugin import LayoutItem, Plugin, action, task
from featurehost.plugin.testing import Peer, in_process, showing

plugin = Plugin("classes")


@plugin.feature("pages")
@dataclass
class Pages:
    pages: list[int] = field(default_factory=list)
    is_loading: bool = False
    _gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))

    @action
    def go(self) -> None:
        self._gate.release()

    @action
    async def read(self) -> AsyncIterator[None]:
        self.is_loading = True
        try:
            for page in range(2):
                await self._gate.acquire()
                self.pages.append(page)
                await asyncio.sleep(0)
                self.pages.append(-page)
                yield
        finally:
            self.is_loading = False

    @action(cancels="read")
    def stop(self) -> None:
        pass

    @action(busy="loading", on_open=True, background=True)
    async def again(self) -> None:
        await asyncio.get_running_loop().create_future()


def test_a_generator_shows_what_it_has_done_at_its_yields() -> None:
    with showing(Pages) as pages:
        assert pages.snapshot.unavailable["again"] == "loading"
        pages.send("read")
        pages.send("go")
        pages.wait_until(lambda snapshot: snapshot.state["pages"] == [0, 0])
        pages.send("go")
        last = pages.settle()
        assert (last.state["pages"], last.state["isLoading"]) == ([0, 0, 1, -1], False)
        assert [0] not in [snapshot.state["pages"] for snapshot in pages.snapshots]


def test_what_is_cancelled_puts_things_in_order_before_the_next_begins() -> None:
    with showing(Pages) as pages:
        pages.send("read")
        stopped = pages.send("stop")
        assert (stopped.cause.cancelled, stopped.state["isLoading"]) == (("read-1",), False)
        pages.close()
        assert pages.closed == "closed"
        with pytest.raises(EOFError, match="pages is closed"):
            pages.wait_until(lambda snapshot: False)


@plugin.feature("flood", params=["steps"])
@dataclass
class Flood:
    steps: int
    done: int = 0

    @action
    async def run(self) -> None:
        while self.done < self.steps:
            self.done += 1
            await asyncio.sleep(0)


def test_steps_that_come_too_fast_are_shown_together() -> None:
    with showing(Flood, steps=20_000) as flood:
        last = flood.send("run", await_="settled")
        assert last.state["done"] == 20_000
        shown = [snapshot.state["done"] for snapshot in flood.snapshots]
        assert shown[:50] == [0, *range(1, 50)] and len(shown) < 10_000
        assert [snapshot.revision for snapshot in flood.snapshots] == list(range(len(shown)))


def test_what_does_not_settle_is_named() -> None:
    with showing(Pages) as pages:
        pages.send("read")
        with pytest.raises(TimeoutError, match="read is under way; is it to be background"):
            pages.settle(timeout_ms=0)


def declare(match: str, make: Any, **more: Any) -> None:
    other = Plugin("other")
    with pytest.raises(TypeError, match=match):
        other.feature("x", **more)(make)
        with in_process(other):
            pass


def test_what_can_be_no_feature_is_named() -> None:
    class Plain:
        pass

    declare("put @dataclass below", Plain)

    @dataclass
    class Needy:
        name: str

    declare("name of x needs a default, or must be one of its params", Needy)
    declare("names, a param of x, must be one of its fields: name", Needy, params=["names"])
    declare("the fixture f of x sets size: there is no such field", Needy, params=["name"], fixtures={"f": {"size": 1}})

    @dataclass
    class Odd:
        loop: asyncio.AbstractEventLoop | None = None

    declare("x/loop: no JSON is", Odd)

    @dataclass
    class Layout:
        layout: str = ""

    declare("can't have a member layout", Layout)

    @dataclass
    class Twice:
        @action
        def a_b(self) -> None: ...

        @action(name="aB")
        def other(self) -> None: ...

    declare("two actions aB", Twice)

    @dataclass
    class Cancels:
        @action(cancels="lod")
        def load(self) -> None: ...

    declare("load of x cancels lod: there is no such action", Cancels)

    @dataclass
    class Button:
        @action(toolbar=True)
        def add(self, by: int) -> None: ...

    declare("add of x can't be in the toolbar", Button)

    @dataclass
    class Start:
        @task
        def begin(self, by: int) -> None: ...

    declare("begin of x begins by itself: by needs a default", Start)

    @dataclass
    class Star:
        @action
        def add(self, *by: int) -> None: ...

    declare("add of x takes \\*by", Star)

    @dataclass
    class Fine:
        count: int = 0

    declare("the layout of x names total, but there are count", Fine, layout=[LayoutItem("text", "T", key="total")])
    with pytest.raises(TypeError, match="Plain is no feature"), showing(Plain):
        pass
    other = Plugin("other")
    other.feature("x")(Fine)
    with pytest.raises(ValueError, match="has a feature x already"):
        other.feature("x")(Fine)


def test_a_feature_that_is_none_leaves_nothing_behind() -> None:
    @dataclass
    class Odd:
        loop: asyncio.AbstractEventLoop | None = None

    before = set(threading.enumerate())
    declare("no JSON is", Odd)
    # Threads of earlier tests may end meanwhile.
    assert not set(threading.enumerate()) - before


def test_a_plugin_may_have_both(caplog: pytest.LogCaptureFixture) -> None:
    both = Plugin("both")
    both.rows("rows")(lambda request: [{"id": 1}])

    @both.feature("one")
    @dataclass
    class One:
        value: int = 1

        @action
        async def grow(self) -> None:
            self.value += 1

    with in_process(both) as peer:
        assert peer.initialize()["capabilities"] == {"features": True, "sources": ["rows"]}
        one = peer.show("one")
        assert (one.send("grow").state["value"], peer.open("rows").rows()) == (2, [{"id": 1}])
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_what_comes_right_behind_the_opening_is_heard_behind_it() -> None:
    def show(revision: int) -> dict[str, Any]:
        return {"instance": "f", "feature": "f", "kind": "view", "revision": revision, "state": {}}

    def say(line: bytes) -> None:
        # All these messages arrive before the waiting thread continues.
        answer = {"id": json.loads(line)["id"], "result": {"instance": "f", "revision": 0, "snapshot": show(0)}}
        for message in (answer, {"method": "state/snapshot", "params": show(1)}):
            peer.hear(json.dumps(message).encode())

    peer = Peer(say, 1)
    assert [snapshot.revision for snapshot in peer.show("f").snapshots] == [0, 1]
