"""Holds every frame of the transcripts against the schemas."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from . import schemas
from .host import Frame, run_file
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


def empty_as_object(params: Frame) -> Frame:
    return {} if params in (None, []) else params


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_what_is_refused(transcript: Transcript) -> None:
    """Params of a wrong type are invalid by the schemas too, so that a front end can find out without a host."""
    for call, answer in schemas.answered(transcript):
        error = (answer or {}).get("error", {})
        known = name_of(str(call["method"]), "params")
        if error.get("code") == -32602 and "must be" in error["message"] and known in schemas.documents():
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


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_actions_by_the_catalog(transcript: Transcript) -> None:
    """Params of an action that was applied are valid by the catalog's schema and by the published one."""
    features = catalog(transcript)
    opened: dict[str, Frame] = {}
    for call, answer in schemas.answered(transcript):
        result = (answer or {}).get("result")
        if call["method"] == "feature/open" and result:
            opened[result["instance"]] = features[call["params"]["feature"]]
        if call["method"] != "feature/send" or not result or call["params"].get("path"):
            continue
        params = call["params"]
        feature = opened[params["instance"]]
        schema = next(action["params"] for action in feature["actions"] if action["name"] == params["action"])
        check(empty_as_object(params.get("params")), schema)
        for name in ("list-actions", "common-actions"):
            if params["action"] in schemas.documents()[name]["$defs"]:
                check(empty_as_object(params.get("params")), {"$ref": f"{PREFIX}{name}#/$defs/{params['action']}"})


def test_examples_of_files() -> None:
    for path in sorted((PROTOCOL / "examples").glob("*.workspace.json")):
        check(json.loads(path.read_text()), "workspace")
    for transcript in load_all():
        if isinstance(transcript.setting.get("workspace"), dict):
            check(transcript.setting["workspace"], "workspace")
    for line in (PROTOCOL / "errors.jsonl").read_text().splitlines():
        check(json.loads(line), "error-catalog-row")
