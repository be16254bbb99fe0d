"""What is made of the model is current, and valid against the rules of its format."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator

from . import schemas
from .host import run_file
from .schemas import name_of
from .transcripts import PROTOCOL, load_all


def test_is_current() -> None:
    found = subprocess.run([sys.executable, PROTOCOL / "generator", "--check"], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr


def reference(to: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"$ref": {"pattern": f"^#/components/{to}/"}}, "required": ["$ref"]}


def closed(required: dict[str, Any], optional: dict[str, Any]) -> dict[str, Any]:
    """An object of OpenRPC, which may have members of its own that begin with `x-`."""
    members = {"properties": required | optional, "required": list(required)}
    return {"type": "object", **members, "patternProperties": {"^x-": True}, "additionalProperties": False}


TEXT = {"type": "string", "minLength": 1}
SCHEMA = {"$ref": "http://json-schema.org/draft-07/schema#"}
DESCRIPTOR = closed({"name": TEXT, "schema": SCHEMA}, {"summary": TEXT, "required": {"type": "boolean"}})
EXAMPLE = closed({"name": TEXT, "value": True}, {})
PAIRING = closed({"name": TEXT, "params": {"items": EXAMPLE}}, {"result": EXAMPLE})
METHOD = closed(
    {"name": TEXT, "params": {"type": "array", "items": DESCRIPTOR}},
    {
        "summary": TEXT,
        "tags": {"items": reference("tags")},
        "paramStructure": {"enum": ["by-name", "by-position", "either"]},
        "result": DESCRIPTOR,
        "errors": {"items": reference("errors")},
        "examples": {"items": PAIRING},
    },
)
ERROR = closed({"code": {"type": "integer"}, "message": TEXT}, {"data": True})
COMPONENTS = closed(
    {},
    {
        "schemas": {"additionalProperties": SCHEMA},
        "errors": {"additionalProperties": ERROR},
        "tags": {"additionalProperties": closed({"name": TEXT}, {"description": TEXT})},
    },
)
INFO = closed({"title": TEXT, "version": TEXT}, {"description": TEXT, "license": closed({}, {"name": TEXT})})
# The rules of OpenRPC 1.3, as far as the document uses them.
OPENRPC = closed(
    {"openrpc": {"pattern": r"^1\.3\.\d+$"}, "info": INFO, "methods": {"type": "array", "items": METHOD}},
    {"components": COMPONENTS},
)


def test_is_openrpc() -> None:
    document = json.loads((PROTOCOL / "openrpc.json").read_text())
    validator = Draft7Validator(OPENRPC)
    assert not [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(document)]
    names = [method["name"] for method in document["methods"]]
    assert len(names) == len(set(names))
    for method in document["methods"]:
        required = [param["required"] for param in method["params"]]
        assert required == sorted(required, reverse=True), f"{method['name']}: what may be absent comes last"
    components = [f"#/components/{kind}/{name}" for kind, group in document["components"].items() for name in group]
    assert all(re.fullmatch(r"#/components/\w+/[A-Za-z0-9._-]+", name) for name in components)
    assert set(re.findall(r'"\$ref": "([^"]+)"', json.dumps(document))) <= set(components)


def test_openrpc_says_what_the_schemas_do() -> None:
    """Its examples are valid, and every snapshot of a transcript is valid against both."""
    document = json.loads((PROTOCOL / "openrpc.json").read_text())
    for method in document["methods"]:
        for example in method.get("examples", []):
            schemas.check({one["name"]: one["value"] for one in example["params"]}, name_of(method["name"], "params"))
            if "result" in example:
                schemas.check(example["result"]["value"], name_of(method["name"], "result"))
    validator = Draft7Validator({"$ref": "#/components/schemas/snapshot", "components": document["components"]})
    for transcript in load_all():
        for snapshot in schemas.snapshots(transcript.received):
            assert validator.is_valid(snapshot), transcript.path.name
    assert not validator.is_valid({**snapshot, "kind": "none"})


def test_links_of_the_reference() -> None:
    """Each of them leads to a heading that there is."""
    anchors = {}
    for page in PROTOCOL.rglob("*.md"):
        headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
        anchors[page] = {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for page in (PROTOCOL / "reference").glob("*.md"):
        for target, heading in re.findall(r"\]\(([^)#]*)#([^)]*)\)", page.read_text()):
            assert heading in anchors[(page.parent / target).resolve()], f"{page.name} points at {target}#{heading}"


def test_discovery() -> None:
    """The host answers with the document as it stands."""
    with tempfile.TemporaryDirectory() as folder:
        frames, _ = run_file(b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}', [], Path(folder))
    assert frames[0]["result"] == json.loads((PROTOCOL / "openrpc.json").read_text())
    schemas.check(frames[0]["result"], "rpc-discover-result")
