"""The operations of JSON Patch (RFC 6902) that hosts send: `add`, `remove` and `replace`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .errors import ProtocolError, shown
from .model import JSONObject

_INDEX = re.compile(r"0|[1-9][0-9]{0,17}")
_BAD_ESCAPE = re.compile(r"~(?![01])")


def patched(document: JSONObject, operations: object) -> JSONObject:
    """Returns the patched document. The old document is unchanged; both share the unchanged parts.

    Raises `ProtocolError` if an operation is invalid, or if its path does not exist.
    """
    if not isinstance(operations, list):
        raise ProtocolError(f"a patch is an array of operations: {shown(operations)}")
    holder: dict[str, Any] = {"": document}
    # The `id()` of each container that was copied for this patch. Only these containers may be changed.
    own = {id(holder)}
    for operation in operations:
        try:
            _apply(operation, holder, own)
        except (AttributeError, LookupError, TypeError, ValueError) as problem:
            reason = shown(problem)
            raise ProtocolError(f"a patch of the host does not apply ({reason}): {shown(operation)}") from None
    whole = holder.get("")
    if not isinstance(whole, dict):
        raise ProtocolError("a patch of the host leaves no object")
    return whole


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
    if path and not path.startswith("/") or _BAD_ESCAPE.search(path):
        raise ValueError("its path is no JSON Pointer")
    return [token.replace("~1", "/").replace("~0", "~") for token in path.split("/")]


def _place(parent: Any, token: str) -> int | str:
    return _index(token, len(parent)) if isinstance(parent, list) else token


def _index(token: str, count: int) -> int:
    # A negative index would count from the end.
    if not _INDEX.fullmatch(token) or int(token) >= count:
        raise IndexError(token)
    return int(token)
