"""The candidates of completions, requested as the functions of both shells do."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import HOST, PROJECT
from test_manual import SUBCOMMANDS, helped, options_of_help

DEMO = str(PROJECT / "clients" / "demo" / "demo.workspace.json")
Candidates = Callable[..., dict[str, str]]


@pytest.fixture
def candidates(prefix: Path, environment: dict[str, str], tmp_path: Path) -> Candidates:
    """Returns the candidates for the last word with their meanings; checks that nothing else is printed."""

    def ask(*words: str, program: str = "featurehost", **variables: str) -> dict[str, str]:
        done = subprocess.run(
            [prefix / "libexec" / "featurehost" / "candidates", program, program, *words],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment | variables,
            timeout=240,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return dict((line + "\t").split("\t")[:2] for line in done.stdout.splitlines())

    return ask


@pytest.mark.parametrize("command", SUBCOMMANDS)
def test_each_option_of_a_subcommand_is_offered_once(candidates: Candidates, command: str) -> None:
    told = options_of_help(helped(HOST, "help", command))
    assert set(candidates(command, "-")) == {option for option in told if option.startswith("--")}
    assert "--version" not in candidates(command, "--version", "-")


def test_subcommands_are_offered_with_what_they_do(candidates: Candidates) -> None:
    assert list(candidates("")) == [*SUBCOMMANDS, "help"]
    assert candidates("chec") == {"check": "Reports all errors in a workspace file, with line and JSON Pointer"}


@pytest.mark.parametrize(
    "words,found",
    [
        (["call", "gallery:coun"], {"gallery:counter": "Counter"}),
        (["call", "-w", DEMO, "ag"], {"agenda": "Agenda"}),
        (["call", f"--workspace={DEMO}", "ag"], {"agenda": "Agenda"}),
        (["call", "-w", DEMO, "gallery:co"], {}),
        (["call", "-w", DEMO, "--gallery", "gallery:coun"], {"gallery:counter": "Counter"}),
        (
            ["call", "-w", DEMO, "tasks", "upd"],
            {"updateItem": "id patch [ifVersion]", "updateItems": "[ids] [all] [except] [selection] patch"},
        ),
        (["call", "-w", DEMO, "tasks", "toggleItem", ""], {"id=": "string", "selection=": "boolean", "key=": "string"}),
        (["call", "-w", DEMO, "tasks", "toggleItem", "id=1", ""], {"selection=": "boolean", "key=": "string"}),
        (
            ["call", "-w", DEMO, "tasks", "toggleItem", "id=1", "key=done", "toggleI"],
            {"toggleItem": "[id] [selection] key"},
        ),
        (["call", "-w", DEMO, "tasks", "toggleItem", '{"id":"1"}', "toggleI"], {"toggleItem": "[id] [selection] key"}),
        (["call", "-w", DEMO, "tasks", "insertItem", "v"], {"value.": "object", "value:=": "object"}),
        (["call", "-w", DEMO, "tasks", "present", "policy=q"], {"policy=queue": "queue, replace"}),
        (["call", "-w", DEMO, "task", "setValue", "path=/d"], {"path=/due": "string", "path=/done": "boolean"}),
        (["call", "-w", DEMO, "task", "setValue", "path=/done", "value:=t"], {"value:=true": "boolean"}),
        (["call", "-w", DEMO, "order", "setValue", "path=/address/c"], {"path=/address/code": "string"}),
        (["call", "-w", DEMO, "task", "values.d"], {"values.done:=": "boolean", "values.due=": "string"}),
        (["call", "-w", DEMO, "tasks", "values."], {}),
        (["call", "-w", DEMO, "tasks", "presentation/setValue", ""], {"path=": "string", "value=": ""}),
        (["call", "-w", DEMO, "tasks", "presentation/submitQ"], {"presentation/submitQuery": ""}),
        (["call", "gallery:todos", "tod"], {"todos/": "what is there"}),
        (["call", "gallery:todos", "todos/"], {}),
        (["call", "gallery:todos", "todos/1/toggleCompleteB"], {"todos/1/toggleCompleteButtonTapped": ""}),
        (["call", "gallery:todos", "setFilter", "value=al"], {"value=all": "all, active, completed"}),
        (["call", "-w", DEMO, "app", "stack/"], {}),
        (["call", "-w", DEMO, "tasks", "--get", "/win"], {"/window": "object", "/window/": "what is in it"}),
        (["call", "-w", DEMO, "tasks", "--get", "/loads/append/end"], {"/loads/append/endReached": "boolean"}),
        (["call", "-w", DEMO, "tasks", "--get=/filters/0/t"], {"--get=/filters/0/title": "string"}),
        (["call", "--run", "-w", DEMO, "task", "--get", "/t"], {"/title": "string"}),
        (["call", "-w", DEMO, "--instance", ""], {}),
        (["ui", "-w", DEMO, "ag"], {"agenda": "Agenda"}),
        (["ui", "-w", DEMO, "task", "values.d"], {"values.done:=": "boolean", "values.due=": "string"}),
        (["ui", "-w", DEMO, "task", "setV"], {}),
        (["ui", "--play", ""], {"@files": ""}),
        (["serve", "--clock", ""], {"real": "", "virtual": ""}),
        (["serve", "-w", ""], {"@files": ""}),
        (["serve", "--data-dir", ""], {"@directories": ""}),
        (["connect", "--spawn", "--", "--gal"], {"--gallery": "Serve the gallery in addition to the workspace"}),
        (["check", ""], {"@files": ""}),
        (["check", "a", ""], {}),
        (["filter", ""], {}),
        (["filter", "--layout", "r"], {"reverse": "", "reverse-list": ""}),
        (["filter", "--prompt", "--"], {}),
        (["confirm", "--show-o"], {"--show-output": "Print the question and the answer"}),
        (["spin", "--align=r"], {"--align=right": ""}),
        (["spin", "make", "--"], {}),
        (["table", "--file", ""], {"@files": ""}),
        (["file", ""], {"@directories": ""}),
        (["file", "a", ""], {}),
        (["form", "-w", DEMO, "--feature", "sig"], {"signUp": "Sign up"}),
    ],
)  # fmt: skip
def test_words_are_offered(candidates: Candidates, words: list[str], found: dict[str, str]) -> None:
    assert candidates(*words) == found


def test_required_params_come_before_another_action(candidates: Candidates) -> None:
    assert set(candidates("call", "-w", DEMO, "tasks", "setFilter", "")) > {"filter=", "refresh"}
    assert set(candidates("call", "-w", DEMO, "tasks", "openItem", "")) == {"id="}


@pytest.fixture
def socket(tmp_path: Path) -> Iterator[str]:
    """A listening host with a kept instance."""
    path = str(tmp_path / "s")
    command = [HOST, "serve", "--gallery", "-w", DEMO, "--state-dir", str(tmp_path), "--socket", path]
    host = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert host.stdout is not None and host.stdout.readline() == f"featurehost listens on {path}\n"
    for feature in ("gallery:todos", "tasks"):
        call = [HOST, "call", "--socket", path, "--instance", f"my {feature}", "--keep", feature]
        subprocess.run(call, check=True, capture_output=True)
    yield path
    host.terminate()
    host.wait(240)
    host.stdout.close()


def test_a_host_on_a_socket_is_asked(candidates: Candidates, socket: str) -> None:
    assert candidates("call", "--socket", socket, "agen") == {"agenda": "Agenda"}
    front = ["call", "--socket", socket, "--instance", "my gallery:todos", "gallery:todos"]
    assert set(candidates(*front, "todos/")) == {"todos/1/", "todos/2/", "todos/3/"}
    assert set(candidates(*front, "todos/2/t")) == {"todos/2/toggleCompleteButtonTapped"}
    found = candidates(*front, "--get", "/todos/1/child/state/ti")
    assert found == {"/todos/1/child/state/title": '"Water the plants"'}
    front = ["call", "--socket", socket, "--instance", "my tasks", "tasks"]
    assert json.loads(candidates(*front, "toggleItem", "id=2")["id=2"])["title"] == "Send the invoice"


def test_an_answer_that_is_cut_off_is_left_out(
    candidates: Candidates, environment: dict[str, str], tmp_path: Path
) -> None:
    host = tmp_path / "bin" / "featurehost"
    host.parent.mkdir()
    # The last answer has the schemas, which `--get` needs.
    host.write_text(f"""#!/bin/sh
