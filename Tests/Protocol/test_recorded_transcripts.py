"""Records each transcript, and plays the recordings: nothing may differ."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from . import transcripts
from .host import BINARY, SERVE, encode
from .schemas import check
from .transcripts import Transcript

CASES = [
    pytest.param(transcript, mode, id=f"{transcript.path.stem}-{mode}")
    for transcript in transcripts.load_all()
    for mode in transcript.modes
]


@pytest.mark.parametrize(("transcript", "mode"), CASES)
def test_replays(transcript: Transcript, mode: str, tmp_path: Path) -> None:
    recording = tmp_path / "session.recording"
    program = [*SERVE, "--record", str(recording)]
    if mode == "file":
        transcripts.play_file(transcript, program)
    else:
        transcripts.play_pipe(transcript, mode, program)
    lines = [json.loads(line) for line in recording.read_text().split("\n") if line]
    for line in lines:
        check(line, "recording-line")
    replay = subprocess.run(
        [BINARY, "replay", recording, *secrets(transcript, lines)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (replay.returncode, replay.stderr) == (0, "")


def secrets(transcript: Transcript, recording: list[Any]) -> list[str]:
    """What was sent where the recording has numbers."""
    found: dict[int, str] = {}
    for line in recording:
        if "in" in line and "message" in line:
            for frame in sent(transcript):
                values: dict[int, str] = {}
                if is_same(line["message"], frame, values):
                    found |= values
                    break
    return [word for number, value in found.items() for word in ("--secret", f"{number}={value}")]


def sent(transcript: Transcript) -> Iterator[Any]:
    yield from transcript.sent
    for line in transcript.lines:
        for text in line.get("sendRaw", "").split("\n"):
            with contextlib.suppress(ValueError):
                yield json.loads(text)


def is_same(recorded: Any, frame: Any, values: dict[int, str]) -> bool:
    """Whether a frame is what was recorded, with texts in the place of numbers, which are noted."""
    if isinstance(recorded, dict) and "$secret" in recorded:
        values[recorded["$secret"]] = frame if isinstance(frame, str) else ""
        return True
    if isinstance(recorded, dict) and isinstance(frame, dict):
        names = recorded.keys()
        return names == frame.keys() and all(is_same(recorded[name], frame[name], values) for name in names)
    if isinstance(recorded, list) and isinstance(frame, list):
        return len(recorded) == len(frame) and all(map(is_same, recorded, frame, [values] * len(frame)))
    return encode(recorded) == encode(frame)
