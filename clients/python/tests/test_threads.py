"""Many threads that use one host, and the callbacks on its reading thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import featurehost
import pytest
from featurehost import Host, Snapshot

THREADS, EACH = 8, 150


def in_threads(work: Callable[[int], object]) -> list[object]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(THREADS)))


def test_threads_share_a_host_and_an_instance() -> None:
    with Host() as host:
        shared = host.open("gallery:counter")

        def work(_: int) -> list[int]:
            own = host.open("gallery:counter")
            revisions = []
            for count in range(1, EACH + 1):
                revisions.append(shared.send("incrementButtonTapped").revision)
                own.send("decrementButtonTapped")
                assert own.state["count"] == -count
            return revisions

        done = [revision for revisions in in_threads(work) for revision in revisions]  # type: ignore[attr-defined]
        assert sorted(done) == list(range(1, THREADS * EACH + 1))
        assert shared.state["count"] == THREADS * EACH


def test_callbacks_see_every_revision_in_order_and_before_send_returns() -> None:
    with Host(clock="virtual") as host:
        counter = host.open("gallery:counter")
        seen: list[int] = []
        threads: set[int] = set()

        def note(snapshot: Snapshot) -> None:
            seen.append(snapshot.state["count"])
            threads.add(threading.get_ident())

        counter.on_snapshot(note)

        def work(_: int) -> None:
            for _ in range(EACH):
                revision = counter.send("incrementButtonTapped").revision
                assert seen[revision - 1] == revision

        in_threads(work)
        assert seen == list(range(1, THREADS * EACH + 1))
        assert len(threads) == 1 and threading.get_ident() not in threads


def test_a_callback_that_asks_the_host_is_told_not_to(caplog: pytest.LogCaptureFixture) -> None:
    with Host() as host:
        counter = host.open("gallery:counter")
        problems: list[str] = []

        def ask(_: Snapshot) -> None:
            for question in (
                lambda: counter.send("incrementButtonTapped"),
                lambda: counter.wait_until(lambda snapshot: False),
                lambda: host.notify("initialized"),
                host.close,
            ):
                try:
                    question()
                except RuntimeError as problem:
                    problems.append(str(problem))

        counter.on_snapshot(ask)
        counter.send("incrementButtonTapped")
        assert len(problems) == 4 and "hand over to another thread" in problems[0]


def test_a_callback_that_fails_is_logged_and_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), Host() as host:
        counter = host.open("gallery:counter")
        seen: list[int] = []
        counter.on_snapshot(lambda snapshot: snapshot.state["no such member"])
        counter.on_snapshot(lambda snapshot: seen.append(snapshot.revision))
        counter.send("incrementButtonTapped")
        counter.send("incrementButtonTapped")
        assert seen == [1, 2]
    assert "a callback of featurehost failed" in caplog.text and "no such member" in caplog.text


def test_a_callback_may_end_itself() -> None:
    with Host() as host:
        counter = host.open("gallery:counter")
        seen: list[int] = []

        def once(snapshot: Snapshot) -> None:
            seen.append(snapshot.revision)
            stop()

        stop = counter.on_snapshot(once)
        counter.send("incrementButtonTapped")
        counter.send("incrementButtonTapped")
        stop()
        assert seen == [1]


def test_a_flood_of_actions_is_read_while_it_is_written() -> None:
    """The messages exceed the capacity of pipes in both directions, and no call waits for an answer."""
    count = 3_000
    with Host() as host:
        counter = host.open("gallery:counter", instance="c")
        seen: list[int] = []
        counter.on_snapshot(lambda snapshot: seen.append(snapshot.revision))
        for _ in range(count):
            host.notify("feature/send", {"instance": "c", "action": "incrementButtonTapped"})
        assert counter.send("incrementButtonTapped").revision == count + 1
        assert counter.wait_until(lambda snapshot: snapshot.revision == count + 1).state["count"] == count + 1
        assert seen == sorted(set(seen))


def test_all_waiting_threads_are_told_of_the_closing(gate) -> None:
    host = Host(workspace=gate.workspace)
    listed = host.open("rows")
    is_waiting = threading.Barrier(THREADS + 1)

    def wait(_: int) -> object:
        is_waiting.wait()
        try:
            return listed.settle().settled
        except featurehost.HostClosed:
            return "closed"

    with ThreadPoolExecutor(THREADS) as pool:
        ends = [pool.submit(wait, number) for number in range(THREADS)]
        is_waiting.wait()
        host.close()
        assert {end.result() for end in ends} <= {False, "closed"}
