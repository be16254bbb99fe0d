"""Searches of tables: matching in the plugin finds the same rows as matching in the host."""

import os
from random import Random

import pytest
from host import Host, workspace

SEEDS = int(os.environ.get("TABLE_SEARCH_SEEDS", "3"))
SETTLED = {"await": "settled"}
KEYS = ["title", "n", "done", "/owner/name", "/tags/0", "Größe", "none"]
TEXTS = [
    "Water the plants",
    "watt",
    "Écrire",
    "e\u0301tude",
    "ÅNGSTRÖM",
    "a|b",
    "src/main.swift",
    "  x ",
    "",
    "Ǆ 10",
    "'q'",
]
NUMBERS = [0, 7, 10, -2.5, 1e21, 9007199254740993]
QUERIES = "wat WAT 'water ^wat plants$ !wat !^e 10 -2 tru ecr ang x a|b main.sw".split()
QUERIES += ["xyzzy", "null", "'q'", "$", "^", "!", "ada", "1e21", "red", "e t", "wat | src", "\\ "]


def row(rng, id):
    """Returns a row with random values of the searched members."""
    members = {
        "title": rng.choice([*TEXTS, rng.choice(NUMBERS), None, ["Water"], {"a": "Water"}]),
        "n": rng.choice([*NUMBERS, "10", True]),
        "done": rng.choice([True, False, "true", None]),
        "owner": rng.choice([{"name": "Ada"}, {"name": rng.choice(TEXTS)}, {"name": None}, "Ada", None]),
        "tags": rng.choice([["red"], [rng.choice(NUMBERS), "red"], [], "red"]),
        "Größe": rng.choice(TEXTS),
    }
    return {"id": id, **{name: value for name, value in members.items() if rng.random() < 0.8}}


def searches(rng):
    """Returns the keys of the searches: the default keys, one key, several keys, and keys with weights."""
    some = rng.sample(KEYS, rng.randrange(2, 5))
    weighted = [{"key": key, "weight": rng.choice([1, 2, 50])} for key in some]
    return [None, [rng.choice(KEYS)], some, weighted]


def edit(rng, host, ids, number):
    """Makes a random edit in both tables."""
    dice = rng.random()
    if dice < 0.5 or len(ids) < 5:
        id = f"r{number}"
        params = {"value": row(rng, id)}
        if ids and rng.random() < 0.4:
            params["beforeId"] = rng.choice(ids)
        ids.append(id)
        action = "insertItem"
    elif dice < 0.75:
        patch = {name: value for name, value in row(rng, "x").items() if name != "id" and rng.random() < 0.5}
        action, params = "updateItem", {"id": rng.choice(ids), "patch": patch}
    elif dice < 0.85:
        action, params = "deleteItems", {"ids": [ids.pop(rng.randrange(len(ids)))]}
    else:
        action, params = "moveItems", {"ids": [ids[0]], "beforeId": ids[-1]}
    for name in ("kept", "plain"):
        host.act(name, action, params, **SETTLED)


def found(host, instance):
    """Returns the results in order, each with its matches."""
    snapshot = host.do("feature/snapshot", instance=instance)
    assert snapshot["errors"] == [] and snapshot["state"]["status"] in ("success", "empty"), snapshot
    items = [item for group in snapshot["state"]["groups"] for item in group["items"]]
    return {item["id"]: (item["value"], item.get("matches")) for item in items}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_same_rows_are_found_however_a_table_is_searched(tmp_path, seed):
    rng = Random(f"table searches {seed}")
    declared = searches(rng)
    features = {name: {"kind": "list", "source": name, "pageSize": 10_000} for name in ("kept", "plain")}
    for number, keys in enumerate(declared):
        for name in ("kept", "plain"):
            find = {"kind": "search", "source": name, "debounceMs": 0, "pageSize": 10_000}
            features[f"{name}{number}"] = {**find, **({} if keys is None else {"keys": keys})}
    sources = {"kept": {"type": "table", "search": True}, "plain": {"type": "table"}}
    with Host("-w", workspace(tmp_path, sources, features), "--state-dir", tmp_path / "state") as host:
        for name in features:
            host.do("feature/open", feature=name, instance=name)
        ids, edits = [], 0
        for step in range(6):
            for _ in range(rng.choice([3, 12, 25])):
                edit(rng, host, ids, edits)
                edits += 1
            for query in rng.sample(QUERIES, 8):
                for number, keys in enumerate(declared):
                    both = []
                    for name in ("kept", "plain"):
                        instance = f"{name}{number}"
                        host.act(instance, "setQuery", {"query": query}, **SETTLED)
                        both.append(found(host, instance))
                    assert both[0].keys() == both[1].keys(), f"seed {seed}, step {step}: {query!r} by {keys}"
                    assert both[0] == both[1], f"seed {seed}, step {step}: {query!r} by {keys}"
