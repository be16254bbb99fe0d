"""Generates the OpenRPC document, which tools use to generate clients or pages.

Its schemas are of draft 7, as OpenRPC 1.3 requires, and refer to each other within the document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import schemas
from layout import text_of
from model import PREFIX, PROTOCOL, Method, Model

VERSION = "1.3.2"
# Keywords that have another name in draft 7, and keywords that draft 7 lacks, which are removed. A translated schema
# accepts at least the values that the original accepts.
RENAMED = {"dependentRequired": "dependencies"}
UNKNOWN = {"$schema", "$id", "$defs", "maxContains"}
# Keywords that restrict an object beyond the schemas of its members.
RULES = {"oneOf", "anyOf", "allOf", "if", "not"}


def document(model: Model) -> dict[str, Any]:
    """Returns the whole document."""
    known = _definitions(model)
    methods = [_method(model, method, known) for method in model.methods]
    # No method refers to the schemas of actions' params, but clients need these most.
    actions = {name: _translated(schema, name) for name, schema in known.items() if "-actions." in name}
    found = {**_reachable([methods, actions], known), **actions}
    head = model.head
    return {
        "openrpc": VERSION,
        "info": {
            "title": head["title"],
            "description": head["description"],
            # A new edition only adds to the protocol, so it increases the minor number of the version.
            "version": f"{head['version']}.{head['edition'] - 1}.0",
            "license": {"name": "MIT"},
        },
        "methods": methods,
        "components": {
            "schemas": dict(sorted(found.items())),
            "errors": {error["name"]: _error(error) for error in model.errors},
            "tags": {_slug(name): {"name": name, "description": told} for name, told in head["directions"].items()},
        },
    }


def files(model: Model) -> dict[str, str]:
    return {"openrpc.json": text_of(document(model))}


def _definitions(model: Model) -> dict[str, Any]:
    """Returns every schema by its name, `type` or `type.definition`."""
    found: dict[str, Any] = {}
    for name, schema in schemas.documents(model).items():
        found[name] = schema
        found |= {f"{name}.{part}": one for part, one in schema.get("$defs", {}).items()}
    return found


def _reachable(roots: Any, known: dict[str, Any]) -> dict[str, Any]:
    """Returns the schemas to which `roots` refer, directly or indirectly."""
    found: dict[str, Any] = {}
    waiting = list(_references(roots))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _translated(known[name], name)
            waiting += _references(found[name])
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(target := value.get("$ref"), str) and target.startswith("#/components/schemas/"):
            yield target.removeprefix("#/components/schemas/")
        for one in value.values():
            yield from _references(one)
    elif isinstance(value, list):
        for one in value:
            yield from _references(one)


def _translated(schema: Any, name: str) -> Any:
    """Translates a schema to draft 7; its references then point into `components`."""
    if isinstance(schema, list):
        return [_translated(one, name) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {RENAMED.get(key, key): _translated(one, name) for key, one in schema.items() if key not in UNKNOWN}
    if isinstance(target := found.pop("$ref", None), str):
        whole, _, part = target.removeprefix(PREFIX).partition("#/$defs/")
        whole = whole or name.partition(".")[0]
        reference = {"$ref": f"#/components/schemas/{whole}" + (f".{part}" if part else "")}
        # Draft 7 ignores keywords next to a reference.
        return {"allOf": [reference], **found} if found else reference
    return found


def _method(model: Model, method: Method, known: dict[str, Any]) -> dict[str, Any]:
    params = known[f"{method.schema}-params"]
    found: dict[str, Any] = {
        "name": method.name,
        "summary": method.summary,
        "tags": [{"$ref": f"#/components/tags/{_slug(name)}"} for name in method.directions],
        "paramStructure": "by-name",
        "params": _params(params, f"{method.schema}-params", known),
    }
    if method.is_request:
        found["result"] = _result(method, known)
        names = [*method.errors, *(name for name in model.head["errors"] if name not in method.errors)]
        if "client → host" in method.directions:
            found["errors"] = [{"$ref": f"#/components/errors/{name}"} for name in names]
    if examples := list(_examples(method)):
        found["examples"] = examples
    # Descriptors can't express that one param excludes another, or that all params together are a type.
    if "$ref" in params:
        found["x-params"] = _translated({"$ref": params["$ref"]}, method.schema)
    elif RULES & params.keys():
        found["x-params"] = {"$ref": f"#/components/schemas/{method.schema}-params"}
    found["x-since"] = method.since
    if method.capability:
        found["x-capability"] = method.capability
    return found


def _params(schema: dict[str, Any], name: str, known: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns a descriptor for each param; if the params are a type, for each of its members."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(PREFIX)
        schema = known[name]
    required = schema.get("required", [])
    found = []
    for param, member in schema.get("properties", {}).items():
        member = dict(member) if isinstance(member, dict) else {}
        told = {"summary": member.pop("description")} if "description" in member else {}
        found.append({"name": param, **told, "required": param in required, "schema": _translated(member, name)})
    # OpenRPC requires that optional params follow the required ones.
    return sorted(found, key=lambda param: not param["required"])


def _result(method: Method, known: dict[str, Any]) -> dict[str, Any]:
    name = f"{method.schema}-result"
    schema = {key: value for key, value in known[name].items() if key not in {"title", "description"}}
    return {"name": "result", "schema": _translated(schema, name)}


def _error(error: dict[str, Any]) -> dict[str, Any]:
    data = {"kind": schemas.kind(error), "retryable": error["retryable"]}
    return {"code": error["code"], "message": error["when"], "data": data}


def _slug(direction: str) -> str:
    return direction.replace(" → ", "-to-").replace(" ", "-")


def _examples(method: Method) -> Iterator[dict[str, Any]]:
    """Yields the complete example exchanges in the section of the specification about a method."""
    text = (PROTOCOL / method.page).read_text()
    section = re.search(rf"^## `{re.escape(method.name)}`\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^[→←] (\{.*)$", section[1], re.MULTILINE) if section else []
    messages = [json.loads(line) for line in lines if "…" not in line]
    answers = {json.dumps(one["id"]): one["result"] for one in messages if "result" in one}
    for call in (one for one in messages if one.get("method") == method.name):
        params = [{"name": name, "value": value} for name, value in call.get("params", {}).items()]
        id = json.dumps(call.get("id"))
        if not method.is_request:
            yield {"name": method.name, "params": params}
        elif id in answers:
            yield {"name": method.name, "params": params, "result": {"name": "result", "value": answers[id]}}
