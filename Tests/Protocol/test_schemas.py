"""Holds every frame of the transcripts against the schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from . import schemas
from .host import REPOSITORY, Frame, encode, run_file
from .schemas import PREFIX, check, name_of
from .transcripts import PROTOCOL, Transcript, load_all, stage

TRANSCRIPTS = [pytest.param(transcript, id=transcript.path.stem) for transcript in load_all()]


@pytest.mark.parametrize("name", sorted(schemas.documents()))
def test_is_a_schema(name: str) -> None:
    document = schemas.documents()[name]
    Draft202012Validator.check_schema(document)
    assert document["$id"] == PREFIX + name
    assert document["$schema"].endswith("draft/2020-12/schema")
    assert document["title"]


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_what_the_host_says(transcript: Transcript) -> None:
    for frame in transcript.received:
        check(frame, "host-message")
    for call, answer in schemas.answered(transcript):
        if answer is not None and "result" in answer:
            check(answer["result"], name_of(call["method"], "result"))


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_what_is_sent(transcript: Transcript) -> None:
    """What was not refused is valid: the schemas allow all that the host does."""
    for call, answer in schemas.answered(transcript):
        schema = name_of(str(call["method"]), "params")
        is_unheard = "id" in call and answer is None
        if is_unheard or schemas.is_refused(answer) or schema not in schemas.documents():
            continue
        check(call, "request" if "id" in call else "notification")
        check(empty_as_object(call.get("params")), schema)


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_what_the_host_is_answered(transcript: Transcript) -> None:
    """An answer that is not valid against its schema was not taken, and that was said."""
    for call, answer in schemas.asked(transcript):
        if answer is not None and "result" in answer:
            told = f"the answer to {call['method']} of the source {call['params']['source']} "
            if not any(told in encode(frame) for frame in transcript.received):
                check(answer["result"], name_of(call["method"], "result"))
        elif answer is not None:
            check(answer, "peer-error")


def empty_as_object(params: Frame) -> Frame:
    return {} if params in (None, []) else params


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_what_is_refused(transcript: Transcript) -> None:
    """Params of a wrong type are invalid against the schemas too, so that a front end can find out without a host."""
    for call, answer in schemas.answered(transcript):
        error = (answer or {}).get("error", {})
        known = name_of(str(call["method"]), "params")
        # What a feature of one's own says of its params is beyond the method's schema.
        is_beyond = "fields" in error.get("data", {})
        if error.get("code") == -32602 and "must be" in error["message"] and known in schemas.documents():
            if is_beyond:
                continue
            assert schemas.mistakes(empty_as_object(call.get("params")), known), call


def catalog(transcript: Transcript) -> dict[str, Frame]:
    request = b'{"jsonrpc":"2.0","id":1,"method":"feature/list"}'
    with stage(transcript.setting) as (arguments, folder):
        frames, _ = run_file(request, arguments, folder)
    return {entry["id"]: entry for entry in frames[0]["result"]["features"]}


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_states_by_the_catalog(transcript: Transcript) -> None:
    """The schema that the catalog gives of a state describes every state that is sent."""
    features = catalog(transcript)
    for snapshot in schemas.snapshots(transcript.received):
        check(snapshot["state"], features[snapshot["feature"]]["state"])


def within(node: Any) -> Iterator[dict[str, Any]]:
    """Everything in a snapshot that is a feature, itself included."""
    if isinstance(node, dict):
        if "feature" in node and "state" in node:
            yield node
        for value in node.values():
            yield from within(value)
    elif isinstance(node, list):
        for value in node:
            yield from within(value)


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_outputs_by_the_catalog(transcript: Transcript) -> None:
    """The schema that the catalog gives of an output describes every output that can be seen."""
    features = catalog(transcript)
    for snapshot in schemas.snapshots(transcript.received):
        for node in within(snapshot):
            state, entry = node["state"], features.get(node["feature"], {})
            if entry.get("kind") == "form" and state["result"] is not None:
                check(state["result"], patches_too(entry.get("output", True)))
            elif entry.get("kind") == "flow" and state["status"] == "completed":
                check(state["output"], entry.get("output", True))
    for call, answer in schemas.answered(transcript):
        result = (answer or {}).get("result")
        if call["method"] == "feature/run" and result and result["outcome"] == "completed":
            check(result["output"], features[call["params"]["feature"]].get("output", True))


def patches_too(output: Any) -> Any:
    """The schema of an output that may be a patch: a form about a row hands on only what was changed (F-122)."""
    return {**output, "required": []} if isinstance(output, dict) else output


def child(snapshot: dict[str, Any], path: list[str]) -> dict[str, Any] | None:
    """What stands at a path in a snapshot; what lies under the top of a stack is not there."""
    if not path:
        return snapshot
    name, *rest = path
    if name == "presentation":
        below = (snapshot["presentation"] or {}).get("child")
    elif name == "stack" and rest:
        key, *rest = rest
        below = next((entry.get("child") for entry in snapshot["state"]["stack"] if entry["key"] == key), None)
    else:
        below = snapshot["state"].get(name)
    return child(below, rest) if isinstance(below, dict) else None


def features_asked(transcript: Transcript) -> list[str | None]:
    """Of each call, in order, the feature that its action goes to, where it can be seen."""
    shown: dict[str, dict[str, Any]] = {}
    asked: list[str | None] = []
    for line in transcript.lines:
        for snapshot in schemas.snapshots([line.get("receive")]):
            if "path" not in snapshot:
                shown[snapshot["instance"]] = snapshot
        for call in schemas.members([line.get("send")]):
            if "method" not in call:
                continue
            params = call.get("params")
            params = params if isinstance(params, dict) else {}
            snapshot = shown.get(str(params.get("instance")))
            found = child(snapshot, params.get("path") or []) if snapshot else None
            asked.append(found["feature"] if found else None)
    return asked


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_actions_by_the_catalog(transcript: Transcript) -> None:
    """Params of an action that was applied are valid against the schemas of the catalog and of the protocol."""
    features = catalog(transcript)
    for (call, answer), feature in zip(schemas.answered(transcript), features_asked(transcript), strict=True):
        if call["method"] != "feature/send" or not feature or "result" not in (answer or {}):
            continue
        action, params = call["params"]["action"], empty_as_object(call["params"].get("params"))
        entry = features.get(feature)
        if entry:
            check(params, next(known["params"] for known in entry["actions"] if known["name"] == action))
        # What is made of a kind, and is not in the catalog itself, has the kind's name.
        kind = entry["kind"] if entry else feature
        for name in (f"{kind}-actions", "presentation-actions", "common-actions"):
            if action in schemas.documents().get(name, {}).get("$defs", {}):
                check(params, {"$ref": f"{PREFIX}{name}#/$defs/{action}"})
                break


def test_examples_of_files() -> None:
    for line in (PROTOCOL / "errors.jsonl").read_text().splitlines():
        check(json.loads(line), "error-catalog-row")


def test_the_tour_is_of_the_demo() -> None:
    """The transcript `tour` serves clients/demo as it stands, but for the commands that it runs."""
    folder = REPOSITORY / "clients" / "demo"
    demo = json.loads((folder / "demo.workspace.json").read_text())
    tour = next(transcript.setting for transcript in load_all() if transcript.path.stem == "tour")
    for workspace in (demo, tour["workspace"]):
        for source in workspace["sources"].values():
            source.pop("argv", None)
    assert tour["workspace"] == demo
    assert tour["files"]["tasks.jsonl"] == (folder / "tasks.jsonl").read_text()
