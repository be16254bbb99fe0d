"""Random params for any action of the catalog: most are valid for a snapshot, some are invalid."""

from __future__ import annotations

import random
from typing import Any

# The text of every secret that is sent. No message of the host may contain it.
SECRET = "S3cr3t-0f-the-s0ak"
SECURE_NAMES = ("pin", "password", "again")
WORDS = ["Oslo", "Bergen", "a", "", " ", "ab c", "Ärger 😀", "again", "1", "x" * 90, "'os", "^B", "!o", "a | b", "\\ "]
JUNK = [None, True, 7, -1, 1.5, "junk", "", [], ["x"], {}, {"a": {}}, 1 << 62]
BY_TYPE: dict[str, list[Any]] = {
    "text": ["Water the plants", "Ada", " b ", "", "x" * 90],
    "multiline": ["one\ntwo", ""],
    "email": ["ada@example.com", "nobody", ""],
    "number": [3, 1.5, "2.5", "much", None, -1],
    "stepper": [1, 3, 14, 99],
    "slider": [1, 3],
    "toggle": [True, True, False],
    "date": ["2026-12-24", "2026-12-32", None],
    "time": ["10:00", "25:00"],
    "dateTime": ["2026-12-24T10:00:00Z", "soon"],
    "file": ["notes.txt"],
    "secure": [SECRET],
    "group": [{}, {"city": "Oslo", "zip": 7}, {"none": 1}],
    "repeated": [[{"name": "tea"}], [{"name": "tea"}, {"name": "tea"}], [{}, {"count": 3}], [], [7]],
}

# The params that name the rows of an action.
WAYS = {"id", "ids", "all", "selection"}

Snapshot = dict[str, Any]


def rows_of(node: Snapshot) -> list[dict[str, Any]]:
    """Returns the rows of a list or a search in the snapshot, or the items of a form's repeated fields."""
    state = node["state"]
    if node["kind"] == "form":
        return [item for field in state["fields"].values() for item in field.get("items", [])]
    return state.get("items") or [item for group in state.get("groups", []) for item in group["items"]]


def stack_of(node: Snapshot) -> list[dict[str, Any]]:
    return node["state"]["stack"] if node["kind"] == "flow" else []


def presentations_of(node: Snapshot) -> list[dict[str, Any]]:
    """Returns the presentation over a feature, and the queued presentations."""
    return ([node["presentation"]] if node["presentation"] else []) + node["queue"]


