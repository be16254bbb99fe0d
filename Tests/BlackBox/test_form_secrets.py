"""Secrets: the host writes the value of a secure field only into the input of the operation of a submit."""

import json

from host import Host, notification, send

SECRET = "mArKeR-7"


def workspace(folder):
    """Writes a workspace with a form that uses all features next to secrets: verdicts, items, a draft, an operation."""
    (folder / "order.sh").write_text(
        # The operation fails and prints its input until the file `taken` exists.
        'input=$(cat)\nif [ ! -e taken ]; then printf "%s" "$input" >&2; exit 3; fi\nprintf "%s" "$input" > got.json\n'
    )
    secure = {"type": "secure", "minLength": 4, "pattern": "[0-9]", "warnings": {"minLength": 12}}
    fields = [
        {"name": "name", "type": "text", "validateWith": {"source": "shell", "operation": "judge", "debounceMs": 0}},
        {"name": "pin", "required": True, **secure},
        {"name": "again", "type": "secure", "equalTo": "pin"},
        {"name": "hint", "type": "text", "visibleWhen": {"field": "pin", "empty": False}},
        {"name": "account", "type": "group", "fields": [{"name": "pass", **secure}]},
        {"name": "keys", "type": "repeated", "fields": [{"name": "key", **secure}]},
    ]
    declared = {
        "sources": {
            "shell": {
                "type": "command",
                "operations": {"judge": {"argv": ["true"]}, "order": {"argv": ["sh", "order.sh"]}},
            },
            "drafts": {"type": "file", "path": "drafts.jsonl"},
        },
        "features": {
            "form": {
                "kind": "form",
                "sections": [{"fields": fields}],
                "draft": {"source": "drafts"},
                "submit": {"source": "shell", "call": "perform", "operation": "order"},
            }
        },
    }
    path = folder / "featurehost.json"
    path.write_text(json.dumps(declared))
    return str(path)


PATHS = ["/pin", "/again", "/account/pass", "/keys/k1/key", "/keys/k2/key"]
# Actions with the secret in wrong places; the refusals must not repeat it.
MISUSES = [
    ("insertItem", {"path": "/keys", "value": {"key": SECRET}}),
    ("setValue", {"path": "/pin", "value": SECRET}),
    ("setValues", {"values": {"account": {"pass": SECRET}}}),
    ("rebase", {"values": {"pin": SECRET}}),
    ("setSecret", {"path": "/name", "value": SECRET}),
    ("setSecret", {"path": "/pin", "value": [SECRET]}),
    ("setSecret", {"path": "/" + SECRET, "value": SECRET}),
    ("nonsense", {"value": SECRET}),
]


def use(host, folder):
    """Uses every action of a form; the first submits fail."""
    refused = host.ask("feature/open", {"feature": "form", "instance": "f", "params": {"values": {"pin": SECRET}}})
    assert refused["error"]["data"]["fields"][0]["path"] == "/values/pin"
    host.do("feature/open", feature="form", instance="f")
    host.do("feature/settle", instance="f")
    for action, params in [("insertItem", {"path": "/keys"})] * 2:
        host.act("f", action, params)
    for path in PATHS:
        host.act("f", "setSecret", {"path": path, "value": SECRET})
    for action, params in MISUSES:
        answer = host.ask("feature/send", {"instance": "f", "action": action, "params": params})
        assert "error" in answer, answer
    for action, params in [
        ("focus", {"path": "/pin"}),
        ("blur", {"path": "/pin"}),
        ("validate", {}),
        ("moveItem", {"path": "/keys", "id": "k2", "beforeId": "k1"}),
        ("setValue", {"path": "/name", "value": "Ada"}),
    ]:
        host.act("f", action, params)
        host.do("host/inspect")
    host.until("f", lambda shown: shown["cause"]["action"] == "draftKept")
    # Both are handled before the operation can fail by itself.
    host.send(send("submit", "f", "submit", {"requestId": "r"}), send("cancel", "f", "cancelSubmit"))
    assert "result" in host.answer("submit") and "result" in host.answer("cancel")
    host.act("f", "submit", **{"await": "settled"})
    assert host.do("feature/snapshot", instance="f")["state"]["status"] == "failed"
    host.do("feature/open", feature="form", instance="g")
    host.do("feature/settle", instance="g")
    host.act("g", "restoreDraft")
    (folder / "taken").touch()
    host.act("f", "retry", **{"await": "settled"})
    assert host.do("feature/snapshot", instance="f")["state"]["status"] == "succeeded"
    host.act("f", "setSecret", {"path": "/pin", "value": SECRET})
    host.act("f", "reset")
    host.do("host/inspect")
    host.send(b'{"jsonrpc":"2.0","id":1,"method":"feature/send","params":{"value":"' + SECRET.encode() + b'"\n')
    host.send(notification("feature/send", {"instance": "g", "action": "setSecret", "params": {"value": SECRET}}))


