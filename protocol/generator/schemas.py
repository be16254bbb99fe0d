"""Generates the JSON Schemas, a file for each type and for each method's params and result, and the errors."""

from __future__ import annotations

import json
from typing import Any

from layout import text_of
from model import PREFIX, Method, Model

# The keywords that come first.
FIRST = ["title", "$ref", "type", "enum", "const", "properties", "required", "additionalProperties"]
# The answers of a host, individually and in a batch.
HOST_BATCH = ["response", "error"]


def documents(model: Model) -> dict[str, dict[str, Any]]:
    """Returns every schema by its name."""
    found = dict(model.types)
    found["error"] = _error(model)
    found["host-message"] = _host_message(model)
    for method in model.methods:
        name = method.schema
        titles = {"title": f"The params of {method.name}", "description": method.summary}
        found[f"{name}-params"] = titles | model.document(method.params)
        if method.is_request:
            found[f"{name}-result"] = {"title": f"The result of {method.name}"} | model.document(method.result)
    return {name: _headed(name, schema) for name, schema in sorted(found.items())}


def _headed(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": PREFIX + name}
    told = {key: schema[key] for key in ("title", "description") if key in schema}
    return {**head, **told, **ordered(schema)}


def files(model: Model) -> dict[str, str]:
    found = {f"schemas/{name}.json": text_of(schema) for name, schema in documents(model).items()}
    return {**found, "errors.jsonl": "".join(_row(error) for error in model.errors)}


def _row(error: dict[str, Any]) -> str:
    row = {"code": error["code"], "name": error["name"], "kind": kind(error)}
    return json.dumps({**row, "retryable": error["retryable"], "when": error["when"]}, ensure_ascii=False) + "\n"


def ordered(schema: Any, is_schema: bool = True) -> Any:
    """Returns a schema with its keywords in a readable order."""
    if isinstance(schema, list):
        return [ordered(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    ranks = {key: FIRST.index(key) if key in FIRST else len(FIRST) for key in schema}
    keys = sorted(schema, key=lambda key: ranks[key]) if is_schema else list(schema)
    return {key: ordered(schema[key], not is_schema or key not in {"properties", "$defs"}) for key in keys}


def error_data(model: Model, error: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema of `data` of an error."""
    varies = error.get("varies")
    retryable = {"type": "boolean", "description": varies} if varies else {"const": error["retryable"]}
    members = {"kind": {"const": kind(error)}, "retryable": retryable, **error.get("data", {})}
    data: dict[str, Any] = model.document({"members": members})
    return data


def kind(error: dict[str, Any]) -> str:
    """Returns an error's name in camelCase."""
    name: str = error["name"]
    return name[0].lower() + name[1:]


def _error(model: Model) -> dict[str, Any]:
    message = {"type": "string", "minLength": 1}
    cases = [
        {"members": {"code": {"const": error["code"]}, "message": message, "data": error_data(model, error)}}
        for error in model.errors
    ]
    members = {"jsonrpc": {"const": "2.0"}, "id": "string | integer | null", "error": {"oneOf": cases}}
    title = "The answer to a failed request or to an unreadable frame"
    return {"title": title, **model.document({"members": members})}


def _host_message(model: Model) -> dict[str, Any]:
    said = [_call(method) for method in model.methods if "host → client" in method.directions]
    batch = {"type": "array", "items": {"anyOf": [_reference(name) for name in HOST_BATCH]}, "minItems": 1}
    messages = [*(_reference(name) for name in HOST_BATCH), *(model.document(one) for one in said), batch]
    return {"title": "Any message of a host", "anyOf": messages}


def _call(method: Method) -> dict[str, Any]:
    head: dict[str, Any] = {"jsonrpc": {"const": "2.0"}} | ({"id": "integer"} if method.is_request else {})
    return {"members": {**head, "method": {"const": method.name}, "params": _reference(f"{method.schema}-params")}}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": PREFIX + name}
