"""Drafts that the host stores: the next host restores entered values, but no secrets."""

import json

from host import Host

FIELDS = [{"name": "name", "type": "text"}, {"name": "code", "type": "secure"}]
SETTLED = {"await": "settled"}
FEATURES = {
    "person": {"kind": "form", "sections": [{"fields": FIELDS}], "draft": True},
    "other": {"kind": "form", "sections": [{"fields": FIELDS}], "draft": True},
    "forgotten": {"kind": "form", "sections": [{"fields": FIELDS}], "draft": False},
    "trip": {
        "kind": "flow",
        "steps": [{"id": "who", "feature": "person"}, {"id": "else", "feature": "other"}],
        "draft": True,
    },
}


def host(tmp_path, features=FEATURES):
    path = tmp_path / "workspace.json"
    path.write_text(json.dumps({"features": features}))
    return Host("-w", path, "--state-dir", tmp_path / "state")


def open_form(host, feature):
    host.do("feature/open", feature=feature, instance=feature)
    host.do("feature/settle", instance=feature)
    return host.do("feature/snapshot", instance=feature)


def kept(tmp_path):
    return b"".join(path.read_bytes() for path in (tmp_path / "state").iterdir())


def test_a_forms_draft_outlives_the_host(tmp_path):
    with host(tmp_path) as first:
        open_form(first, "person")
        first.act("person", "setValue", {"path": "/name", "value": "Ada"})
        first.act("person", "setSecret", {"path": "/code", "value": "hunter2"}, **SETTLED)
        first.do("feature/settle", instance="person")
        first.kill()
    with host(tmp_path) as second:
        assert open_form(second, "person")["state"]["hasDraft"]
        second.act("person", "restoreDraft", **SETTLED)
        shown = second.do("feature/snapshot", instance="person")["state"]["fields"]
        assert shown["/name"]["value"] == "Ada"
        # Each form has a separate draft.
        assert not open_form(second, "other")["state"]["hasDraft"]
        assert second.finish() == 0
    assert b"Ada" in kept(tmp_path) and b"hunter2" not in kept(tmp_path)


def test_a_flows_answers_outlive_the_host(tmp_path):
    with host(tmp_path) as first:
        open_form(first, "trip")
        top = first.do("feature/snapshot", instance="trip")["state"]["stack"][-1]["key"]
        first.act("trip", "setValue", {"path": "/name", "value": "Ada"}, path=["stack", top], **SETTLED)
        first.act("trip", "next", **SETTLED)
        first.kill()
    with host(tmp_path) as second:
        assert open_form(second, "trip")["state"]["steps"]["hasDraft"]
        second.act("trip", "restoreDraft", **SETTLED)
        way = second.do("feature/snapshot", instance="trip")["state"]["steps"]["way"]
        assert [entry["status"] for entry in way] == ["done", "current"]


def test_what_is_not_to_be_kept_is_not(tmp_path):
    with host(tmp_path, {"forgotten": FEATURES["forgotten"]}) as first:
        open_form(first, "forgotten")
        first.act("forgotten", "setValue", {"path": "/name", "value": "Ada"}, **SETTLED)
        assert first.do("host/plugins")["plugins"] == []
        assert first.finish() == 0
    assert not (tmp_path / "state").exists()


def test_drafts_do_not_meet_a_table_of_that_name(tmp_path):
    path = tmp_path / "workspace.json"
    sources = {"drafts": {"type": "table"}}
    features = {"rows": {"kind": "list", "source": "drafts"}, "person": FEATURES["person"]}
    path.write_text(json.dumps({"sources": sources, "features": features}))
    with Host("-w", path, "--state-dir", tmp_path / "state") as both:
        open_form(both, "person")
        both.act("person", "setValue", {"path": "/name", "value": "Ada"}, **SETTLED)
        assert open_form(both, "rows")["state"]["items"] == []
