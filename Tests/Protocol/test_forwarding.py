"""Plays transcripts to a host behind a host: a plugin's features are, through the host, what they are by themselves.

The plugin is a host with the transcript's own setting. What is sent is mapped to its names, and what comes is mapped
back; then it must be what the transcript says.
"""

from __future__ import annotations

import json
import re
from itertools import takewhile
from typing import Any

import pytest

from . import transcripts
from .host import BINARY, Frame, Host, canonical
from .test_transcripts import first_difference
from .transcripts import Transcript

PLUGIN = "hosted"
# What is about a session or the host itself, and not about an instance.
OF_THE_HOST = {
    "initialize",
    "feature/list",
    "host/commands",
    "host/inspect",
    "host/plugins",
    "clock/advance",
    "shutdown",
}
NOT_FORWARDED = {
    "cancel": "a request that never ends is cancelled in the middle of others, which a plugin is told of later",
    "ending-waits": "the session ends while it waits",
    "ending-exit-in-batch": "the session ends while it waits",
    "errors": "it is about the host's own errors",
    "gallery-workspace": "both the workspace and the gallery are asked for by name",
    "json-rpc-examples": "it is about messages",
    "messages": "it is about messages",
    "request-ids": "the host remembers requests by itself, and refuses one before a plugin has answered another",
    "virtual-clock-order": "it is about the host's own clock",
}


def is_about_instances(transcript: Transcript) -> bool:
    sent = [member for frame in transcript.sent for member in (frame if isinstance(frame, list) else [frame])]
    methods = {member["method"] for member in sent if isinstance(member, dict) and "method" in member}
    return "pipe" in transcript.modes and "feature/open" in methods and not methods & OF_THE_HOST


FORWARDED = [
    transcript
    for transcript in transcripts.load_all()
    if is_about_instances(transcript) and transcript.path.stem not in NOT_FORWARDED
]


def to_plugin(frame: Frame) -> Frame:
    """What is sent, with the names that the plugin's features have in the host."""
    if isinstance(frame, list):
        return [to_plugin(member) for member in frame]
    params = frame.get("params") if isinstance(frame, dict) else None
    if not isinstance(params, dict):
        return frame
    mapped = dict(params)
    if frame.get("method") in {"feature/open", "feature/run"} and isinstance(params.get("feature"), str):
        mapped["feature"] = f"{PLUGIN}:{params['feature']}"
    # An instance without a name of its own is called after its feature.
    if isinstance(params.get("instance"), str) and re.fullmatch(r"[\w:]+-\d+", params["instance"]):
        mapped["instance"] = f"{PLUGIN}:{params['instance']}"
    return {**frame, "params": mapped}


def from_plugin(frame: Frame) -> Frame:
    return json.loads(json.dumps(frame, ensure_ascii=False).replace(f"{PLUGIN}:", ""))


def play(transcript: Transcript) -> list[Frame]:
    frames: list[Frame] = []
    with transcripts.stage(transcript.setting) as (arguments, folder):
        plugin: dict[str, Any] = {"command": [str(BINARY), "serve", *arguments], "folder": "."}
        (folder / "host.json").write_text(json.dumps({"plugins": {PLUGIN: plugin}}))
        with Host(["-w", "host.json"], folder) as host:
            for line in transcript.lines:
                if "send" in line:
                    host.send(transcripts.wire({"send": to_plugin(line["send"])}, "pipe"))
                elif "endInput" in line:
                    break
                elif "write" in line:
                    transcripts.write_files(line["write"], folder)
                elif "receive" in line:
                    frame = host.receive()
                    frames.append(from_plugin(frame))
                    if canonical(frames[-1]) != canonical(line["receive"]):
                        return frames
            # Ends in order: a plugin behind a host that is killed may still write into the folder.
            assert host.end()[1] == 0
    return frames


def is_before_the_end(line: dict[str, Any]) -> bool:
    return "endInput" not in line


@pytest.mark.parametrize("transcript", FORWARDED, ids=lambda transcript: transcript.path.stem)
def test_plays_through_a_host(transcript: Transcript) -> None:
    frames = play(transcript)
    # What is said after the end of the input is between the two hosts.
    expected = [line["receive"] for line in takewhile(is_before_the_end, transcript.lines) if "receive" in line]
    if [canonical(frame) for frame in frames] != [canonical(frame) for frame in expected]:
        pytest.fail(first_difference(frames, expected), pytrace=False)


def test_most_are_played() -> None:
    assert len(FORWARDED) >= 38
