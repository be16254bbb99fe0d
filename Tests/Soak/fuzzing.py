"""Mutated sessions: for any input, the host writes only frames, and ends in an orderly way."""

import subprocess

from counts import count
from host import (
    BINARY,
    Host,
    encode,
    file_workspace,
    frame,
    increment,
    insert,
    notification,
    open_counter,
    open_list,
    request,
    send,
)
from mutations import mutate


def session(rng):
    """Yields the encoded messages of a valid session."""
    yield encode(request(1, "initialize", {"protocolVersions": ["1"], "clientInfo": {"name": "ü😀"}}))
    yield encode(open_counter(2))
    yield encode(open_list(3))
    for id in range(4, 4 + rng.randrange(30)):
        yield encode(
            rng.choice(
                [
                    increment(id),
                    insert(id, {"t": 'a "b" \\ \u2028'}),
                    send(id, "l", "moveActive", {"by": -1}),
                    request(id, "feature/settle", {"instance": "l", "timeoutMs": 5}),
                    request(id, "feature/list"),
                    [request(id, "ping"), notification("$/x")],
                    notification("$/cancelRequest", {"id": id - 1}),
                    send(id, "l", "setWindow", {"offset": 0, "limit": 10}),
                    request(id, "feature/snapshot", {"instance": "c"}),
                    request(id, "host/inspect"),
                    request(id, "host/commands", {"instance": "c", "query": "a"}),
                    request(id, "state/unsubscribe", {"instance": "c"}),
                    request(id, "state/subscribe", {"instance": "c", "path": []}),
                ]
            )
        )


def fuzz(rng, folder):
    """Plays mutated sessions in lines: the host writes only frames, and answers the ping after them."""
    book, _ = file_workspace(folder, content='{"id":"1"}\n')
    clock = rng.choice(["real", "virtual"])
    with Host("-w", book, "--clock", clock) as host:
        # The first byte determines the framing, so it is not mutated.
        host.send(b"\n")
        for _ in range(rng.choice([1, 10, 40])):
            pieces = [mutate(rng, m) for m in session(rng)]
            # The sessions have no `shutdown` and no `exit`, so no mutation of these ends the host.
            host.write(b"".join(piece if piece.endswith(b"\n") else piece + b"\n" for piece in pieces))
            count("mutated messages", len(pieces))
        # The line break ends a line that a mutation may have left incomplete.
        host.send(b"\n", request("trailing ping", "ping"))
        assert host.answer("trailing ping")["result"] is None
        assert host.finish() == 0


def fuzz_headers(rng, folder):
    """Plays mutated sessions with Content-Length headers: the host ends in an orderly way."""
    data = mutate(rng, b"C" + b"".join(frame(m) for m in session(rng))[1:])
    host = subprocess.run(
        [BINARY, "serve"],
        input=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    assert host.returncode in (0, 1), f"status {host.returncode}: {host.stderr[-500:]!r}"
    count("mutated messages", 20)
