"""What a front end gets that does not read for a while: it takes a stalled reader, which no transcript has."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import Any

import pytest

from .host import Frame, Host, encode
from .schemas import check

COUNT = 5_000
# The smallest pipe that there is, so that the reader is behind soon.
PIPE_BYTES = 4_096
SUBSCRIBE = {"jsonrpc": "2.0", "id": "again", "method": "state/subscribe", "params": {"instance": "c"}}
COUNTER = {"feature": "gallery:counter", "instance": "c"}
OPEN = {"jsonrpc": "2.0", "id": "o", "method": "feature/open", "params": COUNTER}


def increment(number: int) -> Frame:
    params = {"instance": "c", "action": "incrementButtonTapped"}
    return {"jsonrpc": "2.0", "id": number, "method": "feature/send", "params": params}


def stalled(folder: Path, sent: list[Frame], arguments: tuple[str, ...] = ()) -> list[Frame]:
    """All that the host says where nothing is read before all is sent and the input has ended."""
    with Host(arguments, folder) as host:
        assert host.process.stdout is not None
        fcntl.fcntl(host.process.stdout, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        host.send("".join(encode(frame) + "\n" for frame in sent).encode())
        frames, status = host.end()
    assert status == 0
    for frame in frames:
        check(frame, "host-message")
    return frames


def updates(frames: list[Frame]) -> list[dict[str, Any]]:
    return [frame["params"] for frame in frames if frame.get("method") == "state/snapshot"]


def check_counts(found: list[dict[str, Any]], newest: int) -> None:
    """Revisions ascend, and each snapshot stands for those that were left out before it."""
    revision = 0
    for snapshot in found:
        revision += snapshot.get("conflated", 1)
        assert snapshot["revision"] == snapshot["state"]["count"] == revision
    assert revision == newest


def test_conflated(tmp_path: Path) -> None:
    """Past maxQueuedUpdates one snapshot stands for several, and says for how many; every request is answered."""
    initialize = {"jsonrpc": "2.0", "id": "i", "method": "initialize"}
    sent = [initialize, OPEN, *map(increment, range(1, COUNT + 1))]
    frames = stalled(tmp_path, sent)
    found = updates(frames)
    check_counts(found, COUNT)
    first = next(index for index, snapshot in enumerate(found) if "conflated" in snapshot)
    # The last one that waits stands for what comes after it; the pipe may hold nothing but the catalog.
    assert first >= frames[0]["result"]["limits"]["maxQueuedUpdates"] - 1
    assert [frame["id"] for frame in frames if "id" in frame] == ["i", "o", *range(1, COUNT + 1)]


def test_snapshots_before_their_answers(tmp_path: Path) -> None:
    """Also where it is conflated, the snapshot of an action comes before the answer."""
    shown = 0
    for frame in stalled(tmp_path, [OPEN, *map(increment, range(1, COUNT + 1))]):
        if frame.get("method") == "state/snapshot":
            shown = frame["params"]["revision"]
        elif frame["id"] != "o":
            assert frame["result"]["revision"] <= shown


@pytest.mark.parametrize("again", [SUBSCRIBE, {**OPEN, "id": "again"}], ids=["subscribe", "open"])
def test_attaching(tmp_path: Path, again: Frame) -> None:
    """An answer that attaches is never older than what was written before."""
    half = COUNT // 2
    sent = [OPEN, *map(increment, range(1, half + 1)), again, *map(increment, range(half + 1, COUNT + 1))]
    frames = stalled(tmp_path, sent)
    check_counts(updates(frames), COUNT)
    place = next(index for index, frame in enumerate(frames) if frame.get("id") == "again")
    assert updates(frames[:place])[-1]["revision"] <= frames[place]["result"]["revision"]


def test_nothing_is_conflated_on_the_virtual_clock(tmp_path: Path) -> None:
    """The host stops reading the input instead: what is sent here fits into the pipe."""
    sent = [OPEN, *map(increment, range(1, 301))]
    assert sum(len(encode(frame)) + 1 for frame in sent) < 1 << 16
    found = updates(stalled(tmp_path, sent, ("--clock", "virtual")))
    assert [snapshot["revision"] for snapshot in found] == list(range(1, 301))
    assert not any("conflated" in snapshot for snapshot in found)
