"""Many clients of one host: they share instances, stop reading, leave and return; their snapshots equal the host's."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import select
from pathlib import Path
from typing import Any

from counts import count
from host import BINARY, Host, MiB, request, send, status_field
from patched import Patched
from recorded import replay
from screen_checker import nodes
from screen_params import SECRET, Params
from screens import WEIGHTS, make_workspace
from socket_host import Daemon, Front

Message = dict[str, Any]
Place = tuple[str, ...]
FEATURES = ("tasks", "tasks", "places", "app", "wizard", "signUp", "task", "gallery:counter", "gallery:twoCounters")
# Members of a snapshot that differ between sessions.
OWN = ("cause", "conflated")


class Bridge(Host):
    """A client that is connected through `featurehost connect`."""

    program = [BINARY, "connect"]


class Member:
    """A client that shares instances with others: its requests, and the newest snapshot of each subscription."""

    def __init__(self, rng: random.Random, front: Host):
        self.rng, self.front = rng, front
        self.updates = rng.choice(["snapshot", "patch"])
        self.patched = Patched()
        self.held: dict[Place, Message] = {}
        self.asked: dict[int, Message] = {}
        self.ids = itertools.count(1)
        self.is_stalled = False
        self.answers: dict[int, Message] = {}

    def ask(self, method: str, **params: Any) -> int:
        id = next(self.ids)
        self.asked[id] = request(id, method, params)
        self.front.send(self.asked[id], reading=not self.is_stalled)
        return id

    def hear(self) -> None:
        """Reads and handles all available messages."""
        while not self.front.has_ended and select.select([self.front.output], [], [], 0)[0]:
            self.front.take()
        while self.front.waiting:
            self.take(self.front.waiting.pop(0))

    def await_answer(self, id: int) -> Message:
        while id not in self.answers:
            message = self.front.receive()
            assert message is not None, f"the host has gone: {self.front.describe()}"
            del self.front.seen[:-3]
            self.take(message)
        return self.answers[id]

    def take(self, raw: Message) -> None:
        message = self.patched.whole(raw)
        params = message.get("params")
        if message.get("method") == "state/snapshot":
            place = (params["instance"], *params.get("path", ()))
            before = self.held.get(place)
            assert before is not None, f"an update of {place}, which is not subscribed to"
            stands_for = params.get("conflated", 1)
            assert params["revision"] == before["revision"] + stands_for, f"{place}: {before['revision']} → {raw}"
            assert (params["cause"]["origin"] == "client") >= ("request" in params["cause"]), params["cause"]
            self.held[place] = params
            count("shared updates")
            if stands_for > 1:
                count("shared conflated updates")
        elif message.get("method") == "state/closed":
            closed = (params["instance"], *params.get("path", ()))
            self.held = {place: held for place, held in self.held.items() if place[: len(closed)] != closed}
        else:
            self.note_answer(message)

    def note_answer(self, answer: Message) -> None:
        asked = self.asked.pop(answer["id"])
        self.answers = {answer["id"]: answer}
        params, result = asked["params"], answer.get("result")
        place = (params.get("instance"), *params.get("path", ()))
        if asked["method"] in ("feature/open", "state/subscribe") and result:
            before = self.held.get(place)
            assert before is None or before["revision"] <= result["revision"], f"{place} goes back"
            self.held[place] = result["snapshot"]
        elif asked["method"] == "state/unsubscribe" and "error" not in answer:
            self.held.pop(place, None)

    def check(self) -> None:
        """Checks that the stored snapshots equal the host's snapshots."""
        self.is_stalled = False
        # The answer to `ping` comes after all earlier updates.
        self.await_answer(self.ask("ping"))
        for place in list(self.held):
            while place in self.held:
                answer = self.await_answer(self.ask("feature/snapshot", instance=place[0], path=list(place[1:])))
                held, result = self.held.get(place), answer.get("result")
                if held is None or result is None:
                    # The instance was closed, or the child has gone; the next update reports that.
                    break
                assert held["revision"] >= result["revision"], f"{place}: an answer is ahead of its update"
                if held["revision"] == result["revision"]:
                    same = without(held, "conflated") == without(result, "conflated")
                    assert same, f"{place} differs from the host's"
                    count("checks of shared states")
                    break


