"""The base of the records in `model.py`, which are made from JSON objects.

Each record keeps its JSON object in `raw`, which also contains the members that later editions of the protocol add.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Self

from .errors import ProtocolError, shown

JSONObject = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Record:
    """An object of the protocol. Each field is a member: `end_reached` is `endReached`.

    A member is optional if its field has a default.
    """

    raw: JSONObject = field(repr=False)

    @classmethod
    def parse(cls, raw: object) -> Self:
        """Returns the record of a JSON object. Raises `ProtocolError` if a required member is missing."""
        if not isinstance(raw, dict):
            raise ProtocolError(f"a {cls.__name__} must be an object, not {shown(raw)}")
        found: dict[str, Any] = {"raw": raw}
        for name, member, convert, required in _members(cls):
            value = raw.get(member)
            if value is not None:
                found[name] = convert(value) if convert else value
            elif required:
                raise ProtocolError(f"a {cls.__name__} must have a member {member}: {shown(raw)}")
        return cls(**found)

    @classmethod
    def parse_all(cls, raw: object) -> tuple[Self, ...]:
        """Returns the records of an array."""
        if not isinstance(raw, list):
            raise ProtocolError(f"an array of {cls.__name__} was expected, not {shown(raw)}")
        return tuple(map(cls.parse, raw))


def _members(cls: type[Record]) -> list[tuple[str, str, Callable[[Any], Any] | None, bool]]:
    return [
        (f.name, _camel(f.name), f.metadata.get("convert"), f.default is MISSING and f.default_factory is MISSING)
        for f in fields(cls)
        if f.name != "raw"
    ]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def made_by(convert: Callable[[Any], Any], **default: Any) -> Any:
    """Declares a field that is converted from its JSON value."""
    return field(metadata={"convert": convert}, **default)
