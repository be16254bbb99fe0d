"""Reads the transcripts of protocol/transcripts, plays them to a host, and writes them anew."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .host import REPOSITORY, SERVE, Frame, Host, canonical, encode, run_file, with_headers

PROTOCOL = REPOSITORY / "protocol"
FOLDER = PROTOCOL / "transcripts"
MODES = ("pipe", "file", "headers")
EVERY_MODE = (*MODES, "bytes")
# Answered by any host whatever the session's state, and never part of a transcript: it marks that all before was said.
SENTINEL = {"jsonrpc": "1.0", "id": "#", "method": "#"}


@dataclass
class Transcript:
    """A session in one file: its setting, and its lines in order."""

    path: Path
    setting: dict[str, Any]
    lines: list[dict[str, Any]] = field(default_factory=list)

    @property
    def modes(self) -> list[str]:
        return self.setting.get("modes", list(MODES))

    @property
    def sent(self) -> list[Frame]:
        return [line["send"] for line in self.lines if "send" in line]

    @property
    def received(self) -> list[Frame]:
        return [line["receive"] for line in self.lines if "receive" in line]

    @property
    def status(self) -> int | None:
        return next((line["status"] for line in self.lines if "status" in line), None)

    @property
    def text(self) -> str:
        lines = ([self.setting] if self.setting else []) + self.lines
        return "".join(encode(line) + "\n" for line in lines)


def load(path: Path) -> Transcript:
    lines = [json.loads(line) for line in path.read_text().split("\n") if line]
    is_setting = bool(lines) and not KEYS & lines[0].keys()
    return Transcript(path, lines[0] if is_setting else {}, lines[1:] if is_setting else lines)


KEYS = {"send", "sendRaw", "write", "receive", "comment", "endInput", "status"}
SETTINGS = {"workspace", "arguments", "files", "pipes", "modes"}


def load_all() -> list[Transcript]:
    return [load(path) for path in sorted(FOLDER.glob("*.jsonl"))]


@contextmanager
def stage(setting: dict[str, Any]) -> Iterator[tuple[list[str], Path]]:
    """A folder with the files that a transcript wants; the host's arguments."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arguments = list(setting.get("arguments", []))
        write_files(setting.get("files", {}), folder)
        for path in setting.get("pipes", []):
            os.mkfifo(folder / path)
        workspace = setting.get("workspace")
        if isinstance(workspace, str):
            source = PROTOCOL / workspace
            shutil.copytree(source.parent, folder, dirs_exist_ok=True)
            arguments += ["--workspace", source.name]
        elif workspace is not None:
            (folder / "workspace.json").write_text(json.dumps(workspace))
            arguments += ["--workspace", "workspace.json"]
        yield arguments, folder


def write_files(files: dict[str, str], folder: Path) -> None:
    """Does what another program does to files."""
    for path, text in files.items():
        (folder / path).write_text(text)


def wire(line: dict[str, Any], mode: str) -> bytes:
    """The bytes that a `send` or `sendRaw` line stands for."""
    text = line["sendRaw"] if "sendRaw" in line else encode(line["send"]) + "\n"
    if mode in {"pipe", "file"} or (mode == "bytes" and "sendRaw" in line):
        return text.encode()
    return b"".join(with_headers(body.encode()) for body in text.split("\n") if body.strip())


def play_file(transcript: Transcript, program: Sequence[str] = SERVE) -> tuple[list[Frame], int]:
    """Plays a transcript from a regular file."""
    data = b"".join(wire(line, "file") for line in transcript.lines if "send" in line or "sendRaw" in line)
    with stage(transcript.setting) as (arguments, folder):
        return run_file(data, arguments, folder, program=program)


def play_pipe(
    transcript: Transcript, mode: str, program: Sequence[str] = SERVE, text: Callable[[Frame], str] = canonical
) -> tuple[list[Frame], int]:
    """Plays a transcript over a pipe: reads what is expected before the next line is sent.

    Stops early where another frame comes than the one expected, by their texts; what follows is then of no use.
    """
    frames: list[Frame] = []
    with stage(transcript.setting) as (arguments, folder), Host(arguments, folder, mode != "pipe", program) as host:
        for line in transcript.lines:
            if "send" in line or "sendRaw" in line:
                host.send(wire(line, mode))
            elif "write" in line:
                write_files(line["write"], folder)
            elif "endInput" in line:
                break
            elif "receive" in line:
                frame = host.receive()
                if frame is None:
                    break
                frames.append(frame)
                if text(frame) != text(line["receive"]):
                    break
        rest, status = host.end()
        return frames + rest, status


def record(transcript: Transcript) -> Transcript:
    """Plays a transcript's sent lines and notes what the host says to them."""
    lines: list[dict[str, Any]] = []
    mode = "pipe" if "pipe" in transcript.modes else transcript.modes[0]
    script = [line for line in transcript.lines if "status" not in line]
    with stage(transcript.setting) as (arguments, folder), Host(arguments, folder, mode != "pipe") as host:
        for index, line in enumerate(script):
            if "receive" in line:
                continue
            if "endInput" in line:
                lines.append(line)
                break
            lines.append(line)
            if "comment" in line:
                continue
            if "write" in line:
                write_files(line["write"], folder)
                continue
            host.send(wire(line, mode))
            follower = script[index + 1] if index + 1 < len(script) else {}
            if "receive" in follower:
                lines += [{"receive": frame} for frame in answers(host, line, mode, answered(script[index + 1 :]))]
        rest, status = host.end()
        lines += [{"receive": frame} for frame in rest]
    lines.append({"status": status})
    return Transcript(transcript.path, transcript.setting, lines)


def ids(frame: Frame) -> list[Any]:
    """The ids of a frame that is an answer, or a batch of them."""
    members = [member for member in (frame if isinstance(frame, list) else [frame]) if isinstance(member, dict)]
    return [member["id"] for member in members if "id" in member and "method" not in member]


def awaited(frame: Frame) -> list[str]:
    """The ids whose answers a sent frame brings about."""
    members = frame if isinstance(frame, list) else [frame]
    calls = [member for member in members if isinstance(member, dict) and {"jsonrpc", "method", "id"} <= member.keys()]
    return [canonical(call["id"]) for call in calls if isinstance(call["id"], str | int | None)]


def answered(script: list[dict[str, Any]]) -> set[str]:
    """The ids that were answered before the next line was sent: a request such as `feature/run` is answered later."""
    received = itertools.takewhile(lambda line: "receive" in line, script)
    return {canonical(found) for line in received for found in ids(line["receive"])}


def answers(host: Host, line: dict[str, Any], mode: str, early: set[str]) -> Iterator[Frame]:
    """All that the host says up to the answer to a line, where one is due now, and all else that it says then."""
    wanted = [found for found in awaited(line.get("send", {})) if found in early]
    while wanted:
        frame = host.receive()
        if frame is None:
            return
        yield frame
        if any(canonical(found) in wanted for found in ids(frame)):
            break
    host.send(wire({"send": SENTINEL}, mode))
    while (frame := host.receive()) is not None and ids(frame) != ["#"]:
        yield frame
