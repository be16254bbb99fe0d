"""A client written from the specification alone, without a library."""

from __future__ import annotations

import copy
import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any

from .common import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    KINDS,
    METHOD_NOT_FOUND,
    SEPARATOR,
    Answered,
    Choked,
    Failure,
    Message,
)
from .rows import Source
from .screen import Screen


def patched(document: Any, operations: list[Any]) -> Any:
    """Returns a document after a JSON Patch (RFC 6902)."""
    holder = {"": copy.deepcopy(document)}
    for operation in operations:
        *way, last = [token.replace("~1", "/").replace("~0", "~") for token in operation["path"].split("/")]
        parent: Any = holder
        for token in way:
            parent = parent[int(token) if isinstance(parent, list) else token]
        kind, place = operation["op"], last if isinstance(parent, dict) else len(parent) if last == "-" else int(last)
        if kind == "remove":
            del parent[place]
        elif kind == "add" and isinstance(parent, list):
            parent.insert(place, operation["value"])
        else:
            parent[place] = operation["value"]
    return holder[""]


class FrontEnd:
    """Performs orders in a session with a host; each mutant overrides one method."""

    requirement = ""
    # A scenario that shows the mutant; empty if the scenarios of the requirement show it.
    where = ""
    patience: float | None = None
    source: type[Source] = Source
    screen: type[Screen] = Screen

    def __init__(self) -> None:
        self.host: subprocess.Popen[bytes] | None = None
        self.has_headers = False
        self.buffer = b""
        self.outbox = b""
        self.last_id = 0
        self.waiting: dict[Any, Answered] = {}
        self.sources: dict[str, Source] = {}
        self.held: dict[tuple[str, ...], Any] = {}
        self.asked_anew: set[tuple[str, ...]] = set()
        # Orders that wait for a revision: the instance, the revision, and the function for the answer.
        self.patient: list[tuple[str, int, Answered]] = []
        self.typed: dict[str, dict[str, Any]] = {}
        self.kinds: dict[str, str] = {}

    # Orders

    def order(self, order: Message) -> None:
        """Performs an order; the answer may come later."""

        def done(answer: Message) -> None:
            """Answers the order."""
            print(json.dumps({"jsonrpc": "2.0", "id": order["id"], **answer}), flush=True)

        follow = getattr(self, "order_" + order["method"], None)
        if follow is None:
            return done(failed(f"{order['method']} is no order", METHOD_NOT_FOUND))
        try:
            follow(order.get("params") or {}, done)
        except Exception as problem:
            done(failed(repr(problem)))

    def order_about(self, params: Any, done: Answered) -> None:
        parts = ["core", "views", "lists", "forms", "searches", "flows", "patches", "sources"]
        orders = [name.removeprefix("order_") for name in dir(self) if name.startswith("order_")]
        about = {"name": "by-hand", "version": "1", "parts": parts, "framings": ["lines", "headers"], "orders": orders}
        done({"result": about})

    def order_start(self, params: Any, done: Answered) -> None:
        self.host = subprocess.Popen(
            params["command"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log(), bufsize=0
        )
        assert self.host.stdin is not None
        os.set_blocking(self.host.stdin.fileno(), False)
        self.has_headers = params.get("framing") == "headers"
        self.sources = {name: self.source(rows) for name, rows in (params.get("sources") or {}).items()}
        capabilities: dict[str, Any] = {}
        if self.sources:
            capabilities["sources"] = list(self.sources)
        if params.get("updates") == "patch":
            capabilities["updates"] = "patch"
        asked = {"protocolVersions": ["1"], "clientInfo": {"name": "by-hand"}, "capabilities": capabilities}
        self.begin(asked, lambda answer: done(answer if "error" in answer else {"result": None}))

    def order_catalog(self, params: Any, done: Answered) -> None:
        def told(answer: Message) -> None:
            if "error" in answer:
                return done(answer)
            features = [one["id"] for one in answer["result"]["features"] if self.offers(one)]
            done({"result": {"features": features}})

        self.ask("feature/list", {}, told)

    def order_open(self, params: Any, done: Answered) -> None:
        def opened(answer: Message) -> None:
            if "error" in answer:
                return done(answer)
            self.hold(answer["result"]["snapshot"])
            done({"result": answer["result"]["snapshot"]})

        asked = {name: params[name] for name in ("feature", "instance", "params") if params.get(name) is not None}
        self.ask("feature/open", asked, opened)

    def order_send(self, params: Any, done: Answered) -> None:
        asked = {"instance": params["instance"], "action": params["action"], "params": params.get("params") or {}}
        if params.get("path"):
            asked["path"] = params["path"]
        self.send(asked, done)

    def order_state(self, params: Any, done: Answered) -> None:
        self.patient.append((params["instance"], params.get("revision") or 0, done))
        self.look()

    def order_enter(self, params: Any, done: Answered) -> None:
        instance, path = params["instance"], params["path"]
        typed = self.typed.setdefault(instance, {})
        typed[path] = params["value"]

        def entered(answer: Message) -> None:
            typed.pop(path, None)
            done(answer if "error" in answer else {"result": None})

        action = self.entering(self.held[(instance,)]["state"]["fields"][path])
        self.send({"instance": instance, "action": action, "params": {"path": path, "value": params["value"]}}, entered)

    def order_show(self, params: Any, done: Answered) -> None:
        screen = self.screen(self.typed.get(params["instance"], {}))
        screen.draw(self.held[(params["instance"],)])
        done({"result": {"lines": screen.lines}})

    def order_close(self, params: Any, done: Answered) -> None:
        self.ask("feature/close", {"instance": params["instance"]}, lambda answer: done(without_result(answer)))

    def order_stop(self, params: Any, done: Answered) -> None:
        def ended(answer: Message) -> None:
            self.say({"method": "exit"})
            done(without_result(answer))

        self.ask("shutdown", {}, ended)

    # Sending

    def begin(self, params: Any, done: Answered) -> None:
        self.ask("initialize", params, done)

    def send(self, params: Any, done: Answered) -> None:
        self.ask("feature/send", params, done)

    def ask(self, method: str, params: Any, then: Answered) -> None:
        """Sends a request; calls `then` with the answer."""
        id = self.next_id()
        self.waiting[id] = then
        self.say({"id": id, "method": method, "params": params})

    def next_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def say(self, message: Message) -> None:
        """Sends a message."""
        self.write(self.framed(self.encoded({"jsonrpc": "2.0", **message})))

    def answer(self, id: Any, answer: Message) -> None:
        self.say({"id": id, **answer})

    def encoded(self, message: Message) -> bytes:
        return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()

    def framed(self, body: bytes) -> bytes:
        return b"Content-Length: %d%s%s" % (len(body), SEPARATOR, body) if self.has_headers else body + b"\n"

    def write(self, data: bytes) -> None:
        self.outbox += data
        self.flush()

    def flush(self) -> None:
        """Writes as much as the host accepts without waiting."""
        if self.host is None or self.host.stdin is None or self.host.stdin.closed:
            return
        try:
            while self.outbox:
                self.outbox = self.outbox[os.write(self.host.stdin.fileno(), self.outbox) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.outbox = b""

    # Receiving

    def read(self, data: bytes) -> None:
        """Handles bytes of the host; no bytes mean the end of its output."""
        if not data:
            raise Choked("the host has ended")
        for body in self.frames(data):
            if body.strip():
                self.hear(json.loads(body))

    def frames(self, data: bytes) -> Iterator[bytes]:
        self.buffer += data
        while True:
            if self.has_headers:
                head, separator, rest = self.buffer.partition(SEPARATOR)
                lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
                if not separator or len(rest) < (size := int(lengths[0].partition(b":")[2])):
                    return
                body, self.buffer = rest[:size], rest[size:]
            else:
                body, separator, rest = self.buffer.partition(b"\n")
                if not separator:
                    return
                self.buffer = rest
            yield body

    def hear(self, message: Message) -> None:
        """Handles a message of the host."""
        if isinstance(message, list):
            for one in message:
                self.hear(one)
        elif "method" not in message:
            self.answered(message)
        elif "id" in message:
            self.requested(message)
        else:
            self.notified(message["method"], message.get("params") or {})

    def answered(self, message: Message) -> None:
        if then := self.waiting.pop(message.get("id"), None):
            then({name: message[name] for name in ("result", "error") if name in message})

    def requested(self, message: Message) -> None:
        """Answers a request of the host."""
        kind, _, method = message["method"].partition("/")
        params = message.get("params") or {}
        if kind != "source" or method not in ("fetch", "search", "insert", "update", "move", "delete", "perform"):
            return self.unknown(message)
        try:
            self.answer(message["id"], {"result": self.sourced(method, params)})
        except Failure as failure:
            self.answer(message["id"], {"error": failure.error})

    def sourced(self, method: str, params: Any) -> Any:
        """Returns the answer of a source."""
        source = self.sources.get(params.get("source"))
        if source is None:
            raise Failure(f"there is no source {params.get('source')}", "invalidData", INVALID_PARAMS)
        return source.answer(method, params)

    def unknown(self, message: Message) -> None:
        self.answer(message["id"], failed(f"there is no method {message['method']}", METHOD_NOT_FOUND))

    def notified(self, method: str, params: Any) -> None:
        if method == "state/snapshot":
            self.hold(params)
        elif method == "state/patch":
            self.take_patch(params)
        elif method == "state/closed":
            self.closed(params)

    def closed(self, params: Any) -> None:
        for place in [place for place in self.held if place[0] == params["instance"]]:
            if list(place[1:]) == (params.get("path") or list(place[1:])):
                del self.held[place]

    # Stored snapshots

    def hold(self, snapshot: Any) -> None:
        """Stores a snapshot; ignores one that is older than the stored one."""
        place = place_of(snapshot)
        held = self.held.get(place)
        if held is None or held["revision"] <= snapshot["revision"]:
            self.held[place] = snapshot
        self.look()

    def take_patch(self, params: Any) -> None:
        place = place_of(params)
        held = self.held.get(place)
        if held is None or self.is_old(params, held):
            return
        if params["base"] != held["revision"]:
            return self.lost(params, place)
        self.hold(patched(self.base(held), params["patch"]))

    def is_old(self, params: Any, held: Any) -> bool:
        return bool(params["revision"] <= held["revision"])

    def base(self, held: Any) -> Any:
        """Returns the part of a snapshot to which patches apply."""
        return {name: value for name, value in held.items() if name != "conflated"}

    def lost(self, params: Any, place: tuple[str, ...]) -> None:
        """Requests a snapshot after lost updates."""
        if place in self.asked_anew:
            return

        def told(answer: Message) -> None:
            self.asked_anew.discard(place)
            if "result" in answer:
                self.hold(answer["result"])

        self.asked_anew.add(place)
        self.ask("feature/snapshot", {"instance": place[0], **({"path": list(place[1:])} if place[1:] else {})}, told)

    def look(self) -> None:
        """Answers the orders that waited for the stored revisions."""
        waited, self.patient = self.patient, []
        for instance, revision, done in waited:
            if self.has_come(instance, revision):
                done({"result": self.held[(instance,)]})
            else:
                self.patient.append((instance, revision, done))

    def has_come(self, instance: str, revision: int) -> bool:
        held = self.held.get((instance,))
        return held is not None and held["revision"] >= revision

    # Using states

    def offers(self, feature: Any) -> bool:
        return feature["kind"] in KINDS

    def entering(self, field: Any) -> str:
        """Returns the action that enters a value of a field."""
        return "setSecret" if field["type"] == "secure" else "setValue"

    def rest(self) -> None:
        """Called when no bytes have come for `patience` seconds."""

    def log(self) -> int | None:
        """Returns the destination of the host's log; None for the destination of this program's log."""
        return None

    def logged(self, data: bytes) -> None:
        """Handles log output of the host, if `log` returns a pipe."""

    def give_up(self, problem: Exception) -> None:
        """Ends the session, and fails all waiting requests and orders."""
        waiting, self.waiting = self.waiting, {}
        patient, self.patient = self.patient, []
        for done in [*waiting.values(), *(done for _, _, done in patient)]:
            done(failed(repr(problem)))
        if self.host and self.host.stdin and self.host.stdout:
            self.host.stdin.close()
            self.host.stdout.close()


def place_of(params: Any) -> tuple[str, ...]:
    return (params["instance"], *(params.get("path") or ()))


def failed(message: str, code: int = INTERNAL_ERROR) -> Message:
    return {"error": {"code": code, "message": message}}


def without_result(answer: Message) -> Message:
    return answer if "error" in answer else {"result": None}
