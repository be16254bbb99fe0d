"""Generates the reference: tables of the model. The chapters of the specification explain the meaning."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import schemas
from model import PREFIX, Method, Model

NOTE = "<!-- Made of the model by `make protocol`: change protocol/model. -->"
NUMBERS = {
    "minimum": "from",
    "maximum": "to",
    "exclusiveMinimum": "above",
    "minItems": "at least",
    "maxItems": "at most",
}


class Reference:
    """The pages of the reference."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.documents = {name: absolute(name, schema) for name, schema in schemas.documents(model).items()}
        self.page_of = {name: f"{group}.md" for group, names in model.groups.items() for name in names}
        self.page_of |= {"error": "messages.md", "host-message": "messages.md", "workspace": "workspace.md"}

    def pages(self) -> dict[str, str]:
        head = self.model.head
        pages = {"README.md": self._index(), "methods.md": self._methods()}
        for group, names in self.model.groups.items():
            more = ["error", "host-message"] if group == "messages" else []
            pages[f"{group}.md"] = self._types(group, [*names, *more], head["types"][group])
        pages["workspace.md"] = self._types("workspace", ["workspace"], "workspace.md")
        return {f"reference/{name}": text for name, text in pages.items()}

    def _index(self) -> str:
        lines = [
            "# Reference",
            "",
            NOTE,
            "",
            "All methods and types of the protocol; the chapters explain their meaning.",
        ]
        lines += ["Only the [schemas](../schemas) define which members require or exclude each other."]
        lines += ["", "## Methods", "", "| method | kind | direction | effect |", "|---|---|---|---|"]
        for method in self.model.methods:
            kind = "request" if method.is_request else "notification"
            name = f"[`{method.name}`](methods.md#{anchor(method.name)})"
            lines.append(f"| {name} | {kind} | {'; '.join(method.directions)} | {method.summary} |")
        lines += ["", "## Types", "", "| page | types |", "|---|---|"]
        for group, names in [*self.model.groups.items(), ("workspace", ["workspace"])]:
            links = ", ".join(f"[`{name}`]({group}.md#{anchor(name)})" for name in names)
            lines.append(f"| [{group}.md]({group}.md) | {links} |")
        lines += ["", "## Errors", "", "| code | name | when |", "|---|---|---|"]
        lines += [f"| {error['code']} | {error['name']} | {error['when']} |" for error in self.model.errors]
        return "\n".join(lines) + "\n"

    def _methods(self) -> str:
        lines = ["# Methods", "", NOTE]
        for method in self.model.methods:
            chapter = f"[{method.page}](../{method.page}#{anchor(method.name)})"
            kind = "Request" if method.is_request else "Notification"
            lines += ["", f"## `{method.name}`", "", method.summary]
            lines += [f"{kind}, {'; '.join(method.directions)}. Meaning and examples: {chapter}."]
            if method.capability:
                lines += [f"It belongs to the capability `{method.capability}`."]
            lines += ["", *self._params(method)]
            if method.is_request:
                lines += ["", *self._result(method)]
            if method.errors:
                lines += ["", f"Errors: {', '.join(self._code(name) for name in method.errors)}."]
        return "\n".join(lines) + "\n"

    def _code(self, name: str) -> str:
        return next(f"{error['code']} {name}" for error in self.model.errors if error["name"] == name)

    def _params(self, method: Method) -> list[str]:
        schema = self.documents[f"{method.schema}-params"]
        if "$ref" in schema:
            return [f"Params: {self._kind(schema)}."]
        if not schema.get("properties"):
            return ["No params."]
        return ["| param | type | meaning |", "|---|---|---|", *self._rows(schema)]

    def _result(self, method: Method) -> list[str]:
        schema = self.documents[f"{method.schema}-result"]
        if schema.get("properties"):
            return ["| member of the result | type | meaning |", "|---|---|---|", *self._rows(schema)]
        return [f"Result: {self._kind(schema)}."]

    def _types(self, group: str, names: list[str], chapter: str) -> str:
        lines = [f"# {group.capitalize()}", "", NOTE, "", f"[{chapter}](../{chapter}) explains the meaning."]
        for name in names:
            document = self.documents[name]
            lines += ["", f"## `{name}`", "", f"{document['title']}: [schema](../schemas/{name}.json)."]
            lines += self._table(document)
            if name.endswith("-actions"):
                lines += ["", "| action | params |", "|---|---|"]
                lines += [f"| `{action}` | {self._action(one)} |" for action, one in document["$defs"].items()]
                continue
            for part, schema in document.get("$defs", {}).items():
                told = [schema["title"] + ".", ""] if "title" in schema else []
                lines += ["", f"### `{name}.{part}`", "", *told]
                lines += self._table(schema)[1:] or [f"It is {self._kind(schema)}."]
        return re.sub("\n{3,}", "\n\n", "\n".join(lines)) + "\n"

    def _table(self, schema: dict[str, Any]) -> list[str]:
        """Returns the table of a type's members, after an empty line."""
        rows = list(self._rows(schema))
        return ["", "| member | type | meaning |", "|---|---|---|", *rows] if rows else []

    def _action(self, schema: dict[str, Any]) -> str:
        required = schema.get("required", [])
        params = schema.get("properties", {}).items()
        told = [f"`{name}`: {self._kind(one)}{'' if name in required else ', optional'}" for name, one in params]
        return "; ".join(told) or "none"

    def _rows(self, schema: dict[str, Any], before: str = "") -> Iterator[str]:
        """Yields a row for each member, followed by rows for the members of objects in that member."""
        required = schema.get("required", [])
        for name, member in schema.get("properties", {}).items():
            if member is False:
                continue
            optional = "" if name in required else ", optional"
            meaning = member.get("description", "") if isinstance(member, dict) else ""
            yield f"| `{before}{name}` | {self._kind(member)}{optional} | {cell(meaning)} |"
            yield from self._inner(member, f"{before}{name}")

    def _inner(self, member: Any, name: str) -> Iterator[str]:
        if not isinstance(member, dict):
            return
        if "properties" in member:
            yield from self._rows(member, f"{name}.")
        yield from self._inner(member.get("items"), f"{name}[]")
        yield from self._inner(member.get("additionalProperties"), f"{name}.*")
        for one in member.get("anyOf", []):
            yield from self._inner(one, name)

    def _kind(self, schema: Any) -> str:
        """Returns a short description of a value's type."""
        if not isinstance(schema, dict):
            return "any"
        if target := schema.get("$ref"):
            return self._link(target)
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        if "enum" in schema:
            return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
        if alternatives := schema.get("anyOf") or schema.get("oneOf"):
            return " or ".join(dict.fromkeys(self._kind(one) for one in alternatives))
        types = schema.get("type", "any")
        return " or ".join(self._named(one, schema) for one in ([types] if isinstance(types, str) else types))

    def _named(self, name: str, schema: dict[str, Any]) -> str:
        if name == "array" and "items" in schema:
            return f"array of {self._kind(schema['items'])}"
        if name == "object" and isinstance(schema.get("additionalProperties"), dict):
            return f"object of {self._kind(schema['additionalProperties'])}"
        if name == "string" and schema.get("minLength"):
            return "string, not empty"
        if name in {"integer", "number"}:
            return " ".join([name, *(f"{word} {schema[key]}" for key, word in NUMBERS.items() if key in schema)])
        return name

    def _link(self, target: str) -> str:
        whole, _, part = target.removeprefix(PREFIX).partition("#/$defs/")
        name = f"{whole}.{part}" if part else whole
        page = self.page_of.get(whole)
        return f"[`{name}`]({page}#{anchor(name)})" if page else f"`{part}`"


def absolute(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Returns a schema whose references to its own definitions contain the schema's name."""
    found: dict[str, Any] = json.loads(json.dumps(schema).replace('"#/$defs/', f'"{PREFIX}{name}#/$defs/'))
    return found


def anchor(heading: str) -> str:
    """Returns the anchor of a heading."""
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def files(model: Model) -> dict[str, str]:
    return Reference(model).pages()
