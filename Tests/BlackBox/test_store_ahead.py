"""The plugin of tables is started after the first `initialize` if features need it, without visible effects."""

import json
import os
import shutil
import signal
import sqlite3
import time

import pytest
from host import (
    BINARY,
    GUARD,
    SQLITE_PLUGIN,
    Hang,
    Host,
    await_end,
    children,
    is_running,
    log_of,
    repeat_if_killed,
    request,
    run,
    workspace,
)
from socket_host import Daemon, Front

TABLE = {"type": "table"}
INLINE = {"type": "inline", "rows": [{"id": "a"}]}
# A script that fails while a file `….broken` exists next to it, and otherwise runs the real plugin.
FAULTY = """#!/bin/sh
echo >> "$0.starts"
if [ -e "$0.broken" ]; then echo broken >&2; exit 3; fi
exec {} "$@"
"""


def store(host):
    """Returns the entry of the plugin in `host/plugins`."""
    (found,) = [plugin for plugin in host.do("host/plugins")["plugins"] if plugin["plugin"] == "featurehost-sqlite"]
    return found


def until_state(host, state):
    while (now := store(host))["state"] != state:
        pass
    return now


def begin(host):
    """Initializes the host, and returns it when an early start of the plugin would have begun.

    The start begins after `initialize`, at the latest with the next message.
    """
    host.do("initialize", protocolVersions=["1"])
    host.do("ping")
    host.do("ping")
    return host


def open_rows(host, feature="tasks"):
    host.do("feature/open", feature=feature, instance="l")
    host.do("feature/settle", instance="l")
    return host.do("feature/snapshot", instance="l")


def in_folder(folder):
    """Returns the running processes whose working folder is `folder`."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.path.samefile(f"/proc/{entry}/cwd", folder) and is_running(int(entry)):
                found.append(int(entry))
        except OSError:
            # The process has ended, or belongs to another user.
            continue
    return found


@pytest.fixture
def alone(tmp_path):
    """A copy of the host in a separate folder, in which a test puts the plugin of tables."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = shutil.copy(BINARY, folder / "featurehost")
    return type("HostAlone", (Host,), {"program": [program, "serve"], "store": folder / "featurehost-sqlite"})


@pytest.fixture
def faulty(alone):
    """The copy of the host, with a plugin of tables that fails."""
    alone.store.write_text(FAULTY.format(SQLITE_PLUGIN))
    alone.store.chmod(0o755)
    alone.broken = alone.store.with_suffix(".broken")
    alone.starts = alone.store.with_suffix(".starts")
    alone.broken.touch()
    return alone


# Where it is needed


@pytest.mark.parametrize("clock", ["real", "virtual"])
def test_it_runs_before_anything_is_opened(tmp_path, clock):
    book, state = workspace(tmp_path, {"tasks": TABLE}), tmp_path / "state"
    with Host("-w", book, "--state-dir", state, "--clock", clock) as host:
        begin(host)
        ready = until_state(host, "ready")
        assert (ready["restarts"], ready["lastError"]) == (0, None)
        assert ready["sources"] == ["table", "sqlite"] and is_running(ready["pid"])
        # No database is created before a list is opened.
        assert not state.exists()
        assert open_rows(host)["errors"] == []
        assert store(host)["pid"] == ready["pid"]
        assert host.finish() == 0
        assert not is_running(ready["pid"])


@pytest.mark.parametrize(
    "sources,features",
    [
        (
            {"notes": {"type": "sqlite", "path": "notes.db", "table": "notes"}},
            {"l": {"kind": "list", "source": "notes"}},
        ),
        ({"tasks": TABLE}, {"s": {"kind": "search", "source": "tasks", "keys": ["title"]}}),
        ({}, {"f": {"kind": "form", "draft": True, "sections": [{"fields": [{"name": "a", "type": "text"}]}]}}),
    ],
)
def test_it_runs_for_any_feature_that_needs_it(tmp_path, sources, features):
    with Host("-w", workspace(tmp_path, sources, features), "--state-dir", tmp_path / "state") as host:
        until_state(begin(host), "ready")
    assert not (tmp_path / "state").exists() and not (tmp_path / "notes.db").exists()


