"""No frame of a host is longer or more deeply nested than a host or a client can read."""

import json
import sqlite3

import pytest
from host import Host, insert, open_list, request, run, send, workspace

LONGEST = 16 << 20
MEGA = 1_000_000


def nested(levels):
    """Returns JSON with this number of nested arrays."""
    return "[" * levels + "1" + "]" * levels


class Measured(Host):
    """A host whose longest frame is recorded."""

    longest = 0

    def receive(self, *args, **more):
        message = super().receive(*args, **more)
        self.longest = max(self.longest, len(json.dumps(message, ensure_ascii=False, separators=(",", ":"))))
        return message


def shown(state):
    """Returns the ids of the items of a list or a search."""
    items = state["items"] if "items" in state else [item for group in state["groups"] for item in group["items"]]
    return [item["id"] for item in items]


def long_rows(folder, kind, count=20):
    rows = [{"id": n, "t": "x" * MEGA} for n in range(count)]
    match kind:
        case "file":
            (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
            return {"type": "file", "path": "rows.jsonl"}
        case "sqlite":
            with sqlite3.connect(folder / "rows.db") as database:
                database.execute("create table x(id integer primary key, t text)")
                database.executemany("insert into x values(:id, :t)", rows)
            return {"type": "sqlite", "path": "rows.db", "table": "x"}
    return {"type": "inline", "rows": [{**row, "id": str(row["id"])} for row in rows]}


@pytest.mark.parametrize("updates", ["snapshot", "patch"])
@pytest.mark.parametrize("source", ["file", "sqlite", "inline"])
def test_a_list_leaves_out_rows_that_are_too_long_together(tmp_path, source, updates):
    path = workspace(tmp_path, {"rows": long_rows(tmp_path, source)})
    with Measured("-w", path) as host:
        host.do("initialize", capabilities={"updates": updates})
        host.do("feature/open", feature="rows", instance="l")
        assert host.do("feature/settle", instance="l")["settled"]
        state = host.do("feature/snapshot", instance="l")["state"]
        assert shown(state) == ["0", "1", "2", "3"] and state["count"] == 20
        assert state["window"] == {"offset": 0, "limit": 50, "omitted": 16}
        # The rows before and at the active row are shown, and the other rows of the window are omitted.
        host.act("l", "setActive", {"id": "12"})
        state = host.do("feature/snapshot", instance="l")["state"]
        assert shown(state) == ["9", "10", "11", "12"] and state["window"]["omitted"] == 16
        assert state["window"]["offset"] == 9
        host.act("l", "setWindow", {"offset": 5, "limit": 3})
        state = host.do("feature/snapshot", instance="l")["state"]
        assert shown(state) == ["5", "6", "7"] and state["window"] == {"offset": 5, "limit": 3}
        assert host.finish() == 0
    assert host.longest <= LONGEST


def test_a_search_leaves_out_results_that_are_too_long_together(tmp_path):
    feature = {"kind": "search", "source": "rows", "keys": ["id"], "minLength": 0, "debounceMs": 0}
    path = workspace(tmp_path, {"rows": long_rows(tmp_path, "file")}, {"rows": feature})
    with Measured("-w", path) as host:
        host.do("feature/open", feature="rows", instance="f")
        assert host.do("feature/settle", instance="f")["settled"]
        state = host.do("feature/snapshot", instance="f")["state"]
        assert len(shown(state)) == 4 and state["window"]["omitted"] == 16
        host.act("f", "moveActive", {"by": 6})
        state = host.do("feature/snapshot", instance="f")["state"]
        assert state["activeId"] == shown(state)[-1] and state["window"]["omitted"] == 16
        assert host.finish() == 0
    assert host.longest <= LONGEST


@pytest.mark.parametrize("updates", ["snapshot", "patch"])
@pytest.mark.parametrize("source", ["file", "table"])
def test_frames_do_not_grow_with_the_loaded_rows(tmp_path, source, updates):
    """Returns to the same window of 50 rows of 1 kB after each action."""
    rows = [{"id": str(n), "n": n % 7, "t": "x" * 1_000} for n in range(4_000)]
    file = {"type": "file", "path": "rows.jsonl"}
    (tmp_path / "rows.jsonl").write_text("")
    path = workspace(tmp_path, {"rows": file if source == "file" else {"type": "table"}})
    with Measured("-w", path, "--state-dir", str(tmp_path)) as host:
        host.do("initialize", capabilities={"updates": updates})
        host.do("feature/open", feature="rows", instance="l")
        host.act("l", "insertItems", {"values": rows})
        host.do("feature/settle", instance="l")
        host.act("l", "moveActive", {"by": len(rows)})
        steps = [
            ("updateItems", {"all": True, "patch": {"m": 1}}),
            ("undo", {}),
            ("setFilter", {"filter": {"text": "1"}}),
            ("setSort", {"sort": [{"key": "n", "descending": True}]}),
            ("setFilter", {"filter": None}),
            ("moveActive", {"by": len(rows)}),
            ("setSort", {"sort": []}),
            ("moveActive", {"by": len(rows)}),
            ("deleteItems", {"all": True}),
            ("undo", {}),
            ("moveActive", {"by": len(rows)}),
            ("reset", {}),
        ]
        for action, params in steps:
            host.act("l", action, params)
            assert host.do("feature/settle", instance="l")["settled"]
            assert not host.do("feature/snapshot", instance="l")["errors"], action
        assert host.do("feature/snapshot", instance="l")["state"]["totalCount"] == len(rows)
        assert host.finish() == 0
    assert 50_000 < host.longest <= 256_000


def test_answers_that_are_too_long_together_are_errors(tmp_path):
    lists = {f"l{n}": {"kind": "list", "source": "rows"} for n in range(6)}
    path = workspace(tmp_path, {"rows": long_rows(tmp_path, "inline")}, lists)
    with Measured("-w", path) as host:
        for name in lists:
            host.do("feature/open", feature=name, instance=name)
            host.do("feature/settle", instance=name)
        host.send([request(n, "feature/snapshot", {"instance": name}) for n, name in enumerate(lists)])
        while not isinstance(answers := host.receive(), list):
            pass
        kinds = ["result" if "result" in answer else answer["error"]["data"]["kind"] for answer in answers]
        assert kinds == ["result"] * 3 + ["internalError"] * 3
        assert "a frame has at most 16777216" in answers[-1]["error"]["message"]
        assert host.finish() == 0
    assert host.longest <= LONGEST


def test_a_request_that_is_too_long_fails(tmp_path):
    path = workspace(tmp_path, {"rows": {"type": "client", "can": ["insert", "insertMany"]}})
    with Measured("-w", path) as host:
        host.do("initialize", capabilities={"sources": ["rows"]})
        host.send(open_list(1))
        while (asked := host.receive()).get("method") != "source/fetch":
            pass
        host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"items": [], "endReached": True}})
        host.until("l", lambda snapshot: snapshot["settled"])
        # The character U+2028 has three bytes in UTF-8, but six bytes as the host escapes it.
        rows = [{"id": str(n), "t": "\u2028" * 170_000} for n in range(30)]
        host.send(json.dumps(send(2, "l", "insertItems", {"values": rows}), ensure_ascii=False) + "\n")
        shown = host.until("l", lambda snapshot: snapshot["errors"])
        assert shown["errors"][0]["code"] == "tooLong", shown["errors"]
        assert "a frame has at most 16777216" in shown["errors"][0]["message"] and shown["state"]["count"] == 0
        assert host.do("ping") is None
    assert host.longest <= LONGEST


