"""Sources that store data: rows of a `table` survive the host, and a `sqlite` source shows an existing database."""

import json
import sqlite3
import subprocess

import pytest
from host import BINARY, Host, run, workspace

SETTLED = {"await": "settled"}


def tables(tmp_path, **sources):
    return workspace(tmp_path, sources or {"tasks": {"type": "table"}})


def open_rows(host, feature="tasks"):
    host.do("feature/open", feature=feature, instance="l")
    host.do("feature/settle", instance="l")
    return host


def rows(host):
    shown = host.do("feature/snapshot", instance="l")
    assert shown["errors"] == [], shown["errors"]
    return [item["value"] for item in shown["state"]["items"]]


def ids(host):
    return [row["id"] for row in rows(host)]


def insert(host, **value):
    host.act("l", "insertItem", {"value": value}, **SETTLED)


def test_what_is_entered_is_there_tomorrow_in_its_order(tmp_path):
    book, state = tables(tmp_path), tmp_path / "state"
    with Host("-w", book, "--state-dir", state) as host:
        open_rows(host)
        for id in "abc":
            insert(host, id=id, title=id.upper())
        host.act("l", "moveItems", {"ids": ["c"], "beforeId": "a"}, **SETTLED)
        host.act("l", "updateItem", {"id": "b", "patch": {"done": True}}, **SETTLED)
        assert host.finish() == 0
    with Host("-w", book, "--state-dir", state) as host:
        open_rows(host)
        assert ids(host) == ["c", "a", "b"]
        assert rows(host)[2] == {"id": "b", "title": "B", "done": True}


def test_each_workspace_has_a_file_of_its_own(tmp_path):
    state = tmp_path / "state"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with Host("-w", tables(tmp_path / name), "--state-dir", state) as host:
            insert(open_rows(host), id=name)
    names = sorted(path.name for path in state.glob("*.db"))
    assert len(names) == 2 and all(name.startswith("workspace-") for name in names)
    assert oct(state.stat().st_mode)[-3:] == "700"


def test_the_usual_place_follows_the_environment(tmp_path):
    with Host("-w", tables(tmp_path), env={"XDG_STATE_HOME": str(tmp_path / "x"), "HOME": "/nowhere"}) as host:
        insert(open_rows(host), id="a")
    assert list((tmp_path / "x/featurehost").glob("workspace-*.db"))


def test_a_table_may_say_its_file(tmp_path):
    book = tables(tmp_path, tasks={"type": "table", "path": "tasks.db", "id": "key"})
    with Host("-w", book) as host:
        insert(open_rows(host), key="a")
    assert (tmp_path / "tasks.db").exists()


def test_a_program_that_looks_into_a_shared_database_takes_nothing_away(tmp_path):
    """A program that closes a database last removes its log, so it must notice that the plugin has it open."""
    book = tables(tmp_path, **{name: {"type": "table", "path": "both.db"} for name in ("tasks", "others")})

    def kept():
        db = sqlite3.connect(tmp_path / "both.db")
        found = db.execute("SELECT id FROM tasks ORDER BY position").fetchall()
        db.close()
        return [id for (id,) in found]

    with Host("-w", book) as host:
        open_rows(host)
        host.do("feature/open", feature="others", instance="o")
        host.do("feature/settle", instance="o")
        insert(host, id="a")
        assert kept() == ["a"]
        insert(host, id="b")
        assert kept() == ["a", "b"]
    with Host("-w", book) as host:
        assert ids(open_rows(host)) == ["a", "b"]


