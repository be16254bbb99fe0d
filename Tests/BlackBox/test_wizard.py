"""A flow with steps whose answers outlive the host."""

from host import Host, workspace

FEATURES = {
    "plan": {
        "kind": "flow",
        "steps": [{"id": "who", "feature": "who"}, {"id": "when", "feature": "when", "canSkip": True}],
        "summary": True,
        "draft": {"source": "drafts"},
    },
    "who": {
        "kind": "form",
        "sections": [
            {"fields": [{"name": "name", "type": "text", "required": True}, {"name": "pin", "type": "secure"}]}
        ],
    },
    "when": {"kind": "form", "sections": [{"fields": [{"name": "day", "type": "date"}]}]},
}


def opened(host):
    """Opens the wizard, and waits until its draft is loaded."""
    host.do("feature/open", feature="plan", instance="p")
    host.do("feature/settle", instance="p")
    return host


def state(host):
    return host.do("feature/snapshot", instance="p")["state"]


def top(host, action, params):
    """Sends an action to the shown step."""
    host.act("p", action, params, path=["stack", state(host)["stack"][-1]["key"]])


def step(host, action):
    host.act("p", action, **{"await": "settled"})


def test_a_wizard_goes_on_after_a_restart(tmp_path):
    kept = tmp_path / "drafts.jsonl"
    path = workspace(tmp_path, {"drafts": {"type": "file", "path": "drafts.jsonl"}}, FEATURES)
    with Host("-w", path) as host:
        opened(host)
        top(host, "setValue", {"path": "/name", "value": "Ada"})
        top(host, "setSecret", {"path": "/pin", "value": "hush-hush"})
        step(host, "next")
    assert "Ada" in kept.read_text()
    assert "hush" not in kept.read_text()

    with Host("-w", path) as host:
        opened(host)
        assert state(host)["steps"]["hasDraft"] is True
        step(host, "restoreDraft")
        assert [entry["status"] for entry in state(host)["steps"]["way"]] == ["done", "current", "open"]
        step(host, "back")
        form = state(host)["stack"][-1]["child"]["state"]["fields"]
        assert form["/name"]["value"] == "Ada"
        assert form["/pin"]["value"] == {"isSet": False}
        step(host, "next")
        top(host, "setValue", {"path": "/day", "value": "2026-12-24"})
        step(host, "next")
        rows = state(host)["stack"][-1]["child"]["state"]["items"]
        assert [row["value"]["answer"] for row in rows] == ["Ada", "2026-12-24"]
        step(host, "next")
        assert state(host)["output"] == {"who": {"name": "Ada"}, "when": {"day": "2026-12-24"}}

    with Host("-w", path) as host:
        opened(host)
        assert state(host)["steps"]["hasDraft"] is False
    assert kept.read_text().strip() == ""
