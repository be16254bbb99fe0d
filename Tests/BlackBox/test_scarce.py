"""Exhausted threads, processes, descriptors, memory and file sizes: only what needs them fails, with an error code."""

import contextlib
import json
import os
import resource
import subprocess

import pytest
from host import BINARY, GUARD, Host, MiB, children, request, serve, started, status_field
from scarcity import OTHER, SOURCES, Book, Limit, address_space
from socket_host import Daemon


@pytest.fixture
def book():
    with Book() as book:
        yield book


class Scarce(Host):
    """A host with a counter that must keep working, and a client that answers for the source `client`."""

    def __init__(self, book, *args, **options):
        super().__init__("-w", book.path, "--gallery", *args, env=book.env, **OTHER, **options)
        self.do("initialize", capabilities={"sources": ["client"]})
        self.do("feature/open", feature="gallery:counter", instance="c")
        self.count = 0
        # The plugin of tables is started early. The test waits for it, because the plugin would inherit the limits of
        # the host.
        while not children(self.pid):
            self.do("ping")
        # The process exists before the host has finished starting it.
        self.do("ping")

    def receive(self):
        message = super().receive()
        if isinstance(message, dict) and message.get("method") == "source/fetch":
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": {"items": [{"id": "1"}], "endReached": True}})
        return message

    def open(self, name):
        """Opens the feature over a source, and returns its settled snapshot."""
        self.do("feature/open", feature=name, instance=name)
        if name == "search":
            self.act(name, "setQuery", {"query": "one"})
        return self.settled(name)

    def retry(self, name):
        self.act(name, "retry")
        return self.settled(name)

    def settled(self, name):
        """Returns the snapshot of a settled instance."""
        assert self.do("feature/settle", instance=name, timeoutMs=80_000)["settled"]
        return self.do("feature/snapshot", instance=name)

    def check_other(self):
        """Checks that the counter works."""
        self.count += 1
        self.act("c", "incrementButtonTapped")
        assert self.do("feature/snapshot", instance="c")["state"]["count"] == self.count

    def processes(self):
        """Returns the processes of the host and its children."""
        return [self.pid, *children(self.pid)]


def check_failed(snapshot, code, words):
    [error] = snapshot["errors"]
    assert error["code"] == code and words in error["message"] and error["retryable"], error


# The source types that fail at each limit, with the error code.
FAILING = {
    "processes": (
        (resource.RLIMIT_NPROC, 1, "ulimit -u"),
        {"command": "commandFailed", "search": "commandFailed", "plugin": "pluginFailed"},
    ),
    "descriptors": (
        (resource.RLIMIT_NOFILE, 0, "ulimit -n"),
        {
            "file": "systemLimit",
            "watched": "systemLimit",
            "command": "commandFailed",
            "search": "commandFailed",
            "plugin": "pluginFailed",
        },
    ),
    "file sizes": ((resource.RLIMIT_FSIZE, 0, "ulimit -f"), {}),
}


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("limit", FAILING)
def test_a_source_fails_with_the_limit_s_name_and_nothing_else_does(book, limit, name):
    (which, value, words), failing = FAILING[limit]
    with Scarce(book) as host:
        with Limit([host.pid], which, value):
            snapshot = host.open(name)
            if name in failing:
                check_failed(snapshot, failing[name], words)
            elif limit == "processes" and name == "watched":
                assert words in snapshot["state"]["problems"]["listed"][0]["message"]
            else:
                assert snapshot["errors"] == []
            host.check_other()
        if snapshot["errors"] and snapshot["errors"][0]["retryable"]:
            assert host.retry(name)["errors"] == []
        host.check_other()
        assert host.finish() == 0


MEMORY = {name: "systemLimit" for name in SOURCES if name != "inline"}


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_that_would_take_the_last_memory_fails_and_nothing_else_does(book, name):
    with Scarce(book) as host:
        # The memory is too small for opening a source, and large enough for the open instances.
        with Limit([host.pid], resource.RLIMIT_AS, address_space(host.pid) + 8 * MiB):
            snapshot = host.open(name)
            if name in MEMORY:
                check_failed(snapshot, MEMORY[name], "ulimit -v")
            else:
                assert snapshot["errors"] == []
            host.check_other()
        if snapshot["errors"]:
            assert host.retry(name)["errors"] == []
        host.check_other()
        assert host.finish() == 0


