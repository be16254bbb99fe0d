"""Drafts for each row, and wizards and pages that edit a row."""

import json
import subprocess

import pytest
from driven import Driven
from host import BINARY, workspace

LETTERS = [{"id": 1, "title": "Letter one", "body": "a"}, {"id": 2, "title": "Letter two", "body": "b"}]


def form(*fields, **more):
    return {"kind": "form", "sections": [{"fields": list(fields)}], **more}


def field(name, type="text", **more):
    return {"name": name, "type": type, **more}


def sheet(feature, **more):
    return {"style": "sheet", "feature": feature, **more}


EDIT = sheet("letter", target="activeItem", onOutput="updateItem")
FEATURES = {
    "letters": {
        "kind": "list",
        "source": "letters",
        "modals": {
            "edit": EDIT,
            "new": sheet("letter", onOutput="insertItem"),
            "steps": {**EDIT, "feature": "steps"},
            "walk": {**EDIT, "feature": "walk"},
        },
    },
    "letter": form(field("title"), field("body", "multiline"), draft={"source": "drafts"}),
    "steps": {
        "kind": "flow",
        "output": "merged",
        "draft": {"source": "drafts"},
        "steps": [{"id": "a", "feature": "title"}, {"id": "b", "feature": "body"}],
    },
    "title": form(field("title")),
    "body": form(field("body")),
    "walk": {"kind": "flow", "root": "letter"},
    "app": {
        "kind": "flow",
        "root": "letters",
        "routes": {"edit": {"feature": "letter", "onOutput": "updateItem"}},
        "outputs": {"openItem": {"action": "push", "params": {"route": "edit"}}},
    },
}
SOURCES = {
    "letters": {"type": "file", "path": "letters.jsonl"},
    "drafts": {"type": "file", "path": "drafts.jsonl"},
}


class Desk(Driven):
    """A host with a list of letters in a file."""

    def __init__(self, folder, feature="letters"):
        self.letters = folder / "letters.jsonl"
        self.drafts = folder / "drafts.jsonl"
        if not self.letters.exists():
            self.letters.write_text("".join(json.dumps(row) + "\n" for row in LETTERS))
        super().__init__(folder, SOURCES, FEATURES, feature)

    def present(self, modal, id=None):
        if id:
            self.act("setActive", {"id": id})
        return self.act("present", {"modal": modal})

    def enter(self, name, value):
        return self.act("setValue", {"path": "/" + name, "value": value}, ["presentation"])

    @property
    def sheet(self):
        return self.snapshot["presentation"]

    @property
    def step(self):
        """The entry of the wizard's stack that the sheet shows."""
        return self.sheet["child"]["state"]["stack"][-1]

    def in_step(self, action, params=None):
        return self.act(action, params, ["presentation", "stack", self.step["key"]])

    @property
    def offers_draft(self):
        return self.sheet["child"]["state"]["hasDraft"]

    def rows(self):
        return [json.loads(line) for line in self.letters.read_text().splitlines()]

    def kept(self):
        return [json.loads(line) for line in self.drafts.read_text().splitlines()] if self.drafts.exists() else []


def test_each_row_has_a_draft_of_its_own(tmp_path):
    with Desk(tmp_path) as desk:
        desk.present("edit", "1").enter("body", "for the first")
        assert desk.host.finish() == 0
    with Desk(tmp_path) as desk:
        desk.present("edit", "2")
        assert not desk.offers_draft
        desk.act("dismiss", {"key": desk.sheet["key"]}).present("new")
        assert not desk.offers_draft
        desk.act("dismiss", {"key": desk.sheet["key"]}).present("edit", "1")
        assert desk.offers_draft
        desk.act("restoreDraft", path=["presentation"])
        assert desk.sheet["child"]["state"]["fields"]["/body"]["value"] == "for the first"
        assert [row["values"] for row in desk.kept()] == [[{"path": "/body", "value": "for the first", "base": "a"}]]
        assert desk.host.finish() == 0


def test_a_draft_that_an_earlier_host_kept_is_offered_for_a_new_row(tmp_path):
    row = {"id": "letter", "values": [{"path": "/title", "value": "Half"}, {"path": "/body", "value": ""}]}
    (tmp_path / "drafts.jsonl").write_text(json.dumps(row) + "\n")
    with Desk(tmp_path) as desk:
        desk.present("edit", "1")
        assert not desk.offers_draft
        desk.act("dismiss", {"key": desk.sheet["key"]}).present("new")
        assert desk.offers_draft
        assert desk.host.finish() == 0


