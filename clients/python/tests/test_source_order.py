"""The order of requests to a source, and their cancellation."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from typing import Any

import pytest
from featurehost import InsertRequest, Row, SearchRequest, Source, SourceError
from featurehost.plugin.testing import serving


class Slow(Source):
    """Reports when work has begun, and waits until the test releases it."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.begun: dict[str, Future[None]] = {name: Future() for name in "abcd"}
        self.gates = {name: threading.Event() for name in "abcd"}

    async def _work(self, name: str) -> None:
        self.log.append(f"{name} begins")
        self.begun[name].set_result(None)
        try:
            await asyncio.to_thread(self.gates[name].wait)
            self.log.append(f"{name} ends")
        except asyncio.CancelledError:
            self.log.append(f"{name} is cancelled")
            self.gates[name].set()
            raise

    async def search(self, request: SearchRequest) -> list[Row]:
        await self._work(request.query)
        return [{"id": request.query}]

    async def insert(self, request: InsertRequest) -> None:
        await self._work(request.id)


def insertion(id: str, op_id: str) -> dict[str, Any]:
    return {"source": "source", "opId": op_id, "id": id, "value": {}, "beforeId": None}


def query(text: str) -> dict[str, Any]:
    return {"source": "source", "query": text, "limit": 1}


def test_edits_come_one_at_a_time_and_the_rest_beside_them() -> None:
    slow = Slow()
    with serving(slow) as driven:
        _, first = driven.peer.begin("source/insert", insertion("a", "1"))
        _, second = driven.peer.begin("source/insert", insertion("b", "2"))
        _, found = driven.peer.begin("source/search", query("c"))
        slow.begun["a"].result(30)
        slow.begun["c"].result(30)
        slow.gates["c"].set()
        found.result(30)
        assert not slow.begun["b"].done()
        slow.gates["a"].set()
        slow.gates["b"].set()
        assert (first.result(30), second.result(30)) == ({}, {})
    assert [line for line in slow.log if line[0] != "c"] == ["a begins", "a ends", "b begins", "b ends"]


def test_what_is_no_longer_waited_for_stops_and_is_answered() -> None:
    slow = Slow()
    with serving(slow) as driven:
        id, answer = driven.peer.begin("source/search", query("a"))
        waiting, other = driven.peer.begin("source/insert", insertion("b", "1"))
        slow.begun["a"].result(30)
        driven.peer.cancel(id)
        driven.peer.cancel(id)
        driven.peer.cancel(99)
        with pytest.raises(SourceError, match="was cancelled"):
            answer.result(30)
        slow.begun["b"].result(30)
        driven.peer.cancel(waiting)
        with pytest.raises(SourceError):
            other.result(30)
        assert driven.peer.request("ping") is None
    assert sorted(slow.log) == ["a begins", "a is cancelled", "b begins", "b is cancelled"]


def test_an_operation_that_comes_again_while_it_is_done_is_waited_for() -> None:
    slow = Slow()
    with serving(slow) as driven:
        first, _ = driven.peer.begin("source/insert", insertion("a", "same"))
        _, second = driven.peer.begin("source/insert", insertion("a", "same"))
        slow.begun["a"].result(30)
        driven.peer.cancel(first)
        driven.peer.request("ping")
        slow.gates["a"].set()
        assert second.result(30) == {}
        assert driven.insert({}, id="a", op_id="same") == {}
    assert slow.log == ["a begins", "a ends"]


def test_an_operation_that_comes_again_while_it_is_cancelled_is_done_then() -> None:
    begun: list[Future[None]] = [Future(), Future()]

    class Stubborn(Source):
        async def insert(self, request: InsertRequest) -> None:
            attempt = begun[0].done()
            begun[attempt].set_result(None)
            if not attempt:
                try:
                    await asyncio.Event().wait()
                finally:
                    await asyncio.sleep(0)

    with serving(Stubborn()) as driven:
        id, _ = driven.peer.begin("source/insert", insertion("a", "same"))
        begun[0].result(30)
        driven.peer.cancel(id)
        assert driven.insert({}, id="a", op_id="same") == {}
        begun[1].result(0)


def test_an_edit_under_way_is_finished_at_the_end_and_a_search_is_not() -> None:
    slow = Slow()
    with serving(slow) as driven:
        _, found = driven.peer.begin("source/search", query("a"))
        _, inserted = driven.peer.begin("source/insert", insertion("b", "1"))
        slow.begun["a"].result(30)
        slow.begun["b"].result(30)
        found.add_done_callback(lambda _: slow.gates["b"].set())
        driven.peer.notify("exit")
    assert isinstance(found.exception(0), SourceError)
    assert inserted.result(0) == {} and "b ends" in slow.log
