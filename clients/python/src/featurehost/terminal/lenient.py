"""Tolerant readers of snapshots: a value of an unexpected type counts as absent.

So the features of a host with a later edition of the protocol, or of a faulty host, are drawn as far as possible.
"""

from __future__ import annotations

from typing import Any

from ..model import JSONObject


def members(value: object) -> JSONObject:
    """Returns the object; an empty one for another type."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """Returns the array; an empty one for another type."""
    return value if isinstance(value, list) else []


def objects(value: object) -> list[JSONObject]:
    """Returns the objects in an array."""
    return [item for item in items(value) if isinstance(item, dict)]


def at(value: object, key: str) -> Any:
    """Returns the value of a row at a key, which is a member name or a JSON Pointer; None if there is no value."""
    if not key.startswith("/"):
        return members(value).get(key)
    for part in key.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            value = value[int(name)] if name.isdecimal() and int(name) < len(value) else None
        else:
            value = members(value).get(name)
    return value


def whole(value: object, otherwise: int = 0) -> int:
    """Returns an integer of at least 0, or `otherwise`."""
    return value if isinstance(value, int) and value >= 0 else otherwise


def real(value: object, otherwise: float) -> float:
    """Returns a number, or `otherwise`."""
    return float(value) if isinstance(value, int | float) else otherwise