def test_a_table_that_no_feature_names_starts_nothing(tmp_path):
    features = {"rows": {"kind": "list", "source": "rows"}}
    with Host("-w", workspace(tmp_path, {"tasks": TABLE, "rows": INLINE}, features)) as host:
        assert store(begin(host))["state"] == "idle"
        assert open_rows(host, "rows")["state"]["count"] == 1
        assert store(host)["pid"] is None and children(host.pid) == []


def test_other_plugins_are_started_when_they_are_asked(tmp_path):
    path = workspace(tmp_path, {"tasks": TABLE, "p": {"type": "plugin", "plugin": "p"}})
    path.write_text(json.dumps(json.loads(path.read_text()) | {"plugins": {"p": {"command": ["touch", "started"]}}}))
    with Host("-w", path) as host:
        until_state(begin(host), "ready")
        first = host.do("host/plugins")["plugins"][0]
        assert (first["plugin"], first["state"]) == ("p", "idle")
    assert not (tmp_path / "started").exists()


def test_an_open_waits_for_its_start(tmp_path):
    with Host("-w", workspace(tmp_path, {"tasks": TABLE}), "--state-dir", tmp_path / "state") as host:
        host.do("initialize")
        assert open_rows(host)["errors"] == []
        assert store(host)["restarts"] == 0


def test_who_asks_for_something_once_starts_nothing(tmp_path, faulty):
    path = workspace(tmp_path, {"tasks": TABLE, "rows": INLINE})
    program = faulty.program[0]
    session = tmp_path / "session.jsonl"
    session.write_text(json.dumps(request(1, "initialize")) + "\n")
    with open(session) as file, Host("-w", path, stdin=file) as host:
        assert host.answer(1)["result"]["features"] and host.finish() == 0
    for words in (["call", "-w", path, "rows", "--get", "/count"], ["check", path]):
        assert os.spawnv(os.P_WAIT, program, [program, *map(str, words)]) == 0
    assert not faulty.starts.exists()


# Opened databases


def until_open(pid, path):
    """Waits until a process has opened a file."""
    deadline = time.monotonic() + GUARD
    while path not in open_files(pid):
        if time.monotonic() > deadline or not is_running(pid):
            raise Hang(f"{path} is not opened")


def open_files(pid):
    """Returns the paths of the open files of a process."""
    folder, paths = f"/proc/{pid}/fd", set()
    for entry in os.listdir(folder):
        try:
            paths.add(os.readlink(f"{folder}/{entry}"))
        except FileNotFoundError:
            # The descriptor was closed after the listing.
            continue
    return paths


@pytest.fixture
def kept(tmp_path):
    """A workspace with a table that has one row, and the path of its database."""
    path = workspace(tmp_path, {"tasks": {"type": "table", "path": "rows.db"}})
    with Host("-w", path) as host:
        open_rows(host)
        host.act("l", "insertItem", {"value": {"id": "a"}}, **{"await": "settled"})
        assert host.finish() == 0
    return path, tmp_path / "rows.db"


def closes(path, database, use):
    """Uses a host that closes the database properly at its end, which removes the files next to it."""

    def play():
        with Host("-w", path) as host:
            use(host)
            assert host.finish() == 0

    repeat_if_killed(play, lambda: [file.name for file in database.parent.glob("rows.db*")] == ["rows.db"])


def test_a_database_that_is_there_is_opened(kept):
    path, database = kept
    ids = ["a"]

    def insert(host):
        until_open(until_state(begin(host), "ready")["pid"], str(database))
        assert [item["id"] for item in open_rows(host)["state"]["items"]] == ids
        ids.append(f"b{len(ids)}")
        host.act("l", "insertItem", {"value": {"id": ids[-1]}}, **{"await": "settled"})

    closes(path, database, insert)
    # The database is closed properly, even without any request.
    closes(path, database, lambda host: until_open(until_state(begin(host), "ready")["pid"], str(database)))


