"""Resource limits of a running host: threads, processes, descriptors, memory and file sizes."""

import json
import os
import resource
import sqlite3
import tempfile

from host import SQLITE_PLUGIN, status_field

# The limit of threads and processes does not apply to root, so the host runs as another user.
OTHER = {"user": 61234, "group": 61234, "extra_groups": []} if os.geteuid() == 0 else {}

SOURCES = {
    "file": {"type": "file", "path": "rows.jsonl"},
    "watched": {"type": "file", "path": "rows.jsonl", "watch": True},
    "command": {"type": "command", "argv": ["echo", "one"]},
    "search": {"type": "command", "search": {"argv": ["echo", "{query}"]}},
    "table": {"type": "table", "path": "rows.db"},
    "sqlite": {"type": "sqlite", "path": "data.db", "table": "t"},
    "inline": {"type": "inline", "rows": [{"id": "1"}]},
    "plugin": {"type": "plugin", "plugin": "p", "source": "sqlite", "options": {"path": "data.db", "table": "t"}},
    "client": {"type": "client"},
}


class Book:
    """A workspace with a source of each type, which another user can use."""

    def __init__(self):
        # Other users can't enter the folders of pytest.
        self.folder = tempfile.TemporaryDirectory(dir="/tmp")
        self.path = self.write("w.json", json.dumps(self.workspace()))
        self.write("rows.jsonl", '{"id":"1"}\n')
        with sqlite3.connect(f"{self.folder.name}/data.db") as database:
            database.execute("CREATE TABLE t (id TEXT PRIMARY KEY, a TEXT)")
            database.execute("INSERT INTO t VALUES ('1', 'x')")
        database.close()
        for name in [".", *os.listdir(self.folder.name)]:
            os.chmod(f"{self.folder.name}/{name}", 0o777)
        self.env = {**os.environ, "HOME": self.folder.name, "XDG_STATE_HOME": self.folder.name}

    def workspace(self):
        data = {**SOURCES["plugin"]["options"], "path": f"{self.folder.name}/data.db"}
        sources = {**SOURCES, "plugin": {**SOURCES["plugin"], "options": data}}
        features = {name: {"kind": "search" if name == "search" else "list", "source": name} for name in sources}
        return {"sources": sources, "features": features, "plugins": {"p": {"command": [SQLITE_PLUGIN]}}}

    def write(self, name, text):
        path = f"{self.folder.name}/{name}"
        with open(path, "w") as file:
            file.write(text)
        return path

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()


def as_other(body):
    """Calls `body` as the user of the host, in a child process; returns the result."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if OTHER:
                os.setgroups([])
                os.setgid(OTHER["group"])
                os.setuid(OTHER["user"])
            os.write(writing, json.dumps(body()).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as result:
        text = result.read()
    assert os.waitpid(child, 0)[1] == 0
    return json.loads(text)


class Limit:
    """Sets a resource limit of running processes within a `with` block."""

    def __init__(self, pids, which, value):
        self.pids, self.which, self.value = pids, which, value

    def __enter__(self):
        def lower():
            former = {pid: resource.prlimit(pid, self.which) for pid in self.pids}
            for pid, (_, hard) in former.items():
                resource.prlimit(pid, self.which, (self.value, hard))
            return list(former.items())

        self.former = as_other(lower)
        return self

    def __exit__(self, *_):
        as_other(lambda: [resource.prlimit(pid, self.which, tuple(former)) for pid, former in self.former] and None)


def address_space(pid):
    """Returns the size of a process's address space, in bytes."""
    return status_field(pid, "VmSize") * 1024
