"""A plugin with a source and a feature, written without a library, with one fault."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, NamedTuple

# The name of the fault; empty for a correct plugin.
MUTANT = ""


class Mutant(NamedTuple):
    """The name of a fault, and the requirement that it breaks."""

    name: str
    requirement: str


MUTANTS = [
    Mutant("writes-headers", "G-1"),
    Mutant("begins-late", "G-2"),
    Mutant("is-deaf-while-it-is-asked", "G-3"),
    Mutant("has-no-catalog", "G-4"),
    Mutant("does-not-announce-its-end", "G-5"),
    Mutant("stays-after-exit", "G-6"),
    Mutant("stays-after-its-input", "G-7"),
    Mutant("logs-between-messages", "G-8"),
    Mutant("has-no-version", "G-10"),
    Mutant("takes-unknown-methods", "G-11"),
    Mutant("asks-its-host", "G-12"),
    Mutant("can-not-settle", "G-14"),
    Mutant("makes-names-of-its-own", "G-21"),
    Mutant("goes-on-after-a-close", "G-22"),
    Mutant("forgets-the-toolbar", "G-29"),
    Mutant("repeats-a-revision", "G-30"),
    Mutant("answers-for-another", "G-31"),
    Mutant("opens-anything", "G-41"),
    Mutant("answers-twice", "R-1"),
    Mutant("forgets-what-was-cancelled", "R-11"),
    Mutant("refuses-unknown-members", "R-16"),
    Mutant("gives-rows-as-text", "R-18"),
    Mutant("gives-rows-without-ids", "R-19"),
    Mutant("gives-an-id-twice", "R-20"),
    Mutant("always-begins-with-the-first", "R-24"),
]
ROWS = [{"id": number, "text": f"row {number}"} for number in range(1, 6)]
MEMBERS: dict[str, Any] = {
    "settled": True, "effects": [], "unavailable": {}, "errors": [], "presentation": None, "queue": [],
    "blocked": None, "toolbar": [], "animation": None,
}  # fmt: skip


def write(message: dict[str, Any]) -> None:
    """Writes a message."""
    text = json.dumps({"jsonrpc": "2.0", **message})
    print(f"Content-Length: {len(text)}\r\n\r\n{text}" if MUTANT == "writes-headers" else text, flush=True)


class Refusal(Exception):
    """The error that answers a request."""


def refuse(code: int, word: str) -> Refusal:
    """Returns the error with a code and a kind."""
    return Refusal({"code": code, "message": f"this is {word}", "data": {"kind": word, "retryable": False}})


class Plugin:
    """The open sources and instances, and the answers."""

    def __init__(self) -> None:
        self.sources: set[str] = set()
        self.instances: dict[str, int] = {}
        self.runs: dict[str, Any] = {}
        self.busy = False

    def snapshot(self, name: str, action: str = "open") -> dict[str, Any]:
        """Returns the snapshot of an instance."""
        cause = {"action": action, "path": [], "origin": "host"}
        told = {"instance": name, "feature": "f", "kind": "view", "revision": self.instances[name], "cause": cause}
        told |= MEMBERS | {"state": {"layout": []}}
        if MUTANT == "forgets-the-toolbar":
            del told["toolbar"]
        return told

    def instance(self, params: dict[str, Any]) -> str:
        """Returns the name of the open instance in the params."""
        if params.get("instance") not in self.instances:
            raise refuse(-31002, "unknownInstance")
        return params["instance"]

    def open(self, params: dict[str, Any]) -> dict[str, Any]:
        """Opens the feature."""
        if params.get("feature") != "f":
            raise refuse(-31001, "unknownFeature")
        name = "own" if MUTANT == "makes-names-of-its-own" else params["instance"]
        self.instances[name] = 0
        return {"instance": name, "revision": 0, "snapshot": self.snapshot(name)}

    def close(self, name: str) -> None:
        """Closes an instance, and answers its `feature/run`."""
        del self.instances[name]
        write({"method": "state/closed", "params": {"instance": name, "revision": 0, "reason": "closed"}})
        if name in self.runs:
            write({"id": self.runs.pop(name), "result": {"outcome": "cancelled"}})

    def send(self, name: str, action: str | None) -> dict[str, Any]:
        """Applies `reset`, the only action."""
        if action != "reset":
            raise refuse(-31003, "unknownAction")
        self.instances[name] += MUTANT != "repeats-a-revision"
        write({"method": "state/snapshot", "params": self.snapshot(name, "reset")})
        return {"revision": self.instances[name], "settled": True}

    def fetch(self, params: dict[str, Any]) -> dict[str, Any]:
        """Returns a page of rows."""
        if MUTANT == "refuses-unknown-members" and "conform" in params:
            raise refuse(-32602, "invalidParams")
        start = 0 if MUTANT == "always-begins-with-the-first" else params["offset"]
        rows: list[Any] = ROWS[start : start + params["limit"]]
        if MUTANT == "gives-rows-as-text":
            rows = [json.dumps(row) for row in rows]
        if MUTANT == "gives-rows-without-ids":
            rows = [{"text": row["text"]} for row in rows]
        if MUTANT == "gives-an-id-twice":
            rows = [row | {"id": 1} for row in rows]
        return {"items": rows, "endReached": start + params["limit"] >= len(ROWS)}

    def source(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Returns the result of a request to the source."""
        name = params.get("source")
        if not isinstance(name, str) or (method == "source/open" and not isinstance(params.get("kind"), str)):
            raise refuse(-32602, "invalidParams")
        if method == "source/open":
            if params["kind"] != "rows" and MUTANT != "opens-anything":
                raise Refusal({"code": -31009, "message": "there is no such kind"})
            self.sources.add(name)
            return {}
        if name not in self.sources:
            raise refuse(-32602, "invalidParams")
        return self.fetch(params)

    def result(self, message: dict[str, Any]) -> Any:
        """Returns the result of a request."""
        method, params = message["method"], message.get("params") or {}
        match method:
            case "initialize":
                told = {"protocolVersion": "1", "hostInfo": {"name": "broken", "version": "1"}}
                if MUTANT == "has-no-version":
                    del told["protocolVersion"]
                return told | {"capabilities": {"features": True, "sources": ["rows"]}}
            case "feature/list" if MUTANT != "has-no-catalog":
                reset = {"name": "reset", "params": {"type": "object"}}
                entry = {"id": "f", "kind": "view", "title": "F", "actions": [reset], "state": {"type": "object"}}
                return {"features": [entry]}
            case "ping":
                return None
            case "shutdown" if MUTANT != "does-not-announce-its-end":
                return None
            case "source/open" | "source/fetch":
                return self.source(method, params)
            case "feature/open":
                return self.open(params)
            case "feature/close":
                return self.close(self.instance(params))
            case "feature/settle" if MUTANT != "can-not-settle":
                return {"revision": self.instances[self.instance(params)], "settled": True}
            case "feature/snapshot":
                told = self.snapshot(self.instance(params))
                return told | ({"instance": "y"} if MUTANT == "answers-for-another" else {})
            case "feature/send":
                return self.send(self.instance(params), params.get("action"))
        if MUTANT == "takes-unknown-methods":
            return {}
        raise refuse(-32601, "methodNotFound")

    def answer(self, message: dict[str, Any]) -> None:
        """Answers a request."""
        method, params = message["method"], message.get("params") or {}
        if method == "feature/run":
            self.open(params)
            self.runs[params["instance"]] = message["id"]
            write({"method": "state/snapshot", "params": self.snapshot(params["instance"])})
            return
        if method == "ping" and MUTANT == "is-deaf-while-it-is-asked" and self.busy:
            return
        if MUTANT == "forgets-what-was-cancelled" and message["id"] == 900:
            return
        self.busy = message["id"] == 900
        try:
            said: dict[str, Any] = {"result": self.result(message)}
        except Refusal as refusal:
            said = {"error": refusal.args[0]}
        write({"id": message["id"], **said})
        if MUTANT == "answers-twice" and method == "source/fetch":
            write({"id": message["id"], **said})
        if MUTANT == "goes-on-after-a-close" and method == "feature/close" and "result" in said:
            self.instances[params["instance"]] = 7
            write({"method": "state/snapshot", "params": self.snapshot(params["instance"], "late")})
            del self.instances[params["instance"]]
        if MUTANT == "asks-its-host" and method == "feature/list":
            write({"id": 1, "method": "source/fetch", "params": {"source": "x", "offset": 0, "limit": 1}})


def main() -> None:
    """Answers requests until the input ends."""
    global MUTANT
    MUTANT = sys.argv[1]
    plugin = Plugin()
    if MUTANT == "begins-late":
        time.sleep(10)
    for line in sys.stdin:
        message = json.loads(line)
        if MUTANT == "logs-between-messages" and message["method"] == "ping":
            print("somebody is there", flush=True)
        if "id" in message:
            plugin.answer(message)
        elif message["method"] == "exit" and MUTANT != "stays-after-exit":
            return
    if MUTANT == "stays-after-its-input":
        time.sleep(60)


if __name__ == "__main__":
    main()
