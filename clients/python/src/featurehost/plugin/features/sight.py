"""The visible state of a feature, and the availability of its actions."""

from __future__ import annotations

import json
from typing import Any

from ...wire import checked
from .actions import Action
from .declaration import Declaration
from .errors import Errors, log
from .names import is_word


class Sight:
    """The last read state of a feature as JSON, and the reasons why actions were unavailable then."""

    def __init__(self, declaration: Declaration, feature: Any) -> None:
        """Raises the exceptions of properties, or `TypeError` or `ValueError` for values that are not JSON."""
        self.state = declaration.state(feature)
        self.unavailable: dict[str, str] = {}
        self._declaration = declaration
        self._text = checked(self.state)
        self._problem: str | None = None

    def look(self, feature: Any, busy: dict[str, str], errors: Errors) -> bool:
        """Reads the state again; returns true if it has changed.

        A state that can't be encoded becomes an error, and the previous state stays.
        """
        try:
            state = self._declaration.state(feature)
            text = checked(state)
        except Exception as problem:
            is_new, self._problem = str(problem) != self._problem, str(problem)
            if is_new:
                errors.forget(None)
                errors.add(problem, None, self._declaration.id)
            return is_new
        if self._problem is not None:
            self._problem = None
            errors.forget(None)
        self.unavailable = self._reasons(feature, busy)
        text += json.dumps(self.unavailable)
        has_changed, self._text, self.state = text != self._text, text, state
        return has_changed

    def is_same(self, feature: Any) -> bool:
        """Returns true if the state is unchanged since the last read."""
        try:
            return checked(self._declaration.state(feature)) == checked(self.state)
        except Exception:
            return False

    def reason(self, action: Action, feature: Any, busy: dict[str, str]) -> str | None:
        """Returns the reason why an action is unavailable now; None if it is available."""
        if action.method is None:
            return "notBlocked" if action.wire in ("confirmDiscard", "keepEditing") else None
        if action.wire in busy:
            return busy[action.wire]
        if action.mark.unavailable is None:
            return None
        try:
            reason = action.mark.unavailable(feature)
        except Exception:
            log.exception("whether %s of %s is available can't be told", action.wire, self._declaration.id)
            return "failed"
        if reason is None or is_word(reason):
            return reason
        log.error("a reason must be a camelCase word, but %s of %s has another", action.wire, self._declaration.id)
        return "failed"

    def _reasons(self, feature: Any, busy: dict[str, str]) -> dict[str, str]:
        actions = self._declaration.actions.values()
        return {one.wire: reason for one in actions if (reason := self.reason(one, feature, busy))}
