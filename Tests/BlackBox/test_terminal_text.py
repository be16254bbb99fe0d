"""No command writes control characters from texts of others to a terminal, on standard output or standard error."""

import json
import random
import sqlite3
import sys

import pytest
from host import encode, frame, open_list, parse_frames, parse_lines, request, run
from socket_host import Daemon
from terminal_output import HOSTILE, Terminal, controls, on_terminal


def hostile_rows(folder, rows=1):
    (folder / "w.json").write_text(
        json.dumps(
            {
                "sources": {"s": {"type": "inline", "rows": [{"id": str(n), "t": HOSTILE} for n in range(rows)]}},
                "features": {"rows": {"kind": "list", "source": "s"}},
            }
        )
    )
    return str(folder / "w.json")


def hostile_workspace(folder):
    """Writes a workspace with control characters in names and values, which cause diagnostics."""
    (folder / "w.json").write_text(
        json.dumps(
            {
                "sources": {"s" + HOSTILE: {"type": "x" + HOSTILE}},
                "features": {"f" + HOSTILE: {"kind": "y" + HOSTILE}, "a\nw.json: no errors": {"kind": "z"}},
            }
        )
    )
    return "w.json"


@pytest.mark.parametrize(
    "words", [["check"], ["serve", "-w"], ["call", "-w"], ["plugins", "-w"]], ids=lambda words: words[0]
)
def test_diagnostics_are_escaped_and_stay_lines(tmp_path, words):
    more = ["f"] if words[0] == "call" else []
    status, written = on_terminal(*words, hostile_workspace(tmp_path), *more, cwd=tmp_path)
    assert status in (1, 2) and "\\u001b]0;owned\\u0007\\u009b31m\\u007f\\u202e" in written
    assert all(line.startswith("w.json:1: /") for line in written.splitlines())


def test_a_verdict_can_not_be_forged_in_a_file(tmp_path):
    # The output must be safe without a terminal too, because scripts read these lines.
    outcome = run(b"", "check", hostile_workspace(tmp_path), cwd=tmp_path)
    assert controls(outcome.output) == [] and b"\nw.json: no errors" not in outcome.output


def random_text(chance):
    """Returns a random text with many control characters."""
    ranges = [(0, 31), (32, 126), (127, 159), (0x200E, 0x200F), (0x2028, 0x202E), (0x2066, 0x2069), (0x61C, 0x61C)]
    return "".join(chr(chance.randint(*chance.choice(ranges))) for _ in range(chance.randrange(1, 12)))


def random_workspace(chance, depth=0):
    """Returns a random value similar to a workspace, with random texts."""
    known = ["sources", "features", "kind", "list", "form", "type", "inline", "source", "s", "rows", "title"]
    if depth > 4 or chance.random() < 0.3:
        return chance.choice([random_text(chance), chance.choice(known), 1, True, None, -0.5])
    if chance.random() < 0.3:
        return [random_workspace(chance, depth + 1) for _ in range(chance.randrange(3))]
    names = [chance.choice([chance.choice(known), random_text(chance)]) for _ in range(chance.randrange(1, 5))]
    return {name: random_workspace(chance, depth + 1) for name in names}


@pytest.mark.parametrize("seed", range(60))
def test_no_workspace_makes_check_print_a_control(tmp_path, seed):
    chance = random.Random(seed)
    text = random_text(chance)
    source = {"type": "inline", "rows": [{"id": text}]}
    sources = random_workspace(chance, 1), {"s": source}, {text: source}
    features = random_workspace(chance, 1), {text: {"kind": "list", "source": "s", "title": random_text(chance)}}
    whole = {"sources": chance.choice(sources), "features": chance.choice(features)}
    content = json.dumps(chance.choice([whole, random_workspace(chance)]), ensure_ascii=False)
    # Some files have raw control characters, which are invalid JSON; a diagnostic may quote them.
    path = tmp_path / "w.json"
    path.write_text(content.replace("\\u001b", "\x1b") if chance.random() < 0.3 else content)
    outcome = run(b"", "check", path.name, cwd=tmp_path)
    assert controls(outcome.output + outcome.log.encode()) == []
    lines = outcome.output.decode().splitlines()
    assert lines and all(line.startswith("w.json:") for line in lines)
    assert [line.startswith("w.json: no errors") for line in lines].count(True) == (outcome.status == 0)


def test_usage_errors_repeat_words_without_controls(tmp_path):
    for words in [["check", "w", "--x" + HOSTILE], ["lo\nst" + HOSTILE], ["call", "f", "--timeout", "x" + HOSTILE]]:
        status, written = on_terminal(*words)
        assert status == 64 and "\\u001b" in written
    assert "\\u000ast" in on_terminal("lo\nst")[1]
    assert on_terminal("check", "no" + HOSTILE)[0] == 1
    assert on_terminal("filter", "--limit", "x" + HOSTILE, "x")[0] == 64


def test_help_and_completions_are_as_they_were():
    for words in [["--help"], ["call", "--help"], ["--generate-completion-script", "bash"]]:
        outcome = run(b"", *words)
        assert outcome.status == 0 and outcome.output.count(b"\n") > 20 and b"\\u00" not in outcome.output
    assert run(b"", "--version").output.count(b"\n") == 1