@pytest.mark.parametrize("left", [96, 130], ids=["for its text", "for its rows"])
def test_a_file_that_does_not_fit_into_memory_fails(book, left):
    book.write("rows.jsonl", "".join(f'{{"id":"{n}","text":"{"x" * 65_000}"}}\n' for n in range(700)))
    with Scarce(book) as host:
        with Limit([host.pid], resource.RLIMIT_AS, address_space(host.pid) + left * MiB):
            check_failed(host.open("file"), "systemLimit", "ulimit -v")
            host.check_other()
        snapshot = host.retry("file")
        assert snapshot["errors"] == [] and snapshot["state"]["totalCount"] == 700
        assert host.finish() == 0


def test_a_message_that_does_not_fit_into_memory_is_not_called_broken(book):
    with Scarce(book) as host:
        with Limit([host.pid], resource.RLIMIT_AS, address_space(host.pid) + 100 * MiB):
            error = host.ask("ping", {"x": [[0]] * 1_500_000})["error"]
            assert "memory" in error["message"] and "not JSON" not in error["message"], error
            host.check_other()
        assert host.ask("ping", {"x": [[0]] * 1_500_000})["error"]["data"]["param"] == "x"
        assert host.finish() == 0


def test_an_output_that_does_not_fit_into_memory_fails(book):
    workspace = book.workspace()
    lines = "yes " + "x" * 1_000 + " | head -n 100000"
    workspace["sources"]["command"] = {"type": "command", "argv": ["sh", "-c", lines], "outputLimit": 1 << 30}
    book.write("w.json", json.dumps(workspace))
    with Scarce(book) as host:
        with Limit([host.pid], resource.RLIMIT_AS, address_space(host.pid) + 100 * MiB):
            host.do("feature/open", feature="command", instance="command")
            shown = host.until("command", lambda shown: shown["errors"] != [])
            assert shown["errors"][0]["code"] == "systemLimit", shown["errors"]
            host.check_other()
        host.check_other()
        assert host.finish() == 0


@pytest.mark.parametrize("name", ["table", "sqlite"])
def test_a_plugin_without_memory_fails_and_goes_on(book, name):
    with Scarce(book) as host:
        host.open(name)
        [plugin] = started(host)
        with Limit([plugin], resource.RLIMIT_AS, address_space(plugin) + 8 * MiB):
            host.act(name, "refresh")
            check_failed(host.settled(name), "systemLimit", "ulimit -v")
            host.check_other()
        assert host.retry(name)["errors"] == []
        assert [plugin] == started(host)
        assert host.finish() == 0


@pytest.mark.parametrize("feature", ["sorted", "found"])
def test_what_is_done_on_several_threads_is_done_on_one(book, feature):
    """A search and a sorted list of many rows: if no thread can be started, all work runs on the existing thread."""
    workspace = book.workspace()
    book.write("rows.jsonl", "".join(f'{{"id":"{n}","name":"row {n}"}}\n' for n in range(20_000)))
    workspace["features"]["sorted"] = {
        "kind": "list",
        "source": "file",
        "sort": [{"key": "id", "descending": True}],
    }
    workspace["features"]["found"] = {"kind": "search", "source": "file"}
    book.write("w.json", json.dumps(workspace))
    with Scarce(book) as host:
        with Limit([host.pid], resource.RLIMIT_NPROC, 1):
            host.do("feature/open", feature=feature, instance=feature)
            if feature == "found":
                host.act(feature, "setQuery", {"query": "1999"})
            shown = host.settled(feature)
            assert shown["errors"] == [] and shown["state"]["count"] > 0
            host.check_other()
        assert host.finish() == 0


@pytest.mark.parametrize("name", ["table", "sqlite"])
def test_a_plugin_has_limits_too(book, name):
    with Scarce(book) as host:
        host.open(name)
        with Limit(host.processes(), resource.RLIMIT_NOFILE, 0):
            host.act(name, "refresh")
            host.settled(name)
            host.do("feature/open", feature=name, instance="again")
            host.settled("again")
            host.check_other()
        host.act(name, "refresh")
        assert host.settled(name)["errors"] == []
        assert host.finish() == 0