@pytest.mark.parametrize("way", ["dismiss", "cancel", "discard", "replace"])
def test_a_discard_deletes_the_draft(tmp_path, way):
    with Desk(tmp_path) as desk:
        desk.present("edit", "1").enter("body", "never mind")
        assert desk.kept()
        if way == "dismiss":
            desk.act("dismiss", {"key": desk.sheet["key"]})
        elif way == "replace":
            desk.act("present", {"modal": "new", "policy": "replace"})
        else:
            desk.act(way, path=["presentation"])
        if way != "discard":
            assert desk.kept(), "nothing is lost before that is confirmed"
            desk.act("confirmDiscard")
        assert desk.kept() == []
        assert desk.host.finish() == 0


def test_a_popped_page_deletes_its_draft(tmp_path):
    with Desk(tmp_path, "app") as desk:
        stack = desk.snapshot["state"]["stack"]
        desk.act("openItem", {"id": "1"}, ["stack", stack[0]["key"]])
        top = ["stack", desk.snapshot["state"]["stack"][-1]["key"]]
        desk.act("setValue", {"path": "/body", "value": "never mind"}, top)
        assert [row["id"] for row in desk.kept()] == ["letter:1"]
        desk.act("pop").act("confirmDiscard")
        assert desk.kept() == []
        assert desk.host.finish() == 0


def test_no_draft_comes_back_after_its_deletion(tmp_path):
    """The host ends directly after the discard, while the draft is being written and deleted."""
    for turn in range(12):
        with Desk(tmp_path) as desk:
            desk.present("new")
            assert not desk.offers_draft, turn
            key = desk.sheet["key"]
            desk.enter("title", "Postcard")
            desk.host.act("i", "setValue", {"path": "/title", "value": "Postcards"}, path=["presentation"])
            desk.host.act("i", "dismiss", {"key": key})
            desk.host.act("i", "confirmDiscard")
            assert desk.host.finish() == 0
            assert desk.kept() == [], turn


def test_a_wizard_edits_the_row_that_it_is_about(tmp_path):
    with Desk(tmp_path) as desk:
        desk.present("steps", "1")
        assert desk.step["child"]["state"]["fields"]["/title"]["value"] == "Letter one"
        desk.act("next", path=["presentation"]).act("next", path=["presentation"])
        assert desk.sheet is None and desk.rows() == LETTERS
        desk.present("steps", "2").act("next", path=["presentation"])
        assert desk.step["child"]["state"]["fields"]["/body"]["value"] == "b"
        desk.in_step("setValue", {"path": "/body", "value": "bb"}).act("next", path=["presentation"])
        assert desk.rows() == [LETTERS[0], {**LETTERS[1], "body": "bb"}]
        assert desk.host.finish() == 0


def test_a_wizard_about_a_row_takes_over_what_others_change(tmp_path):
    with Desk(tmp_path) as desk:
        desk.present("steps", "1")
        desk.act("updateItem", {"id": "1", "patch": {"title": "Theirs"}})
        assert desk.step["child"]["state"]["fields"]["/title"]["value"] == "Theirs"
        desk.act("next", path=["presentation"]).act("next", path=["presentation"])
        assert desk.rows() == [{**LETTERS[0], "title": "Theirs"}, LETTERS[1]]
        assert desk.host.finish() == 0


def test_the_draft_of_a_wizard_about_a_row_is_that_rows(tmp_path):
    with Desk(tmp_path) as desk:
        desk.present("steps", "1")
        desk.in_step("setValue", {"path": "/title", "value": "Mine"}).act("next", path=["presentation"])
        assert [row["id"] for row in desk.kept()] == ["steps:1"]
        assert desk.host.finish() == 0
    with Desk(tmp_path) as desk:
        desk.present("steps", "2")
        assert not desk.sheet["child"]["state"]["steps"]["hasDraft"]
        desk.act("dismiss", {"key": desk.sheet["key"]}).present("steps", "1")
        desk.act("restoreDraft", path=["presentation"]).act("next", path=["presentation"])
        assert desk.rows() == [{**LETTERS[0], "title": "Mine"}, LETTERS[1]]
        assert desk.kept() == []
        assert desk.host.finish() == 0


def test_a_flow_of_pages_in_a_sheet_edits_the_row(tmp_path):
    with Desk(tmp_path) as desk:
        desk.present("walk", "2")
        assert desk.step["child"]["state"]["fields"]["/title"]["value"] == "Letter two"
        desk.in_step("setValue", {"path": "/title", "value": "Second"}).in_step("submit")
        assert desk.rows() == [LETTERS[0], {**LETTERS[1], "title": "Second"}]
        assert desk.host.finish() == 0


def test_a_page_saves_the_row_that_it_was_opened_about(tmp_path):
    with Desk(tmp_path, "app") as desk:
        stack = desk.snapshot["state"]["stack"]
        desk.act("openItem", {"id": "2"}, ["stack", stack[0]["key"]])
        top = ["stack", desk.snapshot["state"]["stack"][-1]["key"]]
        desk.act("setValue", {"path": "/title", "value": "Second"}, top).act("submit", path=top)
        assert desk.rows() == [LETTERS[0], {**LETTERS[1], "title": "Second"}]
        assert len(desk.snapshot["state"]["stack"]) == 1
        assert desk.host.finish() == 0