def test_one_that_is_replaced_before_it_is_asked_for_is_opened_anew(kept):
    path, database = kept
    with Host("-w", path) as host:
        until_open(until_state(begin(host), "ready")["pid"], str(database))
        for file in list(database.parent.glob("rows.db*")):
            file.unlink()
        shown = open_rows(host)
        assert (shown["errors"], shown["state"]["items"]) == ([], [])
        host.act("l", "insertItem", {"value": {"id": "b"}}, **{"await": "settled"})
        assert host.finish() == 0
    with Host("-w", path) as host:
        assert [item["id"] for item in open_rows(host)["state"]["items"]] == ["b"]


@pytest.mark.parametrize("code", ["databaseCorrupt", "invalidData"])
def test_one_that_can_not_be_opened_is_missed_by_who_opens(kept, code):
    path, database = kept
    if code == "databaseCorrupt":
        database.write_bytes(b"no database" * 1_000)
    else:
        # A database of another program.
        database.unlink()
        sqlite3.connect(database).execute("CREATE TABLE notes(id)").connection.close()
    expected = opened_first(Host, path, path.parent)
    with Host("-w", path) as host:
        ready = until_state(begin(host), "ready")
        shown = open_rows(host)
        assert (shown["errors"], shown["unavailable"]) == expected[:2] and shown["errors"][0]["code"] == code
        assert (store(host)["pid"], store(host)["restarts"]) == (ready["pid"], 0)
        assert log_of(host) == b""


@pytest.mark.parametrize("clock", ["real", "virtual"])
def test_a_session_over_one_is_replayed(kept, clock):
    path, _ = kept
    recording = path.parent / "r"
    with Host("-w", path, "--clock", clock, "--record", recording) as host:
        until_state(begin(host), "ready")
        assert open_rows(host)["state"]["count"] == 1
        assert_replayed(host, recording)


# Failed starts


def opened_first(program, path, state):
    """Returns the errors of a list whose opening starts the plugin, its unavailable actions, and the plugin's entry."""
    with program("-w", path, "--state-dir", state) as host:
        shown = open_rows(host)
        return shown["errors"], shown["unavailable"], store(host) | {"state": "", "restarts": 0}


def test_a_store_that_is_not_there_is_missed_by_who_opens(tmp_path, alone):
    path = workspace(tmp_path, {"tasks": TABLE})
    expected = opened_first(alone, path, tmp_path / "state")
    with alone("-w", path, "--state-dir", tmp_path / "state") as host:
        now = store(begin(host))
        assert (now["state"], now["restarts"], now["lastError"], log_of(host)) == ("idle", 0, None, b"")
        shown = open_rows(host)
        assert shown["errors"][0]["code"] == "pluginFailed" and "can't be run" in shown["errors"][0]["message"]
        after = store(host) | {"state": "", "restarts": 0}
        assert (shown["errors"], shown["unavailable"], after) == expected
        shutil.copy(SQLITE_PLUGIN, alone.store)
        host.act("l", "retry", **{"await": "settled"})
        assert host.do("feature/snapshot", instance="l")["errors"] == []
        assert b"can't be run" in log_of(host)


def failed_ahead(host, faulty):
    """Waits until the early start of the plugin has failed, without an error or a log line; returns the host."""
    host.do("initialize")
    while not faulty.starts.exists():
        host.do("ping")
    now = until_state(host, "idle")
    assert (now["restarts"], now["lastError"], now["pid"], log_of(host)) == (0, None, None, b"")
    return host


def test_a_store_that_ends_at_once_is_missed_by_who_opens(tmp_path, faulty):
    path = workspace(tmp_path, {"tasks": TABLE})
    expected = opened_first(faulty, path, tmp_path / "state")
    faulty.starts.unlink()
    with faulty("-w", path, "--state-dir", tmp_path / "state") as host:
        failed_ahead(host, faulty)
        # The host does not retry the early start by itself.
        assert faulty.starts.read_text() == "\n"
        shown = open_rows(host)
        after = store(host) | {"state": "", "restarts": 0}
        assert (shown["errors"], shown["unavailable"], after) == expected
        assert shown["errors"][0]["message"].startswith("the plugin featurehost-sqlite ended with status 3")
        assert b"broken" in log_of(host)
        faulty.broken.unlink()
        host.act("l", "retry", **{"await": "settled"})
        assert host.do("feature/snapshot", instance="l")["errors"] == []


