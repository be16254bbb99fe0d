"""A plugin process over pipes, controlled like a host does; each message is checked against its schema."""

from __future__ import annotations

import itertools
import json
import os
import select
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Self

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = ROOT / "protocol/schemas"
PREFIX = "urn:featurehost:schema:1:"
HANG_SECONDS = 60.0
LOADER = Path(__file__).with_name("feature_loader.py")


@cache
def registry() -> Registry[Any]:
    documents = [json.loads(path.read_text()) for path in sorted(SCHEMAS.glob("*.json"))]
    return Registry().with_resources([(one["$id"], Resource.from_contents(one)) for one in documents])


def check(value: Any, schema: str | dict[str, Any]) -> None:
    """Fails if a value is invalid against a schema, or by the schema with this name."""
    contents = {"$ref": PREFIX + schema} if isinstance(schema, str) else schema
    wrong = [
        f"{one.json_path}: {one.message}"
        for one in Draft202012Validator(contents, registry=registry()).iter_errors(value)
    ]
    assert not wrong, "\n".join([json.dumps(value)[:500], *wrong[:10]])


class Process:
    """A plugin and its output: `said` are its messages, and `frames` are those that were not taken yet."""

    def __init__(self, path: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "clients/python/src")}
        self._process = subprocess.Popen(
            [sys.executable, path],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._ids = itertools.count(1)
        self._buffer = b""
        self._asked: dict[int, str] = {}
        self._states: dict[str, Any] = {}
        self.said: list[dict[str, Any]] = []
        self._taken = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe
            pipe.close()

    def begin(self, method: str, **params: Any) -> int:
        """Sends a request without waiting; returns its id."""
        id = next(self._ids)
        self._asked[id] = method
        self.write({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return id

    def ask(self, method: str, **params: Any) -> Any:
        """Sends a request, and returns its result."""
        answer = self.answer(self.begin(method, **params))
        assert "result" in answer, answer
        return answer["result"]

    def refused(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends a request that must be refused, and returns the error."""
        answer = self.answer(self.begin(method, **params))
        assert "error" in answer, answer
        error: dict[str, Any] = answer["error"]
        return error

    def act(self, instance: str, action: str, **params: Any) -> Any:
        """Sends an action, and waits for the answer."""
        return self.ask("feature/send", instance=instance, action=action, params=params)

    def notify(self, method: str, **params: Any) -> None:
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def write(self, *messages: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write("".join(json.dumps(one) + "\n" for one in messages).encode())

    def answer(self, id: int) -> dict[str, Any]:
        """Waits for an answer."""
        return self.wait(lambda message: message.get("id") == id and "method" not in message)

    def snapshot(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Waits for a snapshot that meets a condition."""
        found = self.wait(lambda one: one.get("method") == "state/snapshot" and condition(one["params"]))
        params: dict[str, Any] = found["params"]
        return params

    def wait(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Waits for a message that meets a condition, including earlier messages."""
        seen = 0
        while True:
            for message in self.said[seen:]:
                if condition(message):
                    return message
            seen = len(self.said)
            assert self._read(), f"the plugin has ended: {self.log()}"

    def news(self) -> list[dict[str, Any]]:
        """Returns the messages since the last call, in order, up to the last awaited message."""
        found, self._taken = self.said[self._taken :], len(self.said)
        return found

    def end(self) -> tuple[int, str]:
        """Ends the input; returns the status and the log."""
        assert self._process.stdin
        self._process.stdin.close()
        while self._read():
            pass
        return self._process.wait(HANG_SECONDS), self.log()

    def log(self) -> str:
        assert self._process.stderr
        return self._process.stderr.read().decode()

    def _read(self) -> bool:
        assert self._process.stdout
        readable, _, _ = select.select([self._process.stdout], [], [], HANG_SECONDS)
        assert readable, f"the plugin said nothing for {HANG_SECONDS} s"
        data = os.read(self._process.stdout.fileno(), 1 << 16)
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            self._check(message)
            self.said.append(message)
        return bool(data)

    def _check(self, message: dict[str, Any]) -> None:
        """Checks a message against the schemas, and its state against the schema in the catalog."""
        check(message, "host-message")
        method = self._asked.get(message.get("id", 0))
        if method and "result" in message and method not in ("initialize", "source/open"):
            check(message["result"], method.replace("/", "-") + "-result")
        if method == "feature/list" and "result" in message:
            self._states = {entry["id"]: entry["state"] for entry in message["result"]["features"]}
            for entry in message["result"]["features"]:
                for schema in [entry["state"], *(action["params"] for action in entry["actions"])]:
                    Draft202012Validator.check_schema(schema)
        result = message.get("result")
        shown = message["params"] if message.get("method") == "state/snapshot" else (result or {}).get("snapshot")
        if shown and shown["feature"] in self._states:
            check(shown["state"], self._states[shown["feature"]])


def effects(snapshot: dict[str, Any]) -> list[str]:
    """Returns the ids of the effects in a snapshot."""
    return [effect["id"] for effect in snapshot["effects"]]


def causes(messages: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    """Returns the revisions of snapshots, each with the action and the origin of its cause."""
    shown = [one["params"] for one in messages if one.get("method") == "state/snapshot"]
    return [(one["revision"], one["cause"]["action"], one["cause"]["origin"]) for one in shown]
