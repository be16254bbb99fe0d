"""A plugin with features and one fault: `features.py FAULT`. It has the fault while the file `broken` exists.

The action `add` of the feature `counter` counts; the action `go` shows the fault.
"""

import json
import os
import sys
from pathlib import Path

FAULT = sys.argv[1]
PARAMS = {"type": "object"}
ACTIONS = [{"name": name, "params": PARAMS} for name in ("add", "go", "retry", "dismissError")]
instances = {}


def is_broken():
    return Path("broken").exists()


def say(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def snapshot(name, revision, cause, **more):
    whole = {
        "instance": name,
        "feature": "counter",
        "kind": "view",
        "revision": revision,
        "cause": {"path": [], **cause},
        "settled": True,
        "effects": [],
        "unavailable": {},
        "errors": [],
        "presentation": None,
        "queue": [],
        "blocked": None,
        "toolbar": [],
        "animation": {"kind": "fade"},
        "state": {"count": instances[name]["count"], "text": "\u2028 é\x85"},
    }
    return {member: value for member, value in {**whole, **more}.items() if value != "absent"}


def child(name, path, cause):
    unavailable = {"del": "readOnly"}
    revision = instances[name]["revision"]
    return snapshot(name, revision, cause, path=path, unavailable=unavailable, blocked="absent", animation="absent")


def count(instance, name, action, id, by):
    """Increases the count, sends the snapshot, and returns the cause."""
    instance["count"] += by
    instance["revision"] += 1
    cause = {"action": action, "origin": "client", "request": id}
    say(method="state/snapshot", params=snapshot(name, instance["revision"], cause))
    return cause


def do_fault(name, revision, id):
    cause = {"action": "go", "origin": "client", "request": id}
    match FAULT:
        case "dies":
            os.kill(os.getpid(), 9)
        case "backwards":
            say(method="state/snapshot", params=snapshot(name, revision - 1, cause))
        case "twice":
            for _ in range(2):
                say(method="state/snapshot", params=snapshot(name, revision, cause))
        case "noState":
            say(method="state/snapshot", params=snapshot(name, revision, cause, state="absent"))
        case "noCause":
            say(method="state/snapshot", params=snapshot(name, revision, {}))
        case "notJSON":
            text = json.dumps(snapshot(name, revision, cause)).replace('"count": ', '"count": 0')
            sys.stdout.write('{"jsonrpc":"2.0","method":"state/snapshot","params":' + text + "}\n")
            sys.stdout.flush()
        case "twoStates":
            text = json.dumps(snapshot(name, revision, cause))[:-1] + ',"state":{}}'
            sys.stdout.write('{"jsonrpc":"2.0","method":"state/snapshot","params":' + text + "}\n")
            sys.stdout.flush()
        case "flood":
            cause = {"action": "x", "origin": "effect"}
            first = json.dumps(snapshot(name, revision, cause)).replace(f'"revision": {revision}', '"revision": %d')
            line = '{"jsonrpc":"2.0","method":"state/snapshot","params":' + first + "}\n"
            sys.stdout.write("".join(line % (revision + number) for number in range(200_000)))
            sys.stdout.flush()
        case "stranger":
            instances["stranger"] = {"count": 0, "revision": 0}
            say(method="state/snapshot", params=snapshot("stranger", 1, cause))
            say(id=id, result={"revision": revision - 1, "settled": True})
        case "silent":
            pass
        case "holds":
            instances[name].setdefault("held", []).append(id)
        case "batch":
            say_batch = [{"jsonrpc": "2.0", "method": "state/snapshot", "params": {"instance": name}}]
            sys.stdout.write(json.dumps(say_batch) + "\n")
            sys.stdout.flush()
        case "closesNowhere":
            say(method="state/closed", params={"instance": name, "path": "k", "revision": revision})
        case "floodsOne":
            first = json.dumps(snapshot(name, revision, cause, more="x" * 20_000))
            first = first.replace(f'"revision": {revision}', '"revision": %d', 1)
            line = '{"jsonrpc":"2.0","method":"state/snapshot","params":' + first + "}\n"
            for start in range(0, 6_000, 100):
                sys.stdout.write("".join(line % (revision + start + number) for number in range(100)))
            sys.stdout.flush()
            say(id=id, result={"revision": revision + 5_999, "settled": True})
        case "closes":
            say(method="state/closed", params={"instance": name, "revision": revision, "reason": "closed"})


def answer(id, method, params):
    name = params.get("instance")
    match method:
        case "initialize":
            return {
                "protocolVersion": "1",
                "hostInfo": {"name": "features", "version": "1"},
                "capabilities": {"features": True},
            }
        case "feature/list" if FAULT == "wrongList" and is_broken():
            twice = {"id": "twice", "kind": "view", "title": "Twice", "actions": ACTIONS + ACTIONS[:1], "state": PARAMS}
            return {"features": [{"id": "counter"}, "nonsense", twice]}
        case "feature/list":
            entry = {"kind": "view", "title": "Counter", "actions": ACTIONS, "state": PARAMS}
            return {"features": [{"id": "counter", **entry}]}
        case "feature/open" if FAULT == "diesAtOpening" and is_broken():
            sys.exit(3)
        case "feature/open" if FAULT == "opensNothing" and is_broken():
            return {"instance": name}
        case "feature/open" if FAULT == "opensChild" and is_broken():
            instances[name] = {"count": 0, "revision": 0}
            return {"snapshot": snapshot(name, 0, {"action": "open", "origin": "host"}, path=["a"])}
        case "feature/open" if FAULT == "opensOther" and is_broken():
            instances["other"] = {"count": 0, "revision": 0}
            return {"snapshot": snapshot("other", 0, {"action": "open", "origin": "host"})}
        case "feature/open" if FAULT in ("opensBelow", "opensBeyond") and is_broken():
            instances[name] = {"count": 0, "revision": 0}
            revision = -5 if FAULT == "opensBelow" else 1 << 53
            return {"snapshot": snapshot(name, revision, {"action": "open", "origin": "host"})}
        case "state/subscribe" if FAULT == "noPath" and is_broken():
            return {"snapshot": snapshot(name, 0, {"action": "open", "origin": "host"})}
        case "state/subscribe":
            instances[name].setdefault("paths", []).append(params["path"])
            return {"snapshot": child(name, params["path"], {"action": "open", "origin": "host"})}
        case "state/unsubscribe":
            instances[name]["paths"].remove(params["path"])
        case "feature/run":
            return None
        case "feature/open":
            instances[name] = {"count": params["params"].get("count", 0), "revision": 0}
            return {"revision": 0, "snapshot": snapshot(name, 0, {"action": "open", "origin": "host"})}
        case "feature/snapshot":
            revision = instances[name]["revision"]
            return snapshot(name, revision, {"action": "add" if revision else "open", "origin": "effect"})
        case "feature/send" if params["action"] == "go" and is_broken():
            return do_fault(name, instances[name]["revision"] + 1, id)
        case "feature/send":
            instance = instances[name]
            cause = count(instance, name, params["action"], id, params["params"].get("by", 1))
            for path in instance.get("paths", []):
                say(method="state/snapshot", params=child(name, path, cause))
            for held in instance.pop("held", []):
                count(instance, name, "go", held, 10)
                say(id=held, result={"revision": instance["revision"], "settled": True})
            return {"revision": instance["revision"], "settled": True}
    return "null"


for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "exit":
        sys.exit(0)
    if "id" not in message:
        continue
    result = answer(message["id"], message["method"], message.get("params") or {})
    if result is not None:
        say(id=message["id"], result=None if result == "null" else result)
