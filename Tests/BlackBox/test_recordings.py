"""`serve --record` and `replay`; a replay uses no files, programs or clock outside of the recording."""

import json
import os
import resource
import shutil
import signal
import subprocess

import pytest
from host import (
    BINARY,
    GUARD,
    Host,
    answers,
    encode,
    frame,
    increment,
    open_counter,
    open_list,
    parse_frames,
    parse_lines,
    request,
    run,
    send,
)
from plugin_features import PLAIN_PLUGIN
from socket_host import Daemon, Front

FORM = {
    "sources": {"shell": {"type": "command", "operations": {"order": {"argv": ["true"]}}}},
    "features": {
        "login": {
            "kind": "form",
            "sections": [{"fields": [{"name": "user", "type": "text"}, {"name": "pin", "type": "secure"}]}],
            "submit": {"source": "shell", "call": "perform", "operation": "order"},
        }
    },
}
TASKS = {
    "sources": {"tasks": {"type": "file", "path": "tasks.jsonl", "watch": True}},
    "features": {"tasks": {"kind": "list", "source": "tasks"}, "find": {"kind": "search", "source": "tasks"}},
}


def replay(recording, *args, cwd="/"):
    """Replays a recording in an environment without the recorded files and programs."""
    return subprocess.run(
        [BINARY, "replay", str(recording), *args],
        capture_output=True,
        timeout=200,
        cwd=cwd,
        env={"PATH": "/nowhere"},
    )


def lines(recording):
    return [json.loads(line) for line in recording.read_text().splitlines()]


def record_tasks(folder, recording):
    """Records a session over a file that another program changes, and deletes the file."""
    workspace = folder / "workspace.json"
    workspace.write_text(json.dumps(TASKS))
    rows = [{"id": str(number), "title": f"Task {number}", "done": False} for number in range(30)]
    file = folder / "tasks.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with Host("-w", str(workspace), "--record", str(recording), cwd=folder) as host:
        host.do("feature/open", feature="tasks", instance="t")
        host.do("feature/settle", instance="t")
        host.act("t", "toggleItem", {"id": "3", "key": "done"}, **{"await": "settled"})
        host.do("feature/open", feature="find", instance="s")
        host.act("s", "setQuery", {"query": "task 2"}, **{"await": "settled"})
        file.write_text(json.dumps({"id": "new", "title": "Somebody else's"}) + "\n")
        host.until("t", lambda shown: shown["state"]["count"] == 1)
        host.act("t", "deleteItems", {"ids": ["new"]}, **{"await": "settled"})
        assert host.finish() == 0
        output = b"".join(json.dumps(message).encode() for message in host.seen)
    file.unlink()
    workspace.unlink()
    return output


def test_a_session_is_played_without_its_files(tmp_path):
    recording = tmp_path / "r"
    record_tasks(tmp_path, recording)
    assert os.stat(recording).st_mode & 0o777 == 0o600
    played = replay(recording)
    assert (played.returncode, played.stderr) == (0, b"")
    assert played.stdout == f"{len(lines(recording))} lines, no difference\n".encode()


def test_the_same_bytes_come_in_any_framing(tmp_path):
    recording = tmp_path / "r"
    record_tasks(tmp_path, recording)
    first = replay(recording, "--output", "1")
    assert first.returncode == 0
    assert replay(recording, "--output", "1").stdout == first.stdout
    headed = replay(recording, "--output", "1", "--framing", "headers")
    assert headed.returncode == 0
    said = [json.loads(line) for line in first.stdout.splitlines()]
    assert parse_frames(headed.stdout) == said == [line["message"] for line in lines(recording) if "out" in line]


