"""The unresolved errors of a feature."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from typing import Any, NamedTuple

from .actions import Action
from .failures import ActionFailed
from .names import is_word

log = logging.getLogger("featurehost.features")


class Operation(NamedTuple):
    """An action or a task with its arguments, which `retry` can run again."""

    action: Action
    arguments: Mapping[str, Any]


class Errors:
    """The errors of an instance, oldest first. A restarted operation removes the errors of its action."""

    def __init__(self) -> None:
        self._number = 0
        self._shown: dict[str, tuple[dict[str, Any], Operation | None]] = {}

    def wire(self) -> list[dict[str, Any]]:
        """The errors in the JSON of a snapshot."""
        return [entry for entry, _ in self._shown.values()]

    def add(self, problem: BaseException, operation: Operation | None, feature: str) -> None:
        """Adds the error for an exception; logs each exception that is not an `ActionFailed`."""
        what = operation.action.wire if operation else "the state"
        is_secret = operation is not None and operation.action.mark.secret
        said = told(problem, what, is_secret)
        if said is not problem:
            _log(f"{what} of {feature} failed", problem, is_secret)
        self._number += 1
        code = said.code if is_word(said.code) else "failed"
        entry: dict[str, Any] = {"id": f"e{self._number}", "code": code, "message": _text(said.message)}
        entry |= {"retryable": bool(said.retryable) and operation is not None, "display": said.display}
        if entry["retryable"]:
            entry["retry"] = "retry"
        self._shown[entry["id"]] = (entry, operation)

    def find(self, id: str | None) -> tuple[dict[str, Any], Operation | None] | None:
        """Returns the error with an id and its operation, or None if there is no such error.

        If the id is None, returns the newest error.
        """
        return self._shown.get(next(reversed(self._shown), "") if id is None else id)

    def dismiss(self, id: str) -> None:
        """Removes an error."""
        del self._shown[id]

    def forget(self, action: Action | None) -> None:
        """Removes the errors of an action; with None, the errors of reading the state."""
        kept = {id: shown for id, shown in self._shown.items() if (shown[1] and shown[1].action) is not action}
        self._shown = kept

    def clear(self) -> None:
        """Removes all errors; their ids are not used again."""
        self._shown.clear()


def told(problem: BaseException, what: str, is_secret: bool) -> ActionFailed:
    """Converts an exception to an error for users. If `is_secret`, the exception's text is not shown."""
    if not isinstance(problem, ActionFailed):
        from ...sources.failures import unexpected

        usual = unexpected(problem, what, is_secret)
        code = "failed" if usual.code == "sourceFailed" else usual.code
        return ActionFailed(code, usual.message, usual.retryable)
    return problem


def _text(message: object) -> str:
    """Returns a message as valid UTF-8; lone surrogates are replaced."""
    return str(message).encode("utf-8", "replace").decode()


def _log(said: str, problem: BaseException, is_secret: bool) -> None:
    if is_secret:
        trace = "".join(traceback.format_tb(problem.__traceback__))
        log.error("%s: %s\n%s", said, type(problem).__name__, trace)
    else:
        log.error("%s", said, exc_info=problem)
