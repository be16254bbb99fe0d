"""Nested wizards, pages in steps, summaries, and the operation of a completed wizard."""

import json

from driven import Driven


def form(*fields, **more):
    return {"kind": "form", "sections": [{"fields": list(fields)}], **more}


def text(name, **more):
    return {"name": name, "type": "text", **more}


class Walk(Driven):
    """A host with an open wizard."""

    def __init__(self, folder, features, sources=None):
        super().__init__(folder, sources or {}, features, "plan")

    @property
    def state(self):
        return self.snapshot["state"]

    @property
    def top(self):
        return self.state["stack"][-1]

    def in_step(self, action, params=None):
        return self.act(action, params, ["stack", self.top["key"]])

    def in_inner_step(self, action, params=None):
        inner = self.top["child"]["state"]["stack"][-1]["key"]
        return self.act(action, params, ["stack", self.top["key"], "stack", inner])


def test_back_goes_into_the_last_step_of_a_wizard_within(tmp_path):
    features = {
        "plan": {"kind": "flow", "steps": [{"id": "inner", "feature": "inner"}, {"id": "end", "feature": "end"}]},
        "inner": {"kind": "flow", "steps": [{"id": "x", "feature": "x"}, {"id": "y", "feature": "y"}]},
        "x": form(text("x")),
        "y": form(text("y")),
        "end": form(text("end")),
    }
    with Walk(tmp_path, features) as walk:
        walk.in_inner_step("setValue", {"path": "/x", "value": "1"}).act("next")
        walk.in_inner_step("setValue", {"path": "/y", "value": "2"}).act("next")
        assert walk.top["route"] == "end"
        walk.act("back")
        inner = walk.top["child"]["state"]
        assert (walk.top["route"], inner["status"], inner["steps"]["id"]) == ("inner", "active", "y")
        walk.in_step("back")
        assert walk.top["child"]["state"]["steps"]["id"] == "x"
        walk.in_inner_step("setValue", {"path": "/x", "value": "one"}).act("next").act("next").act("next")
        assert walk.state["output"] == {"inner": {"x": {"x": "one"}, "y": {"y": "2"}}, "end": {}}
        assert walk.host.finish() == 0


def test_next_goes_through_the_pages_of_a_form_first(tmp_path):
    pages = [
        {"id": "one", "title": "One", "sections": [{"fields": [text("a", required=True)]}]},
        {"id": "two", "title": "Two", "sections": [{"fields": [text("b")]}]},
    ]
    features = {
        "plan": {"kind": "flow", "steps": [{"id": "pages", "feature": "pages"}, {"id": "end", "feature": "end"}]},
        "pages": {"kind": "form", "steps": pages},
        "end": form(text("end")),
    }
    with Walk(tmp_path, features) as walk:
        walk.act("next")
        assert walk.top["child"]["state"]["step"]["id"] == "one", "what is wrong keeps the page"
        walk.in_step("setValue", {"path": "/a", "value": "x"}).act("next")
        assert (walk.top["route"], walk.top["child"]["state"]["step"]["id"]) == ("pages", "two")
        walk.act("next")
        assert walk.top["route"] == "end"
        walk.act("next")
        assert walk.state["output"] == {"pages": {"a": "x"}, "end": {}}
        assert walk.host.finish() == 0


def test_a_summary_is_in_words(tmp_path):
    color = {
        "name": "color",
        "type": "picker",
        "label": "Colour",
        "options": [{"value": "r", "title": "Red"}, {"value": "b", "title": "Blue"}],
    }
    cities = {"name": "cities", "type": "multiPicker", "options": {"source": "cities", "title": "name"}}
    home = {"name": "addr", "type": "group", "label": "Home address", "fields": [text("street", label="Street name")]}
    lines = {"name": "lines", "type": "repeated", "label": "Order lines", "fields": [text("what", label="Goods")]}
    features = {
        "plan": {"kind": "flow", "summary": True, "steps": [{"id": "who", "feature": "who"}]},
        "who": form(color, cities, home, lines, {"name": "news", "type": "toggle", "label": "Send news"}),
    }
    sources = {"cities": {"type": "inline", "rows": [{"id": "1", "name": "Oslo"}, {"id": "2", "name": "Voss"}]}}
    with Walk(tmp_path, features, sources) as walk:
        values = {
            "color": "b",
            "cities": ["2", "1"],
            "addr": {"street": "Main"},
            "lines": [{"what": "a"}, {"what": "b"}],
        }
        walk.in_step("setValues", {"values": values}).act("next")
        rows = [item["value"] for item in walk.top["child"]["state"]["items"]]
        assert {row["name"]: row["answer"] for row in rows} == {
            "Colour": "Blue",
            "Cities": "Voss, Oslo",
            "Home address": "Street name: Main",
            "Order lines": "Goods: a; Goods: b",
            "Send news": "No",
        }
        assert walk.host.finish() == 0


