"""Presentations about a row: they follow its value, even if the row is not loaded, and give reasons for refusals."""

import pytest
from host import Host, check_error, jsonl, workspace

ASK = {
    "style": "alert",
    "title": "Delete it?",
    "target": "activeItem",
    "dependsOn": ["title"],
    "buttons": [{"id": "delete", "title": "Delete", "action": "deleteItems"}],
}
EDIT = {"style": "sheet", "feature": "form", "target": "activeItem", "onOutput": "updateItem"}
FORM = {"kind": "form", "sections": [{"fields": [{"name": "title", "type": "text"}]}]}
SETTLED = {"await": "settled"}


def features(**more):
    modals = {"ask": ASK, "edit": EDIT, "add": {"style": "sheet", "feature": "form"}}
    return {"list": {"kind": "list", "source": "rows", "modals": modals, **more}, "form": FORM}


@pytest.fixture
def host(tmp_path):
    """A host with a list of 300 rows over a file; the list keeps the values of two pages."""
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(f'{{"id":"r{n}","title":"T{n}","n":{n}}}\n' for n in range(300)))
    source = {"type": "file", "path": "rows.jsonl"}
    with Host("-w", workspace(tmp_path, {"rows": source}, features(pageSize=20, maxPages=2))) as host:
        host.file = file
        host.do("feature/open", feature="list", instance="l")
        host.do("feature/settle", instance="l")
        yield host


def snapshot(host):
    return host.do("feature/snapshot", instance="l")


def is_enabled(host):
    return snapshot(host)["presentation"]["buttons"][0]["enabled"]


def go_far(host):
    for _ in range(6):
        count = snapshot(host)["state"]["count"]
        host.act("l", "setWindow", {"offset": count - 20, "limit": 20}, **SETTLED)
        host.act("l", "loadMore", **SETTLED)
        host.act("l", "setActive", {"id": f"r{count - 1}"}, **SETTLED)


def test_a_question_about_a_row_can_be_answered_also_where_its_value_was_dropped(host):
    host.act("l", "setActive", {"id": "r3"})
    host.act("l", "present", {"modal": "ask"})
    go_far(host)
    assert is_enabled(host)
    key = snapshot(host)["presentation"]["key"]
    host.act("l", "pressButton", {"key": key, "buttonId": "delete"}, **SETTLED)
    assert [row["id"] for row in jsonl(host.file)][:4] == ["r0", "r1", "r2", "r4"]


def test_a_row_that_has_the_same_value_is_unchanged_however_its_members_stand(host):
    host.act("l", "setActive", {"id": "r3"})
    host.act("l", "present", {"modal": "ask"})
    host.act("l", "updateItem", {"id": "r3", "patch": {"title": None}}, **SETTLED)
    assert not is_enabled(host)
    host.act("l", "undo", **SETTLED)
    assert list(jsonl(host.file)[3]) == ["id", "n", "title"]
    assert is_enabled(host)


def test_nothing_is_presented_about_a_value_that_is_not_loaded_just_now(host):
    go_far(host)
    host.act("l", "setActive", {"id": "r3"})
    answer = host.ask("feature/send", {"instance": "l", "action": "present", "params": {"modal": "edit"}})
    if "error" in answer:
        # If the row has been loaded by now, the action succeeds.
        check_error(answer, -31005, "actionUnavailable")
        assert answer["error"]["data"]["reason"] == "dropped"
        host.do("feature/settle", instance="l")
        host.act("l", "present", {"modal": "edit"})
    assert snapshot(host)["presentation"]["child"]["state"]["fields"]["/title"]["value"] == "T3"


@pytest.mark.parametrize("second", ["x", "y"])
def test_a_button_that_presses_a_button_presses_none(tmp_path, second):
    """The presentation is closed before its button's action runs. Otherwise the check of the action would never end."""
    press = {"action": "pressButton", "params": {"key": "p1", "buttonId": second}}
    buttons = [{"id": "x", "title": "X", **press}, {"id": "y", "title": "Y", "action": "confirmDiscard"}]
    modals = {"add": {"style": "sheet", "feature": "form", "buttons": buttons}}
    source = {"type": "inline", "rows": [{"id": "1"}]}
    features = {"list": {"kind": "list", "source": "rows", "modals": modals}, "form": FORM}
    with Host("-w", workspace(tmp_path, {"rows": source}, features)) as host:
        host.do("feature/open", feature="list", instance="l")
        host.act("l", "present", {"modal": "add"})
        host.act("l", "setValue", {"path": "/title", "value": "x"}, path=["presentation"])
        host.act("l", "dismiss", {"key": "p1"})
        press = {"instance": "l", "action": "pressButton", "params": {"key": "p1", "buttonId": "x"}}
        assert host.ask("feature/send", press)["error"]["data"]["reason"] == "gone"
        assert host.ask("feature/send", press | {"params": {"key": "p1", "buttonId": "y"}})["id"]
        assert snapshot(host)["presentation"]["key"] == "p1"


def test_what_can_not_be_confirmed_is_said_to_be_unavailable(tmp_path):
    source = {"type": "inline", "rows": [{"id": "1"}, {"id": "2"}]}
    with Host("-w", workspace(tmp_path, {"rows": source}, features())) as host:
        host.do("feature/open", feature="list", instance="l")
        host.act("l", "setActive", {"id": "1"})
        host.act("l", "present", {"modal": "add"})
        host.act("l", "setValue", {"path": "/title", "value": "x"}, path=["presentation"])
        host.act("l", "present", {"modal": "edit", "policy": "replace"})
        assert snapshot(host)["blocked"]["action"] == "present"
        assert "confirmDiscard" not in snapshot(host)["unavailable"]
        host.act("l", "deleteItems", {"ids": ["1", "2"]}, **SETTLED)
        assert snapshot(host)["unavailable"]["confirmDiscard"] == "noTarget"
        answer = host.ask("feature/send", {"instance": "l", "action": "confirmDiscard"})
        assert answer["error"]["data"]["reason"] == "noTarget"
