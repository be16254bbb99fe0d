"""Faulty plugins: the host and all other instances work as before, and `retry` succeeds after a repair."""

import fcntl
import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from host import Host, await_end, children, guards, is_running, repeat_if_killed, request

HERE = Path(__file__).parent
SETTLED = {"await": "settled"}


def plugin_workspace(tmp_path, fault="none", is_broken=True, **members):
    """Writes a workspace with a list `rows` over a plugin with a fault."""
    shutil.copy(HERE / "plugins" / "faulty.py", tmp_path)
    if is_broken:
        (tmp_path / "broken").touch()
    path = tmp_path / "workspace.json"
    plugin = {"command": [sys.executable, "faulty.py", fault], "env": {"GIVEN": "yes"}}
    source = {"type": "plugin", "plugin": "faulty", "options": {"depth": 2}, **members}
    features = {"rows": {"kind": "list", "source": "rows"}}
    path.write_text(json.dumps({"plugins": {"faulty": plugin}, "sources": {"rows": source}, "features": features}))
    return path


def open_rows(host):
    host.do("feature/open", feature="rows", instance="l")
    host.do("feature/settle", instance="l")
    return host.do("feature/snapshot", instance="l")


def retry(host):
    host.act("l", "retry", **SETTLED)
    return host.do("feature/snapshot", instance="l")


def plugin(host):
    (found,) = host.do("host/plugins")["plugins"]
    assert found["plugin"] == "faulty"
    return found


def test_a_plugin_starts_when_something_of_it_is_asked_for(tmp_path):
    with Host("-w", plugin_workspace(tmp_path), "--gallery") as host:
        host.do("initialize")
        host.do("feature/open", feature="gallery:counter", instance="c")
        assert plugin(host) == {
            "plugin": "faulty",
            "state": "idle",
            "pid": None,
            "restarts": 0,
            "lastError": None,
            "hostInfo": None,
            "features": None,
            "sources": None,
            "leftOut": 0,
        }
        rows = open_rows(host)["state"]["items"]
        assert [row["id"] for row in rows] == ["1", "2"]
        assert plugin(host) | {"pid": 0} == {
            "plugin": "faulty",
            "state": "ready",
            "pid": 0,
            "restarts": 0,
            "lastError": None,
            "hostInfo": {"name": "faulty", "version": "1"},
            "features": [],
            "sources": ["rows"],
            "leftOut": 0,
        }
        assert sorted(children(host.pid)) == sorted([plugin(host)["pid"], *guards(host)])


def test_a_plugin_gets_its_options_its_folder_and_few_variables(tmp_path):
    environment = {**os.environ, "SECRET": "hunter2"}
    with Host("-w", plugin_workspace(tmp_path), env=environment) as host:
        first, second = (row["value"] for row in open_rows(host)["state"]["items"])
        assert first["known"] == {"PATH": os.environ["PATH"], "SECRET": None, "GIVEN": "yes"}
        assert second["options"] == {"depth": 2} and second["folder"] == str(tmp_path.resolve())


FAULTS = {
    "diesAtOnce": "ended with status 3",
    "version": "speaks another version of the protocol than 1",
    "dies": "was ended by signal 9",
    "nonsense": "wrote something that is not a message",
    "wrongMessage": "wrote something that is not a message",
    "headers": "does not write lines of JSON",
    "long": "wrote a message of more than 16777216 bytes",
    "flood": "sends more than 10000 unrequested messages a second",
    "closes": "closed its standard output",
    "deaf": "closed its standard input",
    "silent": "did not answer initialize within 5000 ms",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_shown_where_it_matters_and_retry_mends_it(tmp_path, fault):
    with Host("-w", plugin_workspace(tmp_path, fault), "--gallery") as host:
        host.do("feature/open", feature="gallery:counter", instance="c")
        shown = open_rows(host)
        (error,) = shown["errors"]
        assert error["code"] == "pluginFailed" and error["retry"] == "retry" and error["retryable"]
        assert error["message"].startswith(f"the plugin faulty {FAULTS[fault]}"), error
        assert plugin(host)["lastError"].startswith(FAULTS[fault])
        # Another instance works as before.
        host.act("c", "incrementButtonTapped")
        assert host.do("feature/snapshot", instance="c")["state"]["count"] == 1
        (tmp_path / "broken").unlink()
        assert [row["id"] for row in retry(host)["state"]["items"]] == ["1", "2"]
        assert plugin(host)["state"] == "ready" and plugin(host)["restarts"] >= 1


def test_a_source_that_the_plugin_does_not_have_is_that_sources_error(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "noSource")) as host:
        (error,) = open_rows(host)["errors"]
        assert error["code"] == "invalidData" and not error["retryable"]
        assert error["message"] == "the plugin faulty has no source rows; it has: others"
        assert plugin(host)["state"] == "ready"


