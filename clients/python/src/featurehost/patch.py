"""JSON Patch (RFC 6902), as far as hosts send it: `add`, `remove` and `replace`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from .errors import ProtocolError
from .model import JSONObject


def patched(document: JSONObject, operations: object) -> JSONObject:
    """What a document becomes. The old one stays as it is: both share what is not changed.

    Raises `ProtocolError` where an operation is none, or names a place that is not there.
    """
    if not isinstance(operations, list):
        raise ProtocolError(f"a patch is an array of operations: {operations!r:.200}")
    holder: dict[str, Any] = {"": document}
    # The containers that were copied for this patch, and may be changed.
    own = {id(holder)}
    for operation in operations:
        try:
            _apply(operation, holder, own)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as problem:
            raise ProtocolError(f"a patch of the host does not apply ({problem!r}): {operation!r:.200}") from None
    return cast(JSONObject, holder[""])


def _apply(operation: Any, holder: dict[str, Any], own: set[int]) -> None:
    kind, *tokens = operation["op"], *_tokens(operation["path"])
    parent: Any = holder
    for token in tokens[:-1]:
        place = _place(parent, token)
        child = parent[place]
        if id(child) not in own:
            child = parent[place] = child.copy()
            own.add(id(child))
        parent = child
    last = tokens[-1]
    match kind:
        case "add" if isinstance(parent, list):
            parent.insert(len(parent) if last == "-" else _index(last, len(parent) + 1), operation["value"])
        case "add":
            parent[last] = operation["value"]
        case "replace":
            place = _place(parent, last)
            parent[place]
            parent[place] = operation["value"]
        case "remove":
            del parent[_place(parent, last)]
        case _:
            raise ValueError("its op is not add, remove or replace")


def _tokens(path: str) -> Sequence[str]:
    return [token.replace("~1", "/").replace("~0", "~") for token in path.split("/")]


def _place(parent: Any, token: str) -> int | str:
    return _index(token, len(parent)) if isinstance(parent, list) else token


def _index(token: str, count: int) -> int:
    # A negative one would count from the end.
    if not token.isdecimal() or int(token) >= count:
        raise IndexError(token)
    return int(token)
