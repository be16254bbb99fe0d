"""Generates the records of the Python client for reading snapshots, with Python names and defaults.

Only the objects in `RECORDS` become records. The defaults allow messages of hosts that leave out optional members.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass, field
from typing import Any

import schemas
from model import PREFIX, Model
from python_types import docstring

TARGET = "../clients/python/src/featurehost/model.py"
HEAD = '''"""What a host's messages hold, as typed records: made of protocol/model by `make protocol`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .record import JSONObject as JSONObject
from .record import Record as Record
from .record import made_by
'''
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "array": "tuple[Any, ...]"}
# The value of an absent member, by type; for all other types it is None.
EMPTY = {"boolean": "False", "array": "()"}


@dataclass
class Chosen:
    """A record: its class name, its documentation, its required members, and the defaults of the other members."""

    name: str
    doc: str
    needs: str
    defaults: dict[str, str] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()


RECORDS = {
    "feature-send-result": Chosen(
        "Progress", "The revision of an instance: the answer to an action or a wait.", "revision settled"
    ),
    "cause": Chosen("Cause", "The cause of a revision.", "action origin"),
    "effect": Chosen("EffectEntry", "Running work.", "id", {"name": '""'}),
    "error-entry": Chosen(
        "ErrorEntry",
        "An error that is shown until it is retried or dismissed.",
        "id code message",
        {"display": '"banner"'},
    ),
    "notice": Chosen(
        "NoticeEntry",
        "A short message about something that was done; the action `undoNotice` undoes it.",
        "id text",
        {"tone": '"neutral"'},
    ),
    "presentation/buttons": Chosen(
        "Button",
        "A button of a presentation; the action `pressButton` presses it.",
        "id title",
        {"role": '"default"', "enabled": "True"},
    ),
    "presentation/target": Chosen("Target", "The rows that a presentation is about.", ""),
    "presentation": Chosen(
        "Presentation",
        "A feature or a question over another feature. Its feature has the path `presentation`.",
        "key style",
        {"dismissible": "True"},
        frozenset({"child"}),
    ),
    "presentation.blocked": Chosen(
        "Blocked",
        "A blocked action; send `confirmDiscard` or `keepEditing` to `path`.",
        "action reason",
    ),
    "presentation.toolbarItem": Chosen(
        "ToolbarItem", "A button of a feature's toolbar.", "action title", {"params": "{}"}
    ),
    "animation": Chosen("Animation", "A hint for drawing the change of a snapshot.", "kind"),
    "catalog-entry/actions": Chosen(
        "ActionEntry", "An action of a feature: its name, and the JSON Schema of its params.", "name"
    ),
    "catalog-entry": Chosen("CatalogEntry", "A feature that can be opened.", "id kind title"),
    "untrusted-workspace/programs": Chosen("Program", "A program that a workspace names.", "kind name argv"),
    "untrusted-workspace": Chosen(
        "Untrusted",
        "A workspace whose programs are not run because it is not trusted.",
        "workspace sha256 programs",
    ),
    "initialize-result": Chosen(
        "HostInfo",
        "The host's answer to `initialize`.",
        "protocolVersion hostInfo features",
        {"capabilities": "{}", "limits": "{}"},
    ),
}


def files(model: Model) -> dict[str, str]:
    documents = schemas.documents(model)
    return {TARGET: HEAD + "".join(_record(where, documents) for where in RECORDS)}


def _record(where: str, documents: dict[str, dict[str, Any]]) -> str:
    chosen, schema = RECORDS[where], _found(where, documents)
    lines = [
        f"\n\n@dataclass(frozen=True, kw_only=True)\nclass {chosen.name}(Record):\n{docstring(chosen.doc, '    ')}\n"
    ]
    for name, member in schema["properties"].items():
        if name not in chosen.left_out:
            lines.append(f"    {_snake(name)}: {_field(f'{where}/{name}', name, member, chosen)}\n")
            lines.append(docstring(member.get("description", "") if isinstance(member, dict) else "", "    "))
    return "".join(lines)


def _found(where: str, documents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Returns the schema of a type, of a definition in a type, or of a member of either.

    For an array, returns the schema of its items.
    """
    whole, _, member = where.partition("/")
    name, _, part = whole.partition(".")
    schema = documents[name]["$defs"][part] if part else documents[name]
    schema = schema["properties"][member] if member else schema
    found: dict[str, Any] = schema.get("items", schema)
    return found


def _field(where: str, name: str, schema: Any, chosen: Chosen) -> str:
    """Returns the annotation of a member, with its conversion from JSON and its default."""
    schema = schema if isinstance(schema, dict) else {}
    types = schema.get("type", [])
    types = [one for one in ([types] if isinstance(types, str) else types) if one != "null"]
    convert, kind = "", " | ".join(SIMPLE.get(one, "JSONObject") for one in types) or "Any"
    target = schema.get("items", schema).get("$ref", "").removeprefix(PREFIX)
    if record := RECORDS.get(where) or RECORDS.get(target):
        is_array = "array" in types
        kind = f"tuple[{record.name}, ...]" if is_array else record.name
        convert = f"{record.name}.parse_all" if is_array else f"{record.name}.parse"
    elif "enum" in schema or "const" in schema:
        kind = "bool" if types == ["boolean"] else "str"
    elif types == ["array"]:
        inner = SIMPLE.get(schema.get("items", {}).get("type", ""), "JSONObject")
        kind, convert = f"tuple[{inner}, ...]", "tuple"
    elif types == ["object"] and (members := schema.get("properties")):
        inner_kinds = {SIMPLE.get(str(one.get("type")), "Any") for one in members.values()}
        kind = f"dict[str, {inner_kinds.pop()}]" if len(inner_kinds) == 1 else "JSONObject"
    elif len(types) > 1 and "object" in types:
        kind = "Any"
    default = None
    if name not in chosen.needs.split():
        default = chosen.defaults.get(name) or (EMPTY.get(types[0]) if types else None)
        if kind == "Any":
            default = "True"  # The schema that allows everything.
        elif default is None:
            kind, default = f"{kind} | None", "None"
    if convert:
        return f"{kind} = made_by({convert}{f', default={default}' if default else ''})"
    if default == "{}":
        return f"{kind} = field(default_factory=dict)"
    return kind + (f" = {default}" if default else "")


def _snake(name: str) -> str:
    snake = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)
    return snake + "_" if keyword.iskeyword(snake) else snake
