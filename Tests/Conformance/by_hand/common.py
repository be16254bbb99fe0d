"""Shared definitions of the client that is written without a library."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Message = Any
Row = dict[str, Any]
# Gets the outcome of a request or an order: an object with `result` or `error`.
Answered = Callable[[Message], object]

SEPARATOR = b"\r\n\r\n"
KINDS = ("view", "list", "form", "search", "flow")
LINES = ("text", "number", "date", "toggle", "progress", "image")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR, SOURCE_FAILED = -32601, -32602, -32603, -31009


class Choked(Exception):
    """The client can't handle a message of the host."""


class Failure(Exception):
    """A source can't perform a request."""

    def __init__(self, message: str, word: str = "sourceFailed", code: int = SOURCE_FAILED) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, "data": {"code": word, "retryable": False}}
