"""A plugin with one source, `rows`, in memory, whose rows have versions: an edit of another version is refused."""

import json
import sys

ROWS, VERSIONS = {}, {}


class Refused(Exception):
    """The error that answers a request."""


def conflict(id):
    data = {"code": "conflict", "retryable": False, "item": ROWS[id], "version": VERSIONS[id]}
    return Refused({"code": -31009, "message": f"the row {id} was changed", "data": data})


def put(id, row):
    ROWS[id] = row
    VERSIONS[id] = str(int(VERSIONS.get(id, "0")) + 1)
    return {"item": row, "version": VERSIONS[id]}


def merged(value, patch):
    """Applies a JSON Merge Patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for key, part in patch.items():
        if part is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), part)
    return result


def answer(method, params):
    if method == "initialize":
        info = {"name": "versioned", "version": "1"}
        return {"protocolVersion": "1", "hostInfo": info, "capabilities": {"sources": ["rows"]}}
    if method == "source/open":
        if not ROWS:
            put("t1", params["options"]["row"])
        return {}
    if method == "source/fetch":
        return {"items": list(ROWS.values()), "versions": VERSIONS, "endReached": True}
    if method == "source/insert":
        return put(params["id"], params["value"])
    if method == "source/update":
        id = params["id"]
        if id not in ROWS:
            raise Refused({"code": -31009, "message": "gone", "data": {"code": "targetGone", "retryable": False}})
        if params.get("ifVersion") not in (None, VERSIONS[id]):
            raise conflict(id)
        return put(id, merged(ROWS[id], params["patch"]))
    return {"features": []} if method == "feature/list" else None


for line in sys.stdin:
    request = json.loads(line)
    if request.get("method") == "exit":
        break
    if "id" not in request:
        continue
    reply = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        reply["result"] = answer(request["method"], request.get("params"))
    except Refused as refused:
        reply["error"] = refused.args[0]
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()
