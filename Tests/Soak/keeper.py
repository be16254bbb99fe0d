"""A plugin with one source, `rows`, which it stores in a file.

Each operation is a line, which is on the disk before the operation is answered. An incomplete last line, which a kill
has left, was never answered, and is cut off.
"""

import fcntl
import json
import os
import sys


class Failed(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Journal:
    """The rows in order, and the answer to each operation."""

    def __init__(self, path):
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        # The plugin of a host that was killed may still be writing.
        fcntl.flock(self.file, fcntl.LOCK_EX)
        self.rows, self.answers = {}, {}
        data = b"".join(iter(lambda: os.read(self.file, 1 << 20), b""))
        whole = data.rfind(b"\n") + 1
        os.ftruncate(self.file, whole)
        for line in data[:whole].splitlines():
            self.do(*json.loads(line))

    def change(self, what, asked):
        """Performs an operation that was not performed yet."""
        op = asked["opId"]
        if op not in self.answers:
            self.do(what, asked)
            line = json.dumps([what, asked]).encode() + b"\n"
            while line:
                line = line[os.write(self.file, line) :]
            os.fsync(self.file)
        return self.answers[op]

    def do(self, what, asked):
        answer = {}
        if what == "insert":
            if asked["id"] in self.rows:
                raise Failed("duplicateId", f"there is a row {asked['id']} already")
            self.put({asked["id"]: asked["value"]}, asked["beforeId"])
        elif what == "update":
            self.known(asked["id"])
            answer = {"item": self.rows[asked["id"]] | asked["patch"]}
            self.rows[asked["id"]] = answer["item"]
        elif what == "move":
            before = asked["beforeId"]
            if before is not None:
                self.known(before)
            self.put({id: self.rows.pop(id) for id in list(self.rows) if id in asked["ids"]}, before)
        else:
            for id in asked["ids"]:
                self.rows.pop(id, None)
        self.answers[asked["opId"]] = answer

    def known(self, id):
        if id not in self.rows:
            raise Failed("targetGone", f"there is no row {id}")

    def put(self, rows, before):
        if before is None:
            self.rows |= rows
            return
        self.known(before)
        ids = list(self.rows)
        place = ids.index(before)
        old = self.rows
        self.rows = {id: old[id] for id in ids[:place]} | rows | {id: old[id] for id in ids[place:]}

    def page(self, asked):
        rows = list(self.rows.values())
        start = asked["offset"]
        end = start + asked["limit"]
        return {"items": rows[start:end], "endReached": end >= len(rows), "totalCount": len(rows)}


def answer(method, params):
    global journal
    if method == "initialize":
        info = {"name": "keeper", "version": "1"}
        return {"protocolVersion": "1", "hostInfo": info, "capabilities": {"sources": ["rows"]}}
    if method == "source/open":
        journal = journal or Journal(params["options"]["path"])
        return {}
    if method == "source/fetch":
        return journal.page(params)
    if method.startswith("source/"):
        return journal.change(method.removeprefix("source/"), params)
    return {"features": []} if method == "feature/list" else None


journal = None
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "exit":
        break
    if "id" not in request:
        continue
    reply = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        reply["result"] = answer(request["method"], request.get("params"))
    except Failed as failure:
        data = {"code": failure.code, "retryable": False}
        reply["error"] = {"code": -31009, "message": str(failure), "data": data}
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()