def test_secrets_reach_the_operation_at_the_end(tmp_path):
    features = {
        "plan": {
            "kind": "flow",
            "output": "merged",
            "draft": {"source": "drafts"},
            "submit": {"source": "accounts", "call": "perform", "operation": "sign"},
            "steps": [{"id": "who", "feature": "who"}, {"id": "more", "feature": "more"}],
        },
        "who": form(text("name"), {"name": "pin", "type": "secure"}),
        "more": form(text("note")),
    }
    sources = {
        "drafts": {"type": "file", "path": "drafts.jsonl"},
        "accounts": {"type": "command", "operations": {"sign": {"argv": ["sh", "-c", "test -e ok && cat > got.json"]}}},
    }
    with Walk(tmp_path, features, sources) as walk:
        walk.in_step("setValue", {"path": "/name", "value": "Ada"})
        walk.in_step("setSecret", {"path": "/pin", "value": "hush-hush"}).act("next")
        assert "hush" not in (tmp_path / "drafts.jsonl").read_text()
        walk.in_step("setValue", {"path": "/note", "value": "n"}).act("next")
        assert walk.state["status"] == "active"
        assert [error["code"] for error in walk.snapshot["errors"]] == ["commandFailed"]
        (tmp_path / "ok").touch()
        walk.act("retry")
        assert walk.state["status"] == "completed"
        assert json.loads((tmp_path / "got.json").read_text()) == {"name": "Ada", "pin": "hush-hush", "note": "n"}
        assert walk.state["output"] == {"name": "Ada", "note": "n"}
        assert "hush" not in json.dumps(walk.snapshot)
        assert (tmp_path / "drafts.jsonl").read_text().strip() == ""
        assert walk.host.finish() == 0


def test_secrets_of_a_wizard_within_outlive_going_back(tmp_path):
    features = {
        "plan": {
            "kind": "flow",
            "output": "merged",
            "submit": {"source": "accounts", "call": "perform", "operation": "sign"},
            "steps": [{"id": "inner", "feature": "inner"}, {"id": "end", "feature": "end"}],
        },
        "inner": {
            "kind": "flow",
            "output": "merged",
            "steps": [{"id": "who", "feature": "who"}, {"id": "more", "feature": "more"}],
        },
        "who": form(text("name"), {"name": "pin", "type": "secure"}),
        "more": form(text("note")),
        "end": form(text("end")),
    }
    sources = {"accounts": {"type": "command", "operations": {"sign": {"argv": ["sh", "-c", "cat > got.json"]}}}}
    with Walk(tmp_path, features, sources) as walk:
        walk.in_inner_step("setValue", {"path": "/name", "value": "Ada"})
        walk.in_inner_step("setSecret", {"path": "/pin", "value": "hush-hush"}).act("next").act("next")
        assert walk.top["route"] == "end"
        # The user goes back to the last step of the inner wizard, which has no secure field.
        walk.act("back").act("next").act("next")
        assert walk.state["status"] == "completed"
        assert json.loads((tmp_path / "got.json").read_text())["pin"] == "hush-hush"
        assert "hush" not in json.dumps(walk.snapshot)
        assert walk.host.finish() == 0


def test_an_operation_names_items_by_their_index(tmp_path):
    errors = {"errors": [{"path": "/lines/1/qty", "code": "tooMany", "message": "Too many."}]}
    features = {
        "plan": form(
            {"name": "lines", "type": "repeated", "fields": [{"name": "qty", "type": "number"}]},
            submit={"source": "orders", "call": "perform", "operation": "place"},
        )
    }
    sources = {"orders": {"type": "command", "operations": {"place": {"argv": ["echo", json.dumps(errors)]}}}}
    with Walk(tmp_path, features, sources) as walk:
        walk.act("setValue", {"path": "/lines", "value": [{"qty": 1}, {"qty": 9}]})
        items = walk.state["fields"]["/lines"]["value"]
        walk.act("submit")
        fields = walk.state["fields"]
        assert [message["code"] for message in fields["/lines/%s/qty" % items[1]]["messages"]] == ["tooMany"]
        assert fields["/lines/%s/qty" % items[0]]["messages"] == [] and walk.state["formMessages"] == []
        assert walk.host.finish() == 0
