"""Hostile databases: no view or trigger ends the plugin, or blocks it forever."""

import json
import sqlite3

import pytest
from host import Host, workspace


def views(count):
    """Returns SQL for a chain of views, each over the previous one."""
    return "create view v0 as select 1 as id;" + "".join(
        f"create view v{n} as select * from v{n - 1};" for n in range(1, count)
    )


def triggers(count):
    """Returns SQL for a chain of triggers: an insertion into a table inserts into the next table."""
    tables = "".join(f"create table t{n}(id integer primary key, v text);" for n in range(count))
    chain = "".join(
        f"create trigger g{n} after insert on t{n} begin insert into t{n + 1}(v) values(new.v); end;"
        for n in range(count - 1)
    )
    return tables + chain


ENDLESS = "with recursive c(id) as (select 1 union all select id + 1 from c)"
SLOW = "select 1 as id where (select count(*) from c)"
BOMBS = {
    "like": "create view x as select 1 as id, ('a' || 'b') like replace(hex(zeroblob(12000)), '0', '%a') as v;",
    "glob": "create view x as select 1 as id, replace(hex(zeroblob(9000)), '0', 'a') glob "
    "replace(hex(zeroblob(12000)), '0', '*a') as v;",
    "expression": "create view x as select 1 as id, " + "+".join(["1"] * 990) + " as v;",
    "compound": "create view x as " + " union all ".join(f"select {n} as id" for n in range(500)) + ";",
    "views": views(900) + "create view x as select * from v899;",
    "many views": views(3_000) + "create view x as select * from v2999;",
}


def database(folder, script):
    with sqlite3.connect(folder / "d.db") as opened:
        opened.executescript("create table good(id integer primary key, v text); insert into good values(1, 'fine');")
        opened.executescript(f"begin; {script} commit;")
    opened.close()


def lists(folder, *tables, **more):
    sources = {table: {"type": "sqlite", "path": "d.db", "table": table, **more} for table in tables}
    return workspace(folder, sources)


def settled(host, name):
    host.do("feature/open", feature=name, instance=name)
    assert host.do("feature/settle", instance=name)["settled"]
    return host.do("feature/snapshot", instance=name)


def is_well(host):
    """Checks that the plugin has not failed, and still serves the table `good`."""
    [plugin] = host.do("host/plugins")["plugins"]
    assert plugin["lastError"] is None, plugin
    assert [item["value"]["v"] for item in settled(host, "good")["state"]["items"]] == ["fine"]


@pytest.mark.parametrize("name", BOMBS)
def test_no_view_takes_the_plugin_down(tmp_path, name):
    database(tmp_path, BOMBS[name])
    with Host("-w", lists(tmp_path, "x", "good")) as host:
        shown = settled(host, "x")
        # A database is either refused with an error, or its rows are shown.
        assert shown["errors"] or shown["state"]["count"] > 0
        if name == "many views":
            assert "has 3001 views" in shown["errors"][0]["message"]
        if name in ("like", "glob"):
            assert "LIKE or GLOB pattern too complex" in shown["errors"][0]["message"]
        is_well(host)
        assert host.finish() == 0


@pytest.mark.parametrize("rest", [SLOW, "select id from c order by id desc"])
def test_a_view_without_end_is_given_up(tmp_path, rest):
    database(tmp_path, f"create view x as {ENDLESS} {rest};")
    with Host("-w", lists(tmp_path, "x", "good", timeoutMs=1_000)) as host:
        shown = settled(host, "x")
        assert shown["errors"][0]["code"] == "timeout", shown["errors"]
        is_well(host)
        assert host.finish() == 0


@pytest.mark.parametrize("count", [900, 2_500])
def test_triggers_that_set_each_other_off_are_refused(tmp_path, count):
    database(tmp_path, triggers(count))
    with Host("-w", lists(tmp_path, "t0", "good")) as host:
        settled(host, "t0")
        host.act("t0", "insertItem", {"value": {"v": "a"}}, **{"await": "settled"})
        shown = host.do("feature/snapshot", instance="t0")
        assert shown["errors"] and shown["state"]["count"] == 0, json.dumps(shown["errors"])
        is_well(host)
        assert host.finish() == 0


def test_a_trigger_without_end_is_given_up_and_changes_nothing(tmp_path):
    database(
        tmp_path,
        "create table t(id integer primary key, v text); create table n(c);"
        f"create trigger g after insert on t begin insert into n {ENDLESS} {SLOW}; end;",
    )
    with Host("-w", lists(tmp_path, "t", "good", timeoutMs=1_000)) as host:
        settled(host, "t")
        host.act("t", "insertItem", {"value": {"v": "a"}}, **{"await": "settled"})
        shown = host.do("feature/snapshot", instance="t")
        assert shown["errors"][0]["code"] == "timeout", shown["errors"]
        is_well(host)
        assert host.finish() == 0
    with sqlite3.connect(tmp_path / "d.db") as opened:
        assert opened.execute("select count(*) from t").fetchone() == (0,)