class Crowd:
    """The clients of one host, and their random operations."""

    def __init__(self, rng: random.Random, daemon: Daemon, workspace: Path):
        self.rng, self.daemon = rng, daemon
        self.params = Params(rng, json.loads(workspace.read_text()))
        self.names = [f"{rng.choice(FEATURES)}:{number}" for number in range(rng.randrange(1, 5))]
        self.actions: dict[str, dict[str, Any]] = {}
        self.members: list[Member] = []

    def join(self) -> None:
        """Connects a new client, directly or through `featurehost connect`."""
        bridged = self.rng.random() < 0.2
        front = Bridge("--socket", self.daemon.path) if bridged else Front(self.daemon.path)
        member = Member(self.rng, front)
        self.members.append(member)
        began = member.ask("initialize", capabilities={"updates": member.updates})
        for entry in member.await_answer(began)["result"]["features"]:
            self.actions[entry["id"]] = {action["name"]: action["params"] for action in entry["actions"]}
        for name in self.rng.sample(self.names, self.rng.randrange(1, len(self.names) + 1)):
            self.open(member, name)

    def open(self, member: Member, name: str) -> None:
        keep = {"keep": True} if self.rng.random() < 0.5 else {}
        member.ask("feature/open", feature=name.rpartition(":")[0], instance=name, **keep)

    def leave(self, member: Member) -> None:
        self.members.remove(member)
        if self.rng.random() < 0.5 and not member.is_stalled:
            with contextlib.suppress(BrokenPipeError):
                member.front.send(request(next(member.ids), "shutdown"), {"jsonrpc": "2.0", "method": "exit"})
        member.front.__exit__()

    def step(self) -> None:
        """Performs one operation of one client; then all clients read, except those that have stopped reading."""
        rng = self.rng
        if not self.members or len(self.members) < 6 and rng.random() < 0.02:
            self.join()
        member = rng.choice(self.members)
        dice = rng.random()
        if dice < 0.015:
            self.leave(member)
        elif dice < 0.03:
            member.is_stalled = not member.is_stalled
        elif dice < 0.06 or not member.held:
            self.open(member, rng.choice(self.names))
        else:
            self.act(member)
        for other in self.members:
            if not other.is_stalled:
                other.hear()

    def act(self, member: Member) -> None:
        rng = self.rng
        place = rng.choice(list(member.held))
        shown = list(nodes(member.held[place]))
        path, _, node = shown[-1] if rng.random() < 0.6 else rng.choice(shown)
        path = list(place[1:] + path)
        dice = rng.random()
        if dice < 0.04:
            member.ask("state/subscribe", instance=place[0], path=path, updates=rng.choice(["snapshot", "patch"]))
        elif dice < 0.06:
            member.ask("state/unsubscribe", instance=place[0], path=list(place[1:]))
        elif dice < 0.065:
            member.ask("feature/close", instance=place[0])
        else:
            self.params.learn(node)
            actions = self.actions["lines" if node["feature"].endswith(":summary") else node["feature"]]
            weights = [WEIGHTS.get(name, 1.0) * (0.3 if name in node["unavailable"] else 1.0) for name in actions]
            for _ in range(rng.choice([1, 1, 1, 30])):
                action = rng.choices(list(actions), weights)[0]
                params = self.params(action, actions[action], node)
                id = next(member.ids)
                member.asked[id] = send(id, place[0], action, params, path=path)
                member.front.send(member.asked[id], reading=not member.is_stalled)

    def check(self) -> None:
        """Checks that the snapshots of each client equal the snapshots of the host and of all other clients."""
        for member in self.members:
            member.check()
        seen: dict[tuple[Place, int], Message] = {}
        for member in self.members:
            for place, held in member.held.items():
                same = seen.setdefault((place, held["revision"]), without(held, *OWN))
                assert same == without(held, *OWN), f"two front ends hold different states of {place}"

    def end(self) -> None:
        for member in self.members:
            member.front.__exit__()


def without(snapshot: Message, *names: str) -> Message:
    return {name: value for name, value in snapshot.items() if name not in names}


def crowd(rng: random.Random, folder: Path) -> None:
    """Plays clients that come and go; the host ends in an orderly way while some are connected."""
    workspace = make_workspace(folder / "workspace")
    arguments = ["-w", workspace, "--gallery", "--seed", rng.randrange(1 << 63)]
    recorded = rng.random() < 0.5
    if recorded:
        arguments += ["--record", folder / "recording"]
    with Daemon(folder, *arguments) as daemon:
        front_ends = Crowd(rng, daemon, workspace)
        try:
            for _ in range(rng.choice([1, 3, 6])):
                for _ in range(rng.choice([30, 100, 400])):
                    front_ends.step()
                front_ends.check()
            assert status_field(daemon.pid, "VmHWM") * 1024 < 300 * MiB
            assert daemon.end() == 0, daemon.said()
            for member in front_ends.members:
                with contextlib.suppress(ConnectionResetError, BrokenPipeError):
                    member.front.rest()
        finally:
            front_ends.end()
    count("shared hosts")
    if recorded:
        replay(folder / "recording", SECRET)
