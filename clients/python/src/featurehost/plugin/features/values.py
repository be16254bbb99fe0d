"""Values of Python as JSON."""

from __future__ import annotations

import dataclasses
import enum
import json
import os
from collections import deque
from collections.abc import Mapping
from typing import Any

from .hints import is_time
from .names import camel


def encoded(value: Any, place: str) -> Any:
    """Returns a value as JSON. Raises `TypeError` if it has no JSON form; the message names `place`, not the value."""
    if value is None or type(value) in (str, bool, int, float):
        return value
    if isinstance(value, enum.Enum):
        return encoded(value.value, place)
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"{place} has a key that is no string but {type(key).__name__}")
        return {str(key): encoded(member, f"{place}/{key}") for key, member in value.items()}
    if isinstance(value, list | tuple | deque):
        return [encoded(item, f"{place}/{index}") for index, item in enumerate(value)]
    if isinstance(value, set | frozenset):
        return sorted((encoded(item, place) for item in value), key=json.dumps)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            camel(field.name): encoded(getattr(value, field.name), f"{place}/{camel(field.name)}")
            for field in dataclasses.fields(value)
            if not field.name.startswith("_")
        }
    if is_time(type(value)):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{place} can't be shown: JSON has no {type(value).__name__}")