def test_what_it_said_before_it_ended_counts(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "lastWord")) as host:
        assert [row["id"] for row in open_rows(host)["state"]["items"]] == ["1"]


def test_options_that_are_too_long_for_it_are_told(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "deafAtFirst", options={"text": "x" * (17 << 20)})) as host:
        (error,) = open_rows(host)["errors"]
        assert error["code"] == "tooLong" and not error["retryable"]
        assert error["message"].endswith("and a frame has at most 16777216; shorten its options"), error


def test_a_log_that_nobody_reads_holds_nobody_up(tmp_path):
    unread, theirs = os.pipe()
    # The pipe of the log is full before the first line.
    os.write(theirs, b"x" * fcntl.fcntl(theirs, fcntl.F_GETPIPE_SZ))
    with Host("-w", plugin_workspace(tmp_path, "chatters"), stderr=theirs) as host:
        os.close(theirs)
        assert [row["id"] for row in open_rows(host)["state"]["items"]] == ["1", "2"]
        assert host.finish() == 0
    os.close(unread)


def test_a_plugin_is_let_end_by_itself(tmp_path):
    def play():
        with Host("-w", plugin_workspace(tmp_path, "saves")) as host:
            open_rows(host)
            assert host.finish() == 0

    repeat_if_killed(play, (tmp_path / "saved").exists)
    assert (tmp_path / "saved").read_text() == "all"


def test_a_second_signal_leaves_no_plugin_behind(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "stays")) as host:
        open_rows(host)
        pid = plugin(host)["pid"]
        host.kill(15)
        while host.receive() is not None:
            pass
        host.kill(15)
        assert host.wait() == 0
        assert not is_running(pid)


def test_random_bytes_are_no_message(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "random")) as host:
        (error,) = open_rows(host)["errors"]
        assert error["code"] == "pluginFailed"
        assert host.do("ping") is None


def test_a_program_that_is_not_there_is_told(tmp_path):
    book = plugin_workspace(tmp_path)
    declared = json.loads(book.read_text())
    declared["plugins"]["faulty"]["command"] = ["./no-such-program"]
    book.write_text(json.dumps(declared))
    with Host("-w", book) as host:
        (error,) = open_rows(host)["errors"]
        assert error["message"].startswith("the plugin faulty can't be run: ./no-such-program: ")


def test_after_five_failures_it_stays_down_until_it_is_asked(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "diesAtOnce")) as host:
        open_rows(host)
        # The host restarts the plugin, which fails immediately each time.
        while plugin(host)["state"] != "down":
            pass
        assert plugin(host)["restarts"] == 4 and plugin(host)["pid"] is None
        (tmp_path / "broken").unlink()
        assert [row["id"] for row in retry(host)["state"]["items"]] == ["1", "2"]
        assert plugin(host)["restarts"] == 5


DIES_WITH_A_CHANGE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    capabilities = {"capabilities": {"sources": ["rows"]}}
    about = {"protocolVersion": "1", "hostInfo": {"name": "dying", "version": "1"}}
    if method == "initialize":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {**about, **capabilities}}), flush=True)
    elif method == "source/open":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}), flush=True)
    elif method == "source/fetch":
        print(json.dumps({"jsonrpc": "2.0", "method": "source/changed", "params": {"source": "rows"}}), flush=True)
        sys.exit(1)
