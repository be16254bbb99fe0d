"""Faults of all kinds over ten instances: unaffected clients are answered, and no process or file is left."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import sqlite3
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from counts import count
from host import encode, jsonl, notification, outlives, request, send
from socket_host import Daemon, Front

# The time in seconds after which an answer to an unaffected client is counted as late, and after which the test fails.
FREEZE, HANG = 1, 20
NOTE = 'echo $$ >> pids; exec "$@"'


def make_workspace(folder: Path) -> Path:
    """Writes a workspace with a source of every type and with slow operations."""
    with sqlite3.connect(folder / "rows.db") as database:
        database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)")
        database.executemany("INSERT INTO t (text) VALUES (?)", [(f"row {number}",) for number in range(200)])
    (folder / "rows.jsonl").write_text("")
    noted = ["sh", "-c", NOTE, "sh"]
    can = {"can": ["insert", "update", "delete"]}
    operations = ["flood", "die", "leave", "half"]
    plugin = {"type": "plugin", "plugin": "faulty", "source": "rows", "operations": operations, "timeoutMs": 2_000}
    declared: dict[str, Any] = {
        "plugins": {"faulty": {"command": [sys.executable, "-E", str(Path(__file__).with_name("faulty_plugin.py"))]}},
        "sources": {
            "file": {"type": "file", "path": "rows.jsonl"},
            "command": {
                "type": "command",
                "argv": [*noted, "seq", "1000"],
                "operations": {"wait": {"argv": [*noted, "sleep", "600"]}},
            },
            "table": {"type": "table"},
            "sqlite": {"type": "sqlite", "path": "rows.db", "table": "t"},
            "inline": {"type": "inline", "rows": [{"id": "1", "text": "one"}]},
            "client": {"type": "client", **can, "timeoutMs": 2_000},
            "plugin": plugin,
        },
    }
    lists = {name: {"kind": "list", "source": name, "selection": "multiple"} for name in declared["sources"]}
    submit = {"source": "command", "call": "perform", "operation": "wait"}
    fields = [{"name": "text", "type": "text"}]
    declared["features"] = {
        **lists,
        "form": {"kind": "form", "submit": submit, "sections": [{"fields": fields}]},
        "search": {"kind": "search", "source": "inline", "keys": ["text"]},
        "flow": {"kind": "flow", "root": "inline"},
        **{name: form_about(name) for name in operations},
    }
    path = folder / "workspace.json"
    path.write_text(json.dumps(declared))
    return path


def form_about(operation: str) -> dict[str, Any]:
    submit = {"source": "plugin", "call": "perform", "operation": operation}
    return {"kind": "form", "submit": submit, "sections": [{"fields": [{"name": "text", "type": "text"}]}]}


INSTANCES = ["file", "command", "table", "sqlite", "inline", "client", "plugin", "form", "search", "flow"]
LIMITS = {
    "descriptors": (resource.RLIMIT_NOFILE, lambda rng: rng.choice([8, 20, 40])),
    "processes": (resource.RLIMIT_NPROC, lambda rng: 1),
    "file size": (resource.RLIMIT_FSIZE, lambda rng: rng.choice([0, 100, 4_096])),
}


class Faults:
    """One host, the client that the faults affect (`busy`), and a client that they must not affect (`calm`)."""

    def __init__(self, rng: Random, folder: Path, daemon: Daemon) -> None:
        self.rng, self.folder, self.daemon = rng, folder, daemon
        self.calm = daemon.front()
        self.calm.do("feature/open", feature="gallery:counter", instance="calm")
        self.busy = self.new_front()
        self.inserted = 0

    def new_front(self) -> Front:
        front = self.daemon.front()
        front.do("initialize", capabilities={"sources": ["client"]})
        for name in INSTANCES:
            front.send(request(name, "feature/open", {"feature": name, "instance": name, "keep": True}))
        return front

    def look(self) -> None:
        """Checks that the unaffected client is answered in time."""
        began = time.monotonic()
        self.calm.act("calm", "incrementButtonTapped")
        took = time.monotonic() - began
        assert took < HANG, f"an action took {took:.1f} s"
        count("answers beside faults")
        if took > FREEZE:
            count("answers beside faults later than 1 s")

    def act(self) -> None:
        """Sends a random action of the affected client; it may succeed or fail."""
        name = self.rng.choice(INSTANCES[:7])
        action = self.rng.choice(["refresh", "loadMore", "retry", "insertItem", "reset"])
        self.inserted += 1
        params = {"value": {"id": f"n{self.inserted}", "text": "new"}} if action == "insertItem" else {}
        self.busy.send(send(f"a{self.inserted}", name, action, params))
        self.busy.answer(f"a{self.inserted}")

    # Faults

    def limit(self) -> None:
        """Lowers a resource limit of the host during three actions."""
        what = self.rng.choice(list(LIMITS))
        number, choose = LIMITS[what]
        usual = resource.prlimit(self.daemon.pid, number)
        resource.prlimit(self.daemon.pid, number, (choose(self.rng), usual[1]))
        for _ in range(3):
            self.act()
        self.look()
        resource.prlimit(self.daemon.pid, number, usual)

    def kill_plugin(self) -> None:
        """Kills a plugin."""
        plugins = [plugin for plugin in self.calm.do("host/plugins")["plugins"] if plugin.get("processId")]
        if plugins:
            number = self.rng.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
            os.kill(self.rng.choice(plugins)["processId"], number)

    def misbehave(self) -> None:
        """A plugin floods the host, ends in the middle of a message, or leaves a child process."""
        how = self.rng.choice(["flood", "die", "leave", "half"])
        self.busy.send(request(f"o {how}", "feature/open", {"feature": how, "instance": how}))
        self.busy.answer(f"o {how}")
        self.busy.send(send(f"s {how}", how, "submit", {}))

    def flood(self) -> None:
        """A client sends many requests, reads nothing and disconnects."""
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(os.fspath(self.daemon.path))
            link.settimeout(0.3)
            action = {"instance": "inline", "action": self.rng.choice(["refresh", "clearSelection"])}
            try:
                link.sendall(encode(notification("feature/send", action)) * 5_000)
            except TimeoutError:
                count("floods that had to wait")

    def half_frames(self) -> None:
        """Clients disconnect in the middle of long frames."""
        links = [socket.socket(socket.AF_UNIX) for _ in range(self.rng.randrange(1, 8))]
        for link in links:
            link.connect(os.fspath(self.daemon.path))
            link.settimeout(0.3)
            try:
                link.sendall(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"' + b"a" * 3_000_000)
            except TimeoutError:
                count("long frames that had to wait")
        for link in links:
            link.close()

    def repeat_rows(self) -> None:
        """The source of a client returns the same rows for each page."""
        self.busy.send(send("r", "client", "refresh"))
        for _ in range(self.rng.randrange(1, 30)):
            message = self.busy.receive()
            if message and message.get("method") == "source/fetch":
                rows = [{"id": str(number)} for number in range(message["params"]["limit"])]
                self.busy.send({"jsonrpc": "2.0", "id": message["id"], "result": {"items": rows, "endReached": False}})
            if message and message.get("id") == "r":
                return

    def wait_for_operation(self) -> None:
        """Starts a slow operation."""
        self.busy.send(send("w", "form", "submit", {}))

    def leave(self) -> None:
        """The affected client disconnects, and a new client takes its place."""
        self.busy.connection.close()
        self.busy = self.new_front()


FAULTS = [
    Faults.limit,
    Faults.limit,
    Faults.kill_plugin,
    Faults.misbehave,
    Faults.flood,
    Faults.half_frames,
    Faults.repeat_rows,
    Faults.wait_for_operation,
    Faults.leave,
]


def faults(rng: Random, folder: Path) -> None:
    """Plays faults, kills or ends the host during them, and checks that no process or unfinished file is left."""
    book = make_workspace(folder)
    with Daemon(folder, "-w", book, "--gallery", "--state-dir", folder / "state") as daemon:
        host = Faults(rng, folder, daemon)
        for _ in range(rng.randrange(5, 30)):
            fault = rng.choice(FAULTS)
            fault(host)
            host.act()
            host.look()
            count("faults")
        assert daemon.process.poll() is None, daemon.said()
        is_killed = rng.random() < 0.5
        if is_killed:
            daemon.process.kill()
            daemon.wait()
        else:
            assert daemon.end() == 0, daemon.said()
        host.calm.connection.close()
        host.busy.connection.close()
    started = {int(pid) for pid in (folder / "pids").read_text().split()} if (folder / "pids").exists() else set()
    left = [pid for pid in started if outlives(pid)]
    assert not left, f"of {len(started)} processes these are still there: {left}"
    count("processes beside faults", len(started))
    rows = jsonl(folder / "rows.jsonl")
    assert len({row["id"] for row in rows}) == len(rows), "a row is there twice"
    check_next_edit(folder, book)


def check_next_edit(folder: Path, book: Path) -> None:
    """Checks that the next host works, and that its first edit removes the unfinished files of the first host."""
    with Daemon(folder, "-w", book, "--state-dir", folder / "state") as daemon, daemon.front() as front:
        front.do("feature/open", feature="file", instance="l")
        front.act("l", "insertItem", {"value": {"id": "last"}}, **{"await": "settled"})
        assert front.do("feature/snapshot", instance="l")["errors"] == []
        assert daemon.end() == 0
    assert [row["id"] for row in jsonl(folder / "rows.jsonl")][-1] == "last"
    stray = [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]
    assert not stray, stray
