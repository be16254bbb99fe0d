"""Messages as lines of JSON, in both directions."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from typing import Any

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
INTERNAL_ERROR, REQUEST_CANCELLED, VERSION_UNSUPPORTED, SOURCE_FAILED = -32603, -32800, -31008, -31009
UNKNOWN_FEATURE, UNKNOWN_INSTANCE, UNKNOWN_ACTION = -31001, -31002, -31003
INVALID_ACTION_PARAMS, ACTION_UNAVAILABLE, STALE_REVISION = -31004, -31005, -31006

_KINDS = {
    PARSE_ERROR: "parseError",
    INVALID_REQUEST: "invalidRequest",
    METHOD_NOT_FOUND: "methodNotFound",
    INVALID_PARAMS: "invalidParams",
    INTERNAL_ERROR: "internalError",
    REQUEST_CANCELLED: "requestCancelled",
    VERSION_UNSUPPORTED: "versionUnsupported",
    SOURCE_FAILED: "sourceFailed",
    UNKNOWN_FEATURE: "unknownFeature",
    UNKNOWN_INSTANCE: "unknownInstance",
    UNKNOWN_ACTION: "unknownAction",
    INVALID_ACTION_PARAMS: "invalidActionParams",
    ACTION_UNAVAILABLE: "actionUnavailable",
    STALE_REVISION: "staleRevision",
}

# Text that may belong to a value that the other side can't read: a lone surrogate, a long integer, or U+0000 in a key.
# Most messages contain no match, so the exact check is rarely needed.
_SUSPECT = re.compile(r"\\ud[89a-f]|[0-9]{19}|\\u0000")


class InvalidRequest(Exception):
    """A request that violates the protocol or is refused; `data` has details, such as the invalid param."""

    def __init__(self, code: int, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data or {}


class LineBuffer:
    """Splits received bytes into lines."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.length = 0
        """The number of bytes of the incomplete last line."""

    def feed(self, data: bytes) -> list[bytes]:
        """Adds bytes; returns the completed lines, except lines with only white space."""
        first, *more = data.split(b"\n")
        self._parts.append(first)
        self.length += len(first)
        lines = []
        for part in more:
            lines.append(b"".join(self._parts))
            self._parts = [part]
            self.length = len(part)
        return [line for line in lines if line.strip()]

    def rest(self) -> list[bytes]:
        """Returns the last line, which may lack a line break."""
        line = b"".join(self._parts)
        self._parts, self.length = [], 0
        return [line] if line.strip() else []


def encode(message: Mapping[str, Any]) -> bytes:
    """Returns a message as one line. Raises `TypeError` or `ValueError` if a value has no JSON form."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"


# The maximum depth of nested arrays and objects that hosts read and write.
_DEEPEST = 2_048


def decode(data: bytes) -> Any:
    """Parses JSON up to the depth that a host writes. Raises `ValueError`, or `RecursionError` for deeper text."""
    try:
        return json.loads(data)
    except RecursionError:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(limit + 2 * _DEEPEST)
        try:
            return json.loads(data)
        finally:
            sys.setrecursionlimit(limit)


def notification(method: str, params: Mapping[str, Any] | None) -> bytes:
    """Returns the bytes of a notification."""
    return encode({"jsonrpc": "2.0", "method": method, "params": params or {}})


def success(id: object, result: Any) -> bytes:
    """Returns the bytes of an answer. Raises `TypeError` or `ValueError` if the other side could not read it."""
    data = encode({"jsonrpc": "2.0", "id": id, "result": result})
    if _SUSPECT.search(data.decode("ascii")):
        _check(result, "the result")
    return data


def checked(value: Any) -> str:
    """Returns a value as JSON. Raises `TypeError` or `ValueError` if the other side could not read it."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    if _SUSPECT.search(text):
        _check(value, "the result")
    return text


def refusal(id: object, code: int, message: str, data: Mapping[str, Any] | None = None) -> bytes:
    """Returns the bytes of an error answer; lone surrogates in the message are replaced."""
    text = message.encode("utf-8", "replace").decode()
    more = {"kind": _KINDS[code], "retryable": code == REQUEST_CANCELLED, **(data or {})}
    return encode({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text, "data": more}})


def _check(value: object, place: str) -> None:
    if isinstance(value, str):
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise ValueError(f"{place} holds half a character, which is no UTF-8") from None
    elif isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 63:
            raise ValueError(f"{place} is an integer of more than 64 bits")
    elif isinstance(value, Mapping):
        for key, member in value.items():
            _check(key, f"a key of {place}")
            if "\0" in str(key):
                raise ValueError(f"a key of {place} holds the character U+0000")
            _check(member, f"{place}/{key}" if place != "the result" else str(key))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _check(item, f"{place}/{index}")
