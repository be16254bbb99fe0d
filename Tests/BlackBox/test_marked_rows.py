"""Marked rows: an action applies to exactly the marked rows, after any filters, renamings and deletions by others."""

import json
import random
import sqlite3

import pytest
from host import Host, jsonl, workspace

SETTLED = {"await": "settled"}
NAMES = ["apple", "banana", "cherry", "date", "elder", "fig", "grape", "hazel"]
DELETE = {
    "style": "confirmation",
    "title": {"one": "Delete {name}?", "other": "Delete {count}?"},
    "message": "{name}",
    "target": "selection",
    "buttons": [{"id": "yes", "title": "Yes", "action": "deleteItems"}, {"id": "no", "title": "No", "role": "cancel"}],
}


class Rows:
    """A list over a file that other programs change."""

    def __init__(self, folder, **more):
        self.file = folder / "rows.jsonl"
        self.made = 0
        self.write([self.make() for _ in range(6)])
        filters = [{"id": "odd", "title": "Odd", "where": {"key": "odd", "equals": True}}]
        source = {"type": "file", "path": "rows.jsonl", "watch": True}
        rows = {"kind": "list", "source": "rows", "selection": "multiple", "filters": filters, "modals": {"rm": DELETE}}
        self.host = Host("-w", workspace(folder, {"rows": source}, {"list": {**rows, **more}}))

    def make(self):
        self.made += 1
        name = f"{NAMES[self.made % len(NAMES)]} {self.made}"
        return {"id": f"r{self.made}", "name": name, "odd": self.made % 2 == 1}

    def write(self, rows):
        """Replaces the file, as another program does."""
        fresh = self.file.with_suffix(".new")
        fresh.write_text("".join(json.dumps(row) + "\n" for row in rows))
        fresh.rename(self.file)

    def read(self):
        return jsonl(self.file)

    @property
    def snapshot(self):
        return self.host.do("feature/snapshot", instance="l")

    def act(self, action, params=None):
        return self.host.act("l", action, params or {}, **SETTLED)

    def tries(self, action, params=None):
        """Sends an action; returns the error, or None if the action is applied."""
        sent = {"instance": "l", "action": action, "params": params or {}, **SETTLED}
        return self.host.ask("feature/send", sent).get("error")

    def wait_until_read(self):
        """Waits until the list has read the current file."""
        self.act("refresh")


@pytest.fixture
def rows(tmp_path):
    made = Rows(tmp_path)
    with made.host:
        made.host.do("feature/open", feature="list", instance="l")
        made.host.do("feature/settle", instance="l")
        yield made


def disturb(rows, rng):
    """Makes a random change of the user or of another program."""
    shown = [item["id"] for item in rows.snapshot["state"]["items"]]
    choice = rng.randrange(8)
    held = rows.read()
    if choice <= 2 and shown:
        rows.act("toggleSelection", {"id": rng.choice(shown)})
    elif choice == 3 and shown:
        rows.act("setActive", {"id": rng.choice(shown)})
    elif choice == 4:
        rows.act("setFilter", {"filter": rng.choice([None, "odd"])})
    elif choice == 5 and held:
        victim = rng.choice(held)
        victim["name"] = "renamed " + victim["name"]
        rows.write(held)
    elif choice == 6 and len(held) > 2:
        held.remove(rng.choice(held))
        rows.write(held)
    else:
        held.insert(rng.randrange(len(held) + 1), rows.make())
        rows.write(held)
    if choice >= 5:
        rows.wait_until_read()


def meant(state):
    """Returns the ids of the rows to which an action applies: the marked rows, or else the active row."""
    if state["selection"]["ids"]:
        return state["selection"]["ids"]
    return [state["activeId"]] if state["activeId"] else []


@pytest.mark.parametrize("seed", range(8))
def test_every_question_is_about_exactly_the_marked_rows(rows, seed):
    rng = random.Random(seed)
    for _ in range(12):
        for _ in range(rng.randrange(4)):
            disturb(rows, rng)
        state = rows.snapshot["state"]
        ids = meant(state)
        error = rows.tries("present", {"modal": "rm"})
        if error:
            assert not ids and error["data"]["reason"] == "noTarget", (ids, error)
            continue
        before = {row["id"]: row for row in rows.read()}
        for _ in range(rng.randrange(3)):
            disturb(rows, rng)
        state = rows.snapshot["state"]
        shown = {item["id"] for item in state["items"]}
        held = {row["id"]: row for row in rows.read()}
        question = rows.snapshot["presentation"]
        left = [id for id in ids if id in held]
        names = [held[id]["name"] for id in left]
        # The list does not know changes of others to rows that the filter excludes.
        if left and (state["filter"] is None or shown.issuperset(ids)):
            assert question["message"].startswith(", ".join(names[:3])), (question, names)
            assert question["title"] == (f"Delete {names[0]}?" if len(left) == 1 else f"Delete {len(left)}?")
        error = rows.tries("pressButton", {"key": question["key"], "buttonId": "yes"})
        after = [row["id"] for row in rows.read()]
        if error:
            assert not left and error["data"]["reason"] == "gone", (error, left)
            assert all(id in error["message"] for id in ids)
            assert after == list(held)
            rows.act("dismiss", {"key": question["key"]})
        else:
            assert after == [id for id in held if id not in left], (ids, before)
        if len(rows.read()) < 4:
            rows.write(rows.read() + [rows.make() for _ in range(4)])
            rows.wait_until_read()