case $1 in
serve) "{HOST}" "$@" | head -c -100 ;;
*) exec "{HOST}" "$@" ;;
esac
""")
    host.chmod(0o755)
    words = ("call", "-w", DEMO, "tasks", "--get", "/")
    assert candidates(*words, PATH=f"{host.parent}:{environment['PATH']}") == {}
    assert candidates(*words)


def test_nothing_is_started_where_no_host_listens(candidates: Candidates, tmp_path: Path) -> None:
    before = list(tmp_path.iterdir())
    assert candidates("call", "--socket", str(tmp_path / "none"), "a") == {}
    assert list(tmp_path.iterdir()) == before


@pytest.mark.parametrize("words", [["-w", "nothing.json", ""], ["nothing", ""], ["nothing", "--get", "/"]])
def test_what_fails_is_silent(candidates: Candidates, words: list[str]) -> None:
    assert candidates("call", *words) == {}


def test_a_host_that_is_not_there_is_silent(candidates: Candidates) -> None:
    assert candidates("form", "--feature", "", program="featurehost-dialog", FEATUREHOST="/nowhere") == {}


def test_a_host_that_does_not_answer_is_given_up(candidates: Candidates, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "book")
    assert candidates("call", "-w", "book", "") == {}


def test_nothing_of_a_workspace_is_run_or_read(candidates: Candidates, tmp_path: Path) -> None:
    touch = ["touch", str(tmp_path / "touched")]
    os.mkfifo(tmp_path / "rows.jsonl")
    sources = {
        "command": {"type": "command", "argv": touch, "search": {"argv": [*touch, "{query}"]}},
        "file": {"type": "file", "path": "rows.jsonl", "watch": True},
        "table": {"type": "table", "path": "rows.db"},
        "plugin": {"type": "plugin", "plugin": "plugin"},
    }
    features = {name: {"kind": "list", "source": name} for name in sources}
    features["find"] = {"kind": "search", "source": "command"}
    book = {"plugins": {"plugin": {"command": touch}}, "sources": sources, "features": features}
    (tmp_path / "book.json").write_text(json.dumps(book))
    before = sorted(tmp_path.rglob("*"))
    assert set(candidates("call", "-w", "book.json", "")) == {*features}
    for feature in features:
        assert candidates("call", "-w", "book.json", feature, "ref" if feature != "find" else "sub")
        assert candidates("call", "-w", "book.json", feature, "--get", "/")
    assert sorted(tmp_path.rglob("*")) == before