def test_a_page_does_not_write_to_another_row_that_gets_the_id(tmp_path):
    with Desk(tmp_path, "app") as desk:
        desk.act("openItem", {"id": "1"}, ["stack", desk.snapshot["state"]["stack"][0]["key"]])
        root, page = (["stack", entry["key"]] for entry in desk.snapshot["state"]["stack"])
        desk.act("setValue", {"path": "/title", "value": "Mine"}, page)
        for rows in (LETTERS[1:], [{"id": 1, "title": "Another", "body": "c"}, *LETTERS[1:]]):
            desk.letters.write_text("".join(json.dumps(row) + "\n" for row in rows))
            desk.act("refresh", {}, root)
        desk.act("submit", {}, page)
        assert desk.rows() == rows
        shown = desk.snapshot
        assert [error["code"] for error in shown["errors"]] == ["gone"] and len(shown["state"]["stack"]) == 2


def test_answers_by_step_are_no_patch_of_a_row(tmp_path):
    steps = {key: value for key, value in FEATURES["steps"].items() if key != "output"}
    path = workspace(tmp_path, SOURCES, {**FEATURES, "steps": steps})
    said = subprocess.run([BINARY, "check", path], capture_output=True, text=True)
    assert said.returncode == 1
    assert "/features/letters/modals/steps/onOutput" in said.stdout + said.stderr
    assert '"output": "merged"' in said.stdout + said.stderr


def test_a_restored_wizard_takes_over_what_others_have_changed(tmp_path):
    with Desk(tmp_path) as desk:
        desk.present("steps", "1").in_step("setValue", {"path": "/title", "value": "Mine"})
        desk.act("next", path=["presentation"])
        assert desk.kept()[0]["steps"][0] | {"answer": None} == {
            "id": "a",
            "status": "done",
            "answer": None,
            "changes": {"title": "Mine"},
            "base": {"title": "Letter one"},
        }
    rows = [dict(LETTERS[0], body="theirs"), LETTERS[1]]
    desk.letters.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with Desk(tmp_path) as desk:
        desk.present("steps", "1").act("restoreDraft", path=["presentation"])
        assert desk.step["child"]["state"]["fields"]["/body"]["value"] == "theirs"
        desk.act("next", path=["presentation"])
        assert desk.sheet is None
        assert desk.rows()[0] == {"id": 1, "title": "Mine", "body": "theirs"}


def test_a_restored_wizard_tells_of_the_same_member_changed_by_others(tmp_path):
    with Desk(tmp_path) as desk:
        desk.present("steps", "1").in_step("setValue", {"path": "/title", "value": "Mine"})
        desk.act("next", path=["presentation"])
    rows = [dict(LETTERS[0], title="Theirs"), LETTERS[1]]
    desk.letters.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with Desk(tmp_path) as desk:
        desk.present("steps", "1").act("restoreDraft", path=["presentation"])
        desk.act("next", path=["presentation"])
        [error] = desk.sheet["child"]["errors"]
        assert error["code"] == "conflict" and 'title, which is "Theirs" now' in error["message"]
        assert desk.rows()[0]["title"] == "Theirs"
        desk.act("next", path=["presentation"])
        assert desk.sheet is None and desk.rows()[0]["title"] == "Mine"


def test_a_restored_draft_keeps_what_no_field_of_an_item_shows(tmp_path):
    lines = field("lines", "repeated", fields=[field("sku"), field("qty", "number")])
    features = {
        "orders": {"kind": "list", "source": "orders", "modals": {"edit": {**EDIT, "feature": "order"}}},
        "order": form(lines, draft={"source": "drafts"}),
    }
    sources = {"orders": {"type": "file", "path": "orders.jsonl"}, "drafts": SOURCES["drafts"]}
    rows = tmp_path / "orders.jsonl"
    item = {"sku": "a", "note": "stays"}
    rows.write_text(json.dumps({"id": "1", "lines": [item, {"sku": "b"}]}) + "\n")

    def opened():
        orders = Driven(tmp_path, sources, features, "orders")
        return orders.act("setActive", {"id": "1"}).act("present", {"modal": "edit"})

    with opened() as orders:
        first = orders.snapshot["presentation"]["child"]["state"]["fields"]["/lines"]["value"][0]
        orders.act("setValue", {"path": f"/lines/{first}/qty", "value": 2}, ["presentation"])
    with opened() as orders:
        orders.act("restoreDraft", path=["presentation"]).act("submit", path=["presentation"])
    assert json.loads(rows.read_text())["lines"] == [{**item, "qty": 2}, {"sku": "b"}]
