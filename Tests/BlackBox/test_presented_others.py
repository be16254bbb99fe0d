"""Questions and sheets about rows that others replace or delete before the answer."""

import json

import pytest
from host import Host, workspace

SETTLED = {"await": "settled"}
ASK = {
    "style": "confirmation",
    "title": "Delete?",
    "target": "selection",
    "buttons": [{"id": "y", "title": "Yes", "action": "deleteItems"}],
}
FEATURES = {
    "l": {
        "kind": "list",
        "source": "s",
        "selection": "multiple",
        "modals": {
            "rm": ASK,
            "e": {"style": "sheet", "target": "activeItem", "feature": "f", "onOutput": "updateItem"},
        },
    },
    "f": {
        "kind": "form",
        "sections": [
            {
                "fields": [
                    {"name": "title", "type": "text"},
                    {"name": "tags", "type": "repeated", "fields": [{"name": "t", "type": "text"}]},
                ]
            }
        ],
    },
}


class Desk:
    def __init__(self, folder, *rows):
        self.file = folder / "d.jsonl"
        self.write(*rows)
        self.host = Host("-w", workspace(folder, {"s": {"type": "file", "path": "d.jsonl"}}, FEATURES))

    def __enter__(self):
        self.host.__enter__()
        self.host.do("feature/open", feature="l", instance="i")
        self.host.do("feature/settle", instance="i")
        return self

    def __exit__(self, *error):
        return self.host.__exit__(*error)

    def write(self, *rows):
        self.file.write_text("".join(json.dumps(row) + "\n" for row in rows))

    def rows(self):
        return [json.loads(line) for line in self.file.read_text().splitlines()]

    def act(self, action, params=None, path=()):
        self.host.act("i", action, params or {}, path=list(path), **SETTLED)

    @property
    def shown(self):
        return self.host.do("feature/snapshot", instance="i")["presentation"]

    def become(self, *rows):
        """Writes other rows to the file, and makes the list read them."""
        self.write(*rows)
        self.act("refresh")

    def refused(self, action, params):
        asked = {"instance": "i", "action": action, "params": params}
        return self.host.ask("feature/send", asked)["error"]


RED, BLUE = {"id": 1, "title": "red"}, {"id": 2, "title": "blue"}


@pytest.mark.parametrize("filter", [{"text": "blue"}, None])
def test_a_question_about_all_rows_is_not_answered_under_another_filter(tmp_path, filter):
    with Desk(tmp_path, RED, BLUE) as desk:
        desk.act("setFilter", {"filter": {"text": "red"}})
        desk.act("selectAll")
        desk.act("present", {"modal": "rm"})
        desk.act("setFilter", {"filter": filter})
        assert desk.shown["reason"]["code"] == "changed" and not desk.shown["buttons"][0]["enabled"]
        error = desk.refused("pressButton", {"key": desk.shown["key"], "buttonId": "y"})
        assert error["data"]["reason"] == "targetChanged" and "filter" in error["message"]
        desk.act("setFilter", {"filter": {"text": "red"}})
        desk.act("pressButton", {"key": desk.shown["key"], "buttonId": "y"})
        assert desk.rows() == [BLUE]


def test_a_question_does_not_fall_on_another_row_that_gets_the_id(tmp_path):
    with Desk(tmp_path, RED, BLUE) as desk:
        desk.act("setActive", {"id": "2"})
        desk.act("present", {"modal": "rm"})
        desk.become(RED)
        desk.become(RED, {"id": 2, "title": "ANOTHER"})
        assert desk.shown["reason"]["code"] == "gone"
        error = desk.refused("pressButton", {"key": desk.shown["key"], "buttonId": "y"})
        assert error["data"]["reason"] == "gone"
        # The same row can come back.
        desk.become(RED, BLUE)
        desk.act("pressButton", {"key": desk.shown["key"], "buttonId": "y"})
        assert desk.rows() == [RED]


def test_a_sheet_does_not_write_to_another_row_that_gets_the_id(tmp_path):
    another = {"id": 2, "title": "ANOTHER"}
    with Desk(tmp_path, RED, BLUE) as desk:
        desk.act("setActive", {"id": "2"})
        desk.act("present", {"modal": "e"})
        desk.act("setValue", {"path": "/title", "value": "mine"}, ["presentation"])
        desk.become(RED)
        desk.become(RED, another)
        desk.act("submit", {}, ["presentation"])
        assert desk.rows() == [RED, another]
        snapshot = desk.host.do("feature/snapshot", instance="i")
        assert snapshot["presentation"]["child"]["state"]["fields"]["/title"]["value"] == "mine"
        assert "gone" in json.dumps(snapshot["errors"]) + json.dumps(snapshot["presentation"]["child"]["errors"])


def test_what_others_change_in_items_unseen_stays(tmp_path):
    before = {"id": 1, "tags": [{"t": "a", "u": 1}, {"t": "b", "u": 2}]}
    with Desk(tmp_path, before) as desk:
        desk.act("setActive", {"id": "1"})
        desk.act("present", {"modal": "e"})
        desk.act("insertItem", {"path": "/tags", "value": {"t": "new"}}, ["presentation"])
        desk.become({"id": 1, "tags": [{"t": "a", "u": 5}, {"t": "b", "u": 6}]})
        desk.act("submit", {}, ["presentation"])
        assert desk.rows()[0]["tags"] == [{"t": "a", "u": 5}, {"t": "b", "u": 6}, {"t": "new"}]


def test_an_item_that_is_edited_takes_what_others_change_in_it_unseen(tmp_path):
    before = {"id": 1, "tags": [{"t": "a", "u": 1}, {"t": "b", "u": 2}]}
    with Desk(tmp_path, before) as desk:
        desk.act("setActive", {"id": "1"})
        desk.act("present", {"modal": "e"})
        first = desk.shown["child"]["state"]["fields"]["/tags"]["value"][0]
        desk.act("setValue", {"path": f"/tags/{first}/t", "value": "x"}, ["presentation"])
        desk.become({"id": 1, "tags": [{"t": "a", "u": 5}, {"t": "b", "u": 2}]})
        desk.act("submit", {}, ["presentation"])
        assert desk.rows()[0]["tags"] == [{"t": "x", "u": 5}, {"t": "b", "u": 2}]
