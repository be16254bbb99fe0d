"""The plugin with sources over SQLite, as a child process: confirmed edits survive all failures."""

import os
import random
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import tempfile

import pytest
from host import SQLITE_PLUGIN, Host, MiB, request

NOBODY = 65534


class Plugin(Host):
    """The plugin with one source, `s`, over a table of the store."""

    program = [SQLITE_PLUGIN]

    def open(self, path, kind="table", **options):
        options = {"path": str(path), "table": "rows", **options}
        return self.ask("source/open", {"source": "s", "kind": kind, "options": options})

    def opened(self, path, **options):
        answer = self.open(path, **options)
        assert answer.get("result") == {}, answer
        return self

    def insert(self, id, op=None, before=None, **members):
        return self.ask("source/insert", insertion(id, op, before, **members))

    def rows(self):
        """Returns all rows, fetched page by page."""
        rows, start = [], {"offset": 0}
        while True:
            page = self.do("source/fetch", source="s", limit=50, **start)
            rows += page["items"]
            if page["endReached"]:
                return rows
            start = {"cursor": page["nextCursor"]}

    def ids(self):
        return [row["id"] for row in self.rows()]

    def answers(self, count):
        """Returns `count` answers by id, in any order."""
        found = {}
        while len(found) < count:
            message = self.receive()
            assert message is not None, self.describe()
            if "method" not in message:
                assert message["id"] not in found
                found[message["id"]] = message
        return found

    def until_changed(self, since, **params):
        """Reads until a `source/changed` comes after the first `since` messages."""
        notice = {"jsonrpc": "2.0", "method": "source/changed", "params": {"source": "s", **params}}
        while notice not in self.seen[since:]:
            assert self.receive() is not None, self.describe()


def insertion(id, op=None, before=None, **members):
    return {"source": "s", "opId": op or f"op {id}", "id": id, "value": {"id": id, **members}, "beforeId": before}


def failure(answer, word, retryable=True):
    error = answer.get("error")
    assert error and error["code"] == -31009, answer
    assert error["data"]["code"] == word and error["data"]["retryable"] is retryable, error
    return error["message"]


def check(path, confirmed, sent):
    """Checks that the database is intact, has all confirmed rows, and only sent ones; returns the ids in order."""
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ids = [id for (id,) in db.execute("SELECT id FROM rows ORDER BY position, key")]
        (count,) = db.execute("SELECT row_count FROM featurehost_tables").fetchone()
    assert count == len(ids) == len(set(ids))
    assert set(confirmed) <= set(ids) <= set(sent)
    return ids


# Life


def test_it_says_what_it_has_and_ends(tmp_path):
    with Plugin() as plugin:
        said = plugin.do("initialize", protocolVersions=["1"], clientInfo={"name": "test"}, processId=os.getpid())
        assert said["protocolVersion"] == "1" and said["hostInfo"]["name"] == "featurehost-sqlite"
        assert said["capabilities"] == {"features": False, "sources": ["table", "sqlite"]}
        assert plugin.do("feature/list") == {"features": []}
        plugin.opened(tmp_path / "new" / "a.db")
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "new" / "a.db").stat().st_mode) == 0o600
        assert plugin.do("shutdown") is None
        plugin.send({"jsonrpc": "2.0", "method": "exit"})
        assert plugin.finish() == 0


def test_what_was_asked_before_the_end_of_the_input_is_done(tmp_path):
    path = tmp_path / "a.db"
    with Plugin() as plugin:
        plugin.opened(path)
        plugin.send(*(request(n, "source/insert", insertion(str(n))) for n in range(200)))
        assert plugin.finish() == 0
        answered = {message["id"] for message in plugin.seen if "result" in message}
    ids = [str(n) for n in range(200)]
    assert answered >= set(range(200)) and check(path, ids, ids) == ids


def test_two_processes_share_a_database(tmp_path):
    path = tmp_path / "a.db"
    with Plugin() as one, Plugin() as two:
        one.opened(path)
        two.opened(path)
        for plugin, name in ((one, "one"), (two, "two")):
            plugin.send(*(request(n, "source/insert", insertion(f"{name} {n}")) for n in range(50)))
        for plugin in (one, two):
            assert all("result" in answer for answer in plugin.answers(50).values())
        assert sorted(one.ids()) == sorted(two.ids()) and len(one.ids()) == 100
        since = len(two.seen)
        one.insert("last", op="mine")
        one.until_changed(0, opId="mine")
        two.until_changed(since)
        assert two.ids()[-1] == "last"


