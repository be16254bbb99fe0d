"""`host/inspect` and `--trace`, for developers. Neither contains values, params or states."""

import json
import time

import pytest
from host import GUARD, Host, increment, open_counter, request, run, send, serve, workspace

SECRET = "hunter2-correct-horse"


def told(log):
    """Returns the lines of a trace as JSON."""
    lines = [line for line in log.split("\n") if line]
    assert all(" trace featurehost: [Hosting] {" in line for line in lines), log
    return [json.loads(line.partition("[Hosting] ")[2]) for line in lines]


def form(folder):
    """Writes a workspace with a form that has a secure field and is inserted into a file."""
    fields = [{"name": "name", "type": "text"}, {"name": "pin", "type": "secure", "minLength": 4}]
    accounts = {"type": "file", "path": "accounts.jsonl"}
    declared = {"kind": "form", "submit": {"source": "accounts", "call": "insert"}, "sections": [{"fields": fields}]}
    return workspace(folder, {"accounts": accounts}, {"form": declared})


# Secrets


def test_a_secret_is_neither_in_the_trace_nor_in_an_inspection(tmp_path):
    secret = {"path": "/pin", "value": SECRET}
    session = [
        request(1, "feature/open", {"feature": "form", "instance": "f", "params": {"values": {"name": SECRET}}}),
        request(2, "host/inspect"),
        send(3, "f", "setSecret", secret),
        # The secret in all wrong places, most of which are refused.
        send(4, "f", "setSecret", {"path": "/name", "value": SECRET}),
        send(5, "f", "setSecret", {"path": "/pin", "value": [SECRET]}),
        send(6, "f", "setValue", {"path": "/" + SECRET, "value": SECRET}),
        send(7, "f", "setValue", secret),
        send(8, "f", "nonsense", secret),
        send(9, "f", "setSecret", secret, ifRevision=77),
        send(10, "f", "submit", **{"await": "settled"}),
        request(11, "host/inspect"),
    ]
    outcome = serve(session, "-w", form(tmp_path), "--trace")
    assert outcome.status == 0
    answers = outcome.answers
    assert "result" in answers[3] and "result" in answers[10]
    assert all("error" in answers[id] for id in range(4, 10)), answers
    lines = told(outcome.log)
    assert [line["refused"] for line in lines if "refused" in line] == [
        "setSecret",
        "setSecret",
        "setValue",
        "setValue",
        "nonsense",
        "setSecret",
    ]
    (inspected,) = answers[11]["result"]["instances"]
    assert "setSecret" in [cause["action"] for cause in inspected["causes"]]
    assert "submitted" in [line.get("action") for line in lines]
    for text in (outcome.log, json.dumps(answers[2]), json.dumps(answers[11])):
        assert SECRET not in text


# The trace


def test_a_line_tells_what_an_action_began_and_what_it_cancelled(tmp_path):
    book = workspace(
        tmp_path,
        {"rows": {"type": "inline", "rows": [{"id": "1", "title": "a"}]}},
        {"find": {"kind": "search", "source": "rows", "debounceMs": 100}},
    )
    session = [
        request(1, "feature/open", {"feature": "find", "instance": "f"}),
        send(2, "f", "setQuery", {"query": "a"}),
        send(3, "f", "setQuery", {"query": "ab"}),
        request(4, "clock/advance", {"ms": 100}),
    ]
    outcome = serve(session, "-w", book, "--clock", "virtual", "--trace")
    first, second, fired = [line for line in told(outcome.log) if line["action"] in {"setQuery", "debounced"}]
    place = {"instance": "f", "path": []}
    (timer,) = first["began"]
    assert first == place | {
        "revision": first["revision"],
        "action": "setQuery",
        "origin": "client",
        "request": 2,
        "began": [timer],
    }
    assert second["cancelled"] == [timer] and second["revision"] == first["revision"] + 1
    assert fired["origin"] == "clock" and "request" not in fired


def test_every_revision_has_one_line_and_every_refusal_has_one():
    session = [open_counter(1), *(increment(id) for id in range(2, 50)), send(50, "c", "nope"), send(51, "c", "reset")]
    lines = told(serve(session, "--trace").log)
    assert [line["revision"] for line in lines if "action" in line] == list(range(1, 50))
    assert [line for line in lines if "action" not in line] == [
        {"instance": "c", "revision": 48, "refused": "nope", "path": [], "error": "unknownAction"}
    ]


def test_a_refusal_tells_its_reason():
    session = [open_counter(1), send(2, "c", "keepEditing"), send(3, "c", "reset", path=["gone"])]
    assert [(line["refused"], line["path"], line["reason"]) for line in told(serve(session, "--trace").log)] == [
        ("keepEditing", [], "notBlocked"),
        ("reset", ["gone"], "gone"),
    ]


def test_names_that_a_front_end_gives_break_no_line():
    name = 'a\nb"\x1b[31m'
    session = [open_counter(1, name), increment(2, name), send(3, name, name)]
    lines = told(serve(session, "--trace").log)
    assert [line["instance"] for line in lines] == [name, name] and lines[1]["refused"] == name


@pytest.mark.parametrize("level", ["trace", "critical"])
def test_the_trace_is_there_at_every_level_and_only_if_it_is_asked_for(level):
    session = [open_counter(1), increment(2)]
    assert len(told(serve(session, "--trace", "--log-level", level).log)) == 1
    assert serve(session, "--log-level", level).log == ""


def test_a_call_can_be_traced():
    outcome = run(b"", "call", "gallery:counter", "incrementButtonTapped", "--trace", "--get", "/count")
    assert outcome.status == 0 and outcome.output == b"1\n"
    assert [line["action"] for line in told(outcome.log)] == ["incrementButtonTapped"]


# Dropped deliveries


def test_a_superseded_delivery_is_counted_and_traced(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"id":"1"}\n')
    book = workspace(tmp_path, {"rows": {"type": "file", "path": "rows.jsonl"}})
    with Host("-w", book, "--clock", "virtual", "--trace") as host:
        host.do("feature/open", feature="rows", instance="l")
        # A read of the file is never interrupted, so the first read still delivers after the second has begun.
        host.act("l", "refresh")
        assert host.do("host/inspect")["instances"][0]["dropped"] == 0
        assert host.do("feature/settle", instance="l")["settled"]
        deadline = time.monotonic() + GUARD
        while (told_now := host.do("host/inspect", instance="l")["instances"][0])["dropped"] == 0:
            assert time.monotonic() < deadline, "what was superseded is not counted"
            host.do("clock/advance", ms=0)
        assert told_now["dropped"] == 1 and told_now["settled"] and told_now["effects"] == []
        first, second = (cause for cause in told_now["causes"] if "began" in cause)
        assert second["action"] == "refresh" and second["cancelled"] == first["began"]
        assert host.finish() == 0
        host.log.seek(0)
        dropped = [line for line in told(host.log.read().decode()) if "dropped" in line]
    assert dropped == [
        {"instance": "l", "revision": told_now["revision"], "dropped": first["began"][0], "path": []},
    ]
