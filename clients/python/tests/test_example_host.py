"""The example of a host: the results of the conformance kit, and its use by clients."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import featurehost
import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "clients/python/examples"
PROGRAM = EXAMPLES / "host.py"
COMMAND = [sys.executable, str(PROGRAM)]
# The number of requirements that were met when this test was written.
MET, MET_AT_RANDOM = 133, 20


def conform(executable: str, *options: str) -> dict[str, Any]:
    """Returns the report of the kit; fails with its findings if a requirement is not met."""
    command = [executable, "conform", "--timeout", "100", "--report", "json", *options, "--", *COMMAND]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    report: dict[str, Any] = json.loads(done.stdout)
    wrong = [(one["id"], one["findings"]) for one in report["requirements"] if one["status"] == "notMet"]
    assert (wrong, report["others"], done.returncode) == ([], [], 0)
    return report


def met(report: dict[str, Any]) -> set[str]:
    return {one["id"] for one in report["requirements"] if one["status"] == "met"}


def exchange(input: str) -> list[Any]:
    """Returns all messages of the host for an input."""
    done = subprocess.run(COMMAND, input=input, capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def lines(*requests: tuple[str, dict[str, Any]]) -> str:
    """Returns requests with the ids 1, 2 and so on."""
    messages = [
        {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
        for id, (method, params) in enumerate(requests, 1)
    ]
    return "".join(json.dumps(message) + "\n" for message in messages)


def test_it_is_one_small_file() -> None:
    lines = PROGRAM.read_text().splitlines()
    assert len(lines) <= 510 and max(map(len, lines)) <= 120


def test_the_requirements_that_it_names_are_there() -> None:
    ids = {json.loads(line)["id"] for line in (ROOT / "protocol/requirements.jsonl").read_text().splitlines()}
    named = set(re.findall(r"\b[A-Z]-[1-9]\d*\b", PROGRAM.read_text()))
    assert named and named <= ids


def test_it_conforms(executable: str) -> None:
    report = conform(executable, "--way", "lines")
    # Scenarios about frames are played in all ways.
    framed = conform(executable, "--way", "headers", "--way", "bytes", "--scenario", "transport-")
    # These scenarios need headers: the limit of a frame, and texts that are not UTF-8.
    bounded = conform(executable, "--way", "headers", "--scenario", "messages-limits", "--scenario", "messages-json")
    assert report["isGood"] and framed["isGood"] and bounded["isGood"] and report["parts"] == ["core", "views"]
    assert len(met(report) | met(framed) | met(bounded)) >= MET


def test_it_conforms_to_random_sessions(executable: str) -> None:
    assert len(met(conform(executable, "--random", "20", "--seed", "1"))) >= MET_AT_RANDOM


def test_a_counter_counts_and_is_reset() -> None:
    with featurehost.Host(command=COMMAND) as host:
        counter = host.open("counter")
        counter.send("increment")
        counter.send("incrementLater", await_="settled")
        assert counter.state["count"] == 2
        counter.send("incrementLater")
        counter.send("reset")
        assert (counter.state["count"], counter.snapshot.cause.cancelled) == (0, ("timer-2",))
        with pytest.raises(featurehost.ActionUnavailable, match="-31005"):
            counter.send("retry")


def test_a_wait_and_what_ends_it() -> None:
    wait = {"instance": "c", "action": "incrementLater", "await": "settled"}
    heard = exchange(
        lines(
            ("feature/open", {"feature": "counter", "instance": "c"}),
            ("feature/send", {**wait, "timeoutMs": 0}),
            ("feature/send", wait),
            ("feature/send", wait),
            ("ping", {}),
        ).replace('"id": 5', '"method": "$/cancelRequest", "params": {"id": 3}}\n{"jsonrpc": "2.0", "id": 5')
    )
    answers = {message["id"]: message for message in heard if "id" in message}
    assert answers[2]["result"]["settled"] is False
    assert answers[3]["error"]["code"] == -32800
    assert answers[4]["result"] == {"revision": 6, "settled": True}
    assert list(answers).index(5) < list(answers).index(4)


def test_a_run_is_ended_by_the_closing_behind_what_waits() -> None:
    heard = exchange(
        lines(
            ("feature/run", {"feature": "counter", "instance": "c"}),
            ("feature/send", {"instance": "c", "action": "incrementLater", "await": "settled"}),
            ("feature/close", {"instance": "c"}),
        )
    )
    told = [message.get("method", message.get("id")) for message in heard]
    assert told == ["state/snapshot"] * 2 + ["state/closed", 1, 2, 3]
    assert heard[3]["result"] == {"outcome": "cancelled"} and heard[4]["error"]["code"] == -31002


def test_a_batch_goes_on_when_its_wait_is_over() -> None:
    wait = {"instance": "c", "action": "incrementLater", "await": "settled"}
    requests = lines(("feature/open", {"feature": "counter", "instance": "c"}), ("feature/send", wait), ("ping", {}))
    heard = exchange(f"[{','.join(requests.splitlines())}]\n" + lines(("ping", {})).replace("1", "4"))
    assert [message.get("id") for message in heard if isinstance(message, dict) and "id" in message] == [4]
    assert [answer["id"] for answer in heard[-1]] == [1, 2, 3] and heard[-1][1]["result"]["settled"]


def test_a_slow_reader_gets_the_newest_and_holds_up_nobody() -> None:
    host = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert host.stdin and host.stdout
    times = 2000
    with host:
        opening = ("feature/open", {"feature": "counter", "instance": "c"})
        counting = ("feature/send", {"instance": "c", "action": "increment"})
        host.stdin.write(lines(opening, *[counting] * times).encode())
        host.stdin.close()
        heard = [json.loads(line) for line in host.stdout]
    assert host.returncode == 0
    assert sum("id" in message for message in heard) == times + 1
    snapshots = [message["params"] for message in heard if "method" in message]
    assert sum(snapshot.get("conflated", 1) for snapshot in snapshots) == times
    assert any("conflated" in snapshot for snapshot in snapshots)
    assert snapshots[-1]["state"]["count"] == times


def test_the_front_end_in_one_file_draws_it() -> None:
    command = [sys.executable, str(EXAMPLES / "front_end.py"), "counter", *COMMAND]
    done = subprocess.run(command, input="b3\n", capture_output=True, text=True, timeout=240, check=True)
    assert "Count 0" in done.stdout and "Count 1" in done.stdout