"""


def test_a_list_that_loads_by_itself_does_not_start_it_again_at_once(tmp_path):
    path = plugin_workspace(tmp_path)
    (tmp_path / "faulty.py").write_text(DIES_WITH_A_CHANGE)
    with Host("-w", path) as host:
        host.do("feature/open", feature="rows", instance="l")
        # The plugin's last notification makes the list load again. After the fifth failure, the load waits for the
        # back-off.
        while (found := plugin(host))["state"] != "waiting" or found["restarts"] < 4:
            assert found["restarts"] <= 4


def test_a_list_that_loads_by_itself_shows_that_its_plugin_fails_again_and_again(tmp_path):
    path = plugin_workspace(tmp_path)
    (tmp_path / "faulty.py").write_text(DIES_WITH_A_CHANGE)
    with Host("-w", path) as host:
        host.do("feature/open", feature="rows", instance="l")
        # Without the error, the list would show `loading` during each back-off.
        host.until("l", lambda shown: shown["settled"] and "several times" in json.dumps(shown["errors"]))
        assert plugin(host)["state"] == "down"


def test_what_is_not_answered_leads_to_a_ping_and_then_to_the_end(tmp_path):
    book = plugin_workspace(tmp_path, "hangs", timeoutMs=1)
    with Host("-w", book) as host:
        (error,) = open_rows(host)["errors"]
        assert error["code"] == "timeout"
        pid = plugin(host)["pid"]
        # The ping has a timeout of 10 seconds, after which the host ends the process.
        await_end(pid)
        while plugin(host)["state"] in ("ready", "waiting"):
            if plugin(host)["lastError"]:
                break
        assert plugin(host)["lastError"] == "does not answer"


def test_a_source_that_can_not_be_opened_says_why_and_is_opened_anew(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "unopened")) as host:
        (error,) = open_rows(host)["errors"]
        assert error["code"] == "noKey" and error["message"] == "The key is missing."
        (tmp_path / "broken").unlink()
        pid = plugin(host)["pid"]
        os.kill(pid, 9)
        while (now := plugin(host))["state"] != "ready" or now["pid"] == pid:
            pass
        assert [row["id"] for row in retry(host)["state"]["items"]] == ["1", "2"]


@pytest.mark.parametrize("ending", ["endInput", "exit", "SIGTERM", "SIGKILL"])
def test_no_plugin_outlives_its_host(tmp_path, ending):
    with Host("-w", plugin_workspace(tmp_path)) as host:
        open_rows(host)
        pid = plugin(host)["pid"]
        match ending:
            case "endInput":
                assert host.finish() == 0
            case "exit":
                host.send({"jsonrpc": "2.0", "method": "exit"})
                host.wait()
            case "SIGTERM":
                host.kill(15)
                host.wait()
            case "SIGKILL":
                host.kill()
                host.wait()
        await_end(pid)
        assert not is_running(pid)


def test_a_plugin_that_does_not_want_to_end_is_ended(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "stays")) as host:
        open_rows(host)
        pid = plugin(host)["pid"]
        assert host.finish() == 0
        assert not is_running(pid)


def test_what_it_logs_comes_with_its_name_and_not_without_end(tmp_path):
    with Host("-w", plugin_workspace(tmp_path, "chatters")) as host:
        open_rows(host)
        host.finish()
        host.log.seek(0)
        lines = [line for line in host.log.read().decode().splitlines() if "plugin faulty: " in line]
        assert lines[0].endswith("plugin faulty: line 0")
        assert len(lines) < 100


def test_a_request_is_answered_by_the_next_process(tmp_path):
    """A request during the restart of a plugin waits for the restart."""
    with Host("-w", plugin_workspace(tmp_path, is_broken=False)) as host:
        open_rows(host)
        os.kill(plugin(host)["pid"], 9)
        host.send(request("r", "feature/send", {"instance": "l", "action": "refresh", **SETTLED}))
        host.answer("r")
        shown = host.do("feature/snapshot", instance="l")
        if shown["errors"]:
            # The request was sent before the host noticed the end of the plugin.
            assert shown["errors"][0]["code"] == "pluginFailed"
            shown = retry(host)
        assert [row["id"] for row in shown["state"]["items"]] == ["1", "2"] and not shown["errors"]