def test_thousands_of_actions_are_played_to_the_byte(tmp_path):
    (tmp_path / "w.json").write_text(json.dumps(TASKS))
    rows = [{"id": str(number), "title": f"Task {number}", "done": False} for number in range(50)]
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    actions = [
        send(
            number,
            "t",
            *[("toggleItem", {"id": str(number % 50), "key": "done"}), ("moveActive", {"by": 1})][number % 2],
        )
        for number in range(3, 2_003)
    ]
    opened = [
        request(1, "feature/open", {"feature": "tasks", "instance": "t"}),
        request(2, "feature/settle", {"instance": "t"}),
    ]
    # An output file accepts all bytes immediately, so no update is conflated.
    with open(tmp_path / "output", "wb") as output:
        sent = b"".join(map(encode, [*opened, *actions]))
        words = [BINARY, "serve", "-w", "w.json", "--record", "r"]
        subprocess.run(words, input=sent, stdout=output, cwd=tmp_path, check=True, timeout=200)
    said = (tmp_path / "output").read_bytes()
    assert len(answers(parse_lines(said))) == 2_002
    for _ in range(2):
        played = replay(tmp_path / "r", "--output", "1")
        assert (played.returncode, played.stderr) == (0, b"")
        assert played.stdout == said
    headed = replay(tmp_path / "r", "--output", "1", "--framing", "headers")
    assert (headed.returncode, headed.stderr) == (0, b"")
    assert b"".join(frame(line) for line in said.splitlines(keepends=True)) == headed.stdout


def test_a_session_with_headers_is_played_with_them(tmp_path):
    recording = tmp_path / "r"
    sent = b"".join(map(frame, [open_counter(), increment(1)])) + b"Content-Length: 3\r\n\r\n{x}"
    assert run(sent, "serve", "--record", recording).status == 0
    played = replay(recording, "--output", "1")
    assert (played.returncode, played.stderr) == (0, b"")
    assert parse_frames(played.stdout)[-1]["error"]["code"] == -32700


def test_what_cannot_be_read_is_not_there(tmp_path):
    recording = tmp_path / "r"
    run(b'{"password": mArKeR}\n' + b'{"a":"mArKeR' + b"x" * 100_000 + b"\n", "serve", "--record", recording)
    assert "mArKeR" not in recording.read_text()
    unreadable = [line["unreadable"]["bytes"] for line in lines(recording) if "unreadable" in line]
    assert unreadable == [20, 100_012]
    assert replay(recording).returncode == 0


def test_secrets_are_left_out_and_asked_for(tmp_path):
    (tmp_path / "w.json").write_text(json.dumps(FORM))
    recording = tmp_path / "r"
    with Host("-w", "w.json", "--record", str(recording), cwd=tmp_path) as host:
        opening = {"feature": "login", "instance": "f", "params": {"values": {"pin": "mArKeR-1"}}}
        assert "error" in host.ask("feature/open", opening)
        host.do("feature/open", feature="login", instance="f")
        assert "error" in host.ask(
            "feature/send", {"instance": "f", "action": "setValue", "params": {"path": "/pin", "value": "mArKeR-2"}}
        )
        host.act("f", "setSecret", {"path": "/pin", "value": "mArKeR-3"})
        host.send(b"[" + json.dumps(send(9, "f", "setSecret", {"path": "/pin", "value": "mArKeR-4"})).encode() + b"]\n")
        host.act("f", "submit", **{"await": "settled"})
        assert host.finish() == 0
    assert "mArKeR" not in recording.read_text()
    played = replay(recording)
    assert played.returncode == 2
    assert b"omits the secret 1, as every recording does; give it with --secret 1=VALUE" in played.stderr
    words = [word for number in range(1, 5) for word in ("--secret", f"{number}=mArKeR-{number}")]
    assert replay(recording, *words).returncode == 0