def test_what_an_operation_of_a_flow_says_is_not_shown(tmp_path):
    """The operation prints the secret of a step to standard error, and repeats it in its messages."""
    secure = {"kind": "form", "sections": [{"fields": [{"name": "pin", "type": "secure"}]}]}
    said = r'{"errors":[{"code":"x","message":"%s"}]}'
    printed = "input=$(tr -d '{}\"'); printf '" + said + '\' "$input"'
    operations = {"fail": {"argv": ["sh", "-c", "cat >&2; exit 3"]}, "refuse": {"argv": ["sh", "-c", printed]}}
    features = {"pin": secure}
    for name in operations:
        steps = [{"id": "one", "feature": "pin"}, {"id": "two", "feature": "pin"}]
        submit = {"source": "shell", "call": "perform", "operation": name}
        features[name] = {"kind": "flow", "steps": steps, "submit": submit}
        features[f"nested-{name}"] = {"kind": "flow", "steps": [{"id": "in", "feature": "inner"}], "submit": submit}
    features["inner"] = {"kind": "flow", "steps": [{"id": "one", "feature": "pin"}]}
    path = tmp_path / "w.json"
    path.write_text(
        json.dumps({"sources": {"shell": {"type": "command", "operations": operations}}, "features": features})
    )
    with Host("-w", path, "--log-level", "trace", cwd=tmp_path) as host:
        for name in [name for name in features if name not in ("pin", "inner")]:
            snapshot = host.do("feature/open", feature=name, instance=name)["snapshot"]
            for _ in range(2 if name in operations else 1):
                steps, place = snapshot["state"]["stack"], []
                while steps:
                    place += ["stack", steps[-1]["key"]]
                    steps = steps[-1]["child"]["state"].get("stack")
                host.do(
                    "feature/send",
                    instance=name,
                    path=place,
                    action="setSecret",
                    params={"path": "/pin", "value": SECRET},
                )
                host.do("feature/send", instance=name, path=place[:-2], action="next", **{"await": "settled"})
                snapshot = host.do("feature/snapshot", instance=name)
            assert snapshot["errors"], snapshot
        assert host.finish() == 0
        assert SECRET not in json.dumps(host.seen)
        host.log.seek(0)
        assert SECRET.encode() not in host.log.read()


def test_a_secret_is_only_where_a_submit_hands_it(tmp_path):
    path = workspace(tmp_path)
    with Host("-w", path, "--trace", "--log-level", "trace", cwd=tmp_path) as host:
        use(host, tmp_path)
        assert host.finish() == 0
        assert SECRET not in json.dumps(host.seen)
        host.log.seek(0)
        assert SECRET.encode() not in host.log.read()
    handed = json.loads((tmp_path / "got.json").read_text())
    assert handed["pin"] == handed["again"] == handed["account"]["pass"] == SECRET
    assert [item["key"] for item in handed["keys"]] == [SECRET, SECRET]
    for file in tmp_path.rglob("*"):
        if file.is_file() and file.name != "got.json":
            assert SECRET not in file.read_text(), file