@pytest.mark.parametrize("name", ["file", "table", "sqlite"])
def test_an_edit_of_a_file_that_may_not_grow_fails_and_can_be_made_again(book, name):
    with Scarce(book) as host:
        host.open(name)
        before = host.do("feature/snapshot", instance=name)["state"]["count"]
        with Limit(host.processes(), resource.RLIMIT_FSIZE, 0):
            host.ask("feature/send", {"instance": name, "action": "insertItem", "params": {"value": {"id": "2"}}})
            shown = host.settled(name)
            assert [error["code"] for error in shown["errors"]] == ["diskFull"], shown["errors"]
            assert shown["state"]["count"] == before
            host.check_other()
        host.act(name, "retry", {"id": shown["errors"][0]["id"]})
        shown = host.settled(name)
        assert shown["errors"] == [] and shown["state"]["count"] == before + 1
        assert host.finish() == 0


@pytest.mark.parametrize("size", [0, 5_000])
def test_a_table_and_a_draft_that_can_not_be_begun_name_the_limit(book, size):
    """The databases of tables and drafts are created at the first use."""
    workspace = book.workspace()
    workspace["features"]["form"] = {
        "kind": "form",
        "draft": True,
        "sections": [{"fields": [{"name": "name", "type": "text"}]}],
    }
    book.write("w.json", json.dumps(workspace))
    with Scarce(book, "--state-dir", f"{book.folder.name}/state") as host:
        with Limit(host.processes(), resource.RLIMIT_FSIZE, size):
            check_failed(host.open("table"), "diskFull", "ulimit -f")
            host.do("feature/open", feature="form", instance="form")
            host.act("form", "setValue", {"path": "/name", "value": "x"})
            shown = host.settled("form")
            check_failed(shown, "diskFull", "ulimit -f")
            host.check_other()
        assert host.retry("table")["errors"] == []
        assert host.finish() == 0


def data_segment(pid):
    return status_field(pid, "VmData") * 1024


@pytest.mark.parametrize(
    "limits,words",
    [
        ([resource.RLIMIT_DATA], "(see ulimit -d)"),
        ([resource.RLIMIT_AS], "(see ulimit -v)"),
        ([resource.RLIMIT_AS, resource.RLIMIT_DATA], "(see ulimit -v, ulimit -d)"),
    ],
    ids=["data", "address space", "both"],
)
@pytest.mark.parametrize("name", ["file", "command", "client"])
def test_the_limit_on_memory_that_is_set_is_named(book, name, limits, words):
    with Scarce(book) as host, contextlib.ExitStack() as lowered:
        for which in limits:
            used = data_segment(host.pid) if which == resource.RLIMIT_DATA else address_space(host.pid)
            # The memory suffices for the stack of a thread, but is less than the reserve that the host keeps.
            lowered.enter_context(Limit([host.pid], which, used + 32 * MiB))
        check_failed(host.open(name), "systemLimit", words)
        lowered.close()
        assert host.retry(name)["errors"] == []
        assert host.finish() == 0


def test_an_edit_without_a_descriptor_for_its_lock_is_not_made(book):
    with Scarce(book) as host:
        host.open("file")
        with Limit([host.pid], resource.RLIMIT_NOFILE, 0):
            host.ask("feature/send", {"instance": "file", "action": "insertItem", "params": {"value": {"id": "2"}}})
            shown = host.settled("file")
            check_failed(shown, "systemLimit", "ulimit -n")
            assert "lock" in shown["errors"][0]["message"] and shown["state"]["count"] == 1
            host.check_other()
        host.act("file", "retry", {"id": shown["errors"][0]["id"]})
        shown = host.settled("file")
        assert shown["errors"] == [] and shown["state"]["count"] == 2
        assert host.finish() == 0


