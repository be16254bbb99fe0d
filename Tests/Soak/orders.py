"""Many actions on lists and counters: each request is answered once, and the snapshots come in order."""

import json
from pathlib import Path

from counts import count
from host import Host, encode, file_workspace, increment, notification, open_counter, request, send


class Checker:
    """Checks the order of received messages."""

    def __init__(self):
        self.expected = {}  # request id → what it is: "send", "open", …
        self.answered = set()
        self.revision = {}  # (instance, generation) → newest revision that was seen
        self.generation = {}
        self.live = set()

    def ask(self, message):
        for member in message if isinstance(message, list) else [message]:
            if "id" in member:
                assert member["id"] not in self.expected
                self.expected[member["id"]] = member
        return message

    def take(self, message):
        if isinstance(message, list):
            for member in message:
                self.answer(member, in_batch=True)
        elif "method" in message:
            self.note(message)
        else:
            self.answer(message)

    def note(self, message):
        params = message["params"]
        name = params["instance"]
        if message["method"] == "state/closed":
            assert name in self.live, f"{name} was closed twice"
            assert params["revision"] == self.revision[name], f"{name} closed at {params}, seen {self.revision[name]}"
            self.live.discard(name)
            return
        assert message["method"] == "state/snapshot", message
        # A snapshot before the answer to `feature/open` belongs to an instance that a batch has opened.
        before = self.revision.get(name, 0) if name in self.live else None
        conflated = params.get("conflated", 1)
        if before is None:
            self.live.add(name)
        else:
            assert params["revision"] == before + conflated, (
                f"{name}: revision {params['revision']} (conflated {params.get('conflated')}) after {before}"
            )
        self.revision[name] = params["revision"]
        count("snapshots")
        if conflated > 1:
            count("conflated", conflated)

    def answer(self, answer, in_batch=False):
        id = answer["id"]
        asked = self.expected.get(id)
        assert asked is not None, f"an answer that nobody asked for: {answer}"
        assert id not in self.answered, f"two answers to {id}"
        self.answered.add(id)
        result = answer.get("result")
        if asked["method"] == "feature/open" and result:
            name = result["instance"]
            if not in_batch and name not in self.live:
                self.live.add(name)
                self.revision[name] = result["revision"]
            elif not in_batch:
                assert result["revision"] >= self.revision[name], (
                    f"{name}: attached at {result['revision']} after a snapshot of {self.revision[name]}"
                )
        if asked["method"] == "feature/send" and result and not in_batch:
            # The action's snapshot, or a conflated one, precedes the answer if the instance is still open.
            name = asked["params"]["instance"]
            if name in self.live:
                assert self.revision[name] >= result["revision"], f"{id}: answered before its snapshot: {answer}"
            count("actions")

    def done(self):
        missing = set(self.expected) - self.answered
        assert not missing, f"{len(missing)} requests were not answered, among them {sorted(missing, key=str)[:5]}"


def order(rng, folder):
    """Plays random actions, waits, cancellations, closings and batches in several instances, with pauses in reading."""
    book, _ = file_workspace(folder, content="".join(f'{{"id":"s{n}"}}\n' for n in range(20)))
    spec = json.loads(Path(book).read_text())
    spec["sources"]["inline"] = {"type": "inline", "rows": [{"id": f"i{n}"} for n in range(20)]}
    spec["features"]["inline"] = {"kind": "list", "source": "inline", "selection": "multiple"}
    Path(book).write_text(json.dumps(spec))
    checker = Checker()
    next_id = iter(range(1, 1 << 60))
    names = [f"{kind}{n}" for kind in ("rows", "inline") for n in range(3)]
    clock = rng.choice(["real", "real", "virtual"])

    def message():
        id = next(next_id)
        name = rng.choice(names)
        more = {"await": "settled", "timeoutMs": rng.choice([0, 1, 50, 5000])} if rng.random() < 0.05 else {}
        dice = rng.random()
        if dice < 0.62:
            return send(
                id, name, rng.choice(["clearSelection", "moveActive", "nope"] + ["moveActive"] * 20), {"by": 1}, **more
            )
        if dice < 0.70:
            return send(id, name, "insertItem", {"value": {"n": id}}, **more)
        if dice < 0.74:
            return send(id, name, rng.choice(["refresh", "loadMore", "selectAll", "reset"]), {}, **more)
        if dice < 0.80:
            return request(id, "feature/open", {"feature": name[:-1], "instance": name})
        if dice < 0.82:
            return request(id, "feature/close", {"instance": name})
        if dice < 0.86:
            return request(id, "feature/settle", {"instance": name, "timeoutMs": rng.choice([0, 5, 1000])})
        if dice < 0.90:
            return notification("$/cancelRequest", {"id": max(1, id - rng.randrange(1, 40))})
        if dice < 0.93:
            return request(id, "feature/snapshot", {"instance": name})
        if dice < 0.95:
            return request(id, "ping")
        if dice < 0.96 and clock == "virtual":
            return request(id, "clock/advance", {"ms": rng.randrange(100)})
        return request(id, rng.choice(["ping", "feature/list", "nope", "feature/settle"]), {"instance": name})

    total = rng.choice([500, 3_000, 12_000])
    with Host("-w", book, "--clock", clock, "--seed", rng.randrange(1 << 63)) as host:
        sent = 0
        while sent < total:
            size = rng.choice([1, 5, 50, 500, 2_000])
            messages = []
            for _ in range(size):
                item = message()
                # Batches open and close nothing: the order of those snapshots and the batch's answer is not fixed.
                if rng.random() < 0.02:
                    item = [
                        m
                        for m in (message() for _ in range(rng.randrange(1, 6)))
                        if m["method"] not in ("feature/open", "feature/close")
                    ] or request(next(next_id), "ping")
                messages.append(checker.ask(item))
            reading = clock == "virtual" or rng.random() < 0.6
            host.write(b"".join(map(encode, messages)), reading=reading)
            sent += size
            for _ in range(rng.choice([0, 0, 1, 20])):
                if host.waiting:
                    checker.take(host.waiting.pop(0))
                else:
                    host.take()
        last = next(next_id)
        host.send(checker.ask(request(last, "ping")), reading=True)
        host.close_input()
        while (item := host.receive()) is not None:
            checker.take(item)
            host.seen.clear()
        assert host.wait() == 0
    checker.done()


def counters(rng, folder):
    """Plays many actions of counters, and checks the order of snapshots and answers."""
    checker = Checker()
    amount = rng.choice([100, 20_000])
    names = [f"c{n}" for n in range(rng.choice([1, 3, 100]))]
    with Host() as host:
        host.send(*(checker.ask(open_counter(f"open {name}", name)) for name in names), reading=True)
        id = 0
        while id < amount:
            size = min(rng.choice([1, 10, 1_000, 10_000]), amount - id)
            host.write(
                b"".join(encode(checker.ask(increment(id + n, rng.choice(names)))) for n in range(size)),
                reading=rng.random() < 0.5,
            )
            id += size
            for _ in range(rng.choice([0, 1, 10])):
                if host.waiting:
                    checker.take(host.waiting.pop(0))
                elif rng.random() < 0.5:
                    host.take()
        host.close_input()
        while (item := host.receive()) is not None:
            checker.take(item)
            host.seen.clear()
        assert host.wait() == 0
    checker.done()
