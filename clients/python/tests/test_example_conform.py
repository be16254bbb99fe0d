"""The program that follows the orders of the conformance kit: its answers, with hosts that the test makes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "clients/python/examples/conform.py"


class Driver:
    """The program, and its answers so far."""

    def __init__(self) -> None:
        command = [sys.executable, str(PROGRAM)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.count = 0
        self.answers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        assert self.process.wait(timeout=240) == 0
        self.process.stdout.close()

    def order(self, method: str, **params: Any) -> int:
        """Sends an order without waiting."""
        assert self.process.stdin
        self.count += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}))
        self.process.stdin.write("\n")
        return self.count

    def answer(self, id: int) -> Any:
        """Returns the answer to an order; other answers are stored."""
        assert self.process.stdout
        while id not in self.answers:
            answer = json.loads(self.process.stdout.readline())
            self.answers[answer["id"]] = answer
        return self.answers[id]

    def done(self, method: str, **params: Any) -> Any:
        """Sends an order, and returns its result."""
        answer = self.answer(self.order(method, **params))
        assert "result" in answer, answer
        return answer["result"]

    def failed(self, method: str, **params: Any) -> Any:
        """Sends an order that must fail, and returns its error."""
        return self.answer(self.order(method, **params))["error"]


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver() as driver:
        yield driver


def test_orders_of_a_session(driver: Driver, executable: str) -> None:
    assert "send" in driver.done("about")["orders"]
    driver.done("start", command=[executable, "serve"], framing="lines", updates="patch")
    assert "gallery:counter" in driver.done("catalog")["features"]
    assert driver.done("open", feature="gallery:counter", instance="c")["revision"] == 0
    later = driver.order("state", instance="c", revision=2)
    assert driver.done("send", instance="c", action="incrementButtonTapped") == {"revision": 1, "settled": True}
    assert later not in driver.answers
    assert driver.done("send", instance="c", action="incrementButtonTapped") == {"revision": 2, "settled": True}
    assert driver.answer(later)["result"]["state"]["count"] == 2
    assert driver.failed("send", instance="c", action="explode")["data"]["kind"] == "unknownAction"
    assert driver.done("close", instance="c") is None
    assert driver.done("stop") is None


def test_a_child_is_sent_to_by_its_path(driver: Driver, executable: str) -> None:
    driver.done("start", command=[executable, "serve"])
    driver.done("open", feature="gallery:twoCounters", instance="t")
    driver.done("send", instance="t", path=["counter2"], action="incrementButtonTapped", params={})
    assert driver.done("state", instance="t", revision=1)["state"]["counter2"]["state"]["count"] == 1


def test_a_secret_goes_its_own_way(driver: Driver, executable: str) -> None:
    driver.done("start", command=[executable, "serve"])
    driver.done("open", feature="gallery:signUp", instance="s")
    driver.done("enter", instance="s", path="/password", value="correct horse")
    driver.done("enter", instance="s", path="/name", value="Ada")
    fields = driver.done("state", instance="s", revision=0)["state"]["fields"]
    assert (fields["/password"]["value"], fields["/name"]["value"]) == ({"isSet": True}, "Ada")


def test_an_order_that_waits_keeps_no_other(driver: Driver, fake: Callable[[str], Path]) -> None:
    host = fake("begin(); opened(); sent = hear(); show(1); asked = hear(); say(id=sent['id'], result={'revision': 1})")
    driver.order("start", command=[str(host)])
    driver.order("open", feature="f", instance="x")
    waits = driver.order("send", instance="x", action="a")
    assert driver.done("state", instance="x", revision=1)["revision"] == 1
    assert waits not in driver.answers


def test_rows_are_kept_in_memory(driver: Driver, executable: str, tmp_path: Path) -> None:
    workspace = tmp_path / "workspace.json"
    source = {"type": "client", "can": ["update"]}
    workspace.write_text(json.dumps({"sources": {"s": source}, "features": {"f": {"kind": "list", "source": "s"}}}))
    rows = [{"id": "b", "n": 1}, {"id": "a", "n": 2}]
    driver.done("start", command=[executable, "serve", "--workspace", str(workspace)], sources={"s": rows})
    driver.done("open", feature="f", instance="x")
    shown = driver.done("state", instance="x", revision=2)["state"]["items"]
    assert [item["value"] for item in shown] == rows


def test_what_there_is_not_is_said(driver: Driver) -> None:
    assert driver.failed("explode")["code"] == -32601
    assert "there is no instance x" in driver.failed("state", instance="x")["message"]
    assert "no executable '/no/such'" in driver.failed("start", command=["/no/such"])["message"]
