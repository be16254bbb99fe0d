"""Undo and redo of edits of several rows, after others have changed, deleted or replaced one of the rows."""

import sqlite3

import pytest
from host import Host, workspace

SETTLED = {"await": "settled"}
SOURCES = {
    "file": {"type": "file", "path": "rows.jsonl"},
    "table": {"type": "table"},
    "sqlite": {"type": "sqlite", "path": "rows.db", "table": "rows"},
}


class Lists:
    """Two lists over one source: the list of the user, and the list of others."""

    def __init__(self, folder, kind):
        (folder / "rows.jsonl").write_text("")
        with sqlite3.connect(folder / "rows.db") as db:
            db.execute("CREATE TABLE rows (id TEXT PRIMARY KEY, name TEXT)")
        db.close()
        features = {"list": {"kind": "list", "source": "rows", "selection": "multiple"}}
        self.host = Host("-w", workspace(folder, {"rows": SOURCES[kind]}, features), "--state-dir", folder / "state")
        self.host.__enter__()
        for instance in "lo":
            self.host.do("feature/open", feature="list", instance=instance)
            self.host.do("feature/settle", instance=instance)
        self.act("insertItems", {"values": [{"id": id, "name": id} for id in "abc"]})

    def act(self, action, params=None, instance="l"):
        return self.host.act(instance, action, params or {}, **SETTLED)

    def others(self, action, params=None):
        """Performs an action in the list of others on the current rows; then the user's list reads the result."""
        self.act("refresh", instance="o")
        self.act(action, params, "o")
        self.act("refresh")

    @property
    def snapshot(self):
        return self.host.do("feature/snapshot", instance="l")

    @property
    def errors(self):
        return [(error["code"], error["retryable"]) for error in self.snapshot["errors"]]

    @property
    def names(self):
        """The names in the source, by row id."""
        self.act("refresh", instance="o")
        items = self.host.do("feature/snapshot", instance="o")["state"]["items"]
        return {item["id"]: item["value"]["name"] for item in items}


@pytest.fixture(params=SOURCES)
def lists(request, tmp_path):
    made = Lists(tmp_path, request.param)
    yield made
    made.host.__exit__(None, None, None)


RENAME = {"ids": ["a", "b", "c"], "patch": {"name": "x"}}


def test_the_other_rows_are_undone(lists):
    lists.act("updateItems", RENAME)
    lists.others("updateItem", {"id": "b", "patch": {"name": "theirs"}})
    lists.act("undo")
    assert lists.names == {"a": "a", "b": "theirs", "c": "c"}
    assert lists.errors == [("conflict", True)]
    assert "name of the row b" in lists.snapshot["errors"][0]["message"]
    lists.act("retry")
    assert lists.names == {"a": "a", "b": "b", "c": "c"} and lists.errors == []


def test_what_is_dismissed_stays_as_others_made_it(lists):
    lists.act("updateItems", RENAME)
    lists.others("updateItem", {"id": "b", "patch": {"name": "theirs"}})
    lists.act("undo")
    lists.act("dismissError", {"id": lists.snapshot["errors"][0]["id"]})
    # The second undo would delete the inserted rows. One of them was changed by others, and stays.
    lists.act("undo")
    assert lists.names == {"b": "theirs"} and lists.errors == [("conflict", True)]


def test_a_redo_leaves_out_the_same(lists):
    lists.act("updateItems", RENAME)
    lists.act("undo")
    lists.others("updateItem", {"id": "b", "patch": {"name": "theirs"}})
    lists.act("redo")
    assert lists.names == {"a": "x", "b": "theirs", "c": "x"} and lists.errors == [("conflict", True)]
    lists.act("undo")
    assert lists.names == {"a": "a", "b": "theirs", "c": "c"}


def test_a_row_that_is_gone_keeps_no_other_from_being_undone(lists):
    lists.act("updateItems", RENAME)
    lists.others("deleteItems", {"ids": ["b"]})
    lists.act("undo")
    assert lists.names == {"a": "a", "c": "c"} and lists.errors == [("targetGone", False)]


def test_a_row_that_others_put_there_keeps_no_other_from_coming_back(lists):
    lists.act("deleteItems", {"ids": ["a", "b", "c"]})
    lists.others("insertItem", {"value": {"id": "b", "name": "theirs"}})
    lists.act("undo")
    assert lists.names == {"a": "a", "b": "theirs", "c": "c"} and lists.errors == [("duplicateId", True)]
    # After the row of others is deleted, a retry restores the user's row.
    lists.others("deleteItems", {"ids": ["b"]})
    lists.act("retry")
    assert lists.names == {"a": "a", "b": "b", "c": "c"} and lists.errors == []


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("step", ["undo", "redo"])
def test_a_step_whose_row_is_not_loaded_overwrites_nothing(lists, step, replaced):
    """The filter excludes the row, so only the source knows if others have changed or replaced it."""
    lists.act("updateItem", {"id": "b", "patch": {"name": "x"}})
    if step == "redo":
        lists.act("undo")
    lists.act("setFilter", {"filter": {"text": "a"}})
    lists.act("refresh", instance="o")
    if replaced:
        lists.act("deleteItems", {"ids": ["b"]}, "o")
        lists.act("insertItem", {"value": {"id": "b", "name": "theirs"}}, "o")
    else:
        lists.act("updateItem", {"id": "b", "patch": {"name": "theirs"}}, "o")
    lists.act(step)
    assert lists.names == {"a": "a", "b": "theirs", "c": "c"} and lists.errors == [("conflict", True)]
