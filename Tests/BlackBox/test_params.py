"""Params of features: walks down folders, links, shared rows, recordings and a plugin that gets the values."""

import json
import os
import signal
import sqlite3
import subprocess

import pytest
from host import ROOT, Host, request, run, serve
from test_recordings import replay

FOLDERS = {
    "sources": {
        "folders": {
            "type": "command",
            "argv": ["sh", "-c", 'cd "$1" && printf "%s\\n" *', "sh", "{folder}"],
            "operations": {"note": {"argv": ["sh", "-c", 'cat > "$1.txt"; echo "\\"$1\\""', "sh", "{folder}"]}},
        },
        "counted": {"type": "command", "argv": ["sh", "-c", 'echo "$1" | tee -a runs.txt', "sh", "{name}"]},
        "notes": {"type": "file", "path": "notes/{name}.jsonl"},
    },
    "features": {
        "folder": {
            "kind": "list",
            "title": "{param.folder}",
            "params": {"folder": {"type": "string", "default": "tree"}},
            "source": "folders",
        },
        "browse": {
            "kind": "flow",
            "root": "folder",
            "params": {"folder": {"type": "string", "default": "tree"}},
            "routes": {"folder": {"feature": "folder", "params": {"folder": {"param": "folder"}}}},
        },
        "note": {
            "kind": "form",
            "params": {"folder": {"type": "string", "required": True}},
            "submit": {"source": "folders", "call": "perform", "operation": "note"},
            "onSuccess": "stay",
            "sections": [{"fields": [{"name": "text", "type": "text"}]}],
        },
        "counted": {"kind": "list", "params": {"name": {"type": "string"}}, "source": "counted"},
        "notes": {"kind": "list", "params": {"name": {"type": "string", "required": True}}, "source": "notes"},
    },
}


@pytest.fixture
def folder(tmp_path):
    os.makedirs(tmp_path / "tree" / "a" / "b c" / "$(id)" / "-d" / "e")
    os.makedirs(tmp_path / "notes")
    (tmp_path / "w.json").write_text(json.dumps(FOLDERS))
    return tmp_path


def texts(state):
    return [item["value"]["text"] for item in state["items"]]


def state(host, instance):
    return host.do("feature/snapshot", instance=instance)["state"]


def settled(host, feature, instance, **params):
    host.do("feature/open", feature=feature, instance=instance, params=params)
    host.do("feature/settle", instance=instance)
    return state(host, instance)


def test_a_walk_to_the_fifth_folder_and_back(folder):
    with Host("-w", "w.json", cwd=folder) as host:
        settled(host, "browse", "f")
        way = ["tree"]
        for name in ["a", "b c", "$(id)", "-d", "e"]:
            top = state(host, "f")["stack"][-1]["child"]["state"]
            assert (top["title"], texts(top)) == ("/".join(way), [name])
            way.append(name)
            push = {"route": "folder", "params": {"folder": "/".join(way)}}
            host.act("f", "push", push, **{"await": "settled"})
        while len(way) > 1:
            assert [entry["title"] for entry in state(host, "f")["stack"]][-1] == "/".join(way)
            way.pop()
            host.act("f", "pop", **{"await": "settled"})
            assert state(host, "f")["stack"][-1]["child"]["state"]["phase"] == "loaded"
        assert host.finish() == 0


def test_a_link_opens_a_feature_from_the_command_line(folder):
    for arguments in (["folder?folder=tree/a"], ["folder?folder=tree%2Fa"], ["folder", "folder=tree/a"]):
        called = run(b"", "call", "-w", "w.json", "--get", "/items/0/value/text", *arguments, cwd=folder)
        assert (called.status, called.output) == (0, b'"b c"\n')
    refused = run(b"", "call", "-w", "w.json", "notes", cwd=folder)
    assert (refused.status, refused.output) == (1, b"")
    assert "name" in refused.log and "is missing" in refused.log
    refused = run(b"", "call", "-w", "w.json", "nots?name=x", cwd=folder)
    assert refused.status == 1 and "there is no feature nots?name=x" in refused.log


