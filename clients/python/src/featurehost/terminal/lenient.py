"""Reads what a snapshot holds, whatever that is: what is of another kind than expected counts as absent.

So a host of a later edition, or one with a mistake, is drawn as far as it can be.
"""

from __future__ import annotations

from typing import Any

from ..model import JSONObject


def members(value: object) -> JSONObject:
    """An object; an empty one where it is none."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """An array; an empty one where it is none."""
    return value if isinstance(value, list) else []


def objects(value: object) -> list[JSONObject]:
    """The objects in an array."""
    return [item for item in items(value) if isinstance(item, dict)]


def at(value: object, key: str) -> Any:
    """What a row has under a key: a member of it, or what a JSON Pointer leads to; None where there is nothing."""
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
    """An integer from 0 up."""
    return value if isinstance(value, int) and value >= 0 else otherwise


def real(value: object, otherwise: float) -> float:
    """A number."""
    return float(value) if isinstance(value, int | float) else otherwise
