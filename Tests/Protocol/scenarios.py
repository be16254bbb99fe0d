"""Plays scenarios of protocol/conformance to a host."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from .host import SERVE, Frame, Host, encode, with_headers
from .transcripts import PROTOCOL

FOLDER = PROTOCOL / "conformance"
ABSENT = object()
TYPES = {
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool) or isinstance(v, float) and v.is_integer(),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
}


class Mismatch(Exception):
    pass


def number(v: Any) -> bool:
    return isinstance(v, (int, float)) and not isinstance(v, bool)


def equal(a: Any, b: Any) -> bool:
    if number(a) and number(b):
        return a == b
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(equal, a, b))
    return a == b


def check(p: Any, v: Any, names: dict[str, Any], at: str = "") -> None:
    def no(why: str) -> None:
        shown = "absent" if v is ABSENT else encode(v)[:300]
        raise Mismatch(f"{at or '(whole)'}: {why}, is {shown}")

    if isinstance(p, dict) and len(p) == 1 and next(iter(p)).startswith("$"):
        op, arg = next(iter(p.items()))
        if op == "$absent":
            return None if v is ABSENT else no("should be absent")
        if op == "$not":
            try:
                check(arg, v, dict(names), at)
            except Mismatch:
                return None
            return no(f"should not match {encode(arg)}")
        if op == "$oneOf":
            for each in arg:
                trial = dict(names)
                try:
                    check(each, v, trial, at)
                except Mismatch:
                    continue
                names.update(trial)
                return None
            return no(f"should match one of {encode(arg)}")
        if v is ABSENT:
            return no(f"should match {encode(p)}")
        if op == "$any":
            return None
        if op == "$all":
            for each in arg:
                check(each, v, names, at)
            return None
        if op == "$type":
            wanted = arg if isinstance(arg, list) else [arg]
            return None if any(TYPES[t](v) for t in wanted) else no(f"should be {arg}")
        if op == "$equals":
            return None if equal(arg, v) else no(f"should equal {encode(arg)}")
        if op == "$above":
            return None if number(v) and v > arg else no(f"should be above {arg}")
        if op == "$below":
            return None if number(v) and v < arg else no(f"should be below {arg}")
        if op == "$text":
            return None if isinstance(v, str) and re.search(arg, v) else no(f"should have the pattern {arg}")
        if op == "$length":
            if not isinstance(v, (str, list, dict)):
                return no("should have a length")
            return check(arg, len(v), names, at + " (length)")
        if op == "$contains":
            if not isinstance(v, list):
                return no("should be an array")
            for each in arg:
                for element in v:
                    trial = dict(names)
                    with contextlib.suppress(Mismatch):
                        check(each, element, trial, at)
                        names.update(trial)
                        break
                else:
                    return no(f"should contain {encode(each)}")
            return None
        if op == "$members":
            ok = isinstance(v, dict) and set(v) == set(arg)
            return None if ok else no(f"should have exactly the members {arg}")
        if op == "$as":
            names[arg] = v
            return None
        if op == "$is":
            return None if equal(names[arg], v) else no(f"should be {encode(names[arg])} ({arg})")
        raise ValueError(f"unknown operator {op}")
    if v is ABSENT:
        return no(f"should be {encode(p)[:300]}")
    if isinstance(p, dict):
        if not isinstance(v, dict):
            return no("should be an object")
        for k, each in p.items():
            check(each, v.get(k, ABSENT), names, f"{at}/{k}")
        return None
    if isinstance(p, list):
        if not isinstance(v, list) or len(p) != len(v):
            return no(f"should be an array of {len(p)}")
        for i, (each, element) in enumerate(zip(p, v, strict=True)):
            check(each, element, names, f"{at}/{i}")
        return None
    return None if equal(p, v) else no(f"should be {encode(p)}")


def fill(v: Any, names: dict[str, Any]) -> Any:
    if isinstance(v, dict):
        if len(v) == 1 and "$is" in v:
            return names[v["$is"]]
        return {k: fill(e, names) for k, e in v.items()}
    return [fill(e, names) for e in v] if isinstance(v, list) else v


class Player:
    def __init__(self, host: Host, folder: Path, headers: bool) -> None:
        self.host, self.folder, self.headers = host, folder, headers
        self.waiting: list[Frame] = []
        self.newest: dict[str, Any] = {}
        self.names: dict[str, Any] = {}
        self.ids = 0
        self.bystander = subprocess.Popen(["sleep", "600"])
        self.names["process"] = self.bystander.pid

    def put(self, text: str) -> None:
        bodies = [b for b in text.split("\n") if b.strip()]
        self.host.send(b"".join(with_headers(b.encode()) for b in bodies) if self.headers else text.encode())

    def read(self) -> Frame:
        frame = self.host.receive()
        if frame is None:
            raise Mismatch("the output has ended")
        for m in frame if isinstance(frame, list) else [frame]:
            self.note(m)
        return frame

    def note(self, m: Any) -> None:
        if not isinstance(m, dict):
            return
        found = []
        if m.get("method") == "state/snapshot":
            found.append(m["params"])
        result = m.get("result")
        if isinstance(result, dict):
            found += [result.get("snapshot"), result if "revision" in result and "state" in result else None]
        for s in found:
            if isinstance(s, dict) and not s.get("path") and isinstance(s.get("instance"), str):
                old = self.newest.get(s["instance"])
                if old is None or old["revision"] <= s["revision"]:
                    self.newest[s["instance"]] = s

    def read_last(self) -> bool:
        return self.host.receive() is not None

    def take(self) -> Frame:
        return self.waiting.pop(0) if self.waiting else self.read()

    def find(self, pattern: Any, never: Any = None) -> Frame:
        last = None
        passed = 0
        while True:
            try:
                frame = self.take()
            except (Mismatch, AssertionError) as end:
                raise Mismatch(f"nothing came that matches {encode(pattern)[:400]}: {end}; {passed} passed over; {last}") from None
            try:
                check(pattern, frame, self.names)
                return frame
            except Mismatch as m:
                last = f"the last one: {m}"
                passed += 1
            if never is not None:
                try:
                    check(never, frame, dict(self.names))
                except Mismatch:
                    continue
                raise Mismatch(f"this should never come: {encode(frame)[:600]}")

    def step(self, line: dict[str, Any]) -> None:
        if "send" in line:
            for _ in range(line.get("times", 1)):
                self.put(encode(fill(line["send"], self.names)) + "\n")
        elif "sendBytes" in line:
            self.host.send(bytes.fromhex(line["sendBytes"]))
        elif "signal" in line:
            self.host.process.send_signal(getattr(signal, "SIG" + line["signal"]))
        elif "closeOutput" in line:
            self.host.process.stdout.close()
        elif "endProcess" in line:
            self.bystander.kill()
            self.bystander.wait()
        elif "sendRaw" in line:
            self.put(line["sendRaw"])
        elif "write" in line:
            for name, text in line["write"].items():
                (self.folder / name).unlink(missing_ok=True) if text is None else (self.folder / name).write_text(text)
        elif "call" in line:
            self.ids += 1
            id = f"call-{self.ids}"
            request = {"jsonrpc": "2.0", "id": id, "method": line["call"]}
            if "params" in line:
                request["params"] = fill(line["params"], self.names)
            self.put(encode(request) + "\n")
            passed = []
            while True:
                frame = self.read()
                if isinstance(frame, dict) and frame.get("id") == id and "method" not in frame:
                    break
                passed.append(frame)
            self.waiting += passed
            for member in ("result", "error"):
                if member in line:
                    other = "error" if member == "result" else "result"
                    if member not in frame:
                        raise Mismatch(f"the answer has no {member}: {encode(frame)[:600]}")
                    check(line[member], frame[member], self.names, f"/{member}")
            if "error" not in line and "error" in frame:
                raise Mismatch(f"refused: {encode(frame)[:600]}")
        elif "next" in line:
            check(line["next"], self.take(), self.names)
        elif "until" in line:
            self.find(line["until"], line.get("never"))
        elif "state" in line or "shows" in line:
            pattern = line.get("state", line.get("shows"))
            while True:
                try:
                    if line["of"] not in self.newest:
                        raise Mismatch(f"there is no snapshot of {line['of']}")
                    trial = dict(self.names)
                    check(pattern, self.newest[line["of"]], trial)
                    self.names = trial
                    break
                except Mismatch as m:
                    if "state" in line:
                        raise
                    try:
                        self.waiting.append(self.read())
                    except (Mismatch, AssertionError) as end:
                        raise Mismatch(f"{m} (and {end})") from None
        elif "asked" in line:
            pattern = {"method": line["asked"], "id": {"$any": True}, "params": line.get("params", {"$any": True})}
            asked = self.find(pattern)
            answer = {"jsonrpc": "2.0", "id": asked["id"]}
            key, given = ("error", line["refuse"]) if "refuse" in line else ("result", line.get("answer"))
            self.put(encode({**answer, key: fill(given, self.names)}) + "\n")
        elif "endInput" in line:
            self.host.process.stdin.close()
        elif "status" in line:
            if not self.host.process.stdin.closed:
                self.host.process.stdin.close()
            while not self.host.process.stdout.closed and self.read_last():
                pass
            status = self.host.process.wait(timeout=20)
            if status != line["status"]:
                raise Mismatch(f"the status is {status}, should be {line['status']}")


def play(path: Path, headers: bool, log: bool = False) -> str | None:
    lines = [json.loads(line) for line in path.read_text().split("\n") if line]
    setting = lines[0]
    arguments: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in setting.get("files", {}).items():
            (folder / file).write_text(text)
        for file in setting.get("pipes", []):
            os.mkfifo(folder / file)
        if (workspace := setting.get("workspace")) is not None:
            if isinstance(workspace, str):
                workspace = json.loads((FOLDER / workspace).read_text())
            (folder / "workspace.json").write_text(json.dumps(workspace))
            arguments += ["--workspace", "workspace.json"]
        if "clock" in setting:
            arguments += ["--clock", setting["clock"]]
        if "seed" in setting:
            arguments += ["--seed", str(setting["seed"])]
        with contextlib.ExitStack() as stack, Host(arguments, folder, headers, SERVE) as host:
            if log:
                read = host.receive

                def shown() -> Any:
                    frame = read()
                    print("   <", encode(frame)[:3000], file=sys.stderr)
                    return frame

                host.receive = shown  # type: ignore[method-assign]
            player = Player(host, folder, headers)
            stack.callback(player.bystander.kill)
            first = setting.get("initialize", {})
            script = lines[1:]
            if first is not False:
                params = {"protocolVersions": ["1"], "clientInfo": {"name": "conform"}, **first}
                script = [{"call": "initialize", "params": params}, *script]
            for index, line in enumerate(script, 2 if first is False else 1):
                if log:
                    print(f"{index}", encode(line)[:3000], file=sys.stderr)
                try:
                    player.step(line)
                except (Mismatch, AssertionError) as problem:
                    return f"{path.name}:{index}: {line.get('requires', [])} {problem}\n    {encode(line)[:500]}"
    return None


def main() -> None:
    """`python -m Tests.Protocol.scenarios [--log] [FILE…]`: plays them to the host, and says what does not hold."""
    words = sys.argv[1:]
    log = "--log" in words
    files = [Path(w) for w in words if w != "--log"] or sorted(FOLDER.glob("*.jsonl"))
    bad = 0
    tried: set[str] = set()
    for path in files:
        lines = [json.loads(line) for line in path.read_text().split("\n") if line]
        framings = lines[0].get("framings", ["lines", "headers"])
        for framing in framings[:1] if log else framings:
            if (problem := play(path, framing == "headers", log)) is not None:
                bad += 1
                print(f"{problem} [{framing}]")
        for line in lines:
            tried |= set(line.get("requires", []))
    print(f"{len(files)} scenarios, {bad} plays differ, {len(tried)} requirements tried")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