# Invalid messages as faulty clients send them; each contains the secret.
WRONG = [
    {"id": 1, "method": "feature/send", "params": {"instance": "f", "action": "setSecret", "params": {"value": "X"}}},
    {**request(2, "feature/send"), "id": {}, "params": {"action": "setSecret", "params": {"value": "X"}}},
    {"jsonrpc": "2.0", "id": 3, "params": {"action": "setSecret", "params": {"value": "X"}}},
    send(4, "f", "setSecret", "X"),
    send(5, "f", "setSecret", ["/pin", "X"]),
    request(6, "feature/send", ["f", "setSecret", {"value": "X"}]),
    send(7, "f", "setSecret", {"path": "/pin", "secret": "X"}),
    send(8, "f", "setSecret", {"path": "/pin"}, value="X"),
    send(9, "f", "setValue", {"path": "/pin", "values": "X"}),
    send(10, "f", "setValues", {"values": {"/pin": "X"}}),
    send(11, "f", "setsecret", {"path": "/pin", "value": "X"}),
    send(12, "f", "submit", {"values": {"pin": "X"}}),
    request(13, "feature/open", {"feature": "login", "values": {"pin": "X"}}),
    send(14, "f", "setSecret", {"path": "/pin", "value": {"deep": ["X"]}}),
    [send(15, "f", "setSecret", {"path": "/pin", "value": "X"}), 7],
]


def test_secrets_that_are_sent_wrongly_are_left_out_too(tmp_path):
    (tmp_path / "w.json").write_text(json.dumps(FORM))
    opened = request(0, "feature/open", {"feature": "login", "instance": "f"})
    data = b"".join(map(encode, [opened, *WRONG])).replace(b'"X"', b'"mArKeR"')
    # An object that only looks like the placeholder of a secret stays unchanged.
    data += encode(request(99, "feature/open", {"feature": "login", "params": {"values": {"user": {"$secret": 1}}}}))
    assert run(data, "serve", "-w", "w.json", "--record", "r", cwd=tmp_path).status == 0
    assert "mArKeR" not in (tmp_path / "r").read_text()
    words = [word for number in range(1, 30) for word in ("--secret", f"{number}=mArKeR")]
    played = replay(tmp_path / "r", *words)
    assert (played.returncode, played.stderr) == (0, b"")


@pytest.mark.parametrize("name", ["a/b", "a~b", "\u0301pin", "a/\u0301"])
def test_secrets_of_any_name_are_left_out(tmp_path, name):
    pin = {"name": name, "label": "PIN", "type": "secure"}
    form = {"kind": "form", "title": "Form", "sections": [{"fields": [pin]}]}
    (tmp_path / "w.json").write_text(json.dumps({"features": {"form": form}}))
    pointer = "/" + name.replace("~", "~0").replace("/", "~1")
    opened = {"feature": "form", "instance": "f", "params": {"values": {name: "mArKeR"}}}
    data = encode(request(0, "feature/open", opened))
    for id, (action, path) in enumerate([("setValue", pointer), ("setValue", "/" + name), ("setSecret", pointer)], 1):
        data += encode(send(id, "f", action, {"path": path, "value": "mArKeR"}))
    data += encode(send(4, "f", "setValues", {"values": {pointer: "mArKeR", name: "mArKeR"}}))
    assert run(data, "serve", "-w", "w.json", "--record", "r", cwd=tmp_path).status == 0
    assert "mArKeR" not in (tmp_path / "r").read_text()


