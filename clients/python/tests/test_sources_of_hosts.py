"""Clients that answer for sources, with a host whose requests the test determines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import featurehost
import pytest
from featurehost import AsyncHost, FetchRequest, Host, InsertRequest, PerformRequest, Row, Rows, Source, source

ASKING = """
notices = []

def answer(number):
    "The answer to what was asked; what is told meanwhile is noted."
    while True:
        message = hear()
        if "method" not in message:
            assert message["id"] == number, message
            return message.get("result", message.get("error"))
        notices.append(message)

def ask(method, number=1, **params):
    say(id=number, method=method, params=params)
    return answer(number)

def fetch(source="buffers", number=1):
    return ask("source/fetch", number, source=source, offset=0, limit=10)

def notice():
    return notices.pop(0)["params"] if notices else hear()["params"]

begin()
go = hear()["id"]
"""


@pytest.fixture
def asking(fake: Callable[[str], Path]) -> Callable[[str], Path]:
    """Makes a host that answers `go` with the value of an expression, and then waits for its end."""
    return lambda result: fake(f"{ASKING}\nsay(id=go, result={result})\nwhile hear(): pass")


BUFFERS = [{"id": "1", "name": "notes.txt"}]


def test_sources_are_offered_by_their_names(fake: Callable[[str], Path]) -> None:
    script = """
