"""Parses and runs every example of the specification's text."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .host import BINARY, HANG_SECONDS, Frame, canonical, encode, run_file
from .schemas import check
from .transcripts import PROTOCOL

REST = "…"
FENCE = re.compile(r"(?:<!-- schema: (?P<schema>[\w-]+) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)```", re.DOTALL)


@dataclass
class Example:
    """A fenced block of the text."""

    page: Path
    line: int
    language: str
    schema: str | None
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.name}:{self.line}"


def examples() -> list[Example]:
    found = []
    for page in sorted(PROTOCOL.rglob("*.md")):
        content = page.read_text()
        for match in FENCE.finditer(content):
            line = content.count("\n", 0, match.start()) + 1
            found.append(Example(page, line, match["language"], match["schema"], match["text"]))
    return found


def of(language: str) -> list[Any]:
    return [pytest.param(example, id=example.name) for example in examples() if example.language == language]


def test_languages() -> None:
    strange = [example.name for example in examples() if example.language not in {"json", "console"}]
    assert not strange, "only json and console examples are checked"


@pytest.mark.parametrize("example", of("json"))
def test_json(example: Example) -> None:
    value = json.loads(example.text)
    assert example.schema, "say which schema it is valid against: <!-- schema: NAME --> on the line above"
    check(value, example.schema)


def pattern(text: str) -> Frame:
    """An expected frame, in which … stands for what is left out."""
    text = re.sub(r"(?<=[{,])…", f'"{REST}":"{REST}"', text)
    text = re.sub(r"(?<=\[)…(?=\])|(?<=:)…", f'"{REST}"', text)
    return json.loads(text.replace(f'["{REST}":"{REST}"]', f'["{REST}"]'))


def matches(frame: Frame, wanted: Frame) -> bool:
    if wanted == REST:
        return True
    if isinstance(wanted, dict) and isinstance(frame, dict):
        named = wanted.keys() - {REST}
        is_whole = REST in wanted or named == frame.keys()
        return is_whole and named <= frame.keys() and all(matches(frame[key], wanted[key]) for key in named)
    if isinstance(wanted, list) and isinstance(frame, list):
        if wanted == [REST]:
            return True
        return len(wanted) == len(frame) and all(map(matches, frame, wanted))
    return canonical(frame) == canonical(wanted)


@pytest.mark.parametrize("example", of("console"))
def test_console(example: Example, tmp_path: Path) -> None:
    shutil.copytree(PROTOCOL / "examples", tmp_path / "protocol" / "examples")
    if "\n→ " in example.text:
        check_exchange(example, tmp_path)
    else:
        check_commands(example, tmp_path)


def check_exchange(example: Example, folder: Path) -> None:
    command, *lines = example.text.splitlines()
    words = command.removeprefix("$ ").split()
    assert words[:2] == ["featurehost", "serve"], command
    assert all(line[:2] in {"→ ", "← "} for line in lines), "each line begins with → or ←"
    sent = "".join(line[2:] + "\n" for line in lines if line.startswith("→"))
    wanted = [line[2:] for line in lines if line.startswith("←")]
    frames, _ = run_file(sent.encode(), words[2:], folder)
    for frame, text in zip(frames, wanted, strict=False):
        assert matches(frame, pattern(text)), f"the host says\n  {encode(frame)}\nand not\n  {text}"
    assert len(frames) == len(wanted), [encode(frame) for frame in frames]
    assert [kind(line) for line in lines] == ordered(sent, frames), "the lines stand in another order than they come in"


def kind(line: str) -> str:
    return line[0]


def ordered(sent: str, frames: list[Frame]) -> list[str]:
    """The order of arrows: what the host says stands behind the message that brings it about."""
    order: list[str] = []
    rest = list(frames)
    running: set[str] = set()
    messages = [json.loads(text) for text in sent.splitlines()]
    for message, following in zip(messages, [*messages[1:], None], strict=True):
        order.append("→")
        calls = message if isinstance(message, list) else [message]
        ids = {canonical(call["id"]) for call in calls if isinstance(call, dict) and "id" in call and "method" in call}
        if isinstance(message, dict) and (message.get("method") == "feature/run" or is_answer(following)):
            # It is answered by what comes later.
            running, ids = running | ids, set()
            if is_answer(following):
                continue
        is_answered = not ids
        while rest and (running or not is_answered or not has_id(message)):
            found = rest[0] if isinstance(rest[0], list) else [rest[0]]
            answered = {canonical(member["id"]) for member in found if "id" in member and "method" not in member}
            if answered and not answered & (ids | running):
                break
            if not answered and has_id(message) and is_answered and is_asked_for(found[0]):
                break
            order.append("←")
            rest.pop(0)
            is_answered = is_answered or bool(answered & ids)
            running -= answered
        # What the host asks for in turn; on account of a request it does so before that request's answer.
        if following is not None and has_id(following):
            continue
        while rest and isinstance(rest[0], dict) and {"id", "method"} <= rest[0].keys():
            order.append("←")
            rest.pop(0)
    return order


def is_answer(message: Frame) -> bool:
    """Whether it answers a request of the host."""
    return isinstance(message, dict) and "method" not in message


def has_id(message: Frame) -> bool:
    """Whether it is answered."""
    return isinstance(message, list) or ("id" in message and "method" in message)


def is_asked_for(notification: Frame) -> bool:
    """Whether it shows what a front end's action did."""
    return notification["params"].get("cause", {}).get("origin") == "client"


def check_commands(example: Example, folder: Path) -> None:
    commands: list[tuple[str, str]] = []
    for line in example.text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], ""))
        elif commands[-1][1] == "" and line.startswith(" ") and commands[-1][0].count("'") % 2:
            commands[-1] = (commands[-1][0] + "\n" + line, "")
        else:
            commands[-1] = (commands[-1][0], commands[-1][1] + line + "\n")
    programs = folder / "bin"
    programs.mkdir()
    (programs / "featurehost").symlink_to(BINARY)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    for command, output in commands:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
        )
        assert done.stdout == output, f"{command}\n{done.stdout}{done.stderr}"