def test_a_form_gives_its_params_to_its_operation(folder):
    called = run(
        b"", "call", "-w", "w.json", "note?folder=tree", "setValue", "path=/text", "value=x", "submit", cwd=folder
    )
    assert called.status == 0, called.log
    assert json.loads((folder / "tree.txt").read_text()) == {"text": "x"}


def test_the_same_values_are_the_same_rows(folder):
    with Host("-w", "w.json", cwd=folder) as host:
        # An edit of one appears in the other.
        settled(host, "notes", "n", name="one")
        settled(host, "notes", "m", name="one")
        settled(host, "notes", "o", name="two")
        host.act("n", "insertItem", {"value": {"id": "1", "title": "a"}}, **{"await": "settled"})
        host.act("m", "setFilter", {"filter": {"text": "a"}}, **{"await": "settled"})
        host.act("o", "setFilter", {"filter": {"text": "a"}}, **{"await": "settled"})
        assert (state(host, "m")["count"], state(host, "o")["count"]) == (1, 0)
        assert json.loads((folder / "notes" / "one.jsonl").read_text())["title"] == "a"
        assert host.finish() == 0


def test_a_recording_has_the_params(folder):
    with Host("-w", "w.json", "--record", "r", cwd=folder) as host:
        for number, name in enumerate(["x", "y", "x", "z"]):
            settled(host, f"counted?name={name}", f"i{number}")
            settled(host, "notes", f"n{number}", name=name)
            host.act(f"n{number}", "insertItem", {"value": {"title": name}}, **{"await": "settled"})
            if number == 1:
                host.do("feature/close", instance="i0")
        assert host.finish() == 0
    for name in ("w.json", "runs.txt", "notes/x.jsonl"):
        (folder / name).unlink()
    played = replay(folder / "r")
    assert (played.returncode, played.stderr) == (0, b"")
    assert b"no difference" in played.stdout


def test_a_thousand_values_leave_nothing(folder):
    with Host("-w", "w.json", cwd=folder) as host:
        settled(host, "notes", "first", name="first")
        before = (host.threads(), len(os.listdir(f"/proc/{host.pid}/fd")))
        for number in range(1_000):
            settled(host, "notes", "n", name=f"n{number}")
            host.do("feature/close", instance="n")
        # The threads of the last sources end soon; the number of all that were used shows that none stays.
        after = (host.threads(), len(os.listdir(f"/proc/{host.pid}/fd")))
        assert after[0] < before[0] + 100 and after[1] < before[1] + 100
        assert host.finish() == 0


def test_related_rows_of_a_database(tmp_path):
    with sqlite3.connect(tmp_path / "shop.db") as database:
        database.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, total REAL)")
        database.executemany(
            "INSERT INTO orders (customer, total) VALUES (?, ?)", [(n % 100, n / 2) for n in range(10_000)]
        )
    sources = {
        "table": {"type": "sqlite", "path": "shop.db", "table": "orders"},
        "query": {
            "type": "sqlite",
            "path": "shop.db",
            "query": "SELECT * FROM orders WHERE customer = :customer AND (:least IS NULL OR total >= :least);",
        },
    }
    params = {"customer": {"type": "integer", "required": True}, "least": {"type": "number"}}
    where = {
        "all": [
            {"key": "customer", "equals": {"param": "customer"}},
            {"not": {"key": "total", "less": {"param": "least"}}},
        ]
    }
    features = {
        "table": {"kind": "list", "source": "table", "params": params, "where": where, "pageSize": 7},
        "query": {"kind": "list", "source": "query", "params": params, "pageSize": 7},
    }
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": features}))
    with Host("-w", "w.json", cwd=tmp_path) as host:
        for number, given in enumerate([{"customer": 7}, {"customer": 99, "least": 4_900.5}, {"customer": 100}]):
            expected = [n + 1 for n in range(10_000) if n % 100 == given["customer"] and n / 2 >= given.get("least", 0)]
            for feature in features:
                instance = f"{feature}{number}"
                settled(host, feature, instance, **given)
                host.act(instance, "setSort", {"sort": [{"key": "total", "descending": True}]}, **{"await": "settled"})
                host.act(instance, "setWindow", {"offset": 0, "limit": 1_000}, **{"await": "settled"})
                while not (shown := state(host, instance))["loads"]["append"]["endReached"]:
                    host.act(instance, "loadMore", **{"await": "settled"})
                assert [int(item["id"]) for item in shown["items"]] == expected[::-1]
                assert shown["totalCount"] == len(expected)
        assert host.finish() == 0


