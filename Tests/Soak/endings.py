"""Every way to end a host, at random moments: no confirmed edit is lost, and no process or file is left."""

import contextlib
import json
import os
import signal

from counts import count
from host import (
    Host,
    children,
    encode,
    file_workspace,
    insert,
    is_running,
    jsonl,
    notification,
    open_list,
    request,
    send,
)


def check_ended(host, status):
    code = host.wait()
    assert code in status, f"status {code}, expected {status}: {host.describe()}"
    assert not is_running(host.pid) and children(host.pid) == []


def kill(rng, folder):
    """Kills the host (SIGKILL) during edits: the file is complete, and has every row that was shown as confirmed."""
    name, read = rng.choice([("rows.jsonl", jsonl), ("rows.json", lambda file: json.loads(file.read_text() or "[]"))])
    book, file = file_workspace(folder, name, "" if name.endswith("l") else "[]")
    known = set()
    for generation in range(rng.randrange(1, 6)):
        with Host("-w", book) as host:
            host.send(
                open_list(0),
                send(1, "l", "setWindow", {"offset": 0, "limit": 10_000}),
                request("s", "feature/settle", {"instance": "l"}),
            )
            assert host.answer("s")["result"]["settled"] is True
            # The window is large, so that all pages are loaded.
            edits = [
                insert(
                    id,
                    {"id": f"g{generation}-{id}", "text": "x" * rng.choice([10, 1_000])},
                    **({"await": "settled"} if rng.random() < 0.1 else {}),
                )
                for id in range(10, 10 + rng.randrange(1, 80))
            ]
            host.write(b"".join(map(encode, edits)))
            amount = rng.randrange(0, 3 * len(edits))
            confirmed = set()
            for _ in range(amount):
                item = host.receive()
                if item is None or item.get("id") == edits[-1]["id"]:
                    break
                if item.get("method") == "state/snapshot":
                    assert item["params"]["errors"] == [], item["params"]["errors"]
                    confirmed |= {i["id"] for i in item["params"]["state"]["items"] if i["pending"] is None}
                if item.get("method") == "state/snapshot" and item["params"]["effects"] == [] and rng.random() < 0.05:
                    break
            host.kill()
            check_ended(host, (-signal.SIGKILL,))
        rows = [row["id"] for row in read(file)]
        known |= confirmed
        assert len(rows) == len(set(rows)), "a row is there twice"
        lost = known - set(rows)
        assert not lost, f"{len(lost)} confirmed rows are lost: {sorted(lost)[:5]}"
        count("kills")


def end(rng, folder):
    """Ends the host by a signal, the end of its input, `exit` or a closed output, at a random moment."""
    book, file = file_workspace(folder, content="")
    how = rng.choice(["eof", "term", "int", "exit", "shutdown", "reader", "torn"])
    clock = rng.choice(["real", "virtual"])
    with Host("-w", book, "--clock", clock) as host:
        if rng.random() < 0.8:
            # Without this request, the signal may come before the host handles signals.
            host.do("ping")
        elif how in ("term", "int"):
            how = "early " + how
        amount = rng.choice([0, 1, 10, 60])
        messages = [
            open_list("o"),
            *(
                insert(id, {"id": f"r{id}"}, **({"await": "settled"} if rng.random() < 0.1 else {}))
                for id in range(amount)
            ),
        ]
        if rng.random() < 0.5:
            messages.append(request("w", "feature/settle", {"instance": "l"}))
        host.write(b"".join(map(encode, messages)), reading=rng.random() < 0.7)
        answered = set()
        for _ in range(rng.choice([0, 1, amount])):
            host.take()
        name = {"term": signal.SIGTERM, "int": signal.SIGINT}.get(how.split()[-1])
        if name:
            host.kill(name)
            if rng.random() < 0.3:
                host.kill(name)
            status = (0, -name) if how.startswith("early") else (0,)
        elif how == "eof":
            host.close_input()
            status = (0,)
        elif how == "torn":
            host.write(b'{"jsonrpc":"2.0","id":"torn","meth')
            host.close_input()
            status = (0,)
        elif how == "reader":
            host.close_output()
            # The host may have noticed the closed output already, and have ended.
            with contextlib.suppress(BrokenPipeError):
                host.write(encode(request("x", "ping")), reading=False)
            host.has_ended = True
            status = (1,)
        else:
            host.send(*([request("s", "shutdown")] if how == "shutdown" else []), notification("exit"), reading=False)
            status = (0,) if how == "shutdown" else (1,)
        if how != "reader":
            for message in host.rest():
                for member in message if isinstance(message, list) else [message]:
                    if "method" not in member:
                        assert member["id"] not in answered, f"two answers to {member['id']}"
                        answered.add(member["id"])
        check_ended(host, status)
    rows = [row["id"] for row in jsonl(file)]
    assert rows == [f"r{n}" for n in range(len(rows))]
    # Every answered edit was applied, so it must be in the file.
    lost = {f"r{id}" for id in answered if isinstance(id, int) and id < amount} - set(rows)
    assert not lost, f"{how}, {clock}: {len(lost)} of {amount} answered edits are not in the file: {sorted(lost)[:5]}"
    left = sorted(os.listdir(folder))
    assert left == ["rows.jsonl", "workspace.json"], left
    count("ends")