def test_a_journal_is_not_passed_over_for_want_of_a_descriptor(book):
    """The journal of a killed host has the new content of a file with several hard links, so it must be applied."""
    old, new = b'{"id":"1"}\n', b'{"id":"1"}\n{"id":"2"}\n'
    path = f"{book.folder.name}/.rows.jsonl.featurehost-journal"
    with open(path, "wb") as journal:
        journal.write(b"featurehost journal 1\n" + len(old).to_bytes(8, "little") + old + new)
    os.chmod(path, 0o600)
    if OTHER:
        os.chown(path, OTHER["user"], OTHER["group"])
    with Scarce(book) as host:
        used = {int(name) for name in os.listdir(f"/proc/{host.pid}/fd")}
        free = next(number for number in range(1_000) if number not in used)
        # The limit leaves one descriptor for the file, and none for the journal.
        with Limit([host.pid], resource.RLIMIT_NOFILE, free + 1):
            check_failed(host.open("file"), "systemLimit", "ulimit -n")
        assert host.retry("file")["state"]["count"] == 2
        assert host.finish() == 0


def test_a_watch_that_can_not_be_had_is_a_problem_until_it_can(book):
    with Scarce(book) as host:
        with Limit([host.pid], resource.RLIMIT_NPROC, 1):
            [problem] = host.open("watched")["state"]["problems"]["listed"]
            assert problem["code"] == "notWatched" and "ulimit -u" in problem["message"]
        host.act("watched", "refresh")
        shown = host.settled("watched")
        assert shown["state"]["problems"] is None and shown["errors"] == []
        book.write("rows.jsonl", '{"id":"1"}\n{"id":"2"}\n')
        host.until("watched", lambda shown: shown["state"]["count"] == 2)
        assert host.finish() == 0


def test_what_is_there_goes_on_with_fewer_descriptors_than_it_has(book):
    """Open lists of all sources continue to work."""
    with Scarce(book) as host:
        for name in SOURCES:
            host.open(name)
        with Limit([host.pid], resource.RLIMIT_NOFILE, 0):
            for _ in range(3):
                host.check_other()
        for name in SOURCES:
            host.do("feature/close", instance=name)
        host.check_other()
        assert host.finish() == 0


@pytest.mark.parametrize("number", [*range(4, 24), 40])
def test_with_few_descriptors_a_host_says_why_it_ends_or_lives(book, number):
    """With fewer than four descriptors, the dynamic linker can't load the program's libraries."""

    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))

    messages = [
        request(1, "feature/open", {"feature": "command", "instance": "l"}),
        request(2, "feature/settle", {"instance": "l"}),
    ]
    outcome = serve(messages, "-w", book.path, preexec_fn=limit)
    if outcome.status == 0:
        assert set(outcome.answers) == {1, 2}
    else:
        assert outcome.status in (1, 2) and outcome.log


def test_without_threads_a_call_ends_with_a_word(book):
    def limit():
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))

    words = [BINARY, "call", "-w", book.path, "file", "--get", "/count"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=GUARD, preexec_fn=limit, **OTHER)
    assert done.returncode == 1 and "no thread can be started" in done.stderr


def test_a_front_end_that_comes_without_a_descriptor_comes_in_when_there_is_one(tmp_path):
    with Daemon(tmp_path) as daemon, daemon.front() as first:
        first.do("ping")
        former = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (0, former[1]))
        try:
            with daemon.front() as second:
                second.send(request(1, "ping"))
                first.do("ping")
                while "no connection can be taken" not in daemon.said():
                    first.do("ping")
                resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, former)
                assert second.answer(1)["result"] is None
        finally:
            resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, former)
        assert first.do("ping") is None
        assert daemon.end() == 0


def test_a_log_that_may_not_grow_ends_nobody(book):
    """The main thread writes the log, and the signal `SIGXFSZ` would end the process."""
    workspace = book.workspace()
    workspace["plugins"]["p"]["command"] = ["sh", "-c", "echo something >&2; exit 3"]
    book.write("w.json", json.dumps(workspace))
    with Scarce(book) as host:
        with Limit([host.pid], resource.RLIMIT_FSIZE, 0):
            assert [error["code"] for error in host.open("plugin")["errors"]] == ["pluginFailed"]
            host.check_other()
        host.retry("plugin")
        host.check_other()
        assert host.finish() == 0
        host.log.seek(0)
        assert b"something" in host.log.read()
