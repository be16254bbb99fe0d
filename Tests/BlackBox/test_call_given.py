"""Texts that `featurehost call` reads from standard input, from files and from environment variables."""

import json
import os
import pty

import pytest
from host import run, workspace

SECRET = "mArKeR-7 = @"


@pytest.fixture
def book(tmp_path):
    """A workspace with a form whose operation writes its input and its environment to files."""
    shell = {"type": "command", "operations": {"go": {"argv": ["sh", "-c", "cat > got.json; env > env.txt"]}}}
    form = {
        "kind": "form",
        "sections": [{"fields": [{"name": "p", "type": "secure"}, {"name": "q", "type": "text"}]}],
        "submit": {"source": "shell", "call": "perform", "operation": "go"},
    }
    return workspace(tmp_path, {"shell": shell}, {"f": form})


def call(book, *words, **more):
    return run(more.pop("input", b""), "call", "-w", book, "f", *words, **more)


def got(tmp_path):
    return json.loads((tmp_path / "got.json").read_text())


def test_standard_input(book, tmp_path):
    outcome = call(book, "setSecret", "path=/p", "value@-", "submit", input=f"{SECRET}\n".encode())
    assert outcome.status == 0, outcome.log
    assert got(tmp_path)["p"] == SECRET
    assert SECRET.encode() not in outcome.output and SECRET not in outcome.log


@pytest.mark.parametrize("end", ["", "\n", "\r\n"], ids=["none", "LF", "CRLF"])
def test_a_file(book, tmp_path, end):
    path = tmp_path / "a=b@c.txt"
    path.write_bytes(f"{SECRET}\n{end}".encode())
    assert call(book, "setSecret", "path=/p", f"value@{path}", "submit").status == 0
    assert got(tmp_path)["p"] == SECRET + ("\n" if end else "")


def test_a_variable_is_not_handed_on(book, tmp_path, monkeypatch):
    monkeypatch.setenv("TIDE_PASS", SECRET)
    assert call(book, "setSecret", "path=/p", "value@env:TIDE_PASS", "submit").status == 0
    assert got(tmp_path)["p"] == SECRET
    assert "TIDE_PASS" not in (tmp_path / "env.txt").read_text()


def test_one_text_for_two_params_and_json_from_a_file(book, tmp_path):
    (tmp_path / "value.json").write_text('"42"\n')
    path = tmp_path / "value.json"
    words = ["setSecret", "path=/p", f"value@{path}", "setValue", "path=/q", f"value:@{path}", "submit"]
    assert call(book, *words).status == 0
    assert got(tmp_path) == {"p": '"42"', "q": "42"}


@pytest.mark.parametrize(
    "word,reason",
    [
        ("value@lost.txt", "lost.txt can't be read: No such file or directory"),
        ("value@.", "can't be read: Is a directory"),
        ("value@env:NOT_THERE", "env:NOT_THERE can't be read: there is no such variable"),
        ("value@/dev/zero", "/dev/zero is longer than 1048576 bytes"),
    ],
)
def test_what_can_not_be_read_stops_the_call(book, tmp_path, word, reason):
    outcome = call(book, "setSecret", "path=/p", word, "submit")
    assert outcome.status == 1 and reason in outcome.log and outcome.output == b""
    assert not (tmp_path / "got.json").exists()


def test_bytes_that_are_no_text(book, tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    outcome = call(book, "setSecret", "path=/p", f"value@{tmp_path / 'bytes'}", "submit")
    assert outcome.status == 1 and "is not UTF-8" in outcome.log


def test_words_that_can_not_be_meant(book):
    outcome = call(book, "setSecret", "path=/p", "value@-", "setValue", "path=/q", "value@-")
    assert outcome.status == 64 and "standard input is read once" in outcome.log
    outcome = call(book, "setSecret", "path=/p", "value@")
    assert outcome.status == 64 and "names no file" in outcome.log


def test_an_id_with_an_at_sign_is_no_file(tmp_path):
    outcome = run(b"", "call", "gallery:todos", "todos/ada@example/setTitle", "value=x")
    assert outcome.status == 1 and "can't be read" not in outcome.log


def test_a_terminal_is_not_read(book, tmp_path):
    master, slave = pty.openpty()
    try:
        outcome = call(book, "setSecret", "path=/p", "value@-", "submit", stdin=slave)
    finally:
        os.close(master)
        os.close(slave)
    assert outcome.status == 1 and "is not read from a terminal" in outcome.log
