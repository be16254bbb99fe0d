"""A daemon that ends unexpectedly: all waiters are notified, and nothing is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import featurehost
import pytest
from featurehost import AsyncHost, Host


@pytest.fixture
def little_patience(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shortens the timeouts for tests that wait for them."""
    monkeypatch.setattr("featurehost.link.LAST_WORDS_SECONDS", 0.1)
    monkeypatch.setattr("featurehost.link.TERMINATE_SECONDS", 0.1)
    yield


def test_a_killed_daemon_fails_the_request_that_waits(fake: Callable[[str], Path]) -> None:
    script = "begin(); opened(); hear(); sys.stderr.write('I am hit\\n'); sys.stderr.flush(); os.kill(os.getpid(), 9)"
    with Host(fake(script)) as host:
        feature = host.open("f")
        with pytest.raises(featurehost.HostDied, match="signal 9.*I am hit") as died:
            feature.settle()
        assert (died.value.status, died.value.log, host.status, host.log) == (-9, "I am hit\n", -9, "I am hit\n")


def test_every_request_that_waits_and_every_later_one_fails() -> None:
    count = 8
    with Host() as host:
        counter = host.open("gallery:counter")
        os.kill(host.pid, signal.SIGSTOP)
        is_asking = threading.Barrier(count + 1)

        def ask(_: int) -> BaseException | None:
            is_asking.wait()
            try:
                counter.send("incrementButtonTapped")
            except featurehost.HostDied as problem:
                return problem
            return None

        with ThreadPoolExecutor(count) as pool:
            asked = [pool.submit(ask, number) for number in range(count)]
            is_asking.wait()
            os.kill(host.pid, signal.SIGKILL)
            problems = [one.result() for one in asked]
        assert all(isinstance(problem, featurehost.HostDied) for problem in problems)
        assert len(set(map(id, problems))) == count
        with pytest.raises(featurehost.HostDied):
            host.request("ping")
        with pytest.raises(featurehost.HostDied):
            host.notify("initialized")
        with pytest.raises(featurehost.HostDied):
            counter.wait_until(lambda snapshot: False)
        assert counter.state["count"] == 0 and counter.closed == "ended"


def test_a_wait_for_a_snapshot_learns_of_the_death() -> None:
    with Host() as host, ThreadPoolExecutor(1) as pool:
        counter = host.open("gallery:counter")
        is_waiting = threading.Event()

        def never(_: object) -> bool:
            is_waiting.set()
            return False

        waiting = pool.submit(counter.wait_until, never, None)
        is_waiting.wait()
        os.kill(host.pid, signal.SIGKILL)
        with pytest.raises(featurehost.HostDied):
            waiting.result()


def test_tasks_in_the_middle_of_requests_learn_of_the_death(gate) -> None:
    async def main() -> None:
        async with AsyncHost(workspace=gate.workspace) as host:
            listed = await host.open("rows")
            waits = [asyncio.create_task(listed.settle()) for _ in range(20)]
            await host.request("ping")
            os.kill(host.pid, signal.SIGKILL)
            ends = await asyncio.gather(*waits, return_exceptions=True)
            assert all(isinstance(end, featurehost.HostDied) and end.status == -9 for end in ends)
            with pytest.raises(featurehost.HostDied):
                async for _ in listed.snapshots():
                    pass

    asyncio.run(main())


def test_a_wrong_workspace_is_named_when_the_host_starts(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"sources":{},"features":{"a":{"kind":"list","source":"b"}}}')
    with pytest.raises(featurehost.HostDied, match="there is no source b") as died:
        Host(workspace=wrong)
    assert died.value.status == 2


def test_a_wrong_argument_is_named_when_the_host_starts() -> None:
    with pytest.raises(featurehost.HostDied, match="--explode"):
        Host(args=["--explode"])


def test_what_came_before_the_death_is_held(fake: Callable[[str], Path]) -> None:
    script = "begin(); opened(); hear(); show(1, {'n': 1}); show(2, {'n': 2}); sys.exit(3)"
    with Host(fake(script)) as host:
        feature = host.open("f")
        with pytest.raises(featurehost.HostDied, match="status 3"):
            feature.send("next")
        assert feature.state == {"n": 2}


def test_a_death_in_the_middle_of_a_line_is_a_death(fake: Callable[[str], Path]) -> None:
    with Host(fake("""begin(); hear(); write('{"jsonrpc":"2.0","id":2,"resu'); sys.exit(0)""")) as host:
        with pytest.raises(featurehost.HostDied, match="status 0"):
            host.request("ping")


def test_a_child_that_holds_the_pipes_does_not_hide_the_death(
    fake: Callable[[str], Path], little_patience: None
) -> None:
    script = """
begin(); hear()
child = subprocess.Popen(["sleep", "1000"])
sys.stderr.write(f"{child.pid}\\n"); sys.stderr.flush()
os._exit(4)
"""
    with Host(fake(script)) as host:
        with pytest.raises(featurehost.HostDied) as died:
            host.request("ping")
        assert died.value.status == 4
        os.kill(int(died.value.log), signal.SIGKILL)


def test_a_daemon_that_closes_its_output_and_lives_on_is_ended(
    fake: Callable[[str], Path], little_patience: None
) -> None:
    script = "begin(); hear(); os.close(1); signal.pause()"
    with Host(fake(script)) as host:
        with pytest.raises(featurehost.HostDied):
            host.request("ping")
        assert host.status == -9


def test_the_status_of_a_daemon_that_is_ended_is_asked_for_once(
    fake: Callable[[str], Path], little_patience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the first request for the status gets it; the loop would get 255."""
    asked = []
    monkeypatch.setattr(subprocess.Popen, "poll", lambda process: asked.append(process.pid))
    with Host(fake("begin(); hear(); os.close(1); signal.pause()")) as host:
        with pytest.raises(featurehost.HostDied):
            host.request("ping")
        assert host.status == -9
    assert asked == []


def test_the_log_keeps_its_end_alone(fake: Callable[[str], Path]) -> None:
    script = "begin(); hear(); sys.stderr.write('x' * 1_000_000 + 'the end'); sys.exit(1)"
    with Host(fake(script)) as host:
        with pytest.raises(featurehost.HostDied, match="the end$") as died:
            host.request("ping")
        assert len(died.value.log) < 100_000