def test_call_escapes_errors_and_its_json(tmp_path):
    with sqlite3.connect(tmp_path / "e.db") as database:
        words = (HOSTILE + "\nfeaturehost: all is well").replace("'", "''")
        database.executescript(
            "create table x(id integer primary key, v text); insert into x values (1, 'a');"
            f"create trigger no before update on x begin select raise(abort, '{words}'); end;"
        )
    (tmp_path / "w.json").write_text(
        json.dumps(
            {
                "sources": {"s": {"type": "sqlite", "path": "e.db", "table": "x"}},
                "features": {"rows": {"kind": "list", "source": "s"}},
            }
        )
    )
    status, written = on_terminal("call", "-w", str(tmp_path / "w.json"), "rows", "updateItem", "id=1", "patch.v=b")
    assert status == 1 and "owned" in written and "\nfeaturehost: all is well" not in written
    outcome = run(b"", "call", "-w", hostile_rows(tmp_path), "rows", "--get", "/items/0/value/t")
    assert outcome.status == 0 and controls(outcome.output) == [] and json.loads(outcome.output) == HOSTILE


def test_plugins_and_conform_escape_what_a_program_says(tmp_path):
    info = {"name": HOSTILE, "version": "1\nnext (w.json): fine"}
    answer = {"protocolVersion": "1", "hostInfo": info, "capabilities": {"sources": ["r" + HOSTILE]}}
    (tmp_path / "p.py").write_text(
        "import json, sys\n"
        f"sys.stderr.write({HOSTILE!r} + '\\n')\n"
        "for line in sys.stdin:\n"
        "    id = json.loads(line).get('id')\n"
        f"    print(json.dumps({{'jsonrpc': '2.0', 'id': id, 'result': {answer!r}}}), flush=True)\n"
    )
    plugin = {"command": [sys.executable, str(tmp_path / "p.py")]}
    (tmp_path / "w.json").write_text(json.dumps({"plugins": {"p": plugin}, "sources": {}, "features": {}}))
    for more in ([], ["--json"]):
        _, written = on_terminal("plugins", "-w", "w.json", *more, cwd=tmp_path)
        assert "owned" in written and not any(line.startswith("next") for line in written.splitlines())
    command = ["--scenario", "initialize-null", "--timeout", "5", "--", sys.executable, str(tmp_path / "p.py")]
    for report in ("text", "json", "junit"):
        status, written = on_terminal("conform", "--report", report, *command)
        assert status == 1 and written


def test_filter_escapes_on_a_terminal_alone():
    line = ("plain " + HOSTILE + "\tend").encode() + b"\xff\x9b\xe2\x80 \r."
    _, written = on_terminal("filter", "plain", data=line + b"\n")
    escaped = r"plain \u001b]0;owned\u0007\u009b31m\u007f\u202e\u061c\u200f\u2066"
    assert written == escaped + "\tend" + r"\xff\x9b\xe2\x80 \u000d." + "\n"
    assert run(line + b"\n", "filter", "plain").output == line + b"\n"
    assert on_terminal("filter", "--null", "a", data=b"a\x00ba\x00")[1] == "a\nba\n"


@pytest.mark.parametrize("rows", [1, 2_000])
def test_frames_on_a_terminal_mean_the_same(tmp_path, rows):
    path = hostile_rows(tmp_path, rows)
    window = {"offset": 0, "limit": 2_000}
    messages = [open_list(1), request(2, "feature/settle", {"instance": "l"})]
    messages += [
        request(n, "feature/send", {"instance": "l", "action": "setWindow", "params": window}) for n in (3, 4)
    ]
    asked = b"".join(encode(message) for message in messages)
    words = ["serve", "-w", path, "--clock", "virtual"]
    # The output is read only after all input was written, so the terminal's buffer is full for a while.
    terminal = Terminal(*words)
    terminal.feed(asked).join()
    shown = terminal.read()
    assert controls(shown) == [] and b"\\u009b" in shown
    assert parse_lines(shown) == parse_lines(run(asked, *words).output)


def test_frames_with_headers_keep_their_lengths_on_a_terminal(tmp_path):
    words = ["serve", "-w", hostile_rows(tmp_path)]
    asked = frame(open_list(1)) + frame(request(2, "feature/settle", {"instance": "l"}))
    terminal = Terminal(*words)
    terminal.feed(asked).join()
    shown = terminal.read()
    # Only the headers contain carriage returns.
    assert controls(shown) == ["U+000D"] and len(parse_frames(shown)) == len(parse_frames(run(asked, *words).output))


def test_replay_and_connect_escape_frames(tmp_path):
    asked = encode(open_list(1)) + encode(request(2, "feature/settle", {"instance": "l"}))
    record = str(tmp_path / "record")
    frames = run(asked, "serve", "-w", hostile_rows(tmp_path), "--record", record).output
    assert controls(frames) != []
    _, shown = on_terminal("replay", record, "--output", "1")
    assert parse_lines(shown.encode()) == parse_lines(frames)
    assert run(b"", "replay", record, "--output", "1").output == frames
    with Daemon(tmp_path, "-w", hostile_rows(tmp_path)) as host:
        _, shown = on_terminal("connect", "--socket", str(host.path), data=asked)
    assert "\\u009b" in shown and parse_lines(shown.encode())[-1]["id"] == 2
