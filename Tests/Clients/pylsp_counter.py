"""A front end by `python-lsp-jsonrpc`. Prints what it saw as one object; `test_clients.py` says what that must be."""

import json
import os
import subprocess
import threading

from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.exceptions import JsonRpcException
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

SECONDS = 30
seen, asked = [], []


def shown(params):
    if params["instance"] == "c":
        seen.append([params["revision"], params["state"]["count"]])


def fetch(params):
    asked.append("source/fetch")
    return {"items": [{"id": "1", "title": params["source"]}], "endReached": True}


host = subprocess.Popen(
    [os.environ["FEATUREHOST"], "serve", "-w", "w.json", "--gallery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
writer = JsonRpcStreamWriter(host.stdin)
endpoint = Endpoint({"state/snapshot": shown, "source/fetch": fetch}, writer.write)
listener = threading.Thread(target=JsonRpcStreamReader(host.stdout).listen, args=[endpoint.consume])
listener.start()


def ask(method, params=None):
    return endpoint.request(method, params).result(SECONDS)


began = ask("initialize", {"protocolVersions": ["1"], "capabilities": {"sources": ["rows"]}})
endpoint.notify("initialized")
opened = ask("feature/open", {"feature": "gallery:counter", "instance": "c"})
for _ in range(3):
    ask("feature/send", {"instance": "c", "action": "incrementButtonTapped"})
try:
    ask("feature/send", {"instance": "c", "action": "nonsense"})
except JsonRpcException as problem:
    error = problem.code
ask("feature/open", {"feature": "rows", "instance": "l"})
ask("feature/settle", {"instance": "l"})
rows = ask("feature/snapshot", {"instance": "l"})["state"]["items"]
report = {
    "version": began["protocolVersion"],
    "opened": opened["snapshot"]["state"]["count"],
    "seen": seen,
    "error": error,
    "asked": asked,
    "title": rows[0]["value"]["title"],
    "ping": ask("ping"),
    "shutdown": ask("shutdown"),
}
endpoint.notify("exit")
assert host.wait(SECONDS) == 0
listener.join(SECONDS)
endpoint.shutdown()
print(json.dumps(report))
