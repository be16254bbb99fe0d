"""The options of a source, checked against the parameters of the source's class or function."""

from __future__ import annotations

import inspect
import pathlib
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

from ..sources.failures import SourceError

_KINDS = {
    str: "a string",
    bool: "true or false",
    int: "an integer",
    float: "a number",
    type(None): "null",
    pathlib.Path: "a path, which is a string",
}


def checked(make: Callable[..., Any], given: Mapping[str, Any], skipped: int = 0) -> dict[str, Any]:
    """Returns the options as arguments for a class or function, whose first `skipped` parameters are not options.

    Raises `SourceError` if an option is missing, unknown or of the wrong type. The message does not contain the value,
    which may be secret.
    """
    takes = [*inspect.signature(make).parameters.values()][skipped:]
    hints = typing.get_type_hints(vars(make).get("__init__", make) if isinstance(make, type) else make)
    named = {one.name: one for one in takes if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    rest = next((hints.get(one.name, Any) for one in takes if one.kind is one.VAR_KEYWORD), None)
    arguments = {}
    for name, value in given.items():
        if name not in named and rest is None:
            known = "there are " + ", ".join(named) if named else "there are none"
            raise _wrong(f"there is no option {name}; {known}")
        arguments[name] = _fitted(value, hints.get(name, Any) if name in named else rest, f"the option {name}")
    for name, one in named.items():
        if name not in arguments and one.default is one.empty:
            raise _wrong(f"the option {name} is missing, {_wanted(hints.get(name, Any))}")
    return arguments


def _fitted(value: Any, hint: Any, place: str) -> Any:
    """Returns the value converted to the type of the hint."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return value
    if origin in (typing.Union, types.UnionType):
        for part in parts:
            try:
                return _fitted(value, part, place)
            except SourceError:
                continue
    elif origin is typing.Literal:
        if any(value == part and type(value) is type(part) for part in parts):
            return value
    elif list in (hint, origin):
        if isinstance(value, list):
            return [_fitted(item, parts[0] if parts else Any, f"{place}/{i}") for i, item in enumerate(value)]
    elif hint is dict or origin in (dict, Mapping):
        if isinstance(value, dict):
            return {key: _fitted(item, parts[1] if parts else Any, f"{place}/{key}") for key, item in value.items()}
    elif hint is float and type(value) is int:
        return float(value)
    elif hint is pathlib.Path and isinstance(value, str):
        return pathlib.Path(value)
    elif hint not in _KINDS:
        raise _wrong(
            f"{place} can't be given: no JSON is {hint!r}; the plugin must take str, int, float, bool and such"
        )
    elif type(value) is hint:
        return value
    raise _wrong(f"{place} must be {_wanted(hint)}")


def _wanted(hint: Any) -> str:
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return "any value"
    if origin in (typing.Union, types.UnionType):
        return " or ".join(map(_wanted, parts))
    if origin is typing.Literal:
        return "one of " + ", ".join(map(str, parts))
    if list in (hint, origin):
        return "an array" + (f", each item {_wanted(parts[0])}" if parts else "")
    if hint is dict or origin in (dict, Mapping):
        return "an object" + (f", each member {_wanted(parts[1])}" if parts else "")
    return _KINDS.get(hint, repr(hint))


def _wrong(message: str) -> SourceError:
    return SourceError("invalidOptions", message, retryable=False)
