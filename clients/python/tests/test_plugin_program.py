"""A plugin as a program: its input, its output and its end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from featurehost.plugin.testing import Peer, spawned

SRC = Path(__file__).resolve().parents[1] / "src"

WORDS = """
import os, subprocess, sys
from featurehost import Rows, SourceError
from featurehost.plugin import Plugin

plugin = Plugin("words", "2.1")

@plugin.rows("words")
def words(request, count: int = 3):
    return [{"id": number, "word": "w" * number} for number in range(count)]

@plugin.source("noisy")
class Noisy(Rows):
    def open(self):
        print("printed")
        os.write(1, b"written\\n")
        subprocess.run(["echo", "of a child"])
        child = subprocess.run("cat", capture_output=True, text=True).stdout
        self.put({"id": 1, "input": sys.stdin.read(), "child": child})

    def close(self):
        print("closed", flush=True)

"""


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**kept, "PYTHONPATH": str(SRC), **more}


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """The command line of a plugin."""
    path = tmp_path / "words.py"
    path.write_text(WORDS + "\nprint('before it runs')\nplugin.run()\n")
    return [sys.executable, str(path)]


@pytest.fixture
def run(words: list[str]) -> Callable[..., tuple[int, list[Any], str]]:
    """Runs the plugin with some input; returns its status, its messages and its log."""

    def run(*messages: Any) -> tuple[int, list[Any], str]:
        text = "".join(one if isinstance(one, str) else json.dumps(one) + "\n" for one in messages)
        done = subprocess.run(words, input=text, capture_output=True, text=True, env=environment(), timeout=240)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    return run


def request(id: object, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


EXIT = {"jsonrpc": "2.0", "method": "exit"}


def test_a_plugin_says_what_it_is_and_gives_rows(words: list[str]) -> None:
    with spawned(words, env=environment()) as peer:
        assert peer.request("feature/list") == {"features": []}
        assert peer.request("ping") is None
        assert peer.open("words", count=2).rows() == [{"id": 0, "word": ""}, {"id": 1, "word": "w"}]


def test_initialize_tells_name_version_and_kinds(run: Any) -> None:
    status, (answer,), _ = run(request(1, "initialize", protocolVersions=["2", "1"], later=1))
    assert status == 0
    assert answer["result"] == {
        "protocolVersion": "1",
        "hostInfo": {"name": "words", "version": "2.1"},
        "capabilities": {"features": False, "sources": ["words", "noisy"]},
    }


def test_what_a_program_prints_is_its_log_and_no_message(run: Any) -> None:
    status, messages, log = run(
        request(1, "source/open", source="noisy", kind="noisy"),
        request(2, "source/fetch", source="noisy", offset=0, limit=1),
    )
    assert status == 0
    assert [message.get("id") for message in messages if "id" in message] == [1, 2]
    assert messages[-1]["result"]["items"] == [{"id": 1, "input": "", "child": ""}]
    for said in ("before it runs", "printed", "written", "of a child", "closed"):
        assert said in log


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ([], 0),
        ([request(1, "shutdown"), EXIT], 0),
        ([EXIT], 1),
        ([request(1, "shutdown")], 0),
    ],
)
def test_it_ends_with_its_input_or_when_it_is_told_to(run: Any, said: list[Any], status: int) -> None:
    assert run(*said)[0] == status


def test_it_ends_on_exit_while_its_input_is_open(words: list[str]) -> None:
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    assert process.stdin and process.stdout
    with process:
        process.stdin.write(json.dumps(request(1, "shutdown")).encode() + b"\n" + json.dumps(EXIT).encode() + b"\n")
        process.stdin.flush()
        assert process.wait(240) == 0


def test_it_ends_when_nobody_reads_it(words: list[str]) -> None:
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment()
    )
    assert process.stdin and process.stdout
    with process:
        process.stdout.close()
        process.stdin.write(json.dumps(request(1, "ping")).encode() + b"\n")
        process.stdin.flush()
        assert process.wait(240) == 0


def test_all_that_was_asked_is_answered_at_the_end_of_a_file(words: list[str], tmp_path: Path) -> None:
    script, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    messages = [
        request(1, "source/open", source="a", kind="words", options={"count": 500}),
        request(2, "source/fetch", source="a", offset=0, limit=500),
    ]
    script.write_text("\r\n\n".join(json.dumps(message) for message in messages))
    with script.open() as stdin, output.open("w") as stdout:
        subprocess.run(words, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, env=environment(), check=True)
    answers = {answer["id"]: answer["result"] for answer in map(json.loads, output.read_text().splitlines())}
    assert (answers[1], len(answers[2]["items"])) == ({}, 500)


def test_what_is_no_message_is_refused_and_the_rest_goes_on(run: Any) -> None:
    status, messages, _ = run(
        "no JSON\n",
        "[]\n",
        '{"id":1,"method":"ping"}\n',
        {"jsonrpc": "2.0", "id": 2},
        request(1.5, "source/fetch"),
        request("s", "feature/open", feature="a"),
        {"jsonrpc": "2.0", "method": "later/thing"},
        {"jsonrpc": "2.0", "id": 3, "result": None},
        request(None, "ping"),
    )
    assert status == 0
    said = [(message["id"], message.get("error", {}).get("code")) for message in messages]
    assert sorted(said, key=str) == sorted(
        [(None, -32700), (None, -32600), (None, -32600), (None, -32600), (None, -32600), ("s", -32601), (None, None)],
        key=str,
    )


def test_initialize_comes_first_and_agrees_on_the_version(run: Any) -> None:
    _, messages, _ = run(request(1, "initialize", protocolVersions=["2"]), request(2, "initialize"))
    assert [message["error"]["code"] for message in messages] == [-31008, -32600]
    assert messages[0]["error"]["data"]["supported"] == ["1"]


def test_after_shutdown_nothing_is_done(run: Any) -> None:
    _, messages, _ = run(request(1, "shutdown"), request(2, "ping"), EXIT, request(3, "ping"))
    assert [(message["id"], "error" in message) for message in messages] == [(1, False), (2, True)]


def test_it_reads_while_nobody_reads_it(words: list[str]) -> None:
    count = 20_000
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment()
    )
    assert process.stdin and process.stdout
    with process:
        for number in range(count):
            process.stdin.write(json.dumps(request(number, "ping")).encode() + b"\n")
        process.stdin.close()
        assert [json.loads(line)["id"] for line in process.stdout] == list(range(count))


def test_a_plugin_loads_nothing_of_the_client() -> None:
    code = "import sys; import featurehost.plugin, featurehost.plugin.stdio, featurehost.sources; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("featurehost.")}
    assert loaded and loaded <= {"featurehost.wire"} | {
        name for name in loaded if name.startswith(("featurehost.plugin", "featurehost.sources"))
    }


def test_a_plugin_with_features_alone_loads_nothing_of_sources() -> None:
    code = """
