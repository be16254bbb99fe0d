"""Plays to a plugin that is built with the kit what it can do as well as a host: all that needs no workspace."""

from __future__ import annotations

import copy
import os
from pathlib import Path

import pytest

from . import transcripts
from .host import BINARY, Frame, canonical, encode
from .transcripts import Transcript

PLUGIN = Path(os.environ.get("GALLERY_PLUGIN", BINARY.with_name("GalleryPlugin"))).resolve()
PROGRAM = (str(PLUGIN),)
ALL = transcripts.load_all()
# The workspace and all that it declares is a host's alone; the gallery and virtual time this plugin has too.
PLAYED = [transcript for transcript in ALL if "workspace" not in transcript.setting]
# How many there were when this was written; all others have a workspace.
LEAST_PLAYED = 26
CASES = [
    pytest.param(transcript, mode, id=f"{transcript.path.stem}-{mode}")
    for transcript in PLAYED
    for mode in transcript.modes
]


def text(frame: Frame) -> str:
    """A frame as a text, without what a plugin says of itself in another way than the host."""
    result = frame.get("result") if isinstance(frame, dict) else None
    if not isinstance(result, dict) or "hostInfo" not in result:
        return canonical(frame)
    frame = copy.deepcopy(frame)
    del frame["result"]["hostInfo"]
    frame["result"]["capabilities"].pop("features", None)
    return canonical(frame)


@pytest.mark.parametrize(("transcript", "mode"), CASES)
def test_plays(transcript: Transcript, mode: str) -> None:
    if mode == "file":
        frames, status = transcripts.play_file(transcript, PROGRAM)
    else:
        frames, status = transcripts.play_pipe(transcript, mode, PROGRAM, text)
    for number, (frame, wanted) in enumerate(zip(frames, transcript.received, strict=False), 1):
        assert text(frame) == text(wanted), f"frame {number} is\n  {encode(frame)}\nand not\n  {encode(wanted)}"
    assert len(frames) == len(transcript.received)
    assert status == transcript.status


def test_that_many_are_played() -> None:
    assert len(PLAYED) >= LEAST_PLAYED
    others = [transcript for transcript in ALL if transcript not in PLAYED]
    assert all("workspace" in transcript.setting for transcript in others)


def test_it_says_that_it_is_a_plugin(tmp_path: Path) -> None:
    transcript = next(transcript for transcript in PLAYED if transcript.path.stem == "lifecycle")
    frames, _ = transcripts.play_file(transcript, PROGRAM)
    (said,) = [frame["result"] for frame in frames if "hostInfo" in (frame.get("result") or {})]
    assert said["hostInfo"] == {"name": "gallery-plugin", "version": "1.0"}
    assert said["capabilities"]["features"] is True and said["capabilities"]["sources"] == []
