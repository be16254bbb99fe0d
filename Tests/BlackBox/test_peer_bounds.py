"""Answers of plugins are limited in size, and checked before they are shown."""

import json
import sys

import pytest
from host import Host

PLUGIN = """
import json, sys

def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

for line in sys.stdin:
    asked = json.loads(line)
    method, params = asked.get("method"), asked.get("params") or {}
    if method == "exit":
        sys.exit(0)
    if "id" not in asked:
        continue
    answers = ANSWERS
    if method in answers:
        say(id=asked["id"], **answers[method])
    elif method == "initialize":
        info = {"name": "p", "version": "1"}
        known = {"features": FEATURES, "sources": ["rows"]}
        say(id=asked["id"], result={"protocolVersion": "1", "hostInfo": info, "capabilities": known})
    else:
        say(id=asked["id"], result={})
"""
ENDLESS = {"result": {"items": [{"id": str(number), "t": "row"} for number in range(50)], "endReached": False}}
ENTRY = {"id": "c", "kind": "view", "title": "C", "actions": [], "state": {"type": "object"}}


def host(tmp_path, answers, feature=None, has_features=False):
    """Returns a host with a list, or another feature, over a plugin with fixed answers."""
    text = PLUGIN.replace("ANSWERS", repr(answers)).replace("FEATURES", repr(has_features))
    (tmp_path / "p.py").write_text(text)
    book = {
        "plugins": {"p": {"command": [sys.executable, "p.py"]}},
        "sources": {"s": {"type": "plugin", "plugin": "p", "source": "rows"}},
        "features": {"l": {"source": "s", **(feature or {"kind": "list"})}},
    }
    path = tmp_path / "workspace.json"
    path.write_text(json.dumps(book))
    return Host("-w", path)


def shown(served):
    served.do("initialize")
    served.do("feature/open", feature="l", instance="l")
    served.do("feature/settle", instance="l")
    return served.do("feature/snapshot", instance="l")


@pytest.mark.parametrize(
    "feature",
    [
        {"kind": "list", "pageSize": 200},
        {"kind": "list", "sort": [{"key": "t"}]},
        {"kind": "search", "keys": ["t"], "minLength": 0},
    ],
    ids=["list", "sorted", "search"],
)
def test_a_source_that_repeats_its_rows_is_stopped(tmp_path, feature):
    with host(tmp_path, {"source/fetch": ENDLESS}, feature) as served:
        (error,) = shown(served)["errors"]
        assert error["code"] == "invalidData" and "had given before" in error["message"]


@pytest.mark.parametrize(
    "code,expected",
    [
        ("quotaExceeded", "quotaExceeded"),
        ("Not A Word", "sourceFailed"),
        ("x" * 101, "sourceFailed"),
        ("", "sourceFailed"),
    ],
)
def test_codes_are_words(tmp_path, code, expected):
    answer = {"error": {"code": -31009, "message": "no", "data": {"code": code}}}
    with host(tmp_path, {"source/fetch": answer}) as served:
        assert shown(served)["errors"][0]["code"] == expected


def test_messages_have_a_bound(tmp_path):
    answer = {"error": {"code": -31009, "message": "ø" * 1_000_000}}
    with host(tmp_path, {"source/fetch": answer}) as served:
        message = shown(served)["errors"][0]["message"]
        assert message.endswith("ø…") and len(message.encode()) <= 16 << 10


def test_a_catalog_has_each_id_once(tmp_path):
    entries = [ENTRY, {**ENTRY, "title": "D"}, {**ENTRY, "id": "x" * 1001}, {**ENTRY, "id": "d", "more": 1}]
    with host(tmp_path, {"feature/list": {"result": {"features": entries}}}, has_features=True) as served:
        served.do("initialize")
        known = [entry for entry in served.do("feature/list")["features"] if entry.get("plugin") == "p"]
        assert [(entry["id"], entry["title"]) for entry in known] == [("p:c", "C"), ("p:d", "C")]
        assert "more" not in known[1]
        (found,) = served.do("host/plugins")["plugins"]
        assert found["leftOut"] == 2