import sys
from dataclasses import dataclass
from featurehost.plugin import Plugin, action

plugin = Plugin("one")

@plugin.feature("one")
@dataclass
class One:
    value: int = 0

    @action
    def add(self, by: int = 1) -> None:
        self.value += by

import atexit
atexit.register(lambda: print(*sys.modules))
plugin.run()
"""
    asked = [request(1, "feature/open", feature="one", instance="o")]
    asked += [request(2, "feature/send", instance="o", action="add")]
    text = "".join(json.dumps(one) + "\n" for one in asked)
    done = subprocess.run([sys.executable, "-c", code], input=text, env=environment(), capture_output=True, text=True)
    loaded = {name for name in done.stderr.split() if name.startswith("featurehost.")}
    assert json.loads(done.stdout.splitlines()[-1])["result"] == {"revision": 1, "settled": True}
    assert loaded and not [name for name in loaded if name.startswith("featurehost.sources")], done.stderr


def test_a_program_that_ends_badly_is_told_with_its_log(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import sys; sys.exit('no such database')")
    with pytest.raises(EOFError, match="the plugin has ended"), spawned([sys.executable, path]):
        pass
    path.write_text(WORDS + "\nimport atexit; atexit.register(lambda: os._exit(3))\nplugin.run()")
    with pytest.raises(ChildProcessError, match="status 3; its log: (?s:.*)printed"):
        with spawned([sys.executable, path], env=environment()) as peer:
            peer.open("noisy")


def test_a_program_that_says_what_is_no_message_is_named(tmp_path: Path) -> None:
    path = tmp_path / "chatty.py"
    path.write_text("print('Welcome!', flush=True); input()")
    with pytest.raises(ValueError, match="the plugin said what is no message"), spawned([sys.executable, path]):
        pass


def test_the_interrupt_key_is_for_the_host(words: list[str]) -> None:
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    assert process.stdin and process.stdout
    with process:
        for number in (1, 2):
            process.stdin.write(json.dumps(request(number, "ping")).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
            process.send_signal(2)
        process.stdin.close()
        assert process.wait(240) == 0


def test_peers_are_told_apart_by_the_names_of_their_sources(words: list[str]) -> None:
    def all_rows(peer: Peer, source: str, count: int) -> int:
        return len(peer.open("words", source=source, count=count).rows())

    with spawned(words, env=environment()) as peer:
        assert (all_rows(peer, "a", 1), all_rows(peer, "b", 120)) == (1, 120)