def test_what_a_front_end_is_handed_for_its_sources_is_left_out(tmp_path):
    sources = {"shell": {"type": "client", "operations": ["order"], "can": ["insert", "update"]}}
    features = {**FORM["features"], "rows": {"kind": "list", "source": "shell"}}
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": features}))
    answers = {
        "source/fetch": {"items": [{"id": "1"}], "endReached": True},
        "source/insert": {"item": {"id": "2"}},
        "source/update": {"item": {"id": "1"}},
        "source/perform": {"output": {}},
    }
    given = {}
    with Host("-w", "w.json", "--record", "r", cwd=tmp_path) as host:

        def give(method):
            while (message := host.receive()).get("method") != method:
                pass
            given[method] = message["params"]
            host.send({"jsonrpc": "2.0", "id": message["id"], "result": answers[method]})

        host.do("initialize", capabilities={"sources": ["shell"]})
        host.do("feature/open", feature="login", instance="f")
        host.act("f", "setSecret", {"path": "/pin", "value": "mArKeR"})
        host.send(send(1, "f", "submit"))
        give("source/perform")
        host.send(open_list(2), request(3, "feature/settle", {"instance": "l"}))
        give("source/fetch")
        host.answer(3)
        for id, (method, action, params) in enumerate(
            [
                ("source/insert", "insertItem", {"value": {"id": "2", "text": "a"}}),
                ("source/update", "updateItem", {"id": "1", "patch": {"text": "b"}}),
            ],
            4,
        ):
            host.send(send(id, "l", action, params, **{"await": "settled"}))
            give(method)
            host.answer(id)
        assert host.finish() == 0
    assert "mArKeR" in json.dumps(given["source/perform"]["input"])
    assert "mArKeR" not in (tmp_path / "r").read_text()
    said = [line["message"] for line in lines(tmp_path / "r") if "out" in line]
    for method, params in given.items():
        (message,) = [message for message in said if message.get("method") == method]
        left = {name: value for name, value in params.items() if name not in ("input", "value", "patch")}
        assert message["params"] == left, method
    for secret in ("mArKeR", "another one"):
        played = replay(tmp_path / "r", "--secret", f"1={secret}")
        assert (played.returncode, played.stderr) == (0, b"")


# Messages that look like the entries of a recording about frames and secrets.
LOOKS_SO = [
    '{"id":1,"unreadable":1,"jsonrpc":"2.0","method":"ping"}',
    '{"id":1,"framing":"headers","jsonrpc":"2.0","method":"ping"}',
    '{"id":1,"message":3,"jsonrpc":"2.0","method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"result":{"$secret":5}}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","x":[{"$secret":5}]}',
    '{"jsonrpc":"2.0","$secret":1,"id":1,"method":"ping"}',
    '[{"jsonrpc":"2.0","id":1,"method":"ping","x":{"$secret":0,"is":{"$secret":0,"is":3}}},{"$secret":7}]',
    '{"jsonrpc":"2.0","id":1,"method":"feature/open","params":{"feature":{"$secret":2},"x":{"$secret":0,"is":4}}}',
]


@pytest.mark.parametrize("text", LOOKS_SO)
def test_frames_that_look_like_lines_are_played_as_they_were(tmp_path, text):
    data = (text + "\n").encode() + encode(request(2, "ping"))
    recorded = run(data, "serve", "--record", tmp_path / "r")
    assert recorded.status == 0
    played = replay(tmp_path / "r", "--output", "1")
    assert (played.returncode, played.stderr) == (0, b"")
    assert played.stdout == recorded.output


def test_a_secret_beside_what_looks_like_the_number_of_one_is_left_out(tmp_path):
    (tmp_path / "w.json").write_text(json.dumps(FORM))
    secret = {"path": "/pin", "value": "mArKeR", "$secret": 1}
    data = encode(request(0, "feature/open", {"feature": "login", "instance": "f"}))
    data += encode(send(1, "f", "setSecret", secret)) + encode({**send(2, "f", "setSecret", secret), "$secret": 1})
    assert run(data, "serve", "-w", "w.json", "--record", "r", cwd=tmp_path).status == 0
    assert "mArKeR" not in (tmp_path / "r").read_text()
    words = [word for number in range(1, 9) for word in ("--secret", f"{number}=mArKeR")]
    played = replay(tmp_path / "r", *words)
    assert (played.returncode, played.stderr) == (0, b"")


def test_plugins_are_played_and_what_they_are_given_is_left_out(tmp_path):
    shutil.copy(PLAIN_PLUGIN, tmp_path / "plugin.py")
    command = ["python3", "plugin.py", "200000", "--token=mArKeR"]
    plugins = {"p": {"command": command, "env": {"TOKEN": "mArKeR"}}}
    (tmp_path / "w.json").write_text(json.dumps({"plugins": plugins, "features": {}}))
    with Host("-w", "w.json", "--record", "r", cwd=tmp_path) as host:
        opened = host.do("feature/open", feature="p:f", instance="i")
        assert len(opened["snapshot"]["state"]["text"]) == 200_000
        host.do("feature/close", instance="i")
        assert host.finish() == 0
    assert "mArKeR" not in (tmp_path / "r").read_text()
    (tmp_path / "plugin.py").unlink()
    played = replay(tmp_path / "r")
    assert (played.returncode, played.stderr) == (0, b"")