def test_a_query_without_its_param_says_so(tmp_path):
    sqlite3.connect(tmp_path / "a.db").close()
    sources = {"q": {"type": "sqlite", "path": "a.db", "query": "SELECT 1 AS id, :name AS name"}}
    features = {"q": {"kind": "list", "source": "q"}}
    (tmp_path / "a.db").touch()
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": features}))
    checked = run(b"", "check", "w.json", cwd=tmp_path)
    assert b"warning: /features/q/source the source q has a place for the param name" in checked.output
    with Host("-w", "w.json", cwd=tmp_path) as host:
        host.do("feature/open", feature="q", instance="q")
        host.do("feature/settle", instance="q")
        (error,) = host.do("feature/snapshot", instance="q")["errors"]
        assert "the query has :name, and the feature has no param of this name" in error["message"]
        assert host.finish() == 0


@pytest.mark.parametrize("link", ["folder?folder=%", "folder?folder=%4", "folder?folder=%zz", "folder?folder=%ff"])
def test_a_link_that_cannot_be_read_names_no_feature(folder, link):
    outcome = serve([request(1, "feature/open", {"feature": link})], "-w", "w.json", cwd=folder)
    answer = outcome.answers[1]
    assert answer["error"]["code"] == -31001


def test_the_example_of_the_documentation(folder):
    page = (ROOT / "docs" / "workspaces.md").read_text()
    example = page.split("## One feature about many things")[1].split("```json\n")[1].split("```")[0]
    (folder / "w.json").write_text(example)
    checked = run(b"", "check", "w.json", cwd=folder)
    assert checked.output.endswith(b"w.json: no errors; folder (list), disk (flow), comments (list)\n")
    with Host("-w", "w.json", cwd=folder) as host:
        settled(host, "disk?path=tree", "d")
        for name in ("tree/a", "tree/a/b c"):
            top = state(host, "d")["stack"][-1]
            path = ["stack", top["key"]]
            host.act("d", "openItem", {"id": name}, path=path, **{"await": "settled"})
        last = state(host, "d")["stack"][-1]
        assert (last["params"], last["title"]) == ({"path": "tree/a/b c"}, "Files of tree/a/b c")
        assert [item["value"]["name"] for item in last["child"]["state"]["items"]] == ["$(id)"]
        assert host.ask("feature/open", {"feature": "folder?path=-delete"})["error"]["code"] == -32602
        assert host.finish() == 0


def test_the_actions_of_the_documentation(tmp_path):
    page = (ROOT / "docs" / "workspaces.md").read_text()
    (tmp_path / "w.json").write_text(page.split("## Actions on rows")[1].split("```json\n")[1].split("```")[0])
    sleepers = [subprocess.Popen(["sleep", "1000"]) for _ in range(3)]
    with Host("-w", "w.json", cwd=tmp_path) as host:
        settled(host, "processes", "j")
        host.act("j", "setWindow", {"offset": 0, "limit": 10000}, **{"await": "settled"})
        for sleeper in sleepers[:2]:
            host.act("j", "toggleSelection", {"id": str(sleeper.pid)})
        host.act("j", "accept", {"action": "kill"})
        presentation = host.do("feature/snapshot", instance="j")["presentation"]
        assert presentation["title"] == "Kill 2 processes?"
        host.act("j", "submit", path=["presentation"], **{"await": "settled"})
        assert [sleeper.wait() for sleeper in sleepers[:2]] == [-signal.SIGTERM] * 2
        assert sleepers[2].poll() is None
        assert host.finish() == 0
    sleepers[2].kill()
    sleepers[2].wait()


