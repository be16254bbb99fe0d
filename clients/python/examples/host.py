"""A host in one file, without a library, written from `protocol/` alone; it reads schemas and errors from there.

It has a counter, and claims the parts core and views. It does not claim patches, virtual time (`clock/advance` gets
-31010, C-81), sources (C-9), sockets (C-13), `host/plugins` and `host/inspect` (A-11). The counter has no children,
modals, fixtures, outputs or failures; requests that name any of these are refused.
"""

import contextlib
import json
import os
import re
import sched
import select
import sys
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import accumulate, count
from pathlib import Path
from signal import SIG_IGN, SIGHUP, SIGINT, SIGTERM, getsignal, signal
from typing import Any

Object = dict[str, Any]
PROTOCOL = Path(__file__).resolve().parents[3] / "protocol"
ERRORS = {row["code"]: row for row in map(json.loads, (PROTOCOL / "errors.jsonl").read_text().splitlines())}
# One update of an instance waits for a slow reader. Its snapshot is made when it is written (T-62 to T-66).
LIMITS = {"maxFrameBytes": 4 << 20, "maxQueuedUpdates": 1, "maxQueuedBytes": 1, "maxUnreadBytes": 1 << 20}
LIMITS |= {"drainMs": 2000, "maxInFlight": 64, "maxBatchMembers": 1000, "maxInstances": 100, "realWaitMs": 1000}
TYPES: dict[str, tuple[type, ...]] = {"object": (dict,), "array": (list,), "string": (str,), "null": (type(None),)}
TYPES |= {"boolean": (bool,), "integer": (int,), "number": (int, float)}
ID_TYPES = (str, int, type(None))


class Refused(Exception):
    """An error answer to a request that has changed nothing (M-39)."""

    def __init__(self, code: int, **data: Any) -> None:
        row = ERRORS[code]
        # In this host, an unavailable action (M-57) and an ended session (M-58) stay so.
        data = {"kind": row["kind"], "retryable": row["retryable"] and code not in (-31005, -31009), **data}
        self.error = {"code": code, "message": row["when"], "data": data}


def schema_of(name: str) -> Any:
    return json.loads((PROTOCOL / f"schemas/{name}.json").read_text())


def is_a(value: Any, *types: str) -> bool:
    is_whole = isinstance(value, float) and value.is_integer() and "integer" in types
    return is_whole or any(type(value) in TYPES[name] for name in types)


def faults(schema: Object, value: Any, path: str = "") -> Iterator[Object]:
    """Yields the errors of a value; removes optional members that are null (M-24), or [] for an object (M-25)."""
    types = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", TYPES)
    size: Any = len(value) if is_a(value, "string", "array") else value if is_a(value, "number") else 0
    least, most = schema.get("minimum", schema.get("minLength", size)), schema.get("maxItems", size)
    if not is_a(value, *types) or not least <= size <= most or value not in schema.get("enum", [value]):
        code = "invalid" if is_a(value, *types) else "type"
        yield {"path": path, "code": code, "message": f"It has to fit {json.dumps(schema)}."}
    for place, item in enumerate(value if isinstance(value, list) else []):
        yield from faults(schema.get("items", {}), item, f"{path}/{place}")
    for name in value if isinstance(value, dict) and schema.get("additionalProperties") is False else []:
        if name not in (known := schema.get("properties", {})):
            message = f"No member is called {name}. Known: {', '.join(known)}"
            yield {"path": f"{path}/{name}", "code": "unknown", "message": message}
    for name, member in schema.get("properties", {}).items() if isinstance(value, dict) else []:
        is_nothing = value.get(name) is None or (value[name] == [] and "object" in member.get("type", []))
        if is_nothing and name not in schema.get("required", []):
            value.pop(name, None)
        elif name not in value:
            yield {"path": f"{path}/{name}", "code": "required", "message": "It is missing."}
        else:
            yield from faults(member, value[name], f"{path}/{name}")


