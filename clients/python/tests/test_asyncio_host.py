"""A session with the real host on asyncio: the same as blocking, and cancellation, and snapshots as a stream."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import featurehost
import pytest
from featurehost import AsyncHost


def on_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @functools.wraps(test)
    def run(*args: Any, **options: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **options), 60), debug=True)

    return run


@on_a_loop
async def test_the_methods_are_those_of_a_host() -> None:
    async with AsyncHost(clock="virtual", seed=1) as host:
        both = await host.open("gallery:twoCounters", instance="both", keep=True)
        first = both.at("counter1")
        assert (await first.send("incrementButtonTapped", await_="settled")).settled
        assert (first.state["count"], both.instance, await host.advance(5)) == (1, "both", 5)
        assert await host.list_features() == host.features and host.status is None
        await both.unsubscribe()
        assert (await first.subscribe()).state["count"] == 1
        assert (await both.settle()).revision == 1
        await host.notify("feature/send", {"instance": "both", "path": ["counter1"], "action": "reset"})
        assert (await first.wait_until(lambda snapshot: snapshot.revision == 2)).state["count"] == 0
        with pytest.raises(featurehost.UnknownAction):
            await both.send("explode")
        await both.close()
        with pytest.raises(featurehost.UnknownInstance):
            await both.send("reset")
    assert host.status == 0
    with pytest.raises(featurehost.HostClosed):
        await host.request("ping")


@on_a_loop
async def test_tasks_share_a_host() -> None:
    async with AsyncHost() as host:
        counter = await host.open("gallery:counter")

        async def work() -> list[int]:
            return [(await counter.send("incrementButtonTapped")).revision for _ in range(20)]

        done = await asyncio.gather(*(work() for _ in range(50)))
        assert sorted(sum(done, [])) == list(range(1, 1001))


@on_a_loop
async def test_callbacks_see_every_revision_on_the_loop() -> None:
    async with AsyncHost(clock="virtual") as host:
        counter = await host.open("gallery:counter")
        seen: list[int] = []
        counter.on_snapshot(lambda snapshot: seen.append(snapshot.revision))
        await asyncio.gather(*(counter.send("incrementButtonTapped") for _ in range(500)))
        assert seen == list(range(1, 501))


@on_a_loop
async def test_the_stream_of_snapshots_ends_with_the_newest_when_the_instance_is_closed() -> None:
    async with AsyncHost() as host:
        counter = await host.open("gallery:counter")

        async def read() -> list[int]:
            return [snapshot.revision async for snapshot in counter.snapshots()]

        reading = asyncio.create_task(read())
        for _ in range(100):
            await counter.send("incrementButtonTapped")
        await counter.close()
        seen = await reading
        assert (seen[0], seen[-1]) == (0, 100) and seen == sorted(set(seen))


@on_a_loop
async def test_a_loop_that_takes_its_time_skips_to_the_newest() -> None:
    async with AsyncHost() as host:
        counter = await host.open("gallery:counter")
        seen: list[int] = []
        async for snapshot in counter.snapshots():
            seen.append(snapshot.revision)
            if len(seen) == 2:
                break
            for _ in range(10):
                await counter.send("incrementButtonTapped")
        assert seen == [0, 10]


@on_a_loop
async def test_the_stream_ends_with_the_host() -> None:
    host = await AsyncHost().start()
    counter = await host.open("gallery:counter")
    seen: list[int] = []

    async def read() -> None:
        async for snapshot in counter.snapshots():
            seen.append(snapshot.revision)

    reading = asyncio.create_task(read())
    await host.close()
    await reading
    assert seen == [0] and counter.closed == "ended"


@on_a_loop
async def test_a_cancelled_task_cancels_its_request_in_the_host(gate) -> None:
    async with AsyncHost(workspace=gate.workspace) as host:
        listed = await host.open("rows")
        waiting = asyncio.create_task(listed.settle())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await host.request("ping") is None
        gate.release()
        assert (await listed.settle()).settled and listed.state["count"] == 1


@on_a_loop
async def test_a_cancelled_request_says_so_to_the_host(fake: Callable[[str], Path]) -> None:
    script = """
begin()
asked, cancelled, asked_again = hear(), hear(), hear()
say(id=asked["id"], error={"code": -32800, "message": "cancelled"})
say(id=asked_again["id"], result=[cancelled["method"], cancelled["params"]["id"] == asked["id"]])
hear()
"""
    async with AsyncHost(fake(script)) as host:
        waiting = asyncio.create_task(host.request("wait"))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await host.request("ping") == ["$/cancelRequest", True]


@on_a_loop
async def test_an_opening_that_was_cancelled_leaves_no_instance() -> None:
    async with AsyncHost() as host:
        for _ in range(50):
            opening = asyncio.create_task(host.open("gallery:counter", instance="c"))
            await asyncio.sleep(0)
            opening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await opening
        await host.request("ping")
        with pytest.raises(featurehost.UnknownInstance):
            await host.request("feature/snapshot", {"instance": "c"})


@on_a_loop
async def test_cancellation_at_every_step_harms_no_other_request() -> None:
    async with AsyncHost() as host:
        counter = await host.open("gallery:counter")
        for steps in range(30):
            task = asyncio.create_task(counter.send("incrementButtonTapped"))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        assert (await counter.send("incrementButtonTapped")).revision == counter.state["count"]


@on_a_loop
async def test_a_time_limit_around_a_request_works(gate) -> None:
    async with AsyncHost(workspace=gate.workspace) as host:
        listed = await host.open("rows")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await listed.settle()
        with pytest.raises(featurehost.Timeout):
            await listed.wait_until(lambda snapshot: False, timeout=0)
        host.timeout = 0
        with pytest.raises(featurehost.Timeout):
            await listed.settle(timeout_ms=0)
        host.timeout = 60
        gate.release()
        assert (await listed.settle()).settled


@on_a_loop
async def test_a_flood_is_held_back_while_the_host_does_not_take_it() -> None:
    count = 5_000
    async with AsyncHost() as host:
        counter = await host.open("gallery:counter", instance="c")
        text = {"instance": "c", "action": "incrementButtonTapped"}
        for number in range(count):
            await host.notify("feature/send", text | {"requestId": f"{number:01000}"})
        assert (await counter.send("incrementButtonTapped")).revision == count + 1


@on_a_loop
async def test_leaving_by_an_exception_ends_the_host() -> None:
    with pytest.raises(KeyError, match="mine"):
        async with AsyncHost() as host:
            raise KeyError("mine")
    assert host.status == 0


@on_a_loop
async def test_a_cancelled_closing_kills_the_host(fake: Callable[[str], Path]) -> None:
    host = await AsyncHost(fake("begin()\nwhile True: signal.pause()")).start()
    closing = asyncio.create_task(host.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert host.status == -9
    with pytest.raises(featurehost.HostClosed):
        await host.request("ping")
    await host.close()


@on_a_loop
async def test_a_host_that_was_not_started_says_so() -> None:
    with pytest.raises(featurehost.CannotStart, match="was not started"):
        await AsyncHost().request("ping")


@on_a_loop
async def test_hosts_live_side_by_side() -> None:
    async with AsyncHost() as one, AsyncHost() as two:
        counters = [await host.open("gallery:counter") for host in (one, two)]
        await counters[0].send("incrementButtonTapped")
        assert [counter.state["count"] for counter in counters] == [1, 0] and one.pid != two.pid
