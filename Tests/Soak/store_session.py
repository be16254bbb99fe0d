"""A client that edits lists over tables and a plugin, as fast as answers come."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

from counts import count
from host import Host, encode, send
from ledger import Ledger, members, value

MANY = 60


class Session:
    """A session with one host, and a ledger for each list."""

    def __init__(self, rng: Random, host: Host, ledgers: dict[str, Ledger], numbers: itertools.count[int]):
        self.rng, self.host, self.ledgers, self.numbers = rng, host, ledgers, numbers
        self.names = list(ledgers)
        self.waiting: dict[int, tuple[str, Callable[[], None]]] = {}
        self.refused = 0

    def open(self) -> None:
        for name in self.names:
            self.host.do("feature/open", feature=name, instance=name)
        for name in self.names:
            self.settle(name)
        self.pids = self.plugins()

    def plugins(self) -> dict[str, int]:
        """Returns the process ids of the running plugins, by name."""
        known = self.host.do("host/plugins")["plugins"]
        return {plugin["plugin"]: plugin["pid"] for plugin in known if plugin["pid"] is not None}

    def settle(self, name: str) -> None:
        assert self.host.do("feature/settle", instance=name)["settled"] is True

    # Edits

    def work(self, limit: int) -> None:
        """Sends edits until `limit` messages have arrived."""
        depth = self.rng.choice([1, 3, 10, 40])
        for _ in range(limit):
            while len(self.waiting) < depth:
                self.edit()
            self.take(self.host.receive())

    def finish(self) -> None:
        """Reads until each edit is answered."""
        while self.waiting:
            self.take(self.host.receive())

    def take(self, message: Any) -> None:
        assert message is not None, self.host.describe()
        if message.get("method") == "state/snapshot":
            params = message["params"]
            self.ledgers[params["instance"]].note(params["state"]["items"])
        elif message.get("id") in self.waiting:
            name, answered = self.waiting.pop(message["id"])
            if "result" in message:
                answered()
            else:
                # An edit may be refused only after a plugin has failed, because of what the plugin had done before.
                assert not self.ledgers[name].is_open, message
                self.refused += 1

    def edit(self) -> None:
        rng, name, number = self.rng, self.rng.choice(self.names), next(self.numbers)
        ledger = self.ledgers[name]
        alive = ledger.alive()
        dice = rng.random() if alive else 0
        if len(alive) > MANY:
            dice = 1 - dice / 4
        if dice < 0.35:
            id, before = f"r{number}", rng.choice(alive) if alive and rng.random() < 0.4 else None
            params = {"value": value(id, number, False), **({"beforeId": before} if before else {})}
            action, answered = "insertItem", ledger.insert(id, number, before)
        elif dice < 0.60:
            id = rng.choice(alive)
            params = {"id": id, "patch": members(number)}
            action, answered = "updateItem", ledger.update(id, number)
        elif dice < 0.70:
            id = rng.choice(alive)
            params = {"id": id, "key": "done"}
            action, answered = "toggleItem", ledger.update(id)
        else:
            ids = rng.sample(alive, min(len(alive), rng.choice([1, 1, 2, 4])))
            others = [id for id in alive if id not in ids]
            if dice < 0.9:
                before = rng.choice(others) if others and rng.random() < 0.8 else None
                params = {"ids": ids, **({"beforeId": before} if before else {})}
                action, answered = "moveItems", ledger.place(ids, before)
            else:
                params = {"ids": ids}
                action, answered = "deleteItems", ledger.delete(ids)
        more = {"await": "settled"} if rng.random() < 0.1 else {}
        self.waiting[number] = name, answered
        self.host.write(encode(send(number, name, action, params, **more)))
        count("edits of kept rows")

    # Rows

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Returns the rows of a settled list without errors."""
        snapshot = self.host.do("feature/snapshot", instance=name)
        assert snapshot["errors"] == [], snapshot["errors"]
        items = snapshot["state"]["items"]
        assert all(item["pending"] is None for item in items) and len(items) == snapshot["state"]["count"]
        return [item["value"] for item in items]

    def refresh(self, name: str) -> list[dict[str, Any]]:
        """Returns the rows that the source stores. If a plugin's end was not noticed before, retries."""
        self.host.act(name, "refresh")
        assert self.mend(name) == 0
        return self.rows(name)

    def mend(self, name: str) -> int:
        """Retries all operations that failed with their plugin; returns the number of edits whose rows were gone."""
        gone = 0
        for _ in range(100):
            self.settle(name)
            errors = self.host.do("feature/snapshot", instance=name)["errors"]
            if not errors:
                return gone
            for error in errors:
                if "retry" in error:
                    assert error["code"] == "pluginFailed" and error["retryable"], error
                    self.host.act(name, "retry", {"id": error["id"]})
                    count("edits tried again")
                else:
                    assert error["code"] == "targetGone", error
                    self.host.act(name, "dismissError", {"id": error["id"]})
                    gone += 1
        raise AssertionError(f"{name} is never mended: {errors}")