@pytest.mark.parametrize(
    "line",
    [
        '{"took":1,"at":1,"bytes":-5}',
        '{"broken":1,"at":1,"errno":99999999999}',
        '{"in":1,"unreadable":{"bytes":-9223372036854775808,"whole":true}}',
        '{"timer":-1}',
        '{"delivered":1,"at":1,"end":true}',
        '{"said":"nobody","message":[]}',
        '{"in":7,"message":{}}',
        "{}",
        "hello",
    ],
)
def test_an_edited_recording_is_a_difference_and_no_crash(tmp_path, line):
    recording = tmp_path / "r"
    run([request(1, "ping")], "serve", "--record", recording)
    text = recording.read_text().splitlines()
    recording.write_text("\n".join([*text[:4], line, *text[4:]]) + "\n")
    played = replay(recording)
    assert played.returncode == 1
    assert played.stderr.startswith(os.fsencode(recording))


def test_an_edited_length_takes_no_more_memory_than_a_frame(tmp_path):
    recording = tmp_path / "r"
    run([request(1, "ping")], "serve", "--record", recording)
    text = recording.read_text().splitlines()
    line = '{"in":1,"unreadable":{"bytes":900000000000000,"whole":true}}'
    recording.write_text("\n".join([*text[:4], line, *text[4:]]) + "\n")
    assert replay(recording).returncode in (0, 1)


def test_what_takes_a_thread_is_played_as_it_was(tmp_path):
    """A list sorts rows while another list edits them: the recording says which edits the sort has seen."""
    rows = [{"id": str(number), "n": number * 7 % 1_009} for number in range(1_500)]
    kinds = {"kind": "list", "source": "rows"}
    workspace = {"sources": {"rows": {"type": "inline", "rows": rows}}, "features": {"c": kinds, "d": kinds}}
    (tmp_path / "w.json").write_text(json.dumps(workspace))
    for number in range(3):
        with Host("-w", "w.json", "--record", f"r{number}", cwd=tmp_path) as host:
            for name in "cd":
                host.do("feature/open", feature=name, instance=name)
                host.do("feature/settle", instance=name)
            asked = [send(1, "c", "setSort", {"sort": [{"key": "n"}]})]
            asked += [send(n, "d", "insertItem", {"value": {"n": n}}) for n in range(2, 102)]
            host.send(b"".join(map(encode, asked)))
            host.do("feature/settle", instance="c")
            assert host.finish() == 0
        played = replay(tmp_path / f"r{number}")
        assert (played.returncode, played.stderr) == (0, b"")


@pytest.mark.parametrize("cut", [1, 40, 4_000])
def test_a_recording_that_is_cut_is_played_to_its_last_whole_line(tmp_path, cut):
    recording = tmp_path / "r"
    record_tasks(tmp_path, recording)
    text = recording.read_bytes()[:-cut]
    recording.write_bytes(text)
    played = replay(recording)
    assert (played.returncode, played.stderr) == (0, b"")
    assert played.stdout == b"%d lines, no difference\n" % text.count(b"\n")


def test_a_killed_host_leaves_its_recording(tmp_path):
    recording = tmp_path / "r"
    with Host("--record", str(recording), cwd=tmp_path) as host:
        host.do("feature/open", feature="gallery:counter", instance="c")
        # The recording may reach the disk later than the answers, so the test waits for 100 actions in the file.
        while recording.read_bytes().count(b"incrementButtonTapped") <= 100:
            host.act("c", "incrementButtonTapped")
        os.kill(host.pid, signal.SIGKILL)
    assert replay(recording).returncode == 0