def test_another_program_changes_rows(tmp_path):
    path = tmp_path / "a.db"
    with Plugin() as plugin:
        plugin.opened(path)
        plugin.insert("a", title="old")
        with sqlite3.connect(path) as db:
            db.execute("UPDATE rows SET value = json_set(value, '$.title', 'new')")
        plugin.until_changed(0)
        assert plugin.rows() == [{"id": "a", "title": "new"}]
        found = plugin.do("source/search", source="s", query="new", limit=5)
        assert [row["id"] for row in found["items"]] == ["a"]


# Kills and full disks


@pytest.mark.parametrize("seed", range(6))
def test_a_kill_loses_nothing_that_was_confirmed(tmp_path, seed):
    draws = random.Random(seed)
    path = tmp_path / "a.db"
    sent, confirmed = [], []
    for round in range(4):
        edits = [insertion(f"{round}.{n}", text="x" * draws.randrange(3000)) for n in range(120)]
        sent += [edit["id"] for edit in edits]
        with Plugin() as plugin:
            plugin.opened(path)
            plugin.send(*(request(n, "source/insert", edit) for n, edit in enumerate(edits)))
            for n, answer in plugin.answers(draws.randrange(1, 100)).items():
                assert "result" in answer, answer
                confirmed.append(edits[n]["id"])
            plugin.kill()
            plugin.wait()
        check(path, confirmed, sent)
        # All edits are sent again with the same operation ids; none is performed twice.
        with Plugin() as plugin:
            plugin.opened(path)
            for edit in edits:
                answer = plugin.ask("source/insert", edit)
                assert answer["result"]["item"] == edit["value"], answer
            confirmed += [edit["id"] for edit in edits]
            assert plugin.ids() == sent
        assert check(path, sent, sent) == sent


def test_a_kill_amid_moves_keeps_every_row(tmp_path):
    path = tmp_path / "a.db"
    ids = [str(n) for n in range(40)]
    with Plugin() as plugin:
        plugin.opened(path)
        for id in ids:
            plugin.insert(id)
    for round in range(5):
        with Plugin() as plugin:
            plugin.opened(path)
            moves = [
                {"source": "s", "opId": f"{round}.{n}", "ids": [ids[n % 40], ids[(n + 7) % 40]], "beforeId": ids[20]}
                for n in range(80)
                if 20 not in (n % 40, (n + 7) % 40)
            ]
            plugin.send(*(request(n, "source/move", move) for n, move in enumerate(moves)))
            assert all("result" in answer for answer in plugin.answers(10 + 10 * round).values())
            plugin.kill()
            plugin.wait()
        assert sorted(check(path, ids, ids)) == sorted(ids)


def fill(plugin, advice):
    """Inserts rows until the disk is full; returns the ids of the confirmed rows."""
    confirmed = []
    for n in range(1000):
        answer = plugin.insert(str(n), text="x" * 50_000)
        if "error" in answer:
            assert advice in failure(answer, "diskFull")
            return confirmed
        confirmed.append(str(n))
    raise AssertionError("the disk is never full")


def test_a_file_that_may_not_grow_is_told_and_gone_on_with(tmp_path):
    path = tmp_path / "a.db"
    with Plugin() as plugin:
        plugin.opened(path)
        resource.prlimit(plugin.pid, resource.RLIMIT_FSIZE, (2 * MiB, resource.RLIM_INFINITY))
        confirmed = fill(plugin, "see ulimit -f")
        assert confirmed and plugin.ids() == confirmed
        failure(plugin.insert("again", text="x" * 50_000), "diskFull")
        resource.prlimit(plugin.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert "result" in plugin.insert("again", text="x" * 50_000)
    check(path, confirmed + ["again"], confirmed + ["again"])


@pytest.fixture
def small_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(disk)]
    if subprocess.run(mount, stderr=subprocess.DEVNULL).returncode != 0:
        pytest.skip("only root may mount a small disk")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_is_told_and_gone_on_with(small_disk):
    path = small_disk / "a.db"
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * MiB)
    with Plugin() as plugin:
        plugin.opened(path)
        confirmed = fill(plugin, "free some space")
        assert plugin.ids() == confirmed
        ballast.unlink()
        assert "result" in plugin.insert("again", text="x" * 50_000)
        check(path, confirmed + ["again"], confirmed + ["again"])


def test_a_disk_that_was_full_from_the_start_is_told(small_disk):
    with open(small_disk / "ballast", "wb") as ballast:
        with pytest.raises(OSError):
            while True:
                ballast.write(b"x" * 4096)
                ballast.flush()
        with Plugin() as plugin:
            failure(plugin.open(small_disk / "a.db"), "diskFull")
            os.truncate(ballast.fileno(), 0)
            plugin.opened(small_disk / "a.db")
            assert "result" in plugin.insert("a")


