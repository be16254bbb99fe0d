"""Generates the types of the Python client: a TypedDict for each object on the wire.

No existing library is used. Each tried library had one of these faults: it does not support references by URN, names
nested types after their parents, or does not allow the members of later editions.
"""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from typing import Any

import schemas
from model import PREFIX, Model

TARGET = "../clients/python/src/featurehost/types.py"
HEAD = '''"""What stands on the wire, as dictionaries with typed members: made of protocol/model by `make protocol`.

A member that the host leaves out where there is nothing to say is `NotRequired`; later editions may add others.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

JSONObject: TypeAlias = dict[str, Any]
'''
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "array": "list[Any]"}
# Types that clients neither send nor receive.
LEFT_OUT = {"messages", "plugins"}


class Types:
    """Collects the definitions of a module."""

    def __init__(self, model: Model) -> None:
        self.documents = schemas.documents(model)
        self.definitions: dict[str, str] = {}
        self.described: dict[str, dict[str, Any]] = {}
        self.aliases: dict[str, str] = {}
        for group, names in model.groups.items():
            for name in names if group not in LEFT_OUT else []:
                self._add(name)
        for method in model.methods:
            self._alias(f"{method.schema}-params")
            if method.is_request:
                self._alias(f"{method.schema}-result")

    def text(self) -> str:
        aliases = [f"{name}: TypeAlias = {value}\n" for name, value in self.aliases.items()]
        return HEAD + "\n\n" + "\n\n".join(self.definitions.values()) + ("\n\n" + "".join(aliases) if aliases else "")

    def _add(self, name: str) -> None:
        document = self.documents[name]
        if document.get("properties"):
            self._define(pascal(name), document, name)
        for part, schema in document.get("$defs", {}).items():
            if schema.get("properties"):
                # The params of an action are named after the action.
                is_action = name.endswith("-actions")
                whole = f"{name.removesuffix('-actions')}.{part}.params" if is_action else f"{name}.{part}"
                self._define(pascal(whole), schema, name)

    def _alias(self, name: str) -> None:
        """Defines the params or the result of a method as a separate name."""
        schema = self.documents[name]
        if "$ref" in schema:
            self.aliases[pascal(name)] = self._kind(schema, "", name)
        else:
            self._add(name)

    def _define(self, name: str, schema: dict[str, Any], document: str) -> None:
        self.definitions[name] = ""  # Reserves the position at the first use; the types of its members follow.
        if self.described.setdefault(name, schema) != schema:
            raise ValueError(f"two types would be called {name}")
        required = schema.get("required", [])
        members = []
        for member, one in schema["properties"].items():
            if one is False:
                continue
            kind = self._kind(one, name + pascal(member), document)
            told = one.get("description", "") if isinstance(one, dict) else ""
            members.append((member, kind if member in required else f"NotRequired[{kind}]", told))
        doc = docstring(schema.get("title") or schema.get("description") or "", "    ")
        if any(keyword.iskeyword(member) or not member.isidentifier() for member, _, _ in members):
            # A keyword can't be the name of an attribute.
            lines = "".join(f'        "{member}": {quoted(kind)},\n' for member, kind, _ in members)
            self.definitions[name] = f'{name} = TypedDict(\n    "{name}",\n    {{\n{lines}    }},\n)\n'
            return
        lines = "".join(f"    {member}: {kind}\n{docstring(told, '    ')}" for member, kind, told in members)
        self.definitions[name] = f"class {name}(TypedDict):\n{doc + chr(10) if doc else ''}{lines}"

    def _kind(self, schema: Any, name: str, document: str) -> str:
        """Returns the Python type of a value; if the value is an object with members, defines it as `name`."""
        if not isinstance(schema, dict):
            return "Any"
        if target := schema.get("$ref"):
            return self._referenced(target, document)
        if "const" in schema:
            return f"Literal[{literal(schema['const'])}]"
        if "enum" in schema:
            return self._literal(schema["enum"], name)
        if "anyOf" in schema:
            return union([self._kind(one, name, document) for one in schema["anyOf"]])
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        # An array that must be empty stands for an empty object, which some libraries can't write.
        types = [one for one in types if one != "array" or schema.get("maxItems") != 0]
        return union([self._typed(one, schema, name, document) for one in types]) or "Any"

    def _typed(self, kind: str, schema: dict[str, Any], name: str, document: str) -> str:
        if kind == "object" and schema.get("properties"):
            if self.described.get(name, schema) != schema:
                name += "Item"  # The name is taken: for example, by `filter` for the items of `filters`.
            if name not in self.definitions:
                self._define(name, schema, document)
            return name
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return f"dict[str, {self._kind(schema['additionalProperties'], singular(name), document)}]"
        if kind == "object":
            return "JSONObject"
        if kind == "array" and "items" in schema:
            return f"list[{self._kind(schema['items'], singular(name), document)}]"
        return SIMPLE[kind]

    def _literal(self, values: list[Any], name: str) -> str:
        """Returns the type of some literal values; a long list gets a name."""
        line = f"Literal[{', '.join(map(literal, values))}]"
        if len(line) <= 60:
            return line
        lines = "".join(f"    {literal(value)},\n" for value in values)
        self.definitions[name] = f"{name}: TypeAlias = Literal[\n{lines}]\n"
        return name

    def _referenced(self, target: str, document: str) -> str:
        whole, _, part = target.removeprefix(PREFIX).partition("#/$defs/")
        whole = whole or document
        if whole == "workspace":
            return "JSONObject"
        schema = self.documents[whole]["$defs"][part] if part else self.documents[whole]
        name = pascal(f"{whole}.{part}" if part else whole)
        return name if schema.get("properties") else self._kind(schema, name, whole)


def pascal(name: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]", name) if word)


def singular(name: str) -> str:
    for end, instead in (("ches", "ch"), ("ies", "y"), ("s", "")):
        if name.endswith(end):
            return name.removesuffix(end) + instead
    return name + "Item"


def literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def quoted(kind: str) -> str:
    return f"'{kind}'" if '"' in kind else f'"{kind}"'


def union(kinds: list[str]) -> str:
    """Returns the union of some types, with None at the end."""
    single = [one for kind in kinds for one in ([kind] if "[" in kind else kind.split(" | "))]
    return " | ".join(sorted(dict.fromkeys(single), key=lambda kind: kind == "None"))


def docstring(text: str, indent: str) -> str:
    if not text:
        return ""
    text = text.replace("\\", "\\\\")
    sentence = text if text.endswith(".") else text + "."
    line = f'{indent}"""{sentence}"""\n'
    if len(line) <= 121 and not sentence.endswith('"'):
        return line
    return f'{indent}"""' + "\n".join(textwrap.wrap(sentence, 112)).replace("\n", f"\n{indent}") + f'\n{indent}"""\n'


def files(model: Model) -> dict[str, str]:
    return {TARGET: Types(model).text()}
