"""A plugin with a feature `f`: its state is a text of LETTERS letters, its actions are slow. `plain.py LETTERS`."""

import json
import sys

LETTERS = int(sys.argv[1])

for line in sys.stdin:
    asked = json.loads(line)
    params = asked.get("params") or {}
    result = None
    if asked["method"] == "initialize":
        result = {"protocolVersion": "1", "hostInfo": {"name": "n", "version": "1"}, "capabilities": {"features": True}}
    elif asked["method"] == "feature/list":
        result = {"features": [{"id": "f", "kind": "view", "title": "F", "actions": [], "state": {}}]}
    elif asked["method"] == "feature/open":
        shown = {"instance": params["instance"], "feature": "f", "kind": "view", "revision": 0, "settled": True}
        shown |= {"cause": {"action": "open", "path": [], "origin": "host"}, "effects": [], "unavailable": {}}
        shown |= {"errors": [], "presentation": None, "queue": [], "blocked": None, "toolbar": [], "animation": None}
        shown |= {"state": {"text": "x" * LETTERS}}
        result = {"instance": params["instance"], "revision": 0, "snapshot": shown}
    elif asked["method"] == "feature/send":
        sum(range(40_000))
        result = {"revision": 0, "settled": True}
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