# Files that can't be used


@pytest.fixture
def shared():
    """A folder that other users can read."""
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    yield folder
    os.chmod(folder, 0o755)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def public():
    """A copy of the plugin that every user can run."""
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    program = shutil.copy(SQLITE_PLUGIN, folder)
    yield type("PublicPlugin", (Plugin,), {"program": [program]})
    shutil.rmtree(folder)


def as_user():
    """Returns options that run a process as a user to whom file permissions apply."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}


def test_a_folder_that_may_not_be_written_is_told(shared, public):
    os.chmod(shared, 0o555)
    with public(**as_user()) as plugin:
        for path in (f"{shared}/a.db", f"{shared}/new/a.db"):
            failure(plugin.open(path), "permissionDenied")
        assert plugin.do("ping") is None


def test_a_database_that_may_only_be_read_is_shown(shared, public):
    path = f"{shared}/a.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE rows(id INTEGER PRIMARY KEY, v)")
        db.execute("INSERT INTO rows VALUES (1, 'x')")
    os.chmod(path, 0o444)
    os.chmod(shared, 0o555)
    with public(**as_user()) as plugin:
        plugin.opened(path, kind="sqlite")
        assert plugin.rows() == [{"id": 1, "v": "x"}]
        assert "check who may write" in failure(plugin.insert("2"), "readOnly")


def test_a_log_whose_folder_may_not_be_written_is_told(shared, public):
    """A reader of a database with a write-ahead log creates files next to the database."""
    path = f"{shared}/a.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE rows(id INTEGER PRIMARY KEY, v)")
    db.close()
    os.chmod(path, 0o666)
    os.chmod(shared, 0o555)
    with public(**as_user()) as plugin:
        said = failure(plugin.open(path, kind="sqlite"), "permissionDenied")
        assert "can't read" in said and "(WAL)" in said and "its folder" in said


def test_a_table_that_may_only_be_read_is_shown(shared, public):
    path = f"{shared}/a.db"
    with Plugin() as plugin:
        plugin.opened(path)
        plugin.insert("a")
        # The first plugin has the database open, so the files that readers need exist.
        for name in os.listdir(shared):
            os.chmod(f"{shared}/{name}", 0o444)
        os.chmod(shared, 0o555)
        with public(**as_user()) as reader:
            reader.opened(path)
            assert reader.ids() == ["a"]
            failure(reader.insert("b"), "readOnly")
        os.chmod(shared, 0o755)


def test_what_is_no_database_is_told(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"no database at all, only text" * 400)
    with Plugin() as plugin:
        for kind in ("table", "sqlite"):
            assert ".recover" in failure(plugin.open(path, kind=kind), "databaseCorrupt", retryable=False)
        assert path.read_bytes().startswith(b"no database")


def test_a_damaged_page_is_told(tmp_path):
    path = tmp_path / "a.db"
    with Plugin() as plugin:
        plugin.opened(path)
        for n in range(60):
            plugin.insert(str(n), text="x" * 3000)
    with sqlite3.connect(path) as db:
        (pages,) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        assert pages[0] == 0
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'rows'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    with open(path, "r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    with Plugin() as plugin:
        answer = plugin.open(path)
        if "result" in answer:
            answer = plugin.ask("source/fetch", {"source": "s", "offset": 0, "limit": 50})
        assert ".recover" in failure(answer, "databaseCorrupt", retryable=False)
        assert plugin.do("ping") is None


def test_a_lock_is_waited_for_and_then_told(tmp_path):
    path = tmp_path / "a.db"
    with Plugin() as plugin:
        plugin.opened(path)
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("BEGIN IMMEDIATE")
        plugin.send(request("locked", "source/insert", insertion("a")))
        # A request that waits for the lock does not delay other requests.
        assert plugin.do("ping") is None
        assert "in use by another program" in failure(plugin.answer("locked"), "databaseLocked")
        plugin.send(request("waits", "source/insert", insertion("a")))
        assert plugin.do("ping") is None
        db.execute("ROLLBACK")
        assert "result" in plugin.answer("waits")
        db.close()


def test_a_signal_ends_it(tmp_path):
    with Plugin() as plugin:
        plugin.opened(tmp_path / "a.db")
        plugin.kill(signal.SIGTERM)
        assert plugin.wait() in (0, -signal.SIGTERM)