def first_texts(folder, sources, features, feature, **params):
    (folder / "w.json").write_text(json.dumps({"sources": sources, "features": features}))
    with Host("-w", "w.json", cwd=folder) as host:
        answer = host.ask("feature/open", {"feature": feature, "instance": "i", "params": params})
        if "error" in answer:
            return answer["error"]["code"]
        host.do("feature/settle", instance="i")
        return texts(state(host, "i"))


@pytest.mark.parametrize(
    "path, params",
    [
        ("notes/{a}.txt", {"a": "../secret"}),
        ("notes/.{a}.txt", {"a": "./secret"}),
        ("notes/{a}{b}.txt", {"a": ".", "b": "./secret"}),
        ("notes/x/../{a}.txt", {"a": "../secret"}),
        ("notes/{a}", {"a": "/../secret.txt"}),
    ],
)
def test_no_value_leads_out_of_a_folder(tmp_path, path, params):
    os.makedirs(tmp_path / "notes" / "x")
    (tmp_path / "secret.txt").write_text("secret\n")
    text = {"type": "string"}
    declared = {"a": text, "b": text, "many": {"type": "array", "items": text}}
    sources = {"s": {"type": "file", "path": path}}
    features = {"f": {"kind": "list", "source": "s", "params": declared}}
    assert first_texts(tmp_path, sources, features, "f", **params) == -32602


def test_a_path_that_begins_higher_stays_there(tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "a.txt").write_text("a\n")
    sources = {"s": {"type": "file", "path": "../{a}.txt"}}
    features = {"f": {"kind": "list", "source": "s", "params": {"a": {"type": "string"}}}}
    assert first_texts(tmp_path / "w", sources, features, "f", a="a") == ["a"]
    assert first_texts(tmp_path / "w", sources, features, "f", a="../a") == -32602


def test_an_absent_param_leaves_out_only_what_needs_it(tmp_path):
    rows = [{"id": 1, "n": 2}, {"id": 2, "n": 1}]
    feature = {
        "kind": "list",
        "source": "s",
        "params": {"down": {"type": "boolean"}, "label": {"type": "string"}, "f": {"type": "string"}},
        "sort": [{"key": "n", "descending": {"param": "down"}}],
        "columns": [{"key": "n", "label": {"param": "label"}}],
        "filter": {"param": "f"},
        "filters": [
            {"id": "one", "title": "One", "where": {"key": "n", "equals": 1}},
            {"id": "own", "title": "Own", "where": {"key": "n", "equals": {"param": "label"}}},
        ],
        "defaults": {
            "p": {"key": "k", "z": {"param": "f"}},
            "e": {"x": {"param": "f"}},
            "l": [{"param": "f"}],
            "key": {"param": "f"},
        },
    }
    (tmp_path / "w.json").write_text(
        json.dumps({"sources": {"s": {"type": "inline", "rows": rows}}, "features": {"l": feature}})
    )
    assert run(b"", "check", "w.json", cwd=tmp_path).status == 0
    with Host("-w", "w.json", cwd=tmp_path) as host:
        shown = settled(host, "l", "a")
        assert [item["id"] for item in shown["items"]] == ["2", "1"] and len(shown["columns"]) == 1
        assert [entry["id"] for entry in shown["filters"]] == ["one"]
        host.act("a", "insertItem", {"value": {"id": 3, "n": 3}}, **{"await": "settled"})
        added = {"id": 3, "n": 3, "p": {"key": "k"}, "e": {}, "l": []}
        assert state(host, "a")["items"][-1]["value"] == added
        shown = settled(host, "l", "b", down=True, label="Number", f="one")
        assert shown["columns"][0]["label"] == "Number" and [item["id"] for item in shown["items"]] == ["2"]
        assert host.ask("feature/open", {"feature": "l", "params": {"f": "two"}})["error"]["code"] == -32602


