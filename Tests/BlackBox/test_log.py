"""The host's log: it never blocks the host, and texts of others can't break its lines."""

import json
import os
import sys

import pytest
from host import Host, increment, open_counter, request, send

REFUSES = """
import json, sys
sys.stderr.write("\\x1b]0;title\\x07\\x1b[2J\\r\\x00\\n")
sys.stderr.flush()
for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        error = {"code": -1, "message": sys.argv[1] * int(sys.argv[2])}
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "error": error}), flush=True)
"""


def refusing(folder, message, count=1):
    """Writes a workspace with a plugin that refuses to start with a message."""
    (folder / "plugin.py").write_text(REFUSES)
    command = [sys.executable, "plugin.py", message, str(count)]
    (folder / "w.json").write_text(json.dumps({"plugins": {"p": {"command": command}}}))


def test_a_long_line_that_nobody_reads_holds_nobody_up(tmp_path):
    refusing(tmp_path, "x", 200_000)
    unread, theirs = os.pipe()
    with Host("-w", "w.json", cwd=tmp_path, stderr=theirs) as host:
        os.close(theirs)
        host.do("feature/list")
        assert host.do("ping") is None
        assert host.finish() == 0
    os.close(unread)


LONG = "x" * 200_000


@pytest.mark.parametrize(
    "messages",
    [
        [open_counter(0, LONG), increment(1, LONG)],
        [open_counter(0), send(1, "c", LONG)],
        [open_counter(0), increment(1, path=[LONG])],
    ],
    ids=["instance", "action", "path"],
)
def test_a_trace_of_long_names_that_nobody_reads_holds_nobody_up(messages):
    unread, theirs = os.pipe()
    with Host("--trace", stderr=theirs) as host:
        os.close(theirs)
        host.send(*messages, request(2, "ping"))
        assert host.answer(2)["result"] is None
        assert host.finish() == 0
    os.close(unread)


def test_nobody_else_makes_a_line_of_their_own(tmp_path):
    refusing(tmp_path, "no\n2026-01-01 critical featurehost: forged ")
    with Host("-w", "w.json", cwd=tmp_path) as host:
        host.do("feature/list")
        assert host.finish() == 0
        host.log.seek(0)
        log = host.log.read().decode()
    assert r"no\u000a2026-01-01 critical featurehost: forged" in log
    assert not any(line.startswith("2026-01-01") for line in log.splitlines())
    assert all(character == "\n" or character.isprintable() for character in log), log


def test_a_long_line_is_cut(tmp_path):
    refusing(tmp_path, "é", 200_000)
    with Host("-w", "w.json", cwd=tmp_path) as host:
        host.do("feature/list")
        assert host.finish() == 0
        host.log.seek(0)
        lines = host.log.read().splitlines()
    assert max(map(len, lines)) < 4_096
    assert any(line.decode().endswith("é…") for line in lines)
