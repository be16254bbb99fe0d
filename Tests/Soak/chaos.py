"""A plugin that misbehaves at random: `chaos.py SEED CALM` misbehaves for one message in CALM.

Each process of the plugin draws other random numbers. It appends its process id, and those of its children, to `pids`.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from mutations import mutate

PIDS = Path("pids")
spawned = len(PIDS.read_text().splitlines()) if PIDS.exists() else 0
rng = random.Random(f"{sys.argv[1]} {spawned}")
calm = int(sys.argv[2])
TEXTS = ["", "1", "rows", "source/fetch", "😀\u0000", "x" * 5000, "\ud800"]
NUMBERS = [0, -1, 1, 2**53, 2**64, -(2**63) - 1, 0.5, 1e300]
MEMBERS = [
    "jsonrpc",
    "id",
    "result",
    "error",
    "method",
    "params",
    "items",
    "endReached",
    "nextCursor",
    "totalCount",
    "code",
]


def note(pid):
    with PIDS.open("a") as file:
        file.write(f"{pid}\n")


def write(data):
    while data:
        data = data[os.write(1, data) :]


def encode(message):
    return json.dumps(message).encode() + b"\n"


def anything(depth=4):
    """Returns a random JSON value."""
    dice = rng.randrange(8 if depth else 5)
    if dice < 5:
        return [None, rng.random() < 0.5, rng.choice(NUMBERS), rng.choice(TEXTS), rng.randrange(20)][dice]
    if dice == 5:
        return [anything(depth - 1) for _ in range(rng.randrange(4))]
    return {rng.choice(MEMBERS + TEXTS): anything(depth - 1) for _ in range(rng.randrange(5))}


def rows(params):
    start = params.get("offset", 0)
    return [{"id": id, "text": f"row {id}"} for id in range(start, min(40, start + params.get("limit", 40)))]


def result(method, params):
    """Returns the result of a correct plugin."""
    match method.removeprefix("source/"):
        case "initialize":
            info = {"name": "chaos", "version": "1"}
            return {"protocolVersion": "1", "hostInfo": info, "capabilities": {"sources": ["rows"]}}
        case "fetch" | "search":
            return {"items": rows(params), "totalCount": 40}
        case "insert":
            return {"item": params["value"]}
        case "update":
            return {"item": {"id": params["id"], **params["patch"]}}
        case "perform":
            return {"output": params["input"]}
    return {"features": []} if method == "feature/list" else {} if method.startswith("source/") else None


def wrong(params):
    """Returns an invalid result, or one that contradicts the rows of earlier results."""
    items = rng.choice(
        [
            rows(params) * 2,
            [{"text": "none"}],
            [{"id": rng.choice([None, "", {}, 1.5, True, "x" * 5000])}],
            [{"id": 1}, {"id": "1"}],
            [anything() for _ in range(3)],
            rows({"offset": rng.randrange(40), "limit": 3}),
            [{"id": n} for n in range(3000)],
            anything(),
        ]
    )
    more = {"nextCursor": rng.choice(["1", "1", "", 1]), "endReached": anything(1), "totalCount": rng.choice(NUMBERS)}
    return {"items": items, **{name: value for name, value in more.items() if rng.random() < 0.4}}


def refusal():
    return {"code": rng.choice([-31009, -32601, 0, 1.5, "1"]), "message": rng.choice([*TEXTS, 1]), "data": anything()}


def misbehave(reply, params):
    """Misbehaves in one way; returns true if the request is still to be answered."""
    id = reply.get("id")
    match rng.choice(MISCHIEF):
        case "bytes":
            write(rng.randbytes(rng.choice([1, 20, 3000])) + rng.choice([b"", b"\n"]))
        case "json":
            write(encode(anything()))
        case "mutated":
            write(mutate(rng, encode(reply)))
            return False
        case "wrong":
            write(encode({**reply, "result": wrong(params)}))
            return False
        case "refuses":
            write(encode({"jsonrpc": "2.0", "id": id, "error": refusal()}))
            return False
        case "twice":
            write(encode(reply) * 2)
        case "others":
            write(encode({**reply, "id": rng.choice([0, -1, 10**6, "1", None, (id or 0) + 1])}))
        case "batch":
            write(encode([reply, anything(), {"jsonrpc": "2.0", "method": "x"}]))
            return False
        case "asks":
            write(encode({"jsonrpc": "2.0", "id": anything(1), "method": "shutdown", "params": anything()}))
        case "notices":
            source = rng.choice(["list", "find", "nobody", 1])
            notice = {"jsonrpc": "2.0", "method": "source/changed", "params": {"source": source, "opId": "o"}}
            write(encode(notice) * rng.choice([1, 50, 20_000]))
        case "logs":
            os.write(2, rng.randbytes(rng.choice([1, 5000])) + b"a line\n" * rng.choice([1, 100_000]))
        case "closes":
            for descriptor in rng.sample([0, 1, 2], rng.randrange(1, 4)):
                os.close(descriptor)
        case "leaves":
            child = subprocess.Popen(["sleep", "1000"], start_new_session=False)
            note(child.pid)
        case "ends":
            os._exit(rng.choice([0, 1, 77]))
        case "falls":
            os.kill(os.getpid(), rng.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM]))
        case "silent":
            return False
        case "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(1000)
    return True


MISCHIEF = (
    ["bytes", "json", "mutated", "mutated", "mutated", "wrong", "wrong", "wrong", "refuses", "refuses", "twice"]
    + ["others", "batch", "asks", "notices", "logs", "closes", "leaves", "ends", "falls", "silent"] * 2
    + ["stubborn"]
)

note(os.getpid())
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "exit":
        break
    params = request.get("params") or {}
    reply = {"jsonrpc": "2.0", "id": request.get("id"), "result": result(request["method"], params)}
    # `initialize` fails more rarely, because otherwise no rows would be requested.
    is_good = rng.randrange(calm if request["method"].startswith("source/") else 5 * calm) > 0
    if (is_good or misbehave(reply, params)) and "id" in request:
        write(encode(reply))