class Params:
    """Makes random params for a schema, with ids and keys from a snapshot."""

    def __init__(self, rng: random.Random, workspace: dict[str, Any]):
        self.rng = rng
        self.features = workspace["features"]
        # The ids and keys seen so far in any feature, so that outdated ones are sent too.
        self.ids, self.keys, self.errors = ["1", "none"], ["p1", "k1"], ["e1"]

    def learn(self, node: Snapshot) -> None:
        """Stores some ids and keys of a feature."""
        for pool, found in (
            (self.ids, [row["id"] for row in rows_of(node)[:3]]),
            (self.keys, [entry["key"] for entry in presentations_of(node) + stack_of(node)]),
            (self.errors, [error["id"] for error in node["errors"]]),
        ):
            pool.extend(self.rng.sample(found, min(len(found), 2)))
            del pool[:-50]

    def __call__(self, action: str, schema: dict[str, Any], node: Snapshot) -> Any:
        """Returns random params of an action, which sometimes violate the schema."""
        rng = self.rng
        if rng.random() < 0.02:
            return rng.choice(JUNK)
        params = {}
        for name in schema.get("properties", {}):
            required = name in schema.get("required", [])
            # An action names its rows by one param; using two, which is invalid, is rare.
            if WAYS & params.keys() and name in WAYS and rng.random() < 0.95:
                continue
            if rng.random() < (0.98 if required else 0.4):
                params[name] = rng.choice(JUNK) if rng.random() < 0.03 else self.value(action, name, node)
        if str(params.get("path")).rsplit("/")[-1] in SECURE_NAMES and "value" in params:
            params["value"] = SECRET
        # A replay gets the same text for all secrets.
        if action == "setSecret" and isinstance(params.get("value"), str):
            params["value"] = SECRET
        if rng.random() < 0.02:
            params["unknown"] = rng.choice(JUNK)
        return params

    def value(self, action: str, name: str, node: Snapshot) -> Any:
        rng = self.rng
        declared = self.features.get(node["feature"], {})
        match name:
            case "id" if action in ("retry", "dismissError"):
                return self.one_of([error["id"] for error in node["errors"]], self.errors)
            case "id" if action == "setTaskId":
                return rng.choice(["a", "b", ""])
            case "id" | "beforeId" | "from" | "to":
                return self.id(node)
            case "ids" if action in ("updateItems", "deleteItems") and rng.random() < 0.15:
                return rng.choice([{"all": True}, {"all": True, "except": [self.id(node)]}, {"all": False}, {"no": 1}])
            case "ids" | "except":
                return [self.id(node) for _ in range(rng.choice([0, 1, 1, 2, 5]))]
            case "all" | "selection":
                return rng.random() < 0.8
            case "ifVersion":
                return self.one_of([row["version"] for row in rows_of(node) if "version" in row], ["none", ""])
            case "key" if action == "toggleItem":
                return rng.choice(["done", "done", "title", "id", "none"])
            case "key" if action == "popTo":
                return self.one_of([entry["key"] for entry in stack_of(node)], self.keys)
            case "key":
                return self.one_of([entry["key"] for entry in presentations_of(node)], self.keys)
            case "buttonId":
                buttons = (node["presentation"] or {}).get("buttons", [])
                return self.one_of([button["id"] for button in buttons], ["yes", "delete", "none"])
            case "path":
                return self.one_of(list(node["state"].get("fields", {})), ["/none", "", "title", "/pin"])
            case "modal":
                return self.one_of(list(declared.get("modals", {})), ["none"])
            case "route":
                return self.route(declared)
            case "routes":
                return [{"route": self.route(declared)} for _ in range(rng.choice([0, 1, 2, 3]))]
            case "params":
                return rng.choice(
                    [
                        {},
                        {"values": self.row()},
                        {"values": {"title": 7}},
                        {"values": {}, "id": "1"},
                        {"values": {"pin": SECRET, "password": SECRET}},
                    ]
                )
            case "values" if action == "insertItems":
                return [self.row() for _ in range(rng.choice([0, 1, 1, 3]))]
            case "values":
                return self.fields(node)
            case "value" if action == "insertItem" and node["kind"] == "form":
                return rng.choice([{}, {"name": "tea", "count": 2}, {"count": "many"}, {"parts": [{"name": "a"}]}])
            case "value" | "patch" | "output" if node["kind"] != "form":
                return self.row()
            case "value" if action == "setSecret":
                return SECRET
            case "value":
                return rng.choice([value for values in BY_TYPE.values() for value in values if value != SECRET])
            case "query":
                return rng.choice(WORDS)
            # Only rows that no client edits are queried: whether a query reads a change depends on real time.
            case "filter" | "sort" if declared.get("source") != "printed":
                return rng.choice([None, "none", 7] if name == "filter" else [[], [7]])
            case "filter":
                words = {"text": rng.choice(WORDS)}
                return rng.choice([None, None, "open", "none", 7, words, {"id": "open"} | words])
            case "sort":
                keys = [{"key": "done", "descending": True}, {"key": "title"}]
                return rng.choice([[], [], keys[1:], keys, keys + keys, [7]])
            case "offset":
                return rng.choice([0, 1, 10, 100, 100_000, -1])
            case "limit":
                return rng.choice([1, 5, 50, 200, 0, 10_000, 10_001])
            case "by" | "count":
                return rng.choice([1, 1, 1, -1, 2, 30, 0])
            case "policy":
                return rng.choice(["queue", "replace", "none"])
            case "isComposing" | "confirmed":
                return rng.random() < 0.3
            case "message" | "code":
                return rng.choice(WORDS)
            case "requestId" | "action":
                return rng.choice(["a", "b", "openItem"])
        raise AssertionError(f"the soak knows no values for {name} of {action}: add a case")

    def one_of(self, right: list[str], wrong: list[str]) -> str:
        return self.rng.choice(right if right and self.rng.random() < 0.92 else wrong)

    def id(self, node: Snapshot) -> str:
        return self.one_of([row["id"] for row in rows_of(node)], self.ids)

    def route(self, declared: dict[str, Any]) -> str:
        return self.one_of([*declared.get("routes", {}), declared.get("root", "none")], ["none"])

    def row(self) -> dict[str, Any]:
        """Returns a row, a patch of a row, or the values of a form; usually without an id."""
        rng = self.rng
        row: dict[str, Any] = {"title": rng.choice(WORDS), "done": rng.choice([True, False, "true", None, 7])}
        if rng.random() < 0.2:
            row["id"] = rng.choice([*self.ids, 7, None, "", [], "new"])
        return {name: value for name, value in row.items() if rng.random() < 0.8}

    def fields(self, node: Snapshot) -> dict[str, Any]:
        """Returns values by field name: often for all fields of a form, sometimes for a few, some of them invalid."""
        rng = self.rng
        values = {}
        most = rng.choice([0.3, 1.0])
        for path, field in node["state"].get("fields", {}).items():
            secure = field["type"] == "secure"
            if path.count("/") > 1 or rng.random() > (0.05 if secure else most):
                continue
            right = [option["value"] for option in field.get("options", [])]
            if field["type"] == "multiPicker":
                values[path[1:]] = rng.choice([right[:1], right, ["none"]])
            elif right:
                values[path[1:]] = rng.choice([*right, "none"] if rng.random() < 0.1 else right)
            else:
                of_type = BY_TYPE[field["type"]]
                values[path[1:]] = of_type[0] if rng.random() < 0.8 else rng.choice(of_type)
        if rng.random() < 0.03:
            values["none"] = 1
        return values
