"""JSON Schemas for type hints."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any

from .hints import ARRAYS, TIMES, Parameter, choices_of, is_path, is_time, members

_SIMPLE: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
}


def object_shape(parameters: Sequence[Parameter], place: str, is_given: bool) -> dict[str, Any]:
    """Returns the schema of an object with these members."""
    found: dict[str, Any] = {"type": "object"}
    if parameters:
        found["properties"] = {one.wire: shape(one.hint, f"{place}/{one.wire}", is_given) for one in parameters}
    if required := [one.wire for one in parameters if one.is_required]:
        found["required"] = required
    if is_given:
        # Params have a closed schema: unknown members are refused.
        found["additionalProperties"] = False
    return found


def shape(hint: Any, place: str, is_given: bool) -> dict[str, Any]:
    """Returns the schema of a hint. Raises `TypeError` if its values are not JSON.

    In params, members with a default are optional. In a shown state, all members are required.
    """
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        said = next(({"description": part} for part in parts[1:] if isinstance(part, str)), {})
        return {**shape(parts[0], place, is_given), **said}
    if hint is Any:
        return {}
    if hint in _SIMPLE:
        return dict(_SIMPLE[hint])
    if is_path(hint):
        return {"type": "string"}
    if is_time(hint):
        return {"type": "string", "format": TIMES[hint.__name__][0]}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [shape(part, place, is_given) for part in parts]}
    if choices := choices_of(hint):
        return {"enum": choices}
    if hint in ARRAYS or origin in ARRAYS:
        item = shape(parts[0], f"{place}/0", is_given) if parts else {}
        if origin is tuple and parts[1:] != (...,):
            raise TypeError(f"{place}: a tuple must be tuple[X, ...], each item of which is the same, not {hint!r}")
        return {"type": "array", "items": item} if item else {"type": "array"}
    if hint in (dict, Mapping) or origin in (dict, Mapping):
        member = shape(parts[1], f"{place}/…", is_given) if parts else {}
        return {"type": "object", "additionalProperties": member} if member else {"type": "object"}
    if dataclasses.is_dataclass(hint):
        return object_shape(members(hint, is_given), place, is_given)
    raise TypeError(f"{place}: no JSON is {hint!r}; take str, int, float, bool, lists, dicts, dataclasses and such")
