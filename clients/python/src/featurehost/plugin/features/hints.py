"""Reads JSON values according to type hints."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import math
import os
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...names import unknown_member
from .names import camel

_WANTED = {
    str: "a string",
    bool: "true or false",
    int: "an integer",
    float: "a number",
    dict: "an object",
    list: "an array",
    type(None): "null",
}
ARRAYS: dict[Any, Callable[[Any], Any]] = {
    list: list,
    Sequence: list,
    tuple: tuple,
    set: set,
    frozenset: frozenset,
}

TIMES = {
    "datetime": ("date-time", "a time such as 2026-12-24T18:00:00Z"),
    "date": ("date", "a date such as 2026-12-24"),
}


class Field(NamedTuple):
    """An error in params, with a JSON Pointer into the params."""

    path: str
    code: str
    message: str


class Parameter(NamedTuple):
    """A member of an object: its name in Python and on the wire, its type, and whether it is required."""

    name: str
    wire: str
    hint: Any
    is_required: bool


def parameters(function: Callable[..., Any], owner: str) -> list[Parameter]:
    """Returns the parameters of a function. Raises `TypeError` if one can't be passed by name."""
    hints = typing.get_type_hints(function, include_extras=True)
    found = []
    for one in inspect.signature(function).parameters.values():
        if one.kind not in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY):
            raise TypeError(f"{owner} takes {one}: params are given by name, each a parameter of its own")
        hint = hints.get(one.name, Any)
        found.append(Parameter(one.name, camel(one.name), hint, one.default is one.empty))
    return found


def members(cls: Any, is_given: bool) -> list[Parameter]:
    """Returns the members of a dataclass whose names have no leading underscore.

    `is_given` is true for params, in which members with a default are optional. In a state, all members are required.
    """
    hints = typing.get_type_hints(cls, include_extras=True)
    return [
        Parameter(one.name, camel(one.name), hints[one.name], not is_given or not has_default(one))
        for one in dataclasses.fields(cls)
        if not one.name.startswith("_") and (one.init or not is_given)
    ]


def has_default(field: dataclasses.Field[Any]) -> bool:
    """Returns true if a field has a default."""
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def read_object(
    given: Mapping[str, Any], parameters: Sequence[Parameter], at: str, wrong: list[Field]
) -> dict[str, Any]:
    """Returns the members of an object as arguments, by their Python names; adds errors to `wrong`.

    For an optional member, null counts as absent.
    """
    known = [one.wire for one in parameters]
    for name in given:
        if name not in known:
            wrong.append(Field(*_unknown(at, name, known)))
    arguments = {}
    for one in parameters:
        path = f"{at}/{one.wire.replace('~', '~0').replace('/', '~1')}"
        if one.wire not in given:
            if one.is_required:
                wrong.append(Field(path, "required", "the member is missing"))
        elif given[one.wire] is not None or one.is_required:
            arguments[one.name] = read(given[one.wire], one.hint, path, wrong)
    return arguments


def read(value: Any, hint: Any, at: str, wrong: list[Field]) -> Any:
    """Converts a value to the type of its hint; adds errors to `wrong`."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return read(value, parts[0], at, wrong)
    if hint is Any:
        return value
    if origin in (typing.Union, types.UnionType):
        return _read_any(value, parts, at, wrong)
    if choices := choices_of(hint):
        for choice in choices:
            if value == choice and type(value) is type(choice):
                return hint(value) if isinstance(hint, type) else value
        code = "required" if value is None else "invalid" if type(value) in map(type, choices) else "type"
        wrong.append(Field(at, code, "must be one of " + ", ".join(map(str, choices))))
    elif (make := ARRAYS.get(hint) or ARRAYS.get(origin)) and isinstance(value, list):
        items = [read(item, parts[0] if parts else Any, f"{at}/{index}", wrong) for index, item in enumerate(value)]
        return make(items) if not wrong else items
    elif (hint in (dict, Mapping) or origin in (dict, Mapping)) and isinstance(value, dict):
        named = [Parameter(key, key, parts[1] if parts else Any, True) for key in value]
        return read_object(value, named, at, wrong)
    elif dataclasses.is_dataclass(hint) and isinstance(value, dict):
        before = len(wrong)
        arguments = read_object(value, members(hint, is_given=True), at, wrong)
        return typing.cast(Any, hint)(**arguments) if len(wrong) == before else None
    elif hint is float and type(value) is int:
        return float(value)
    elif hint is int and type(value) is float and math.isfinite(value) and value == int(value):
        return int(value)
    elif is_path(hint) and isinstance(value, str):
        return hint(value)
    elif is_time(hint) and isinstance(value, str):
        try:
            return hint.fromisoformat(value)
        except ValueError:
            wrong.append(Field(at, "invalid", f"must be {_wanted(hint)}"))
    elif type(value) is hint:
        return value
    else:
        code = "required" if value is None else "type"
        wrong.append(Field(at, code, f"{_wanted(hint)} expected, found {_found(value, hint)}"))
    return None


def is_path(hint: Any) -> bool:
    """Returns true if a hint is a path, without importing `pathlib`."""
    return isinstance(hint, type) and issubclass(hint, os.PathLike)


def is_time(hint: Any) -> bool:
    """Returns true if a hint is a date or a time, without importing `datetime`."""
    return isinstance(hint, type) and hint.__module__ == "datetime" and hint.__name__ in TIMES


def _read_any(value: Any, parts: tuple[Any, ...], at: str, wrong: list[Field]) -> Any:
    for part in parts:
        problems: list[Field] = []
        found = read(value, part, at, problems)
        if not problems:
            return found
    if len(rest := [part for part in parts if part is not type(None)]) == 1:
        return read(value, rest[0], at, wrong)
    code, expected = "required" if value is None else "type", " or ".join(map(_wanted, parts))
    wrong.append(Field(at, code, f"{expected} expected, found {_found(value, None)}"))
    return None


def choices_of(hint: Any) -> list[Any]:
    """Returns the possible values of a hint that enumerates them; empty for any other hint."""
    if typing.get_origin(hint) is typing.Literal:
        return list(typing.get_args(hint))
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return [one.value for one in hint]
    return []


def _wanted(hint: Any) -> str:
    origin = typing.get_origin(hint)
    if origin in ARRAYS or hint in ARRAYS:
        return _WANTED[list]
    if origin in (dict, Mapping) or hint is Mapping or dataclasses.is_dataclass(hint):
        return _WANTED[dict]
    if is_path(hint) or is_time(hint):
        return "a path" if is_path(hint) else TIMES[hint.__name__][1]
    choices = choices_of(hint)
    return "one of " + ", ".join(map(str, choices)) if choices else _WANTED.get(hint, str(hint))


def _found(value: Any, hint: Any) -> str:
    if type(value) is float and hint is int:
        return "a number with a fraction"
    return _WANTED.get(type(value), "something else")


def _unknown(at: str, name: str, known: list[str]) -> tuple[str, str, str]:
    path, message = unknown_member(at, name, known)
    return path, "unknown", message
