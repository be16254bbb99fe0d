"""A plugin with one fault: `faulty.py FAULT`. It has the fault while the file `broken` exists.

Its source has two rows, and a third row with facts about the process of the plugin.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

FAULT = sys.argv[1]
is_broken = Path("broken").exists()


def fault(name):
    return is_broken and name == FAULT


def say(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def initialize():
    if fault("silent"):
        return
    if fault("diesAtOnce"):
        sys.exit(3)
    if fault("headers"):
        write(b"Content-Length: 2\r\n\r\n{}")
    if fault("version"):
        return {"protocolVersion": "2"}
    if fault("noSource"):
        return {"protocolVersion": "1", "capabilities": {"sources": ["others"]}}
    return {
        "protocolVersion": "1",
        "hostInfo": {"name": "faulty", "version": "1"},
        "capabilities": {"sources": ["rows"]},
    }


def fetch(id):
    match FAULT if is_broken else None:
        case "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        case "nonsense":
            write(b"Hello, world!\n")
        case "wrongMessage":
            write(b'{"jsonrpc":"1.0"}\n')
        case "long":
            write(b'{"jsonrpc":"2.0","id":%d,"result":"' % id + b"x" * (17 << 20) + b'"}\n')
        case "flood":
            while True:
                write(b'{"jsonrpc":"2.0","method":"source/changed","params":{"source":"nobody"}}\n' * 1000)
        case "random":
            write(random.Random(os.getpid()).randbytes(1 << 16))
        case "closes":
            os.close(1)
            time.sleep(1000)
        case "lastWord":
            say(id=id, result={"items": [{"id": 1, "text": "x" * (1 << 19)}, *[]], "endReached": True})
            os._exit(0)
        case "hangs":
            while True:
                time.sleep(1000)
        case _:
            known = {name: os.environ.get(name) for name in ("PATH", "SECRET", "GIVEN")}
            rows = [{"id": 1, "known": known}, {"id": 2, "options": options, "folder": os.getcwd()}]
            say(id=id, result={"items": rows, "endReached": True})


options = None
if FAULT == "stays":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if FAULT == "chatters":
    for number in range(100):
        print(f"line {number}", file=sys.stderr)
if fault("deafAtFirst"):
    # The plugin answers `initialize`, and then stops reading.
    say(id=json.loads(os.read(0, 1 << 16))["id"], result=initialize())
    time.sleep(1000)
if fault("deaf"):
    asked = json.loads(os.read(0, 1 << 16))
    os.close(0)
    say(id=asked["id"], result=initialize())
    time.sleep(1000)
for line in sys.stdin:
    request = json.loads(line)
    match request["method"]:
        case "initialize":
            if (result := initialize()) is not None:
                say(id=request["id"], result=result)
        case "source/open":
            options = request["params"]["options"]
            if fault("unopened"):
                error = {"code": -31009, "message": "The key is missing.", "data": {"code": "noKey"}}
                say(id=request["id"], error=error)
            else:
                say(id=request["id"], result={})
        case "source/fetch" if fault("unopened"):
            say(id=request["id"], error={"code": -31009, "message": "The key is missing.", "data": {"code": "noKey"}})
        case "source/fetch":
            fetch(request["id"])
        case "shutdown" if FAULT == "saves":
            say(id=request["id"], result=None)
        case "exit":
            if FAULT == "saves":
                print("on its way", file=sys.stderr)
                Path("saved").write_text("all")
            sys.exit(0)
        case _ if "id" in request:
            say(id=request["id"], result=None)
while FAULT == "stays":
    time.sleep(1000)