def test_a_table_filters_sorts_and_searches(tmp_path):
    book = workspace(
        tmp_path,
        {"tasks": {"type": "table", "search": True}},
        {
            "tasks": {"kind": "list", "source": "tasks"},
            "find": {"kind": "search", "source": "tasks", "keys": ["title"], "debounceMs": 0},
        },
    )
    with Host("-w", book, "--state-dir", tmp_path / "state") as host:
        open_rows(host)
        for id, title in (("1", "Écrire"), ("2", "water the plants"), ("3", "Water")):
            insert(host, id=id, title=title)
        host.act("l", "setSort", {"sort": [{"key": "title", "descending": True}]}, **SETTLED)
        assert ids(host) == ["2", "3", "1"]
        host.do("feature/open", feature="find", instance="f")
        host.act("f", "setQuery", {"query": "wat"}, **SETTLED)
        groups = host.do("feature/snapshot", instance="f")["state"]["groups"]
        assert {item["id"] for group in groups for item in group["items"]} == {"2", "3"}


def test_call_keeps_what_it_enters(tmp_path):
    book = tables(tmp_path)

    def call(*words):
        command = [BINARY, "call", "-w", book, "--state-dir", tmp_path / "state", "tasks", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    call("insertItem", '{"value":{"id":"a"}}')
    assert json.loads(call("--get", "/items"))[0]["id"] == "a"


def test_tables_whose_names_differ_in_case_alone_are_a_mistake(tmp_path):
    places = {"tasks": {}, "Tasks": {}, "a": {"path": "x.db"}, "A": {"path": "./x.db"}, "b": {"path": "y.db"}, "B": {}}
    book = tables(tmp_path, **{name: {"type": "table", **members} for name, members in places.items()})
    said = run(b"", "check", book).output.decode().splitlines()
    found = [line.split(": ", 1)[1] for line in said if "/sources/" in line]
    advice = "because table names ignore the case of A to Z; rename one of them"
    assert found == [
        f"/sources/Tasks would be the same table as tasks, {advice}",
        f"/sources/A would be the same table as a, {advice}",
    ]


# Existing databases


def database(tmp_path, script):
    path = tmp_path / "notes.db"
    with sqlite3.connect(path) as db:
        db.executescript(script)
    db.close()
    return path


NOTES = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL); INSERT INTO notes VALUES (7, 'a'), (9, 'b');"


def test_a_database_is_shown_and_changed(tmp_path):
    path = database(tmp_path, NOTES)
    with Host("-w", tables(tmp_path, tasks={"type": "sqlite", "path": "notes.db", "table": "notes"})) as host:
        open_rows(host)
        assert rows(host) == [{"id": 7, "text": "a"}, {"id": 9, "text": "b"}]
        host.act("l", "updateItem", {"id": "9", "patch": {"text": "B"}}, **SETTLED)
        host.act("l", "deleteItems", {"ids": ["7"]}, **SETTLED)
        # The table assigns the id, so the inserted row returns with the next number.
        host.act("l", "insertItem", {"value": {"text": "c"}})
        host.until("l", lambda shown: [item["id"] for item in shown["state"]["items"]] == ["9", "10"])
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT * FROM notes").fetchall() == [(9, "B"), (10, "c")]


def test_undo_brings_back_what_is_not_shown(tmp_path):
    table = "CREATE TABLE notes (id INTEGER PRIMARY KEY, n, secret, k DEFAULT 3, r);"
    path = database(tmp_path, table + "INSERT INTO notes VALUES (1, 'a', 'precious', 7, 9e999);")
    columns = ["id", "n", "r"]
    source = {"type": "sqlite", "path": "notes.db", "table": "notes", "columns": columns}
    with Host("-w", tables(tmp_path, tasks=source)) as host:
        open_rows(host)
        host.act("l", "deleteItems", {"ids": ["1"]}, **SETTLED)
        assert rows(host) == []
        host.act("l", "undo", **SETTLED)
        assert rows(host) == [{"id": 1, "n": "a", "r": "Infinity"}]
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT * FROM notes").fetchall() == [(1, "a", "precious", 7, float("inf"))]


def test_a_database_that_is_removed_is_told_and_found_again(tmp_path):
    path = database(tmp_path, NOTES)
    with Host("-w", tables(tmp_path, tasks={"type": "sqlite", "path": "notes.db", "table": "notes"})) as host:
        open_rows(host)
        path.unlink()
        host.until("l", lambda shown: [error["code"] for error in shown["errors"]] == ["notFound"])
        database(tmp_path, NOTES + "DELETE FROM notes WHERE id = 7;")
        host.until("l", lambda shown: shown["errors"] == [] and len(shown["state"]["items"]) == 1)


