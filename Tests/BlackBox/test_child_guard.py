"""What is left of plugins where their host is killed."""

import json
import os
import signal

import pytest
from host import Host, await_end, guards, is_running
from test_plugins import open_rows, plugin, plugin_workspace


def scripted(tmp_path, fault, script):
    """A workspace whose plugin is run by a shell, with its own command in the place of `{}`."""
    path = plugin_workspace(tmp_path, fault)
    workspace = json.loads(path.read_text())
    declared = workspace["plugins"]["faulty"]
    declared["command"] = ["sh", "-c", script.format(" ".join(declared["command"]))]
    path.write_text(json.dumps(workspace))
    return path


def test_what_a_plugin_started_does_not_outlive_a_killed_host(tmp_path):
    """Neither of them minds the end of its input, or SIGTERM."""
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
    # It gets as far as the last word only where nothing ends it before.
    path = scripted(tmp_path, "none", "{}; echo yes > saved")
    with Host("-w", path) as host:
        open_rows(host)
        (guard,) = guards(host)
        host.kill(number)
        host.wait()
        await_end(guard)
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