def test_a_toolbar_and_a_key_reach_the_same_rows(rows):
    rows.act("setActive", {"id": "r1"})
    rows.act("toggleSelection", {"id": "r3"})
    rows.act("toggleSelection", {"id": "r5"})
    rows.act("present", {"modal": "rm"})
    question = rows.snapshot["presentation"]
    assert question["target"]["ids"] == ["r3", "r5"]
    rows.act("pressButton", {"key": question["key"], "buttonId": "yes"})
    assert [row["id"] for row in rows.read()] == ["r1", "r2", "r4", "r6"]
    rows.act("undo")
    assert [row["id"] for row in rows.read()] == ["r1", "r2", "r3", "r4", "r5", "r6"]


SOURCES = {
    "file": {"type": "file", "path": "rows.jsonl", "watch": True},
    "sqlite": {"type": "sqlite", "path": "rows.db", "table": "rows"},
}


def take_away(folder, kind, *names):
    """Deletes rows, as another program does."""
    if kind == "file":
        file = folder / "rows.jsonl"
        fresh = folder / "fresh"
        fresh.write_text("".join(json.dumps(row) + "\n" for row in jsonl(file) if row["id"] not in names))
        fresh.rename(file)
    else:
        with sqlite3.connect(folder / "rows.db") as db:
            db.executemany("DELETE FROM rows WHERE id = ?", [(name,) for name in names])
        db.close()


@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("marks", ["one", "all"])
def test_a_question_about_marked_rows_is_off_with_a_reason_once_they_are_gone(tmp_path, kind, marks):
    (tmp_path / "rows.jsonl").write_text("".join(f'{{"id":"{id}","name":"{id}"}}\n' for id in "abc"))
    with sqlite3.connect(tmp_path / "rows.db") as db:
        db.execute("CREATE TABLE rows (id TEXT PRIMARY KEY, name TEXT)")
        db.executemany("INSERT INTO rows VALUES (?, ?)", [(id, id) for id in "abc"])
    db.close()
    rows = {"kind": "list", "source": "rows", "selection": "multiple", "modals": {"rm": DELETE}}
    with Host("-w", workspace(tmp_path, {"rows": SOURCES[kind]}, {"list": rows})) as host:
        host.do("feature/open", feature="list", instance="l")
        host.do("feature/settle", instance="l")
        host.act("l", "setActive", {"id": "c"})
        if marks == "all":
            # The row that is excluded from the selection is deleted too.
            host.act("l", "selectAll")
        host.act("l", "toggleSelection", {"id": "b"})
        host.act("l", "present", {"modal": "rm"})
        take_away(tmp_path, kind, *("abc" if marks == "all" else "b"))
        shown = host.until("l", lambda shown: shown["presentation"].get("reason"))["presentation"]
        assert shown["reason"]["code"] == "gone" and shown["reason"]["text"]
        assert [button["enabled"] for button in shown["buttons"]] == [False, True]
        press = {"instance": "l", "action": "pressButton", "params": {"key": shown["key"], "buttonId": "yes"}}
        assert host.ask("feature/send", press)["error"]["data"]["reason"] == "gone"


@pytest.mark.parametrize("target", ["selection", "activeItem"])
def test_a_run_that_failed_takes_no_row_away(tmp_path, target):
    def write(ids, status):
        (tmp_path / "rows").write_text("".join(f'{{"id":"{id}","name":"{id}"}}\n' for id in ids))
        (tmp_path / "status").write_text(str(status))

    write("abc", 0)
    source = {"type": "command", "argv": ["sh", "-c", "cat rows; exit $(cat status)"], "format": "jsonl"}
    ask = {**DELETE, "target": target, "title": "Ask {name}?"}
    ask["buttons"] = [{"id": "yes", "title": "Yes", "action": "clearSelection"}]
    rows = {"kind": "list", "source": "rows", "selection": "multiple", "modals": {"ask": ask}}
    with Host("-w", workspace(tmp_path, {"rows": source}, {"list": rows})) as host:
        host.do("feature/open", feature="list", instance="l")
        host.do("feature/settle", instance="l")
        host.act("l", "toggleSelection", {"id": "c"})
        host.act("l", "setActive", {"id": "c"})
        host.act("l", "present", {"modal": "ask"})

        def after(ids, status):
            write(ids, status)
            host.act("l", "refresh", **SETTLED)
            snapshot = host.do("feature/snapshot", instance="l")
            assert [item["id"] for item in snapshot["state"]["items"]] == list(ids)
            question = snapshot["presentation"]
            assert question["title"] == "Ask c?"
            marks, active = snapshot["state"]["selection"]["ids"], snapshot["state"]["activeId"]
            return marks, active, question["buttons"][0]["enabled"]

        assert after("a", 2) == (["c"], None, True)
        assert after("ac", 0) == (["c"], "c", True)
        assert after("ab", 0) == ([], None, False)
