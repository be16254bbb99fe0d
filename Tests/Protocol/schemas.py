"""The published schemas, and what in a session is to be valid against which."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from .host import Frame, canonical, encode
from .transcripts import PROTOCOL, Transcript

FOLDER = PROTOCOL / "schemas"
PREFIX = "urn:featurehost:schema:1:"
# Errors that say that the request itself was wrong, by the schema or beyond it.
REFUSALS = {-32700, -32600, -32601, -32602, -31004}


@cache
def documents() -> dict[str, dict[str, Any]]:
    """Every schema by its name."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


@cache
def registry() -> Registry[Any]:
    resources = [(document["$id"], Resource.from_contents(document)) for document in documents().values()]
    return Registry().with_resources(resources)


def name_of(method: str, part: str) -> str:
    """The name of a method's schema."""
    stem = "cancel-request" if method == "$/cancelRequest" else re.sub("[/.]", "-", method)
    return f"{stem}-{part}"


@cache
def named(schema: str) -> Draft202012Validator:
    """Returns the validator of the schema with this name."""
    return Draft202012Validator({"$ref": PREFIX + schema}, registry=registry())


def mistakes(value: Any, schema: str | dict[str, Any] | bool) -> list[str]:
    """What is wrong with a value, a line each."""
    validator = named(schema) if isinstance(schema, str) else Draft202012Validator(schema, registry=registry())
    return [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(value)]


def check(value: Any, schema: str | dict[str, Any] | bool) -> None:
    """Fails where a value is not valid."""
    found = mistakes(value, schema)
    assert not found, "\n".join([encode(value)[:500], *found[:10]])


def members(frames: list[Frame]) -> Iterator[dict[str, Any]]:
    """The messages of frames; the messages of a batch one by one."""
    for frame in frames:
        yield from (member for member in (frame if isinstance(frame, list) else [frame]) if isinstance(member, dict))


def answered(transcript: Transcript) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    """The calls of a transcript with their answers; a notification has none."""
    answers: dict[str, list[dict[str, Any]]] = {}
    for answer in members(transcript.received):
        if "id" in answer and "method" not in answer:
            answers.setdefault(canonical(answer["id"]), []).append(answer)
    for call in members(transcript.sent):
        if "method" not in call:
            continue
        waiting = answers.get(canonical(call.get("id", ...) if "id" in call else "no id"), [])
        yield call, waiting.pop(0) if "id" in call and waiting else None


def is_answer(message: dict[str, Any]) -> bool:
    return "id" in message and ("result" in message or "error" in message)


def asked(transcript: Transcript) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    """What the host asks in a transcript, with the answers that it got."""
    answers = {canonical(answer["id"]): answer for answer in members(transcript.sent) if is_answer(answer)}
    for call in members(transcript.received):
        if "method" in call and "id" in call:
            yield call, answers.get(canonical(call["id"]))


def is_refused(answer: dict[str, Any] | None) -> bool:
    return answer is not None and answer.get("error", {}).get("code") in REFUSALS


def snapshots(frames: list[Frame]) -> Iterator[dict[str, Any]]:
    """Every snapshot in what the host said."""
    for message in members(frames):
        result = message.get("result")
        if message.get("method") == "state/snapshot":
            yield message["params"]
        elif isinstance(result, dict) and "snapshot" in result:
            yield result["snapshot"]
        elif isinstance(result, dict) and "cause" in result:
            yield result