message = hear()
info = {"protocolVersion": "1", "hostInfo": {"name": "fake", "version": "1"}, "features": []}
say(id=message["id"], result={**info, "capabilities": {"offered": message["params"].get("capabilities")}})
hear()
"""
    with Host(fake(script), sources={"buffers": Rows(), "more": Rows()}) as host:
        assert host.info.capabilities == {"offered": {"sources": ["buffers", "more"]}}
    with Host(fake(script)) as host:
        assert host.info.capabilities == {"offered": None}


def test_a_source_is_asked_on_a_thread_of_its_own_while_another_waits(asking: Callable[[str], Path]) -> None:
    threads: list[str] = []

    @source("buffers")
    def buffers(request: FetchRequest) -> list[Row]:
        threads.append(threading.current_thread().name)
        return [{"id": 1}]

    with Host(asking("[fetch(), fetch(number=2)]"), sources={"buffers": buffers}) as host:
        page = {"items": [{"id": 1}], "endReached": True, "totalCount": 1}
        assert host.request("go") == [page, page]
    assert threads == ["featurehost-sources"] * 2


def test_a_source_that_blocks_keeps_no_other_answer_away(asking: Callable[[str], Path]) -> None:
    gate = threading.Event()

    @source("buffers")
    def buffers(request: FetchRequest) -> list[Row]:
        assert gate.wait(240)
        return []

    script = asking("[say(id=1, method='source/fetch', params={'source':'buffers','offset':0,'limit':1}), answer(1)]")
    with Host(script, sources={"buffers": buffers}) as host:
        waiting = threading.Thread(target=lambda: host.request("go"))
        waiting.start()
        # The reading thread is free and accepts this notification, although the host reads it only after the answer.
        host.notify("initialized")
        gate.set()
        waiting.join()


def test_edits_and_their_notices(asking: Callable[[str], Path]) -> None:
    rows = Rows(BUFFERS)
    edit = "ask('source/insert', source='buffers', opId='op', id='2', value={'name': 'b'}, beforeId='1')"
    with Host(asking(f"[{edit}, notice(), {edit}, fetch()['items']]"), sources={"buffers": rows}) as host:
        item = {"id": "2", "name": "b"}
        inserted, notice, again, items = host.request("go")
        assert inserted["item"] == item and inserted["version"]
        assert (notice, again) == ({"source": "buffers", "opId": "op"}, inserted)
        assert items == [item, *BUFFERS]
    assert list(rows) == [item, *BUFFERS]


def test_what_the_program_changes_is_told_from_any_thread(asking: Callable[[str], Path]) -> None:
    rows = Rows(BUFFERS)

    class Telling(Source):
        def fetch(self, request: FetchRequest) -> list[Row]:
            threading.Thread(target=rows.put, args=({"id": "2"},)).start()
            return []

    with Host(
        asking("[fetch('rows'), fetch('telling'), notice()]"), sources={"rows": rows, "telling": Telling()}
    ) as host:
        assert host.request("go")[2] == {"source": "rows"}


def test_what_a_source_raises_is_an_answer(asking: Callable[[str], Path]) -> None:
    @source("broken")
    def broken(request: FetchRequest) -> list[Row]:
        raise ValueError("no rows today")

    with Host(asking("[fetch('broken'), fetch('unknown'), ask('ping')]"), sources={"broken": broken}) as host:
        failed, unknown, ping = host.request("go")
        assert (failed["code"], failed["data"]["code"]) == (-31009, "sourceFailed")
        assert "no rows today" in failed["message"]
        assert (unknown["code"], unknown["data"]["param"], ping["code"]) == (-32602, "source", -32601)
        assert host.status is None


def test_what_the_host_no_longer_waits_for_is_cancelled(asking: Callable[[str], Path]) -> None:
    ended: list[str] = []

    class Slow(Source):
        async def fetch(self, request: FetchRequest) -> list[Row]:
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("cancelled")
            return []

    begun = "say(id=7, method='source/fetch', params={'source': 'slow', 'offset': 0, 'limit': 1})"
    cancelled = "say(method='$/cancelRequest', params={'id': 7})"
    with Host(asking(f"[{begun}, {cancelled}, answer(7)][2]"), sources={"slow": Slow()}) as host:
        assert host.request("go")["code"] == -32800


def test_a_front_end_without_sources_refuses_what_it_is_asked(asking: Callable[[str], Path]) -> None:
    with Host(asking("[fetch(), fetch(number='x')]")) as host:
        assert [refused["code"] for refused in host.request("go")] == [-32601, -32601]


def test_a_source_that_asks_the_host_is_told_not_to_and_may_have_a_thread_do_it(asking: Callable[[str], Path]) -> None:
    class Asking(Source):
        async def perform(self, request: PerformRequest) -> Any:
            if request.operation == "elsewhere":
                await asyncio.to_thread(host.notify, "elsewhere", {})
                return "done"
            for question in (lambda: host.request("ping"), lambda: host.notify("x"), host.close):
                with pytest.raises(RuntimeError, match="a source can't ask the host"):
                    question()
            return "refused"

    perform = "ask('source/perform', source='asking', opId={0!r}, operation={0!r}, input=None)"
    script = asking(f"[{perform.format('here')}, {perform.format('elsewhere')}]")
    with Host(script, sources={"asking": Asking()}) as host:
        assert host.request("go") == [{"output": "refused"}, {"output": "done"}]


def test_sources_of_an_asyncio_host_are_asked_on_its_loop(asking: Callable[[str], Path]) -> None:
    class Buffers(Rows):
        async def open(self) -> None:
            assert asyncio.get_running_loop() is loop
            self.log = ["open"]

        def close(self) -> None:
            self.log.append("close")

    async def main() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        buffers = Buffers(BUFFERS)
        script = asking("[fetch()['items'], ask('source/delete', source='buffers', opId='1', ids=['1']), notice()]")
        async with AsyncHost(script, sources={"buffers": buffers}) as host:
            assert await host.request("go") == [BUFFERS, {}, {"source": "buffers", "opId": "1"}]
        assert buffers.log == ["open", "close"]

    loop: asyncio.AbstractEventLoop
    asyncio.run(main())


def test_sources_are_closed_when_the_host_died(asking: Callable[[str], Path]) -> None:
    closed = threading.Event()

    class Buffers(Rows):
        def close(self) -> None:
            closed.set()

    with pytest.raises(featurehost.HostDied), Host(asking("[fetch(), sys.exit(3)]"), sources={"b": Buffers()}) as host:
        host.request("go")
    assert not closed.is_set(), "it was never opened"
    script = asking("[fetch('b'), sys.exit(3)]")
    with pytest.raises(featurehost.HostDied), Host(script, sources={"b": Buffers()}) as host:
        host.request("go")
    assert closed.is_set()


def test_an_edit_under_way_is_finished_when_the_host_is_closed(asking: Callable[[str], Path]) -> None:
    begun, gate = threading.Event(), threading.Event()
    done: list[str] = []

    class Buffers(Source):
        async def insert(self, request: InsertRequest) -> None:
            begun.set()
            await asyncio.to_thread(gate.wait)
            done.append(request.id)

        async def fetch(self, request: FetchRequest) -> list[Row]:
            try:
                await asyncio.Event().wait()
            finally:
                # The closing cancels only reads, which lets the edit continue.
                gate.set()
            return []

    edit = "say(id=1, method='source/insert', params={'source':'b','opId':'op','id':'1','value':{},'beforeId':None})"
    read = "say(id=2, method='source/fetch', params={'source':'b','offset':0,'limit':1})"
    with Host(asking(f"[{edit}, {read}]"), sources={"b": Buffers()}) as host:
        host.request("go")
        assert begun.wait(240)
    assert done == ["1"]


def test_what_is_no_source_is_refused_at_once(asking: Callable[[str], Path]) -> None:
    with pytest.raises(TypeError, match="what answers for buffers must be a Source, not dict"):
        Host(asking("1"), sources={"buffers": {}})  # type: ignore[dict-item]
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("featurehost")] == []


def test_every_name_of_the_package_is_there() -> None:
    assert all(hasattr(featurehost, name) for name in featurehost.__all__)
    assert set(featurehost.__all__) <= set(dir(featurehost))
    with pytest.raises(AttributeError, match="no attribute 'Hots'"):
        _ = featurehost.Hots
