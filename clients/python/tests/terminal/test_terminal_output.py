"""The program's output can't control a terminal, and only one module prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from featurehost.terminal import output, text

HOSTILE = "\x1b]0;owned\x07\x9b31m\x7f\u202e\u061c\u200f\u2066\u2028"
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def test_messages_and_outputs_have_no_controls(capsys: pytest.CaptureFixture[str]) -> None:
    assert output.tell(f"lost {HOSTILE}", 3) == 3
    output.print_json({"a": HOSTILE + "\n"})
    output.print_frame(f"┌──┐\n{HOSTILE}")
    printed = capsys.readouterr()
    assert not CONTROLS.search(printed.out + printed.err)
    first, frame = printed.out.split("\n", 1)
    assert json.loads(first) == {"a": HOSTILE + "\n"} and frame.startswith("┌──┐\n·")


def test_usage_errors_repeat_words_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        output.Parser(prog="p").parse_args([f"--lo{HOSTILE}\np: all is well"])
    printed = capsys.readouterr().err
    assert "unrecognized" in printed and not CONTROLS.search(printed) and "\np: all is well" not in printed


@pytest.mark.parametrize("show", [text.plain, text.paragraph, text.wrapped])
def test_shown_texts_have_no_controls(show: object) -> None:
    assert callable(show)
    for value in (HOSTILE, [HOSTILE], {HOSTILE: 1}):
        assert not CONTROLS.search(show(value))


def test_nothing_else_prints() -> None:
    folder = Path(output.__file__).parent
    printing = re.compile(r"(?<![.\w])print\(|sys\.(stdout|stderr)\b|os\.write\(")
    found = [
        f"{file.name}: {line.strip()}"
        for file in sorted(folder.rglob("*.py"))
        if file != Path(output.__file__)
        for line in file.read_text().splitlines()
        # Flushing printed output is allowed.
        if printing.search(line) and "sys.stdout.flush()" not in line
    ]
    assert found == []
