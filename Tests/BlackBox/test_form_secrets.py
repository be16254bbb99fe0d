"""What is entered into a secure field is in nothing that the host writes, save what a submit hands its operation."""

import json

from host import notification, request, send, serve

SECRET = "mArKeR-7"


def workspace(folder):
    """A form that does with secrets all that a form can do: judged neighbours, items, a draft, an operation."""
    (folder / "order.sh").write_text(
        # The first time it fails and says to everybody what it got; then it takes it.
        "input=$(cat)\n"
        'if [ ! -e tried ]; then touch tried; printf "%s" "$input" >&2; exit 3; fi\n'
        'printf "%s" "$input" > got.json\n'
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


def session():
    """Every action of a form, most of them with the secret wherever a front end may put it."""
    paths = ["/pin", "/again", "/account/pass", "/keys/k1/key", "/keys/k2/key"]
    steps = [
        ("insertItem", {"path": "/keys", "value": {"key": SECRET}}),
        ("insertItem", {"path": "/keys"}),
        *[("setSecret", {"path": path, "value": SECRET}) for path in paths],
        ("setValue", {"path": "/pin", "value": SECRET}),
        ("setValues", {"values": {"account": {"pass": SECRET}}}),
        ("rebase", {"values": {"pin": SECRET}}),
        ("setSecret", {"path": "/name", "value": SECRET}),
        ("setSecret", {"path": "/pin", "value": [SECRET]}),
        ("setSecret", {"path": "/pin", "value": SECRET, "more": SECRET}),
        ("setValue", {"path": "/name", "value": "Ada"}),
        ("focus", {"path": "/pin"}),
        ("blur", {"path": "/pin"}),
        ("validate", {}),
        ("moveItem", {"path": "/keys", "id": "k2", "beforeId": "k1"}),
        ("submit", {"requestId": "r"}),
        ("cancelSubmit", {}),
        ("submit", {}),
        ("retry", {}),
    ]
    yield request(1, "feature/open", {"feature": "form", "instance": "f", "params": {"values": {"pin": SECRET}}})
    for number, (action, params) in enumerate(steps):
        wait = {"await": "settled"} if action in ("submit", "retry", "validate") and params == {} else {}
        yield send(10 + number, "f", action, params, **wait)
        yield request(100 + number, "feature/snapshot", {"instance": "f"})
    for path in paths[:3]:
        yield send(200 + paths.index(path), "f", "setSecret", {"path": path, "value": SECRET})
    yield request(300, "feature/settle", {"instance": "f"})
    yield request(301, "host/inspect")
    yield b'{"jsonrpc":"2.0","id":302,"method":"feature/send","params":{"value":"' + SECRET.encode() + b'"\n'
    yield send(303, "f", "nonsense", {"value": SECRET})
    yield send(304, "f", "discard")
    yield request(305, "feature/open", {"feature": "form", "instance": "g"})
    yield request(306, "feature/settle", {"instance": "g"})
    yield send(307, "g", "restoreDraft")
    secret = {"path": "/pin", "value": SECRET}
    yield notification("feature/send", {"instance": "g", "action": "setSecret", "params": secret})


def test_a_secret_is_only_where_a_submit_hands_it(tmp_path):
    path = workspace(tmp_path)
    outcome = serve(list(session()), "-w", path, "--trace", "--log-level", "trace", cwd=tmp_path)
    assert outcome.status == 0, outcome.log
    answers = outcome.answers
    handed = json.loads((tmp_path / "got.json").read_text())
    assert handed["pin"] == handed["again"] == handed["account"]["pass"] == SECRET
    assert [item["key"] for item in handed["keys"]] == [SECRET, SECRET]
    assert answers[300]["result"]["settled"] is True
    assert SECRET.encode() not in outcome.output
    assert SECRET not in outcome.log
    for file in tmp_path.rglob("*"):
        if file.is_file() and file.name != "got.json":
            assert SECRET not in file.read_text(), file
