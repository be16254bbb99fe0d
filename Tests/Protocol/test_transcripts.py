"""Plays each transcript to the host in every way that it may be played."""

from __future__ import annotations

import os

import pytest

from . import transcripts
from .host import canonical, encode
from .transcripts import EVERY_MODE, KEYS, SETTINGS, Transcript

ALL = transcripts.load_all()
CASES = [
    pytest.param(transcript, mode, id=f"{transcript.path.stem}-{mode}")
    for transcript in ALL
    for mode in transcript.modes
]


@pytest.fixture(scope="module", autouse=True)
def update() -> None:
    """With UPDATE_TRANSCRIPTS=1, writes what the host says now into the transcripts."""
    if os.environ.get("UPDATE_TRANSCRIPTS") != "1":
        return
    for transcript in ALL:
        new = transcripts.record(transcript)
        transcript.lines = new.lines
        transcript.path.write_text(new.text)


@pytest.mark.parametrize(("transcript", "mode"), CASES)
def test_plays(transcript: Transcript, mode: str) -> None:
    if mode == "file":
        frames, status = transcripts.play_file(transcript)
    else:
        frames, status = transcripts.play_pipe(transcript, mode)
    if [canonical(frame) for frame in frames] == [canonical(frame) for frame in transcript.received]:
        assert status == transcript.status
        return
    first = first_difference(frames, transcript.received)
    new = transcripts.record(transcript).text
    pytest.fail(f"{first}\n\nWhat the host says now (UPDATE_TRANSCRIPTS=1 writes it):\n\n{new}", pytrace=False)


def first_difference(frames: list[object], expected: list[object]) -> str:
    for number, (frame, wanted) in enumerate(zip(frames, expected, strict=False), 1):
        if canonical(frame) != canonical(wanted):
            return f"frame {number} is\n  {encode(frame)}\nand should be\n  {encode(wanted)}"
    return f"there are {len(frames)} frames, and there should be {len(expected)}"


@pytest.mark.parametrize("transcript", ALL, ids=lambda transcript: transcript.path.stem)
def test_form(transcript: Transcript) -> None:
    assert transcript.setting.keys() <= SETTINGS
    assert set(transcript.modes) <= set(EVERY_MODE)
    for line in transcript.lines:
        assert len(line) == 1 and line.keys() <= KEYS, line
    is_still = not any("write" in line for line in transcript.lines)
    assert is_still or "file" not in transcript.modes, "from a file all is sent at once: nothing can happen in between"
    assert "status" in transcript.lines[-1], "a transcript ends with the status"
    assert any("comment" in line for line in transcript.lines[:2]), "a transcript begins with what it shows"
