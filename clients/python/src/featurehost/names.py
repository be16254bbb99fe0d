"""Unknown names: a suggestion for a name, and the members of a value that a JSON Schema does not declare."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

# The maximum number of known names that a message lists.
_LISTED = 20


class Unknown(NamedTuple):
    """A member that a schema does not declare: its JSON Pointer, and a message."""

    path: str
    message: str


def likely(name: str, known: Iterable[str]) -> str | None:
    """Returns the known name that is most similar; None if no name is similar."""
    folded = {_folded(one): one for one in known}
    wanted = _folded(name)
    if wanted in folded:
        return folded[wanted]
    near = difflib.get_close_matches(wanted, folded, 1, 0.65) if len(wanted) <= 64 else []
    starting = [one for one in folded if len(wanted) > 2 and one.startswith(wanted)]
    return folded[(near + starting)[0]] if near or starting else None


def advice(name: str, known: Iterable[str]) -> str:
    """Returns a sentence with the likely name and the known names."""
    names = list(known)
    if not names:
        return "None is known."
    meant = likely(name, names)
    listed = ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")
    return (f"Did you mean {meant}? " if meant else "") + f"Known: {listed}"


def unknown_member(path: str, name: str, known: Iterable[str]) -> Unknown:
    """Returns the error of an unknown member of the object at a path."""
    place = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
    return Unknown(place, f"no member is called {name:.100}. {advice(name, known)}")


def unknown_members(value: Any, schema: Any, path: str = "") -> Iterator[Unknown]:
    """Yields the members of a value that its schema excludes by `additionalProperties` false, at any depth.

    Of the schemas in `anyOf`, the one for the type of the value (array or object) is used, if there is exactly one.
    """
    if not isinstance(schema, Mapping):
        return
    if alternatives := schema.get("anyOf"):
        kind = "array" if isinstance(value, list | tuple) else "object" if isinstance(value, Mapping) else None
        fitting = [one for one in alternatives if isinstance(one, Mapping) and one.get("type") == kind]
        # If several schemas fit, the intended one is unknown.
        if kind is not None and len(fitting) == 1:
            yield from unknown_members(value, fitting[0], path)
        return
    if isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from unknown_members(item, schema.get("items"), f"{path}/{index}")
    elif isinstance(value, Mapping):
        known = schema.get("properties") or {}
        others = schema.get("additionalProperties")
        for name, member in value.items():
            if name in known:
                yield from unknown_members(member, known[name], f"{path}/{name}")
            elif others is False:
                yield unknown_member(path, str(name), known)
            else:
                yield from unknown_members(member, others, f"{path}/{name}")


def _folded(name: str) -> str:
    return name.lower().translate({ord(sign): None for sign in "_- /"})