def test_what_is_written_behind_a_link_is_noticed(tmp_path):
    (tmp_path / "real").mkdir()
    path = database(tmp_path / "real", NOTES)
    (tmp_path / "link.db").symlink_to("real/notes.db")
    with Host("-w", tables(tmp_path, tasks={"type": "sqlite", "path": "link.db", "table": "notes"})) as host:
        open_rows(host)
        with sqlite3.connect(path) as db:
            db.execute("INSERT INTO notes VALUES (20, 'z')")
        db.close()
        host.until("l", lambda shown: [item["id"] for item in shown["state"]["items"]] == ["7", "9", "20"])


def test_what_another_program_writes_is_noticed(tmp_path):
    path = database(tmp_path, NOTES)
    with Host("-w", tables(tmp_path, tasks={"type": "sqlite", "path": "notes.db", "table": "notes"})) as host:
        open_rows(host)
        with sqlite3.connect(path) as db:
            db.execute("INSERT INTO notes VALUES (20, 'z')")
        db.close()
        host.until("l", lambda shown: [item["id"] for item in shown["state"]["items"]] == ["7", "9", "20"])


def test_a_query_is_read_alone(tmp_path):
    database(tmp_path, NOTES)
    source = {"type": "sqlite", "path": "notes.db", "query": "SELECT id, upper(text) AS t FROM notes"}
    with Host("-w", tables(tmp_path, tasks=source)) as host:
        open_rows(host)
        assert [row["t"] for row in rows(host)] == ["A", "B"]
        shown = host.do("feature/snapshot", instance="l")
        assert shown["unavailable"]["insertItem"] == "readOnly"


@pytest.mark.parametrize(
    "prepare,code",
    [
        (lambda path: None, "notFound"),
        (
            lambda path: path.write_bytes(b"no database at all, but long enough to be taken for one" * 20),
            "databaseCorrupt",
        ),
        (lambda path: database(path.parent, "CREATE TABLE others (id)"), "tableGone"),
    ],
)
def test_what_is_wrong_is_told_and_retry_mends_it(tmp_path, prepare, code):
    path = tmp_path / "notes.db"
    prepare(path)
    with Host("-w", tables(tmp_path, tasks={"type": "sqlite", "path": "notes.db", "table": "notes"})) as host:
        open_rows(host)
        (error,) = host.do("feature/snapshot", instance="l")["errors"]
        assert error["code"] == code, error
        path.unlink(missing_ok=True)
        database(tmp_path, NOTES)
        # A permanent error has no `retry`, but `refresh` loads the rows again.
        host.act("l", "refresh", **SETTLED)
        assert ids(host) == [7, 9]


def test_a_row_that_can_not_be_read_is_deleted_by_the_id_of_its_problem(tmp_path):
    book, state = tables(tmp_path), tmp_path / "state"
    with Host("-w", book, "--state-dir", state) as host:
        open_rows(host)
        for id in "abc":
            insert(host, id=id)
        assert host.finish() == 0
    (file,) = state.glob("*.db")
    with sqlite3.connect(file) as db:
        db.execute("UPDATE tasks SET value = 'nonsense' WHERE id = 'b'")
    db.close()
    with Host("-w", book, "--state-dir", state) as host:
        open_rows(host)
        shown = host.do("feature/snapshot", instance="l")["state"]
        assert [item["id"] for item in shown["items"]] == ["a", "c"]
        (problem,) = shown["problems"]["listed"]
        host.act("l", "deleteItems", {"ids": [problem["id"]]}, **SETTLED)
        assert ids(host) == ["a", "c"]
        after = host.do("feature/snapshot", instance="l")
        assert after["state"]["problems"] is None and after["unavailable"]["undo"] == "nothingToUndo"
