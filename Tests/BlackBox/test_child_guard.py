"""Tests that plugins, commands and operations end after their host was killed."""

import json
import os
import signal
import subprocess
import uuid

import pytest
from host import BINARY, Host, await_end, guards, is_running, open_list, repeat_if_killed, workspace
from test_plugins import open_rows, plugin, plugin_workspace


def scripted(tmp_path, fault, script):
    """Writes a workspace whose plugin is started by a shell script; `{}` in the script is the plugin's command."""
    path = plugin_workspace(tmp_path, fault)
    workspace = json.loads(path.read_text())
    declared = workspace["plugins"]["faulty"]
    declared["command"] = ["sh", "-c", script.format(" ".join(declared["command"]))]
    path.write_text(json.dumps(workspace))
    return path


def test_what_a_plugin_started_does_not_outlive_a_killed_host(tmp_path):
    """The plugin and its child ignore the end of their input and SIGTERM."""
    path = scripted(tmp_path, "stays", "trap '' TERM; sleep 1000 & echo $! > child; exec {}")
    with Host("-w", path) as host:
        open_rows(host)
        family = [plugin(host)["pid"], int((tmp_path / "child").read_text()), *guards(host)]
        assert len(family) == 3
        host.kill()
        host.wait()
        for pid in family:
            await_end(pid)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_a_plugin_has_time_to_save_what_it_has(tmp_path, number):
    # The script writes `saved` only if it is not killed before.
    path = scripted(tmp_path, "none", "{}; echo yes > saved")

    def play():
        with Host("-w", path) as host:
            open_rows(host)
            (guard,) = guards(host)
            host.kill(number)
            host.wait()
            await_end(guard)

    repeat_if_killed(play, (tmp_path / "saved").exists)
    assert (tmp_path / "saved").read_text() == "yes\n"


def test_a_guard_that_was_killed_is_followed_by_another(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "stays")) as host:
        open_rows(host)
        (first,) = guards(host)
        os.kill(first, 9)
        await_end(first)
        killed = plugin(host)["pid"]
        os.kill(killed, 9)
        while (now := plugin(host))["state"] != "ready" or now["pid"] == killed:
            pass
        (second,) = guards(host)
        pid = plugin(host)["pid"]
        host.kill()
        host.wait()
        await_end(pid)
        await_end(second)


def test_a_host_that_ends_leaves_no_guard(tmp_path):
    with Host("-w", plugin_workspace(tmp_path)) as host:
        open_rows(host)
        (guard,) = guards(host)
        assert host.finish() == 0
        assert not is_running(guard)


# Writes its process id and that of its child into a fifo, and ignores SIGTERM.
STUBBORN = "trap '' TERM; sleep 100000 & echo $$ $! > pids; while :; do sleep 1000; done"


def family(folder):
    """Returns the process ids of a stubborn command and its child, after it has started."""
    return [int(pid) for pid in (folder / "pids").read_text().split()]


@pytest.fixture
def stubborn(tmp_path):
    os.mkfifo(tmp_path / "pids")
    return ["sh", "-c", STUBBORN]


def test_a_command_does_not_outlive_a_killed_host(tmp_path, stubborn):
    with Host("-w", workspace(tmp_path, {"rows": {"type": "command", "argv": stubborn}})) as host:
        host.send(open_list())
        pids = [*family(tmp_path), *guards(host)]
        assert len(pids) == 3
        host.kill()
        host.wait()
        for pid in pids:
            await_end(pid)


def test_an_operation_does_not_outlive_a_killed_host(tmp_path, stubborn):
    sources = {"do": {"type": "command", "operations": {"go": {"argv": stubborn}}}}
    form = {
        "kind": "form",
        "sections": [{"fields": [{"name": "name", "type": "text"}]}],
        "submit": {"source": "do", "call": "perform", "operation": "go"},
    }
    with Host("-w", workspace(tmp_path, sources, {"form": form})) as host:
        host.do("feature/open", feature="form", instance="f")
        host.do("feature/send", instance="f", action="submit")
        pids = family(tmp_path)
        host.kill()
        host.wait()
        for pid in pids:
            await_end(pid)


def marked(mark):
    """Returns the running processes whose initial environment contains a mark."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                if mark.encode() in file.read() and is_running(int(entry)):
                    found.append(int(entry))
        except OSError:
            pass
    return found


def test_whenever_a_host_is_killed_no_command_is_left(tmp_path):
    """The host is killed while it starts many commands."""
    mark = uuid.uuid4().hex
    names = [f"rows{number}" for number in range(20)]
    path = workspace(tmp_path, {name: {"type": "command", "argv": ["sleep", "100000"]} for name in names})
    for begun in range(0, len(names), 2):
        with Host("-w", path, env={**os.environ, "MARK": mark}) as host:
            host.send(*(open_list(name, name, name) for name in names))
            for name in names[:begun]:
                host.answer(name)
            host.kill()
            host.wait()
    while left := marked(mark):
        for pid in left:
            await_end(pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_what_conform_has_started_ends_with_it(tmp_path, stubborn, number):
    conform = subprocess.Popen([BINARY, "conform", "--", *stubborn], cwd=tmp_path, stdout=subprocess.DEVNULL)
    pids = family(tmp_path)
    conform.send_signal(number)
    assert conform.wait() == -number
    for pid in pids:
        await_end(pid)
