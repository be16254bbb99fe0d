"""Every output is valid against the schema in the catalog, for random forms and wizards with random values."""

import random

import pytest
from host import Host, workspace
from jsonschema import Draft202012Validator

DAYS = ["mon", "tue", "wed"]
TEXTS = ["", "a", "abc", "abcdefgh"]
NUMBERS = [None, 0, 1, 4, 10, 2.5]
# The entered values by field type; some are invalid.
VALUES = {
    "text": TEXTS,
    "email": ["", "ada@example.com", "ada"],
    "number": NUMBERS,
    "toggle": [True, False],
    "stepper": NUMBERS[1:],
    "picker": [None, *DAYS],
    "multiPicker": [[], ["mon"], DAYS, ["mon", "mon"]],
    "date": [None, "2026-12-24", "soon"],
    "time": [None, "10:30", "10:30:00"],
    "dateTime": [None, "2026-12-24T10:30:00Z"],
}
CONSTRAINTS = {
    "text": [{"minLength": 2}, {"maxLength": 5}, {"pattern": "b"}, {"enum": ["a", "abc"]}, {"const": "abc"}],
    "email": [{"maxLength": 20}, {"format": "email"}],
    "number": [{"minimum": 1}, {"exclusiveMaximum": 10}, {"multipleOf": 2}, {"enum": [1, 4]}, {"integer": True}],
    "toggle": [{"const": True}, {"enum": [True]}],
    "stepper": [{"minimum": 1}, {"maximum": 4}],
    "picker": [{"const": "mon"}],
    "multiPicker": [{"minItems": 2}, {"maxItems": 1}, {"uniqueItems": True}],
    "date": [{"const": "2026-12-24"}],
}


def field(chance, name, others, depth=0):
    kind = chance.choice([*VALUES, *(["group", "repeated"] if depth < 2 else [])])
    made = {"name": name, "type": kind}
    if others and chance.random() < 0.3:
        made[chance.choice(["visibleWhen", "enabledWhen"])] = {"field": f"/{chance.choice(others)}", "empty": False}
    if kind in ("group", "repeated"):
        made["fields"] = [field(chance, f"{name}{n}", [], depth + 1) for n in range(chance.randint(1, 3))]
        if kind == "repeated" and chance.random() < 0.5:
            made.update(chance.choice([{"minItems": 1}, {"maxItems": 1}, {"uniqueItems": True}, {"required": True}]))
        return made
    if kind in ("picker", "multiPicker"):
        made["options"] = DAYS
    if chance.random() < 0.5:
        made.update(chance.choice(CONSTRAINTS.get(kind, [{}])))
    if chance.random() < 0.4:
        made["required"] = True
    return made


def form(chance, names):
    fields, plain = [{"name": "pin", "type": "secure"}], []
    for name in names:
        fields.append(field(chance, name, plain))
        if fields[-1]["type"] in VALUES:
            plain.append(name)
    if chance.random() < 0.7:
        return {"kind": "form", "sections": [{"fields": fields}]}
    hidden = {"field": f"/{plain[0]}", "empty": False} if plain else None
    place = len(fields) if hidden is None else fields.index(next(own for own in fields if own["name"] == plain[0])) + 1
    steps = [{"id": "one", "title": "1", "sections": [{"fields": fields[:place]}]}]
    if hidden:
        steps.append({"id": "two", "title": "2", "visibleWhen": hidden, "sections": [{"fields": fields[place:]}]})
    return {"kind": "form", "steps": steps}


def fields_of(declared):
    steps = declared.get("steps", [declared])
    return [own for step in steps for section in step["sections"] for own in section["fields"]]


def value(chance, declared):
    kind = declared["type"]
    if kind == "group":
        return {own["name"]: value(chance, own) for own in declared["fields"] if own["type"] != "secure"}
    if kind == "repeated":
        return [value(chance, {**declared, "type": "group"}) for _ in range(chance.randint(0, 2))]
    return chance.choice(VALUES[kind])


def wizard(chance, forms):
    steps = []
    for place, name in enumerate(forms):
        step = {"id": name, "feature": name}
        if place and chance.random() < 0.3:
            step["when"] = {"field": f"/{forms[0]}/{chance.choice('abc')}", "empty": False}
        if chance.random() < 0.3:
            step["canSkip"] = True
        if place + 2 < len(forms) and chance.random() < 0.3:
            step["next"] = [{"when": {"field": f"/{name}/a", "empty": True}, "step": forms[place + 2]}]
        steps.append(step)
    return {"kind": "flow", "steps": steps, "output": chance.choice(["steps", "merged"])}


def enter(chance, host, instance, declared, path=()):
    """Enters a random value into each field of a form."""
    for own in fields_of(declared):
        if own["type"] == "secure":
            continue
        params = {"path": f"/{own['name']}", "value": value(chance, own)}
        host.ask(
            "feature/send", {"instance": instance, "path": list(path), "action": "setValue", "params": params}
        )


def test_forms(tmp_path):
    chance = random.Random(7)
    forms = {f"f{n}": form(chance, "abcd") for n in range(60)}
    seen = 0
    with Host("-w", workspace(tmp_path, {}, forms)) as host:
        for entry in host.do("feature/list")["features"]:
            Draft202012Validator.check_schema(entry["output"])
            validator = Draft202012Validator(entry["output"])
            for _ in range(12):
                instance = host.do("feature/open", feature=entry["id"])["instance"]
                enter(chance, host, instance, forms[entry["id"]])
                host.act(instance, "submit", **{"await": "settled"})
                result = host.do("feature/snapshot", instance=instance)["state"]["result"]
                host.do("feature/close", instance=instance)
                if result is not None:
                    seen += 1
                    validator.validate(result)
    assert seen > 60


@pytest.mark.parametrize("seed", range(4))
def test_wizards(tmp_path, seed):
    chance = random.Random(seed)
    features, seen = {}, 0
    for n in range(8):
        names = [f"w{n}{letter}" for letter in "xyz"]
        # All forms use the same field names, so that merged answers have equal names.
        features |= {name: form(chance, chance.sample("abc", 2)) for name in names}
        features[f"w{n}"] = wizard(chance, names)
    with Host("-w", workspace(tmp_path, {}, features)) as host:
        for entry in host.do("feature/list")["features"]:
            if entry["kind"] == "flow":
                validator = Draft202012Validator(entry["output"])
                seen += sum(completed(chance, host, entry["id"], features, validator) for _ in range(6))
    assert seen > 6


def completed(chance, host, name, features, validator):
    """Returns true if a wizard was completed, after checking its output against the catalog."""
    instance = host.do("feature/open", feature=name)["instance"]
    state = {}
    for _ in range(40):
        state = host.do("feature/snapshot", instance=instance)["state"]
        if state["status"] == "completed":
            break
        if state["steps"]["canSkip"] and chance.random() < 0.5:
            host.act(instance, "skip", **{"await": "settled"})
            continue
        top = state["stack"][-1]
        enter(chance, host, instance, features[top["route"]], ["stack", top["key"]])
        host.act(instance, "next", **{"await": "settled"})
    host.do("feature/close", instance=instance)
    if state["status"] != "completed":
        return False
    validator.validate(state["output"])
    return True