def test_a_failure_ahead_is_none_of_those_that_are_too_many(tmp_path, faulty):
    """After five failures within a minute, the host gives up; the failure of the early start is not counted."""
    path = workspace(tmp_path, {"tasks": TABLE})
    with faulty("-w", path, "--state-dir", tmp_path / "state") as host:
        open_rows(failed_ahead(host, faulty))
        assert until_state(host, "down")["restarts"] == 4
        assert faulty.starts.read_text() == "\n" * 6


def test_one_that_ends_unused_is_started_by_who_opens(tmp_path):
    with Host("-w", workspace(tmp_path, {"tasks": TABLE}), "--state-dir", tmp_path / "state") as host:
        pid = until_state(begin(host), "ready")["pid"]
        os.kill(pid, signal.SIGKILL)
        now = until_state(host, "idle")
        assert (now["restarts"], now["lastError"], now["pid"], log_of(host)) == (0, None, None, b"")
        assert open_rows(host)["errors"] == [] and store(host)["restarts"] == 0


# The end of the plugin


def test_it_ends_with_the_host_at_once(tmp_path):
    with Host("-w", workspace(tmp_path, {"tasks": TABLE}), cwd=tmp_path) as host:
        host.do("initialize")
        assert host.finish() == 0
        assert in_folder(tmp_path) == []


@pytest.mark.parametrize("is_ready", [False, True])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_ends_where_the_host_is_ended(tmp_path, number, is_ready):
    with Host("-w", workspace(tmp_path, {"tasks": TABLE}), cwd=tmp_path) as host:
        host.do("initialize")
        if is_ready:
            until_state(host, "ready")
        host.kill(number)
        host.wait()
        for pid in in_folder(tmp_path):
            await_end(pid)
        assert in_folder(tmp_path) == []


def test_all_sessions_of_a_socket_have_the_same(tmp_path):
    path = workspace(tmp_path, {"tasks": TABLE})
    with Daemon(tmp_path, "-w", path, "--state-dir", "state") as daemon:
        with Front(daemon.path) as first:
            pid = until_state(begin(first), "ready")["pid"]
        with Front(daemon.path) as second:
            assert store(begin(second))["pid"] == pid
            assert open_rows(second)["errors"] == []
            assert store(second)["pid"] == pid and store(second)["restarts"] == 0
        daemon.process.terminate()
        assert daemon.process.wait() == 0
        assert not is_running(pid)


# Recordings


def assert_replayed(host, recording):
    """Ends a host, and replays its recording without the programs that the host has started."""
    assert host.finish() == 0
    played = run(b"", "replay", recording, "--output", "1", cwd="/", env={"PATH": "/nowhere"})
    assert (played.status, played.log) == (0, ""), played.log
    assert played.messages == host.seen


@pytest.mark.parametrize("clock", ["real", "virtual"])
@pytest.mark.parametrize("is_waited_for", [False, True])
def test_it_is_replayed(tmp_path, clock, is_waited_for):
    book, recording = workspace(tmp_path, {"tasks": TABLE}), tmp_path / "r"
    words = ("-w", book, "--state-dir", tmp_path / "state", "--clock", clock, "--record", recording)
    with Host(*words) as host:
        host.do("initialize")
        if is_waited_for:
            until_state(host, "ready")
        open_rows(host)
        host.act("l", "insertItem", {"value": {"id": "a"}}, **{"await": "settled"})
        assert_replayed(host, recording)


def test_its_failures_are_replayed(tmp_path, faulty):
    recording = tmp_path / "r"
    path = workspace(tmp_path, {"tasks": TABLE})
    with faulty("-w", path, "--state-dir", tmp_path / "state", "--record", recording) as host:
        failed_ahead(host, faulty)
        faulty.broken.unlink()
        assert open_rows(host)["errors"] == []
        assert_replayed(host, recording)


def test_one_that_is_not_there_is_replayed(tmp_path, alone):
    recording = tmp_path / "r"
    path = workspace(tmp_path, {"tasks": TABLE})
    with alone("-w", path, "--state-dir", tmp_path / "state", "--record", recording) as host:
        assert open_rows(begin(host))["errors"] != []
        assert_replayed(host, recording)
