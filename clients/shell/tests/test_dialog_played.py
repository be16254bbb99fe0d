"""The dialogs without a user: their output, and their exit statuses."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import shutil
import subprocess
import tty
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import PROJECT

Ask = Callable[..., subprocess.CompletedProcess[bytes]]
TIME_FIELD = '{"name": "at", "type": "time", "default": "12:00"}'
DEMO = str(PROJECT / "clients" / "demo" / "demo.workspace.json")


@pytest.fixture
def ask(environment: dict[str, str], tmp_path: Path) -> Ask:
    """Runs a dialog, and checks that it leaves no file."""

    def run(*words: str, rows: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run(
            ["featurehost-dialog", *words],
            input=rows,
            capture_output=True,
            env=environment | variables,
            cwd=tmp_path,
            timeout=240,
            start_new_session=True,
        )
        assert list((tmp_path / "tmp").iterdir()) == []
        return done

    return run


def played(done: subprocess.CompletedProcess[bytes]) -> bytes:
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


ODD = ["a'b", 'a"b', "$(x) `x` \\n", "tab\there", "two\nlines", "über 宿題", " blanks ", "%s", ""]


@pytest.mark.parametrize("place", range(len(ODD)))
def test_choices_may_be_any_text(ask: Ask, place: int) -> None:
    play = ["--play", "openItem", f"id={place + 1}"]
    assert played(ask("choose", *ODD, *play)) == f"{ODD[place]}\n".encode()
    assert json.loads(played(ask("choose", "--json", *ODD, *play))) == ODD[place]
    rows = "\0".join(ODD).encode() + b"\0"
    assert played(ask("choose", "--null", *play, rows=rows)) == f"{ODD[place]}\0".encode()


def test_choices_that_look_like_options(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "played").write_text('["openItem", "id=1"]\n')
    done = ask("choose", "--", "--json", "--play", FEATUREHOST_DIALOG_PLAY=str(tmp_path / "played"))
    assert played(done) == b"--json\n"


def test_carriage_returns_stay(ask: Ask) -> None:
    assert played(ask("choose", "--play", "openItem", "id=1", rows=b"a\r\nb\r\n")) == b"a\r\n"


@pytest.mark.parametrize(
    "words,play,printed",
    [
        (["choose", "--multiple", "a", "b", "c"], ["setValue", "path=/choice", 'value:=["1","3"]', "submit"], "a\nc\n"),
        (["choose", "--multiple", "--null", "a", "b"], ["setValue", "path=/choice", 'value:=["2"]', "submit"], "b\0"),
        (["choose", "--multiple", "a", "b"], ["submit"], ""),
        (["choose", "--multiple", "--json", "a", "b"], ["submit"], "[]\n"),
        (["choose", "--multiple", "--selected=b", "--selected", "a", "a", "b", "a"], ["submit"], "a\nb\na\n"),
        (["confirm", "Really?"], ["complete", "output:=true"], ""),
        (["confirm", "--json", "Really?"], ["complete", "output:=true"], "true\n"),
        (["input", "Name", "--default", "Ada"], ["submit"], "Ada\n"),
        (["input", "Name"], ["submit"], "\n"),
        (["input", "Age", "--type", "number", "--default", "3.5", "--json"], ["submit"], "3.5\n"),
        (["input", "Age", "--type", "number"], ["submit"], ""),
        (["input", "--type=date", "Day"], ["setValue", "path=/value", "value=2026-12-24", "submit"], "2026-12-24\n"),
        (["input", "--secure", "Code"], ["setSecret", "path=/value", "value=a 'b'\nc", "submit"], "a 'b'\nc\n"),
        (["form", "--field", "a", "--field", "b:number:default=2"], ["submit"], "a=''\nb='2'\n"),
        (["form", "--field", "a b-c:toggle"], ["submit"], "a_b_c='false'\n"),
        (["form", "--field", "s:multiPicker:options=x,y,z:default=x,z"], ["submit"], "s='x\nz'\n"),
        (["form", "--json", "--field", TIME_FIELD], ["submit"], '{"at":"12:00"}\n'),
        (
            ["form", "--field", "p:secure", "--field", "n:text:default=x:help=Why?"],
            ["setSecret", "path=/p", "value=1", "submit"],
            "p='1'\nn='x'\n",
        ),
        (
            ["form", "-w", DEMO, "--feature", "task", "--params", '{"values":{"title":"It\'s"}}'],
            ["submit"],
            "title='It'\\''s'\npriority='normal'\ndone='false'\n",
        ),
    ],
)
def test_what_is_printed(ask: Ask, words: list[str], play: list[str], printed: str) -> None:
    assert played(ask(*words, "--play", *play)).decode() == printed


def test_assignments_are_read_by_a_shell_as_they_were_entered(ask: Ask) -> None:
    text = "a'b\"c $(touch x) `x` \\ \nnew"
    out = played(ask("form", "--field", "a:multiline", "--play", "setValue", "path=/a", f"value={text}", "submit"))
    script = ["sh", "-c", 'eval "$1"; printf %s "$a"', "sh", out]
    assert subprocess.run(script, capture_output=True, text=True).stdout == text


def test_a_hundred_thousand_lines(ask: Ask) -> None:
    rows = b"".join(b"row %d\n" % number for number in range(1, 100_001))
    assert played(ask("filter", "--play", "setQuery", "query=^row\\ 99999$", "accept", rows=rows)) == b"row 99999\n"
    ticked = played(ask("choose", "--multiple", "--selected", "row 100000", "--play", "submit", rows=rows))
    assert ticked == b"row 100000\n"


def test_several_lines_of_a_filter(ask: Ask) -> None:
    play = ["--play", "setQuery", "query=o", "toggleSelection", "id=2", "toggleSelection", "id=1", "accept"]
    assert played(ask("filter", "--multiple", *play, rows=b"one\ntwo\n")) == b"two\none\n"
    play = ["--play", "setQuery", "query=tw", "accept"]
    assert played(ask("filter", "--multiple", "--json", *play, rows=b"one\ntwo\n")) == b'["two"]\n'


@pytest.mark.parametrize(
    "words,play",
    [
        (["confirm", "Really?"], ["cancel"]),
        (["input", "Name"], ["cancel"]),
        (["form", "--field", "a"], ["cancel"]),
        (["input", "Name", "--required"], ["submit"]),
        (["input", "Name", "--pattern", "^a"], ["setValue", "path=/value", "value=b", "submit"]),
        (["choose", "--multiple", "--required", "a"], ["submit"]),
        (["choose", "a"], ["openItem", "id=2"]),
    ],
)
def test_what_is_cancelled_or_not_completed_prints_nothing(ask: Ask, words: list[str], play: list[str]) -> None:
    done = ask(*words, "--play", *play)
    assert (done.returncode, done.stdout) == (1, b"") and done.stderr.startswith(b"featurehost: ")


@pytest.mark.parametrize(
    "words,problem",
    [
        ([], "a dialog is missing"),
        (["ask"], "there is no dialog ask"),
        (["choose", "--many", "a"], "choose has no option --many"),
        (["confirm", "--multiple", "a"], "confirm has no option --multiple"),
        (["confirm"], "confirm takes one question"),
        (["input", "a", "b"], "input takes one label"),
        (["input", "--default"], "--default has no value"),
        (["filter", "a"], "filter takes no words"),
        (["form"], "form takes --field, or --workspace and --feature"),
        (["form", "--field", "a", "-w", "b", "--feature", "c"], "form takes --field, or"),
        (["form", "-w", DEMO], "form takes --field, or"),
        (["confirm", "a", "--timeout", "soon"], "--timeout is a number"),
        (["form", "--field", "a:colour"], ": /features/dialog/sections/0/fields/0/type must be one of"),
        (["form", "--field", "a", "--field", "a"], "/fields/1"),
        (["form", "--field", "{"], "a value is not of its type"),
        (["form", "--field", "é"], "no variable can be named after the field é"),
        (["form", "--field", "x", "--field", "_"], "no variable can be named after the field _"),
        (["form", "--field", "a b", "--field", "x", "--field", "a_b"], "the fields a b and a_b would be"),
        (["form", "--field", "2", "--field", "_2"], "the fields 2 and _2 would be assigned to the same variable, _2"),
        (["input", "--pattern", "(", "Name"], "/pattern"),
        (["input", "--type", "number", "--default", "x", "Age"], "a value is not of its type"),
    ],
)
def test_wrong_usage(ask: Ask, words: list[str], problem: str) -> None:
    done = ask(*words)
    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr.decode().startswith("featurehost-dialog: ") and problem in done.stderr.decode()


@pytest.mark.parametrize("words", [["choose"], ["filter"], ["choose", "--null"]])
def test_rows_that_are_not_utf_8(ask: Ask, words: list[str]) -> None:
    end = b"\0" if "--null" in words else b"\n"
    done = ask(*words, "--play", "openItem", "id=1", rows=end.join([b"one", b"tw\xff", b"three"]))
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"featurehost-dialog: line 2 is not UTF-8\n")


def test_nothing_to_choose_from(ask: Ask) -> None:
    done = ask("filter")
    assert (done.returncode, done.stderr) == (1, b"featurehost-dialog: there is nothing to choose from\n")


def test_no_terminal(ask: Ask) -> None:
    done = ask("confirm", "Really?")
    assert (done.returncode, done.stderr) == (2, b"featurehost-dialog: there is no terminal to ask in\n")


@pytest.mark.parametrize("play", [["--play", "cancel"], []], ids=["played", "asked"])
def test_a_program_that_is_not_there(ask: Ask, play: list[str]) -> None:
    done = ask("confirm", "Really?", *play, FEATUREHOST="/nowhere")
    assert (done.returncode, done.stderr) == (2, b"featurehost-dialog: there is no /nowhere\n")


def test_a_workspace_that_can_not_be_used(ask: Ask) -> None:
    assert ask("form", "-w", "/nowhere", "--feature", "a", "--play", "submit").returncode == 2


def test_time_that_is_over(ask: Ask) -> None:
    assert ask("confirm", "Really?", "--timeout", "0", "--play").returncode == 124


def test_a_script_of_several_dialogs_is_played_from_a_file(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "played").write_text('["openItem", "id=2"]\n["complete", "output:=true"]\n["cancel"]\n')
    script = """
        fruit=$(featurehost-dialog choose apple pear) || exit
        featurehost-dialog confirm "Eat the $fruit?" && echo "ate the $fruit"
        featurehost-dialog confirm "Again?" 2>/dev/null || echo enough
        featurehost-dialog confirm "Again?"
    """
    variables = environment | {"FEATUREHOST_DIALOG_PLAY": str(tmp_path / "played")}
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, env=variables)
    assert (done.returncode, done.stdout) == (2, "ate the pear\nenough\n")
    assert done.stderr == f"featurehost-dialog: {tmp_path}/played has no line for this dialog\n"


def test_the_last_line_that_is_played_may_lack_its_end(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "played").write_text('["complete", "output:=true"]')
    assert played(ask("confirm", "Sure?", FEATUREHOST_DIALOG_PLAY=str(tmp_path / "played"))) == b""


def test_names_that_begin_with_a_digit_are_assigned_to(ask: Ask) -> None:
    play = ["--play", "setValue", "path=/2nd-name", "value=x", "submit"]
    assert played(ask("form", "--field", "2nd-name", *play)) == b"_2nd_name='x'\n"


def test_json_keeps_fields_that_no_variable_is_named_after(ask: Ask) -> None:
    done = ask("form", "--json", "--field", "é", "--field", "a b", "--field", "a_b", "--play", "submit")
    assert json.loads(played(done)) == {"é": "", "a b": "", "a_b": ""}


@pytest.mark.parametrize("has_steps", [False, True])
def test_fields_of_a_workspace_that_fall_together_are_refused(ask: Ask, tmp_path: Path, has_steps: bool) -> None:
    parts = [{"sections": [{"fields": [{"name": name, "type": "text"}]}]} for name in ("a-b", "a.b")]
    steps = [{"id": str(number), "title": "Step", **part} for number, part in enumerate(parts)]
    sections = [section for part in parts for section in part["sections"]]
    form = {"kind": "form", "title": "It"} | ({"steps": steps} if has_steps else {"sections": sections})
    (tmp_path / "w.json").write_text(json.dumps({"sources": {}, "features": {"it": form}}))
    done = ask("form", "-w", "w.json", "--feature", "it", "--play", "submit")
    assert (done.returncode, done.stdout) == (64, b"")
    assert "the fields a-b and a.b would be assigned to the same variable, a_b" in done.stderr.decode()


def test_what_fails_by_itself_is_no_answer(ask: Ask, environment: dict[str, str], tmp_path: Path) -> None:
    environment["TMPDIR"] = str(tmp_path / "none")
    assert ask("confirm", "Sure?", "--play", "complete").returncode == 2


@pytest.mark.parametrize("missing", ["jq", "iconv"])
def test_what_is_missing_is_named(ask: Ask, environment: dict[str, str], tmp_path: Path, missing: str) -> None:
    (tmp_path / "bin").mkdir()
    for name in ("env", "bash", "dirname", "readlink", "featurehost", *{"jq", "iconv"} - {missing}):
        found = shutil.which(name, path=environment["PATH"])
        assert found is not None
        (tmp_path / "bin" / name).symlink_to(found)
    dialog = shutil.which("featurehost-dialog", path=environment["PATH"])
    assert dialog is not None
    (tmp_path / "bin" / "featurehost-dialog").symlink_to(dialog)
    environment["PATH"] = str(tmp_path / "bin")
    done = ask("confirm", "Sure?", "--play", "complete")
    assert (done.returncode, done.stderr) == (2, f"featurehost-dialog: there is no {missing}\n".encode())


HOSTILE = "x\x1b]0;owned\x07\u009b31m\x7f\u202e\u061c\u200f\u2066"
ESCAPED = r"x\u001b]0;owned\u0007\u009b31m\u007f\u202e\u061c\u200f\u2066"


def on_terminal(environment: dict[str, str], folder: Path, *words: str) -> tuple[int, str]:
    """Returns the status of a dialog whose standard output and error are a terminal, and the output."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    process = subprocess.Popen(
        ["featurehost-dialog", *words],
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        env=environment,
        cwd=folder,
        start_new_session=True,
    )
    os.close(slave)
    written = b""
    with contextlib.suppress(OSError):
        while data := os.read(master, 1 << 16):
            written += data
    os.close(master)
    return process.wait(), written.decode()


def test_answers_act_on_no_terminal(environment: dict[str, str], tmp_path: Path) -> None:
    text = HOSTILE + "\tb\nc"
    play = ["--play", "openItem", "id=1"]
    assert on_terminal(environment, tmp_path, "choose", text, *play) == (0, ESCAPED + "\tb\nc\n")
    assert on_terminal(environment, tmp_path, "choose", "--null", text, *play) == (0, ESCAPED + "\tb\nc\n")
    status, line = on_terminal(environment, tmp_path, "choose", "--json", text, *play)
    assert status == 0 and ESCAPED in line and json.loads(line) == text


def test_what_is_wrong_acts_on_no_terminal(ask: Ask) -> None:
    done = ask(HOSTILE + "日本é")
    assert done.returncode == 64
    assert done.stderr.decode().startswith("featurehost-dialog: there is no dialog x?]0;owned??31m?????日本é; ")