@pytest.mark.parametrize("kind", ["jsonl", "json", "command"])
def test_a_row_that_is_too_deep_is_a_problem(tmp_path, kind):
    lines = ['{"id":"1"}', f'{{"id":"2","d":{nested(511)}}}', f'{{"id":"3","d":{nested(512)}}}', '{"id":"4"}']
    text = f"[{','.join(lines)}]" if kind == "json" else "\n".join(lines) + "\n"
    name = "rows.json" if kind == "json" else "rows.jsonl"
    (tmp_path / name).write_text(text)
    source = {"type": "file", "path": name}
    if kind == "command":
        source = {"type": "command", "argv": ["cat", name], "format": "jsonl"}
    with Host("-w", workspace(tmp_path, {"rows": source})) as host:
        host.do("feature/open", feature="rows", instance="l")
        host.do("feature/settle", instance="l")
        state = host.do("feature/snapshot", instance="l")["state"]
        assert shown(state) == ["1", "2", "4"] and state["problems"]["count"] == 1
        assert "nested more than 512 deep" in state["problems"]["listed"][0]["message"]
        assert host.finish() == 0


def test_a_row_of_a_client_that_is_too_deep_is_a_problem(tmp_path):
    with Host("-w", workspace(tmp_path, {"rows": {"type": "client"}})) as host:
        host.do("initialize", capabilities={"sources": ["rows"]})
        host.send(open_list(1))
        while (asked := host.receive()).get("method") != "source/fetch":
            pass
        items = [json.loads(f'{{"id":"{levels}","d":{nested(levels)}}}') for levels in (511, 512)]
        host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"items": items, "endReached": True}})
        state = host.until("l", lambda snapshot: snapshot["state"]["problems"])["state"]
        assert shown(state) == ["511"] and "nested more than 512 deep" in json.dumps(state["problems"])


def test_an_inline_row_that_is_too_deep_is_a_mistake(tmp_path):
    text = f'{{"sources":{{"s":{{"type":"inline","rows":[{{"id":"1","d":{nested(512)}}}]}}}},"features":{{}}}}'
    (tmp_path / "w.json").write_text(text)
    outcome = run(b"", "check", "w.json", cwd=tmp_path)
    assert outcome.status == 1 and b"/sources/s/rows/0 is nested more than 512 deep" in outcome.output


@pytest.mark.parametrize("source", ["inline", "table"])
def test_params_that_are_too_deep_are_refused(tmp_path, source):
    path = workspace(tmp_path, {"rows": {"type": source, **({"rows": []} if source == "inline" else {})}})
    with Host("-w", path, "--state-dir", str(tmp_path)) as host:
        host.do("feature/open", feature="rows", instance="l")
        host.do("feature/settle", instance="l")
        fits = insert(11, {"id": "1", "d": json.loads(nested(510))})
        host.send(fits)
        assert "result" in host.answer(11)
        host.send(insert(12, {"id": "2", "d": json.loads(nested(511))}))
        error = host.answer(12)["error"]
        assert error["data"]["kind"] == "invalidActionParams" and "512" in error["message"]
        host.send(request(13, "feature/open", {"feature": "rows", "params": {"a": json.loads(nested(512))}}))
        assert "nested more than 512 deep" in host.answer(13)["error"]["message"]
        assert host.finish() == 0
