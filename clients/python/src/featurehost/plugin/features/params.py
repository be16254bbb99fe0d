"""Readers of the params of methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .refusals import unknown_param, wrong_param

Params = Mapping[str, Any]


def of(message: Mapping[str, Any]) -> Params:
    """Returns the params of a message. Absent, null and an empty array count as an empty object."""
    given = message.get("params")
    if given is None or given == []:
        return {}
    if not isinstance(given, dict):
        raise wrong_param("params", "must be given by name, in an object")
    return given


def check_names(params: Params, method: str, known: Sequence[str]) -> None:
    """Refuses params that a method does not define."""
    for name in params:
        if name not in known:
            raise unknown_param(name, method, known)


def text(params: Params, name: str) -> str:
    """Returns a member that must be a string."""
    if name not in params:
        raise wrong_param(name, "is missing; it must be a string")
    value = params[name]
    if not isinstance(value, str):
        raise wrong_param(name, "must be a string")
    return value


def optional_text(params: Params, name: str) -> str | None:
    """Returns an optional member that must be a string."""
    return None if params.get(name) is None else text(params, name)


def integer(params: Params, name: str) -> int | None:
    """Returns an optional member that must be an integer."""
    value = params.get(name)
    if value is not None and type(value) is not int:
        raise wrong_param(name, "must be an integer")
    return value


def milliseconds(params: Params) -> int | None:
    """Returns the optional member `timeoutMs`."""
    value = integer(params, "timeoutMs")
    if value is not None and value < 0:
        raise wrong_param("timeoutMs", "must be 0 or more")
    return value


def boolean(params: Params, name: str) -> bool:
    """Returns true if an optional member is true."""
    value = params.get(name)
    if value is not None and type(value) is not bool:
        raise wrong_param(name, "must be true or false")
    return bool(value)


def mapping(params: Params, name: str) -> dict[str, Any]:
    """Returns a member that must be an object. Absent, null and an empty array count as an empty object."""
    value = params.get(name)
    if value is None or value == []:
        return {}
    if not isinstance(value, dict):
        raise wrong_param(name, "must be an object")
    return value


def path(params: Params) -> list[str]:
    """Returns the member `path`; empty if it is absent."""
    value = params.get("path")
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise wrong_param("path", 'must be an array of strings such as ["counter1"]')
    return value


def check_updates(params: Params) -> None:
    """Checks the member `updates`, which has only one possible value."""
    if optional_text(params, "updates") not in (None, "snapshot"):
        raise wrong_param("updates", 'must be "snapshot", the one kind of updates that there is')
