"""The invariants of every snapshot, by the kind of the feature."""

from __future__ import annotations

from collections import Counter

from screen_params import Snapshot, rows_of, stack_of

Path = tuple[str, ...]
_STEP_ACTIONS = {"back": "canGoBack", "next": "canGoForward", "skip": "canSkip", "restoreDraft": "hasDraft"}


def look_at(node: Snapshot, path: Path) -> None:
    """Checks the invariants of a feature."""
    state = node["state"]
    assert not node["settled"] or all(effect["background"] for effect in node["effects"]), f"{path} says it has settled"
    for what, ids in (
        ("row", [row["id"] for row in rows_of(node)]),
        ("error", [error["id"] for error in node["errors"]]),
    ):
        assert len(ids) == len(set(ids)), f"{path}: a {what} is there twice: {Counter(ids).most_common(1)}"
    match node["kind"]:
        case "list":
            assert len(state["items"]) <= min(state["window"]["limit"], state["count"])
            changes = {what: ids for what, ids in state["changes"].items() if what != "complete"}
            assert sum(map(len, changes.values())) <= 1_000, f"{path}: {state['changes']}"
            for what, changed in changes.items():
                assert len(changed) == len(set(changed)), f"{path}: {what} names an id twice: {changed}"
        case "form":
            fields = state["fields"]
            said = [message for field in fields.values() for message in field["messages"]] + state["formMessages"]
            assert state["isValid"] == all(message["severity"] == "warning" for message in said)
            # A repeated field is dirty itself if its items are, so the fields within items are not counted.
            items = tuple(f"{path}/" for path, field in fields.items() if field["type"] == "repeated")
            assert state["isDirty"] == any(f["dirty"] for path, f in fields.items() if not path.startswith(items))
            drawn = [path for section in state["sections"] for path in section["fields"]]
            assert all(path in fields for path in drawn), f"{path}: {drawn} are not all fields"
        case "flow" if state["steps"]:
            look_at_steps(node, path)
        case "search":
            assert state["status"] != "success" or not state["isStale"], f"{path}: success, and stale"


def look_at_steps(flow: Snapshot, path: Path) -> None:
    """Checks the position that a flow with steps reports."""
    steps, stack = flow["state"]["steps"], stack_of(flow)
    way = [step["id"] for step in steps["way"]]
    assert len(way) == len(set(way)) == steps["count"], f"{path}: {way} is no way of {steps['count']} steps"
    assert way[steps["index"]] == steps["id"], f"{path}: {steps['id']} is not step {steps['index']} of {way}"
    assert steps["answers"].keys() <= set(way), f"{path}: answers beside the way: {steps['answers'].keys()}"
    assert [entry["route"] for entry in stack] == way[: len(stack)], f"{path}: the stack does not follow {way}"
    if flow["state"]["status"] == "active":
        assert stack[-1]["route"] == steps["id"], f"{path}: {stack[-1]['route']} is shown at {steps['id']}"
        for action, says in _STEP_ACTIONS.items():
            assert steps[says] == (action not in flow["unavailable"]), f"{path}: {says} and {action} differ"
        for step in steps["way"]:
            assert (step["status"] == "current") == (step["id"] == steps["id"]), f"{path}: {steps['way']}"
