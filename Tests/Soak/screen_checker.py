"""Checks the messages of a host against the rules of every session."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from Protocol.schemas import PREFIX, registry
from screen_params import Snapshot, presentations_of, stack_of
from screen_rules import Path, look_at

Message = dict[str, Any]
# The members that are equal in the snapshot of a child and in the child within the instance's snapshot.
CHILD_MEMBERS = ("feature", "kind", "settled", "effects", "unavailable", "errors", "presentation", "queue", "state")
VALIDATED = 0.05


@cache
def validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": PREFIX + schema}, registry=registry())


def check_valid(value: Any, schema: str) -> None:
    error = best_match(validator(schema).iter_errors(value))
    assert error is None, f"not a valid {schema}: {error.json_path}: {error.message[:300]}"


def nodes(node: Snapshot, path: Path = (), chain: Path = ()) -> Iterator[tuple[Path, Path, Snapshot]]:
    """Yields every feature of a snapshot: its path, the keys of its stacks and presentations, and its node."""
    yield path, chain, node
    presentation = node["presentation"]
    if presentation and "child" in presentation:
        yield from nodes(presentation["child"], (*path, "presentation"), (*chain, presentation["key"]))
    for entry in stack_of(node)[-1:]:
        yield from nodes(entry["child"], (*path, "stack", entry["key"]), (*chain, entry["key"]))


def find(snapshot: Snapshot, path: Path) -> Snapshot | None:
    return next((node for at, _, node in nodes(snapshot) if at == path), None)


class Instance:
    """The knowledge of a client about one instance."""

    def __init__(self) -> None:
        self.newest: dict[Path, Snapshot] = {}  # by the path of the subscription
        self.places: dict[str, Any] = {}  # key → what it names
        self.dead: set[str] = set()
        self.effects: set[str] = set()
        self.ended: set[str] = set()

    @property
    def root(self) -> Snapshot | None:
        return self.newest.get(())

    def take(self, path: Path, snapshot: Snapshot) -> None:
        """Stores and checks the newest snapshot of a subscription."""
        self.newest[path] = snapshot
        if path == ():
            self.look_at_keys(snapshot)
            self.look_at_effects(snapshot)
        for node_path, _, node in nodes(snapshot):
            look_at(node, node_path)
        root = self.root
        for child_path, child in self.newest.items():
            if child_path and root and child["revision"] == root["revision"]:
                shown = find(root, child_path)
                # A child below the top of a stack exists, but the instance's snapshot does not show it.
                for member in CHILD_MEMBERS if shown else ():
                    assert child[member] == shown[member], f"{member} of {child_path} differs from its parent's"

    def look_at_keys(self, snapshot: Snapshot) -> None:
        """Checks that each key belongs to one presentation or page, and is not used again after it has disappeared."""
        seen: dict[str, Any] = {}
        owners = set()
        for _, chain, node in nodes(snapshot):
            owners.add(chain)
            named = [(entry["key"], ("presentation", entry["style"])) for entry in presentations_of(node)]
            place = "step" if node["state"].get("steps") else "stack"
            named += [(entry["key"], (place, entry["route"])) for entry in stack_of(node)]
            for key, thing in named:
                assert key not in seen, f"the key {key} is there twice"
                seen[key] = (chain, thing)
        for key, place in seen.items():
            assert key not in self.dead, f"the key {key} is used again"
            assert self.places.setdefault(key, place) == place, f"the key {key} was {self.places[key]}, is {place}"
        gone = {key: place for key, place in self.places.items() if place[0] in owners and key not in seen}
        # The step from which the user went back keeps its key for its next visit.
        self.dead |= {key for key, (_, thing) in gone.items() if thing[0] != "step"}

    def look_at_effects(self, snapshot: Snapshot) -> None:
        ids = [effect["id"] for effect in snapshot["effects"]]
        assert len(ids) == len(set(ids)), f"an effect is there twice: {ids}"
        assert not self.ended & set(ids), f"an effect's id is used again: {self.ended & set(ids)}"
        cancelled = set(snapshot["cause"].get("cancelled", []))
        assert not cancelled & set(ids), f"cancelled effects are still there: {cancelled & set(ids)}"
        self.ended |= self.effects - set(ids)
        self.effects = set(ids)


class ScreenChecker:
    """One session: its requests, the answered ones, and the knowledge about each instance."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.asked: dict[Any, Message] = {}
        self.answered: set[Any] = set()
        self.instances: dict[str, Instance] = {}
        self.counts: Counter[str] = Counter()
        self.actions: dict[str, dict[str, Any]] = {}  # feature → action → the schema of its params

    @property
    def waiting(self) -> bool:
        return len(self.answered) < len(self.asked)

    def actions_of(self, node: Snapshot) -> dict[str, Any]:
        """Returns the actions of a feature. The summary of a flow is a list that the catalog lacks."""
        return self.actions["lines" if node["feature"].endswith(":summary") else node["feature"]]

    def ask(self, message: Any) -> Any:
        for member in message if isinstance(message, list) else [message]:
            if "id" in member:
                self.asked[member["id"]] = member
        return message

    def take(self, message: Any) -> None:
        if self.rng.random() < VALIDATED:
            check_valid(message, "host-message")
        if isinstance(message, list):
            for member in message:
                self.answer(member, in_batch=True)
        elif "method" in message:
            self.note(message["method"], message["params"])
        else:
            self.answer(message)

    def valid(self, snapshot: Snapshot) -> None:
        if self.rng.random() < VALIDATED:
            check_valid(snapshot, "snapshot")
            self.counts["validated snapshots"] += 1

    def note(self, method: str, params: Message) -> None:
        name, path = params["instance"], tuple(params.get("path", ()))
        instance = self.instances.get(name)
        assert instance and (path in instance.newest or method == "state/closed" and not path), (
            f"{method} of {name} {path}, which nobody subscribed to"
        )
        before = instance.newest[path] if path in instance.newest else next(iter(instance.newest.values()))
        if method == "state/closed":
            assert params["revision"] - before["revision"] in ((0, 1) if path else (0,)), (
                f"{before['revision']} {params}"
            )
            if path:
                self.unsubscribe(name, path)
            else:
                # A session receives `state/closed` once per instance, not once per subscription.
                del self.instances[name]
            return
        revision, stands_for = params["revision"], params.get("conflated", 1)
        assert revision == before["revision"] + stands_for, f"{name} {path}: {revision} after {before['revision']}"
        self.valid(params)
        cause = params["cause"]
        if path == () and "request" in cause and stands_for == 1:
            node = find(before, tuple(cause["path"]))
            reason = node and node["unavailable"].get(cause["action"])
            assert reason is None, f"{cause} was applied, though it was unavailable: {reason}"
        instance.take(path, params)
        self.counts["snapshots"] += 1

    def unsubscribe(self, name: str, path: Path) -> None:
        instance = self.instances.get(name)
        if instance:
            instance.newest.pop(path, None)
            if not instance.newest:
                del self.instances[name]

    def answer(self, answer: Message, in_batch: bool = False) -> None:
        id = answer["id"]
        asked = self.asked.get(id)
        assert asked is not None, f"an answer that nobody asked for: {answer}"
        assert id not in self.answered, f"two answers to {id}"
        self.answered.add(id)
        self.counts["answers"] += 1
        params, result = asked.get("params") or {}, answer.get("result")
        name = params.get("instance")
        if "error" in answer:
            self.counts[f"error {answer['error']['code']}"] += 1
        match asked["method"]:
            case "feature/list":
                for entry in answer["result"]["features"]:
                    self.actions[entry["id"]] = {action["name"]: action["params"] for action in entry["actions"]}
            case "feature/open" | "state/subscribe" if result:
                path = tuple(params.get("path", ()))
                instance = self.instances.setdefault(result["instance"], Instance())
                before = instance.newest.get(path)
                assert before is None or before["revision"] <= result["revision"]
                self.valid(result["snapshot"])
                instance.take(path, result["snapshot"])
            case "state/unsubscribe" if "error" not in answer:
                self.unsubscribe(name, tuple(params.get("path", ())))
            case "feature/close" if "error" not in answer:
                assert name not in self.instances, f"{name}: no state/closed"
            case "feature/send" if not in_batch and name in self.instances:
                self.sent(asked, answer, self.instances[name].root)
            case "feature/settle" if result and not in_batch and name in self.instances:
                self.same_settled(result, self.instances[name].root)
            case "feature/snapshot" if result and not in_batch and name in self.instances:
                known = self.instances[name].newest.get(tuple(params.get("path", ())))
                if known and known["revision"] == result["revision"]:
                    known = {member: value for member, value in known.items() if member != "conflated"}
                    assert result == known, f"feature/snapshot differs from what {name} was sent"

    def same_settled(self, result: Message, root: Snapshot | None) -> None:
        if root is not None:
            assert root["revision"] >= result["revision"], f"answered before its snapshot: {result}"
            if root["revision"] == result["revision"]:
                assert root["settled"] == result["settled"], f"{result}, but the snapshot says {root['settled']}"

    def sent(self, asked: Message, answer: Message, root: Snapshot | None) -> None:
        """Checks the answer to an action against the newest snapshot when the answer arrived."""
        params = asked["params"]
        self.counts["actions"] += 1
        if "result" in answer:
            self.same_settled(answer["result"], root)
            return
        error = answer["error"]
        node = root and find(root, tuple(params.get("path", ())))
        if node is None or "conflated" in root or "ifRevision" in params or not isinstance(params["params"], dict):
            return
        action, reason = params["action"], error["data"].get("reason")
        assert error["code"] in (-31003, -31004, -31005, -31002, -32800, -32602), error
        if error["code"] in (-31002, -32800, -32602):
            return
        schema = self.actions_of(node).get(action)
        assert (error["code"] == -31003) == (schema is None), f"{action} of {node['feature']}: {error}"
        if (unavailable := node["unavailable"].get(action)) is not None:
            assert reason == unavailable, f"{action} of {params.get('path')} is {unavailable}, but: {error}"
        elif schema is not None and "properties" not in schema and reason is not None:
            assert action == "confirmDiscard", f"{action} takes no params and was not unavailable, but: {error}"

    def done(self) -> None:
        missing = set(self.asked) - self.answered
        assert not missing, f"{len(missing)} requests were not answered, among them {sorted(missing)[:5]}"
