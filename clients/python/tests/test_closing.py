"""The start and the end of a host: how it is found, closed in an orderly way or by force, and that nothing is left."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import featurehost
import pytest
from featurehost import AsyncHost, Host

SOURCE = Path(__file__).resolve().parents[1] / "src"


BEGIN = """import logging, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
logging.getLogger("asyncio").addFilter(lambda record: not record.msg.startswith("Executing"))"""


def python(script: str) -> subprocess.CompletedProcess[str]:
    """Runs a separate program that prints every warning, including warnings of threads and finalizers.

    It handles interrupts, even if the test runner ignores them. It does not print asyncio's warnings of slow callbacks,
    which depend on the speed of the machine.
    """
    script = f"{BEGIN}\n{script}"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )


def is_gone(pid: int) -> bool:
    return not os.path.exists(f"/proc/{pid}")


def test_leaving_the_block_ends_the_host_in_order() -> None:
    with Host() as host:
        counter = host.open("gallery:counter")
        assert host.status is None
    assert host.status == 0 and is_gone(host.pid)
    host.close()
    for ask in (lambda: host.request("ping"), lambda: counter.send("reset"), lambda: host.notify("initialized")):
        with pytest.raises(featurehost.HostClosed):
            ask()
    assert counter.state["count"] == 0


def test_leaving_it_by_an_exception_does_too() -> None:
    with pytest.raises(KeyError, match="mine"), Host() as host:
        raise KeyError("mine")
    assert host.status == 0 and is_gone(host.pid)


def test_edits_under_way_are_written_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "workspace.json").write_text(
        json.dumps(
            {
                "sources": {"r": {"type": "file", "path": "rows.jsonl"}},
                "features": {"rows": {"kind": "list", "source": "r"}},
            }
        )
    )
    with Host(workspace="workspace.json", cwd=tmp_path) as host:
        listed = host.open("rows")
        for number in range(200):
            listed.send("insertItem", value={"id": str(number)})
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 200


def test_a_host_that_does_not_end_is_terminated(fake: Callable[[str], Path]) -> None:
    # A signal that arrives immediately before `signal.pause` would not end it.
    script = "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM]); begin(); signal.sigwait([signal.SIGTERM])"
    with Host(fake(script), close_timeout=0) as host:
        pass
    assert host.status == 0 and is_gone(host.pid)


def test_a_host_that_does_not_heed_that_is_killed(fake: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("featurehost.link.TERMINATE_SECONDS", 0.1)
    host = Host(
        fake("signal.signal(signal.SIGTERM, signal.SIG_IGN); begin()\nwhile True: signal.pause()"), close_timeout=0
    )
    with pytest.raises(featurehost.HostDied, match="signal 9"):
        host.close()
    assert is_gone(host.pid)
    host.close()


def test_a_host_that_fails_at_its_end_is_reported(fake: Callable[[str], Path]) -> None:
    script = "begin(); sys.stdin.read(); sys.stderr.write('disk full'); sys.exit(5)"
    with pytest.raises(featurehost.HostDied, match="status 5.*disk full"), Host(fake(script)):
        pass
    with pytest.raises(KeyError, match="mine"), Host(fake(script)):
        raise KeyError("mine")


@pytest.mark.parametrize(
    "script",
    [
        "import featurehost\nwith featurehost.Host() as host: host.open('gallery:counter')",
        "import featurehost, os\n"
        "with featurehost.Host() as host:\n"
        "    os.kill(host.pid, 9)\n"
        "    try: host.request('ping')\n"
        "    except featurehost.HostDied: pass",
        "import featurehost, asyncio\n"
        "async def main():\n"
        "    async with featurehost.AsyncHost() as host: await host.open('gallery:counter')\n"
        "asyncio.run(main())",
        "import featurehost\ntry: featurehost.Host(workspace='/no/such/file')\nexcept featurehost.HostDied: pass",
    ],
)
def test_no_warning_of_anything_left_open(script: str) -> None:
    done = python(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_interrupt_ends_the_host_in_order() -> None:
    done = python(
        "import featurehost, os, signal, threading\n"
        "host = featurehost.Host()\n"
        "try:\n"
        "    with host:\n"
        "        counter = host.open('gallery:counter')\n"
        "        threading.Timer(0, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "        counter.wait_until(lambda snapshot: False, timeout=None)\n"
        "except KeyboardInterrupt:\n"
        "    print(host.status)\n"
    )
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_an_interrupt_of_the_closing_kills_the_host(fake: Callable[[str], Path]) -> None:
    script = "begin(); sys.stdin.read(); os.kill(os.getppid(), signal.SIGINT)\nwhile True: signal.pause()"
    done = python(
        "import featurehost\n"
        f"host = featurehost.Host({str(fake(script))!r})\n"
        "try:\n"
        "    host.close()\n"
        "except KeyboardInterrupt:\n"
        "    print(host.status)\n"
    )
    assert (done.stdout, done.stderr) == ("-9\n", "")


def test_threads_may_close_a_host_together() -> None:
    for _ in range(20):
        host = Host()
        with ThreadPoolExecutor(4) as pool:
            for closing in [pool.submit(host.close) for _ in range(4)]:
                closing.result()
        assert host.status == 0


def test_the_terminal_s_interrupt_does_not_reach_the_host() -> None:
    with Host() as host:
        assert os.getpgid(host.pid) == os.getsid(host.pid) == host.pid


def test_a_program_that_is_killed_leaves_no_host_behind() -> None:
    done = python(
        "import featurehost, os\nhost = featurehost.Host()\nprint(host.pid, flush=True)\nos.kill(os.getpid(), 9)\n"
    )
    assert done.returncode == -signal.SIGKILL
    try:
        descriptor = os.pidfd_open(int(done.stdout))
    except ProcessLookupError:
        return
    with os.fdopen(descriptor):
        assert select.select([descriptor], [], [], 30)[0], "the host goes on"


def test_an_executable_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(featurehost.CannotStart, match="no executable '/no/such' as the argument said"):
        Host("/no/such")
    monkeypatch.setenv("FEATUREHOST", "/nor/such")
    with pytest.raises(featurehost.CannotStart, match="'/nor/such' as the variable FEATUREHOST said"):
        Host()
    monkeypatch.delenv("FEATUREHOST")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(featurehost.CannotStart, match="'featurehost' on the search path"):
        asyncio.run(AsyncHost().start())


def test_the_executable_is_found_on_the_search_path(
    executable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "featurehost").symlink_to(executable)
    monkeypatch.delenv("FEATUREHOST")
    monkeypatch.setenv("PATH", str(tmp_path))
    with Host() as host:
        assert host.request("ping") is None


def test_a_command_is_started_as_it_stands(executable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEATUREHOST", "/no/such")
    with Host(command=["env", "-u", "NOTHING", executable, "serve", "--clock", "virtual"]) as host:
        assert host.advance(7) == 7

    async def ping() -> None:
        async with AsyncHost(command=[executable, "serve"]) as host:
            assert await host.request("ping") is None

    asyncio.run(ping())


def test_a_command_goes_without_what_would_change_it() -> None:
    for options in ({"seed": 1}, {"socket": "host.sock", "spawn": True}, {"args": []}, {"workspace": "tasks.json"}):
        with pytest.raises(featurehost.CannotStart, match=f"goes without {next(iter(options))}"):
            Host(command=["true"], **options)
    with pytest.raises(featurehost.CannotStart, match="goes without executable"):
        Host("featurehost", command=["true"])
    with pytest.raises(featurehost.CannotStart, match="at least one word"):
        Host(command=[])
    with pytest.raises(featurehost.CannotStart, match="no executable '/no/such'"):
        Host(command=["/no/such", "serve"])


def test_what_is_no_program_is_named(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("no program")
    path.chmod(0o755)
    with pytest.raises(featurehost.CannotStart, match="text can't be started"):
        Host(path)
    with pytest.raises(featurehost.CannotStart, match="can't be started"):
        Host(cwd=tmp_path / "missing")


def test_the_environment_and_the_log_go_where_they_are_told(fake: Callable[[str], Path], tmp_path: Path) -> None:
    script = "begin(); sys.stderr.write(os.environ['MINE']); sys.exit(int(hear() is not None))"
    with open(tmp_path / "log", "w+") as log:
        with Host(fake(script), env={"MINE": "told"}, stderr=log) as host:
            pass
        log.seek(0)
        assert (log.read(), host.log) == ("told", "")


def test_the_options_become_arguments(fake: Callable[[str], Path]) -> None:
    script = "begin(); say(id=hear()['id'], result=sys.argv[1:]); hear()"
    with Host(fake(script), workspace=Path("w.json"), clock="virtual", seed=7, args=["--log-level", "debug"]) as host:
        assert host.request("argv") == (
            ["serve", "--workspace", "w.json", "--clock", "virtual", "--seed", "7", "--log-level", "debug"]
        )