def read_json(raw: bytes) -> Any:
    """Parses JSON; also raises ValueError for values that Python accepts and the protocol refuses (M-1 to M-6)."""

    def number(text: str) -> float:
        value = int(text) if text.lstrip("-").isdigit() else float(text)
        if not (-(2**63) <= value < 2**63 if isinstance(value, int) else abs(value) < float("inf")):
            raise ValueError("a number that is out of range")
        return value

    def members(pairs: list[tuple[str, Any]]) -> Object:
        if len(found := dict(pairs)) < len(pairs) or any("\0" in key for key in found):
            raise ValueError("a key that is there twice, or has U+0000 in it")
        return found

    brackets = re.sub(rb'"(?:\\.|[^"\\])*+"|[^]["{}]', b"", raw)
    if max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0) > 2048:
        raise ValueError("nested too deep")
    hooks: Object = {"parse_int": number, "parse_float": number, "parse_constant": number, "object_pairs_hook": members}
    value = json.loads(raw.decode(), **hooks)
    json.dumps(value, ensure_ascii=False).encode()  # A lone surrogate raises a ValueError.
    return value


class Counter:
    """An open instance of the feature, with its revisions, its effects and its actions."""

    LABELS = {"−": "decrement", "+": "increment", "+ in a second": "incrementLater", "Reset": "reset"}
    ACTIONS: Object = dict.fromkeys(LABELS.values(), {"type": "object", "additionalProperties": False})
    ACTIONS |= schema_of("common-actions")["$defs"] | schema_of("presentation-actions")["$defs"]
    STEPS = {"increment": 1, "decrement": -1}
    UNAVAILABLE = dict.fromkeys(["retry", "dismissError", "pressButton", "dismiss"], "gone")
    UNAVAILABLE |= dict.fromkeys(["confirmDiscard", "keepEditing"], "notBlocked")
    STATE = {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count", "layout"]}
    ENTRY: Object = {"id": "counter", "kind": "view", "title": "Counter", "state": STATE}
    ENTRY["actions"] = [{"name": name, "params": schema} for name, schema in ACTIONS.items()]

    def __init__(self, name: str, params: Object, clock: sched.scheduler, on_change: Callable[[Any], None]) -> None:
        self.name, self.params, self.clock, self.on_change = name, params, clock, on_change
        self.revision, self.cause = 0, {"action": "open", "path": [], "origin": "host"}
        self.effects: dict[str, sched.Event] = {}
        self.count, self.first_untold, self.timers = 0, 0, count(1)
        self.is_subscribed = self.is_kept = False

    def send(self, action: str, params: Object, **request: Any) -> None:
        """Applies an action of a client, or refuses an unknown or unavailable action and invalid params."""
        if action not in self.ACTIONS:
            raise Refused(-31003, known=list(self.ACTIONS))
        if action in self.UNAVAILABLE:
            raise Refused(-31005, reason=self.UNAVAILABLE[action])
        if (wrong := list(faults(self.ACTIONS[action], params))) or action == "present":
            raise Refused(-31004, fields=wrong or [{"path": "/modal", "code": "unknown", "message": "There is none."}])
        self.act(action, "client", **request)

    def act(self, action: str, origin: str, effect: str = "", **request: Any) -> None:
        """Applies an action, which makes one revision (S-8)."""
        self.effects.pop(effect, None)
        self.count += self.STEPS.get(action, 0)
        # An action that has neither an entry in STEPS nor a method, such as setTaskId, also makes a revision (V-38).
        more: Object = getattr(self, action, dict)() or {}
        self.revision += 1
        self.cause = {"action": action, "path": [], "origin": origin, **request, **more}
        self.on_change(self)

    def snapshot(self, is_update: bool = False) -> Object:
        revisions = self.revision - self.first_untold + 1
        buttons = [{"label": label, "type": "button", "action": name} for label, name in self.LABELS.items()]
        state = {"count": self.count, "layout": [{"key": "count", "label": "Count", "type": "number"}, *buttons]}
        return {
            **{"instance": self.name, "feature": "counter", "kind": "view", **self.progress(), "cause": self.cause},
            "effects": [{"id": id, "name": "timer", "background": False} for id in self.effects],
            **{"unavailable": self.UNAVAILABLE, "errors": [], "presentation": None, "queue": [], "blocked": None},
            **{"toolbar": [], "animation": None, "state": state},
            **({"conflated": revisions} if is_update and revisions > 1 else {}),
        }

    def progress(self) -> Object:
        return {"revision": self.revision, "settled": not self.effects}

    def incrementLater(self) -> None:
        id = f"timer-{next(self.timers)}"
        self.effects[id] = self.clock.enter(1, 0, self.act, ("increment", "clock", id))

    def reset(self) -> Object:
        for event in self.effects.values():
            self.clock.cancel(event)
        cancelled, self.effects, self.count = list(self.effects), {}, 0
        return {"cancelled": cancelled} if cancelled else {}


class Wire:
    """The input and the output. Of an instance in the output queue, the snapshot is made when it is written (T-64)."""

    def __init__(self, output: int) -> None:
        self.output, self.input = output, b""
        self.is_over = self.is_broken = False
        self.has_headers: bool | None = None
        self.waiting: deque[memoryview | Counter] = deque()

    def read(self) -> None:
        part = os.read(0, 1 << 16)
        self.input, self.is_over = self.input + part, not part
        if self.has_headers is None and len(self.input) > 2:
            self.input = self.input.removeprefix(b"\xef\xbb\xbf")  # A byte-order mark is skipped (T-72).
            if self.input:
                self.has_headers = self.input[0] not in b"{[ \t\r\n"

    def frame(self) -> bytes | None:
        """Returns the next frame; None if more input is needed; an empty frame if the rest can't be read (T-16)."""
        while not self.has_headers and self.input and (self.is_over or b"\n" in self.input):
            line, _, self.input = self.input.partition(b"\n")
            if line.strip(b" \t\r\n"):
                return line
        if not self.has_headers or not self.input:
            return None
        head = re.match(rb"(.{0,8188}?\n)\r?\n", self.input, re.DOTALL)
        if not head and not self.is_over and len(self.input) < 8192:
            return None
        length = head and re.search(rb"(?im)^content-length[ \t]*:[ \t]*([0-9]{1,18})[ \t]*\r?$", head[1])
        if not head or not length:
            self.input, self.is_over, self.is_broken = b"", True, True
            return b""
        end = head.end() + int(length[1])
        if len(self.input) < end and not self.is_over:
            return None
        body = self.input[head.end() : end] + b"\xff" * (len(self.input) < end)  # A cut body is invalid (T-17).
        self.input = self.input[end:]
        return body

    def framed(self, message: Any) -> memoryview:
        if isinstance(message, Counter):
            message = {"jsonrpc": "2.0", "method": "state/snapshot", "params": message.snapshot(is_update=True)}
        body = json.dumps(message).encode()  # ASCII: all line breaks are escaped (T-9).
        return memoryview(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) if self.has_headers else body + b"\n")

    def say(self, message: Any) -> None:
        self.waiting.append(self.framed(message))
        self.write()

    def tell(self, instance: Counter) -> None:
        if instance not in self.waiting:
            instance.first_untold = instance.revision
            self.waiting.append(instance)
            self.write()

    def seal(self, instance: Counter) -> None:
        """Makes a queued snapshot now, so that it is not newer than the messages after it (T-68)."""
        self.waiting = deque(self.framed(item) if item is instance else item for item in self.waiting)

    def write(self) -> None:
        """Writes as much as the reader accepts without waiting (T-59)."""
        poll = select.poll()
        poll.register(self.output, select.POLLOUT)
        with contextlib.suppress(BrokenPipeError):
            while self.waiting and poll.poll(0):
                item = self.waiting.popleft()
                part = self.framed(item) if isinstance(item, Counter) else item
                if rest := part[os.write(self.output, part[: select.PIPE_BUF]) :]:
                    self.waiting.appendleft(rest)


