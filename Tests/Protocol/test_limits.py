"""The limits that are too many messages for a transcript."""

from __future__ import annotations

import os
from pathlib import Path

from .host import Host, encode, run_file
from .schemas import check

COUNT = 10_000


def test_instances(tmp_path: Path) -> None:
    """Past maxInstances an instance can't be opened until another is closed."""
    opens = [
        {"jsonrpc": "2.0", "id": number, "method": "feature/open", "params": {"feature": "gallery:counter"}}
        for number in range(COUNT + 1)
    ]
    close = {"jsonrpc": "2.0", "id": "close", "method": "feature/close", "params": {"instance": "gallery:counter-1"}}
    data = "".join(encode(frame) + "\n" for frame in [*opens, close, opens[0]])
    frames, status = run_file(data.encode(), [], tmp_path)
    answers = [frame for frame in frames if "id" in frame]
    assert all("result" in frame for frame in answers[:COUNT])
    assert answers[COUNT]["error"]["code"] == -31007
    check(answers[COUNT], "error")
    assert "result" in answers[COUNT + 1] and "result" in answers[COUNT + 2]
    assert status == 0


def test_requests_in_flight(tmp_path: Path) -> None:
    """Past maxInFlight waits a request is refused; those that wait are all answered."""
    (tmp_path / "w.json").write_text(
        '{"sources":{"s":{"type":"command","argv":["cat","slow"],"timeoutMs":86400000}},'
        '"features":{"s":{"kind":"list","source":"s"}}}'
    )
    os.mkfifo(tmp_path / "slow")
    opened = {"jsonrpc": "2.0", "id": "o", "method": "feature/open", "params": {"feature": "s", "instance": "s"}}
    settle = {"jsonrpc": "2.0", "method": "feature/settle", "params": {"instance": "s"}}
    waits = [{**settle, "id": number} for number in range(COUNT + 1)]
    close = {"jsonrpc": "2.0", "method": "feature/close", "params": {"instance": "s"}}
    with Host(["-w", "w.json"], tmp_path) as host:
        host.send("".join(encode(frame) + "\n" for frame in [opened, *waits, close]).encode())
        frames, status = host.end()
    errors = {frame["id"]: frame["error"]["code"] for frame in frames if "error" in frame}
    assert errors == {**dict.fromkeys(range(COUNT), -31002), COUNT: -31007}
    assert status == 0
