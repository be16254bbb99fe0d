"""Reads the model: methods, errors and types. The short forms of types become JSON Schemas."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

PROTOCOL = Path(__file__).resolve().parent.parent
PREFIX = "urn:featurehost:schema:1:"
JSON_TYPES = {"string", "integer", "number", "boolean", "null", "object", "array"}
# Keywords of JSON Schema that contain one schema, a list of schemas, or schemas by name. Other keywords stay unchanged.
ONE = {"items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"}
MANY = {"allOf", "anyOf", "oneOf", "prefixItems"}
NAMED = {"properties", "patternProperties", "$defs"}

Schema = dict[str, Any] | bool


def schema_name(method: str) -> str:
    """Returns the prefix of the names of a method's schemas: `a-b` for `a/b`."""
    name = re.sub("[/.]", "-", method.removeprefix("$/"))
    return re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), name)


@dataclass(frozen=True)
class Method:
    """A request, or a notification, which has no result."""

    name: str
    page: str
    directions: list[str]
    summary: str
    params: dict[str, Any]
    result: Any = None
    errors: list[str] = field(default_factory=list)
    since: int = 1
    capability: str | None = None
    is_request: bool = False
    # The params in the order in which the error about an unknown param lists them; empty for the order of `params`.
    listed: list[str] = field(default_factory=list)

    @property
    def schema(self) -> str:
        """The prefix of the names of the method's schemas."""
        return schema_name(self.name)


class Model:
    """The contents of `protocol/model`."""

    def __init__(self, folder: Path = PROTOCOL / "model") -> None:
        self.folder = folder
        self.head = self._read("protocol.json")
        self.errors: list[dict[str, Any]] = self._read("errors.json")
        self.columns: dict[str, Any] = self._read("columns.json")
        self.fields: dict[str, Any] = self._read("fields.json")
        self.icons: dict[str, str] = self._read("icons.json")
        self._methods = {name: self._read(f"methods/{name}.json") for name in self.head["methods"]}
        of_methods = {name: group for file in self._methods.values() for name, group in file.get("types", {}).items()}
        groups = {name: of_methods.get(name) or self._read(f"types/{name}.json") for name in self.head["types"]}
        self.groups = {name: list(group) for name, group in groups.items()}
        self._types: dict[str, Any] = {name: schema for group in groups.values() for name, schema in group.items()}
        parts_of_workspace = [self._read(f"workspace/{name}.json") for name in self.head["workspace"]]
        self.sources: dict[str, Any] = {
            name: facts for part in parts_of_workspace for name, facts in part.pop("types", {}).items()
        }
        self._parts: dict[str, Any] = self._read("parts.json") | self._listed()
        self._types["workspace"] = {key: value for part in parts_of_workspace for key, value in part.items()}
        self._types["workspace"]["$defs"] = {
            name: schema for part in parts_of_workspace for name, schema in part.get("$defs", {}).items()
        }

    def _listed(self) -> dict[str, Any]:
        """Returns the schemas made from the lists of column formats, field types, icons, source types and kinds."""
        kinds = self.head["kinds"]
        states = [
            {"if": {"properties": {"kind": {"const": kind}}}, "then": {"properties": {"state": f"{kind}-state"}}}
            for kind in kinds
        ]
        definitions = {name: facts.get("schema", name) for name, facts in self.sources.items()}
        return {
            "columnFormat": {"enum": list(self.columns)},
            "declaredFormat": {"enum": [*self.columns, None]},
            "fieldType": {"enum": list(self.fields)},
            "icon": {"enum": list(self.icons), "description": "The name of an icon."},
            "kind": {"enum": kinds},
            "stateOfKind": {"allOf": states},
            "anySource": _one_of("type", definitions),
            "anyFeature": _one_of("kind", {kind: kind for kind in self.declared_kinds}),
        }

    def _read(self, name: str) -> Any:
        return json.loads((self.folder / name).read_text())

    @property
    def declared_kinds(self) -> list[str]:
        """The kinds of features that a workspace can declare."""
        return [kind for kind in self.head["kinds"] if kind in self.head["workspace"]]

    @cached_property
    def methods(self) -> list[Method]:
        """Every method, in the order of the model's head."""
        found = []
        for group in self._methods.values():
            for is_request, members in ((True, group.get("requests", [])), (False, group.get("notifications", []))):
                found += [Method(is_request=is_request, **{"page": group["page"], **member}) for member in members]
        return found

    @cached_property
    def types(self) -> dict[str, dict[str, Any]]:
        """The types in the model, as JSON Schemas, without the params and results of methods."""
        return {name: self.document(schema) for name, schema in sorted(self._types.items())}

    def document(self, short: Any) -> Any:
        """Returns the JSON Schema of a short form; its `$defs` become definitions of this schema."""
        return self._expand(short, frozenset(short.get("$defs", ())) if isinstance(short, dict) else frozenset())

    def _expand(self, schema: Any, local: frozenset[str]) -> Any:
        """Expands a short form; `local` are the names of the definitions in its document."""
        if isinstance(schema, bool):
            return schema
        if isinstance(schema, str):
            return self._named(schema, local)
        found = dict(self._named(schema["is"], local)) if "is" in schema else {}
        if "members" in schema:
            members: dict[str, Any] = schema["members"]
            found["type"] = schema.get("type", "object")
            found["properties"] = {name.rstrip("?"): self._expand(member, local) for name, member in members.items()}
            if required := [name for name in members if not name.endswith("?")]:
                found["required"] = required
            if not schema.get("open"):
                found["additionalProperties"] = False
        for key, value in schema.items():
            if key in ONE:
                found[key] = self._expand(value, local)
            elif key in MANY:
                found[key] = [self._expand(one, local) for one in value]
            elif key in NAMED:
                found[key] = {name: self._expand(one, local) for name, one in value.items()}
            elif key not in {"is", "members", "open"}:
                found[key] = value
        return found

    def _named(self, name: str, local: frozenset[str]) -> dict[str, Any]:
        """Returns the schema of a name: `A | B` of JSON types, `A[]`, a local definition, an inlined part or a type."""
        if name.endswith("[]"):
            return {"type": "array", "items": self._named(name[:-2], local)}
        if JSON_TYPES.issuperset(words := name.split(" | ")):
            return {"type": words[0] if len(words) == 1 else words}
        if name in local:
            return {"$ref": f"#/$defs/{name}"}
        if name in self._parts:
            found: dict[str, Any] = self._expand(self._parts[name], local)
            return found
        whole, _, part = name.partition(".")
        if whole not in self._types:
            raise KeyError(f"{name} is no part and no type")
        return {"$ref": PREFIX + whole + (f"#/$defs/{part}" if part else "")}


def _one_of(member: str, definitions: dict[str, str]) -> dict[str, Any]:
    """Returns the schema of an object whose definition is named by one of its members."""
    cases = [
        {"if": {"properties": {member: {"const": name}}, "required": [member]}, "then": definition}
        for name, definition in definitions.items()
    ]
    return {"members": {member: {"enum": list(definitions)}}, "open": True, "allOf": cases}