@dataclass
class Wait:
    """A frame that waits until an instance has settled, or until the end of a `feature/run`."""

    id: Any
    instance: Counter
    milliseconds: int | None
    is_run: bool = False
    frame: Any = None


class Session:
    """The session with a client: its requests, their answers, and its end."""

    METHODS = ["initialize", "initialized", "ping", "shutdown", "clock/advance", "state/subscribe", "state/unsubscribe"]
    METHODS += ["feature/list", "feature/open", "feature/run", "feature/send", "feature/settle", "feature/snapshot"]
    PARAMS = {method: schema_of(f"{method.replace('/', '-')}-params") for method in [*METHODS, "feature/close"]}
    NO_NOTIFICATIONS = ("initialize", "shutdown", "feature/run", "feature/settle")  # These need an answer.

    def __init__(self, output: int) -> None:
        self.wire, self.clock = Wire(output), sched.scheduler()
        self.instances: dict[str, Counter] = {}
        self.names = map("counter-{}".format, count(1))
        self.waits: dict[Any, Wait] = {}
        self.in_flight: set[Any] = set()
        self.was_asked = self.is_shut = False
        self.process, self.status, self.how = os.getpid(), 1, ""

    def end(self, status: int, how: str) -> None:
        """Begins the end of the session, after the end of the input, a signal or `exit`."""
        if not self.how:
            self.status, self.how = status, how
            drain = 0 if how == "exit" else LIMITS["drainMs"] / 1000
            self.clock.enter(drain, 0, self.end_all_waits)
            if how == "signal":
                self.clock.enter(2 * drain, 0, lambda: self.wire.waiting.clear())  # The client no longer reads (T-57).

    def serve(self) -> int:
        """Handles the input until the session has ended, and returns the exit status."""
        for number in (SIGTERM, SIGINT) if getsignal(SIGHUP) == SIG_IGN else (SIGTERM, SIGINT, SIGHUP):
            signal(number, lambda *_: self.end(0, "signal"))
        with contextlib.suppress(ProcessLookupError, OverflowError, BrokenPipeError):
            while not self.how or self.waits or self.wire.waiting:
                self.wait_for_bytes()
                while self.is_reading() and (raw := self.wire.frame()) is not None:
                    self.go_on(self.handle(raw))
                if self.is_reading() and self.wire.is_over:
                    self.end(int(self.wire.is_broken), "input")
            return self.status
        return 1

    def is_reading(self) -> bool:
        """Returns true if the session may read input: it has not ended, and the unread output is short (T-69)."""
        unread = sum(len(item) if isinstance(item, memoryview) else 1 for item in self.wire.waiting)
        return not self.how and unread <= LIMITS["maxUnreadBytes"]

    def wait_for_bytes(self) -> None:
        """Performs work that is due, reads and writes; raises OSError if the client no longer exists (T-46)."""
        delay = min(self.clock.run(blocking=False) or 0.5, 0.5)
        poll = select.poll()
        poll.register(self.wire.output, select.POLLOUT if self.wire.waiting else 0)
        if self.is_reading():
            poll.register(0, select.POLLIN)
        ready = dict(poll.poll(1000 * delay if not self.how or self.waits or self.wire.waiting else 0))
        self.wire.write()
        if 0 in ready:
            self.wire.read()
        with contextlib.suppress(PermissionError):
            os.kill(self.process, 0)
        if ready.get(self.wire.output, 0) & ~select.POLLOUT:
            raise BrokenPipeError

    def go_on(self, frame: Generator[Wait, Any, Any], result: Any = None) -> None:
        """Resumes the handling of a frame until it waits again, or is answered completely."""
        with contextlib.suppress(StopIteration):
            wait = frame.throw(result) if isinstance(result, Refused) else frame.send(result)
            wait.frame, self.waits[wait.id] = frame, wait
            if wait.milliseconds is not None:
                self.clock.enter(wait.milliseconds / 1000, 0, self.end_wait, (wait, None))

    def end_wait(self, wait: Wait, result: Any) -> None:
        if self.waits.get(wait.id) is wait:
            del self.waits[wait.id]
            self.go_on(wait.frame, result)

    def end_waits(self, instance: Counter, result: Any, are_runs: bool = False) -> None:
        """Ends the waits for an instance, which are answered before this method returns (K-5)."""
        for wait in list(self.waits.values()):
            if wait.instance is instance and wait.is_run == are_runs:
                self.end_wait(wait, result)

    def end_all_waits(self) -> None:
        while self.waits:  # A batch continues, and may wait again.
            wait = next(iter(self.waits.values()))
            self.end_wait(wait, Refused(-31009) if wait.is_run or self.how == "exit" else None)

    def handle(self, raw: bytes) -> Generator[Wait, Any, None]:
        """Handles a message, or the members of a batch in sequence (M-29), and answers the members together (M-31)."""
        own: set[Any] = set()
        answers: Any = []
        try:
            value = read_json(raw if len(raw) <= LIMITS["maxFrameBytes"] else b"")
            is_batch = isinstance(value, list)
            if is_batch and not 0 < len(value) <= LIMITS["maxBatchMembers"]:
                raise Refused(-31007 if value else -32600)
            for member in value if is_batch else [value]:
                answers += yield from self.answer(member, is_batch, own)
            answers = answers if is_batch or not answers else answers[0]
        except (ValueError, RecursionError):
            id: Any = None
            with contextlib.suppress(ValueError, RecursionError, AttributeError):
                id = json.loads(raw).get("id")  # Python may still be able to read the id (T-20).
            answers = {"jsonrpc": "2.0", "id": id if type(id) in ID_TYPES else None, "error": Refused(-32700).error}
        except Refused as refused:
            answers = {"jsonrpc": "2.0", "id": None, "error": refused.error}
        self.in_flight -= own
        if answers:
            self.wire.say(answers)

    def answer(self, message: Any, is_batch: bool, own: set[Any]) -> Generator[Wait, Any, list[Object]]:
        known = message if isinstance(message, dict) else {}
        if "method" not in known and ("result" in known or "error" in known):
            return []  # This host sends no requests, so it ignores responses (M-19).
        id, is_message = known.get("id"), known.get("jsonrpc") == "2.0" and is_a(known.get("method"), "string")
        is_message = is_message and type(id) in ID_TYPES and is_a(known.get("params"), "object", "array", "null")
        answer: Object = {"jsonrpc": "2.0", "id": id if type(id) in ID_TYPES else None}
        try:
            if not is_message:
                raise Refused(-32600)
            result = self.call(known, is_batch, own)
            answer["result"] = (yield from result) if isinstance(result, Generator) else result
        except Refused as refused:
            answer["error"] = refused.error
        except Exception:
            traceback.print_exc()
            answer["error"] = Refused(-32603).error
        return [answer] if "id" in known or not is_message else []

    def call(self, message: Object, is_batch: bool, own: set[Any]) -> Any:
        """Returns the result, or a generator that waits and then returns the result."""
        method, params, is_request = message["method"], message.get("params"), "id" in message
        if is_request:
            is_late, self.was_asked = method == "initialize" and (is_batch or self.was_asked), True
            if self.how == "exit" or len(self.waits) >= LIMITS["maxInFlight"]:
                raise Refused(-31009 if self.how == "exit" else -31007)
            if is_late or self.is_shut or message["id"] in self.in_flight:
                raise Refused(-32600)
            own.add(message["id"])
            self.in_flight.add(message["id"])
        elif method == "exit" and not is_batch:
            self.end(0 if self.is_shut else 1, "exit")
        elif method == "$/cancelRequest" and isinstance(params, dict) and not self.is_shut:
            if type(id := params.get("id", False)) in ID_TYPES and id in self.waits:
                self.end_wait(self.waits[id], Refused(-32800))
        if method not in self.PARAMS or (not is_request and (self.is_shut or method in self.NO_NOTIFICATIONS)):
            raise Refused(-32601, method=method)
        params = params or {}
        for fault in faults(self.PARAMS[method], params):
            known = {"known": [*self.PARAMS[method].get("properties", {})]} if fault["code"] == "unknown" else {}
            raise Refused(-32602, param=f"{fault['path']}/".split("/")[1], **known)
        match method:
            case "ping" | "initialized" | "shutdown":
                self.is_shut |= method == "shutdown"
            case "clock/advance":
                raise Refused(-31010)
            case "feature/list":
                return {"features": [Counter.ENTRY]}
            case "feature/snapshot":
                return self.named(params).snapshot()
            case _:
                request = {"request": message["id"]} if is_request else {}
                return getattr(self, method.replace("/", "_"))(params, request)

    def initialize(self, p: Object, _: Object) -> Object:
        if "1" not in p.get("protocolVersions", ["1"]):
            raise Refused(-31008, supported=["1"])
        self.process = int(p.get("processId", self.process))
        capabilities = {"updates": ["snapshot"], "features": True, "virtualClock": False, "sources": []}
        host = {"protocolVersion": "1", "hostInfo": {"name": "host.py", "version": "1"}, "limits": LIMITS}
        return {**host, "capabilities": capabilities, "features": [Counter.ENTRY]}

    def attach(self, p: Object) -> Counter:
        if p["feature"] != "counter":
            raise Refused(-31001)
        name, params = p.get("instance", ""), p.get("params", {})
        if "fixture" in p or (name in self.instances and self.instances[name].params != params):
            raise Refused(-32602, param="fixture" if "fixture" in p else "params")
        if params:
            raise Refused(-32602, fields=list(faults({"additionalProperties": False}, params)))
        if p.get("path") or (name not in self.instances and len(self.instances) >= LIMITS["maxInstances"]):
            raise Refused(-31005, reason="gone") if p.get("path") else Refused(-31007)
        if name not in self.instances:
            name = name or next(name for name in self.names if name not in self.instances)
            self.instances[name] = Counter(name, params, self.clock, self.on_change)
        return self.instances[name]

    def named(self, p: Object) -> Counter:
        if p["instance"] not in self.instances:
            raise Refused(-31002)
        if p.get("path"):
            raise Refused(-31005, reason="gone")
        return self.instances[p["instance"]]

    def feature_open(self, p: Object, _: Object) -> Object:
        instance = self.attach(p)
        instance.is_kept |= p.get("keep", False)
        return self.state_subscribe({"instance": instance.name})

    def state_subscribe(self, p: Object, *_: Object) -> Object:
        instance = self.named(p)
        self.wire.seal(instance)
        instance.is_subscribed = True
        return {"instance": instance.name, "revision": instance.revision, "snapshot": instance.snapshot()}

    def state_unsubscribe(self, p: Object, _: Object) -> None:
        instance = self.named({"instance": p["instance"]})
        if instance.is_subscribed and not p.get("path"):
            instance.is_subscribed = False
            if not instance.is_kept:
                self.feature_close(p)

    def feature_run(self, p: Object, request: Object) -> Generator[Wait, Any, Object]:
        is_new, instance = p.get("instance") not in self.instances, self.attach(p)
        if not instance.is_subscribed:
            instance.is_subscribed = True
            self.wire.tell(instance)
        try:
            outcome = yield Wait(request["request"], instance, p.get("timeoutMs"), is_run=True)
            if is_new and not outcome:
                self.end_waits(instance, None)  # Waiting requests are answered before the instance closes (C-52).
            return outcome or {"outcome": "timedOut"}
        finally:
            if is_new and self.instances.get(instance.name) is instance:
                self.feature_close({"instance": instance.name})

    def feature_send(self, p: Object, request: Object) -> Any:
        if p.get("ifRevision", revision := self.named({"instance": p["instance"]}).revision) != revision:
            raise Refused(-31006, revision=revision)
        instance = self.named(p)
        instance.send(p["action"], p.get("params", {}), **request)
        return self.feature_settle(p, request) if p.get("await") == "settled" and request else instance.progress()

    def feature_settle(self, p: Object, request: Object) -> Generator[Wait, Any, Object]:
        instance = self.named({"instance": p["instance"]})
        if instance.effects:
            yield Wait(request["request"], instance, p.get("timeoutMs", 30_000))
        return instance.progress()

    def feature_close(self, p: Object, *_: Object) -> None:
        instance = self.named(p)
        del self.instances[instance.name]
        self.wire.seal(instance)
        instance.reset()
        if instance.is_subscribed:
            params = {"instance": instance.name, "revision": instance.revision, "reason": "closed"}
            self.wire.say({"jsonrpc": "2.0", "method": "state/closed", "params": params})
        instance.is_subscribed = False
        self.end_waits(instance, {"outcome": "cancelled"}, are_runs=True)
        self.end_waits(instance, Refused(-31002))

    def on_change(self, instance: Counter) -> None:
        if instance.is_subscribed:
            self.wire.tell(instance)
        if not instance.effects:
            self.end_waits(instance, None)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)  # JSON may have 2,048 nested levels (M-7).
    own_output = os.dup(1)
    os.dup2(2, 1)  # Printed text goes to the log (T-1).
    sys.exit(Session(own_output).serve())