def test_the_first_difference_is_shown(tmp_path):
    recording = tmp_path / "r"
    run([open_counter(), increment(1), increment(2)], "serve", "--record", recording)
    text = recording.read_text()
    number = next(number for number, line in enumerate(text.split("\n"), 1) if '"count":2' in line)
    recording.write_text(text.replace('"count":2', '"count":3'))
    played = replay(recording)
    assert played.returncode == 1
    assert played.stdout == b""
    assert played.stderr.decode() == (
        f"{recording}:{number}: the replay goes another way\n"
        "- /message/params/state/count 3\n+ /message/params/state/count 2\n"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no whole line"),
        ("hello\n", "is no recording"),
        ('{"recording":2}\n', "is a recording of version 2; this program plays version 1"),
        ('{"recording":1}\n', "without seed or lifetime"),
    ],
)
def test_what_is_no_recording_is_told(tmp_path, text, words):
    recording = tmp_path / "r"
    recording.write_text(text)
    played = replay(recording)
    assert played.returncode == 2
    assert words in played.stderr.decode()


def test_nothing_is_recorded_over(tmp_path):
    recording = tmp_path / "r"
    recording.write_text("mine")
    outcome = run([request(1, "ping")], "serve", "--record", recording)
    assert outcome.status == 2
    assert "can't be recorded to: File exists; name a file that is not there yet" in outcome.log
    assert recording.read_text() == "mine"
    (tmp_path / "w.json").write_text("{")
    wrong = run([], "serve", "-w", tmp_path / "w.json", "--record", tmp_path / "other")
    assert wrong.status == 2
    assert not (tmp_path / "other").exists()


def test_a_disk_that_is_full_from_the_start_leaves_no_recording(tmp_path):
    def fill():
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    outcome = run([request(1, "ping")], "serve", "--record", tmp_path / "r", preexec_fn=fill, restore_signals=False)
    assert outcome.status == 2 and "can't be recorded to" in outcome.log
    assert not (tmp_path / "r").exists()


def test_a_full_disk_ends_the_recording_and_not_the_host(tmp_path):
    recording = tmp_path / "r"
    with Host("--record", str(recording), cwd=tmp_path) as host:
        host.do("feature/open", feature="gallery:counter", instance="c")
        resource.prlimit(host.pid, resource.RLIMIT_FSIZE, (4_096, 4_096))
        for _ in range(50):
            host.act("c", "incrementButtonTapped")
        assert host.finish() == 0
        host.log.seek(0)
        assert b"the recording" in host.log.read()
    assert replay(recording).returncode == 0


def test_a_host_that_does_not_come_to_be_leaves_no_recording(tmp_path):
    with Daemon(tmp_path) as daemon:
        other = run([], "serve", "--socket", "s", "--record", "r", cwd=tmp_path)
        assert other.status == 1
        assert not (tmp_path / "r").exists()
        assert daemon.end() == 0


def test_slow_readers_and_many_sessions_are_played(tmp_path):
    with Daemon(tmp_path, "--record", tmp_path / "r") as daemon:
        with Front(daemon.path) as front, Front(daemon.path) as other:
            front.do("feature/open", feature="gallery:counter", instance="c", keep=True)
            other.do("state/subscribe", instance="c", updates="patch")
            for number in range(20_000):
                front.send({"jsonrpc": "2.0", "method": "feature/send", "params": increment(number)["params"]})
            front.do("ping")
            other.do("ping")
            other.close_input()
            other.rest()
            front.close_input()
            front.rest()
        daemon.process.send_signal(signal.SIGTERM)
        assert daemon.process.wait(GUARD) == 0
    assert any("took" in line for line in lines(tmp_path / "r"))
    played = replay(tmp_path / "r")
    assert (played.returncode, played.stderr) == (0, b"")
    other = replay(tmp_path / "r", "--framing", "headers")
    assert other.returncode == 2
    assert b"has a reader that fell behind" in other.stderr