def test_an_absent_param_is_not_an_undeclared_one(tmp_path):
    sources = {"s": {"type": "command", "argv": ["printf", "%s\\n", "a", "{x}", "{y}"]}}
    x, y = {"x": {"type": "string"}}, {"y": {"type": "string"}}
    features = {
        "one": {"kind": "list", "source": "s", "params": x},
        "two": {"kind": "list", "source": "s", "params": {**x, **y}},
    }
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": features}))
    with Host("-w", "w.json", cwd=tmp_path) as host:
        assert texts(settled(host, "one", "i")) == ["a", "{y}"]
        assert texts(settled(host, "two", "j")) == ["a"]


@pytest.mark.parametrize("limit", [1e30, -1e30, 0.3])
def test_any_limit_of_a_number_can_be_declared(tmp_path, limit):
    for kind in ("number", "integer"):
        feature = {"kind": "list", "source": "s", "params": {"n": {"type": kind, "minimum": limit, "maximum": limit}}}
        feature["where"] = {"key": "n", "greater": {"param": "n"}}
        workspace = {"sources": {"s": {"type": "inline"}}, "features": {"l": feature}}
        (tmp_path / "w.json").write_text(json.dumps(workspace))
        assert run(b"", "check", "w.json", cwd=tmp_path).status == 0


def test_a_null_is_taken_into_a_param(tmp_path):
    rows = [{"id": 1, "due": "today", "note": None}]
    feature = {
        "kind": "list",
        "source": "s",
        "outputs": {
            "openItem": {
                "action": "updateItem",
                "params": {"patch": {"seen": 1}},
                "take": {"/patch/due": "/value/note"},
            }
        },
    }
    workspace = {"sources": {"s": {"type": "inline", "rows": rows}}, "features": {"l": feature}}
    (tmp_path / "w.json").write_text(json.dumps(workspace))
    with Host("-w", "w.json", cwd=tmp_path) as host:
        settled(host, "l", "l")
        host.act("l", "openItem", {"id": "1"}, **{"await": "settled"})
        assert state(host, "l")["items"][0]["value"] == {"id": 1, "note": None, "seen": 1}


def test_many_different_queries_of_one_source_all_end(tmp_path):
    rows = [{"id": number, "n": number} for number in range(9)]
    feature = {
        "kind": "list",
        "source": "r",
        "params": {"x": {"type": "integer"}},
        "where": {"key": "n", "less": {"param": "x"}},
    }
    sources = {"r": {"type": "inline", "watch": True, "rows": rows}}
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": {"l": feature}}))
    with Host("-w", "w.json", cwd=tmp_path) as host:
        for number in range(40):
            host.do("feature/open", feature=f"l?x={100 + number}", instance=f"i{number}")
        host.act("i0", "insertItem", {"value": {"id": 9, "n": 1}}, **{"await": "settled"})
        for number in range(40):
            host.do("feature/settle", instance=f"i{number}")
            assert state(host, f"i{number}")["count"] == 10


def test_a_refused_value_names_its_param(tmp_path):
    sources = {
        "f": {"type": "file", "path": "notes/{name}.txt"},
        "q": {"type": "sqlite", "path": "a.db", "query": "SELECT :name AS id"},
    }
    params = {"name": {"type": "string", "required": True}}
    features = {name: {"kind": "list", "source": name, "params": params} for name in sources}
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": features}))
    with Host("-w", "w.json", cwd=tmp_path) as host:
        for feature, value in (("f", "../a"), ("f", "a\0"), ("q", "a\0b"), ("q", 7)):
            error = host.ask("feature/open", {"feature": feature, "params": {"name": value}})["error"]
            assert (error["code"], error["data"]["fields"][0]["path"]) == (-32602, "/name")
        error = host.ask("feature/open", {"feature": "f", "params": {"nam": "a"}})["error"]
        assert "name" in error["data"]["fields"][0]["message"]
