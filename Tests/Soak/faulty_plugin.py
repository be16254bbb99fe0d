"""A plugin with rows and misbehaving operations. It appends the ids of its process and of its children to `pids`."""

from __future__ import annotations

import json
import os
import subprocess
import sys

ROWS = [{"id": str(number), "text": f"row {number}"} for number in range(50)]


def say(**message: object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def note(pid: int) -> None:
    with open("pids", "a") as file:
        file.write(f"{pid}\n")


def misbehave(how: str) -> None:
    if how == "flood":
        notice = json.dumps({"jsonrpc": "2.0", "method": "source/changed", "params": {"source": "plugin"}}) + "\n"
        sys.stdout.write(notice * 5_000)
    elif how == "die":
        os.abort()
    elif how == "leave":
        # A child that does not end with the plugin.
        note(subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).pid)
    elif how == "half":
        sys.stdout.write('{"jsonrpc":"2.0","id":1,"result":{"x":"' + "a" * 3_000_000)
        sys.stdout.flush()
        sys.exit(0)


note(os.getpid())
for line in sys.stdin:
    asked = json.loads(line)
    method, params = asked.get("method"), asked.get("params") or {}
    if method == "exit":
        break
    if "id" not in asked:
        continue
    if method == "initialize":
        info, known = {"name": "p", "version": "1"}, {"features": False, "sources": ["rows"]}
        say(id=asked["id"], result={"protocolVersion": "1", "hostInfo": info, "capabilities": known})
    elif method == "source/fetch":
        start = params.get("offset", 0)
        rows = ROWS[start : start + params["limit"]]
        say(id=asked["id"], result={"items": rows, "endReached": start + len(rows) >= len(ROWS)})
    elif method == "source/perform":
        misbehave(params["operation"])
        say(id=asked["id"], result={"output": None})
    else:
        say(id=asked["id"], result={})
