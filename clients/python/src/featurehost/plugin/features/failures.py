"""The exceptions of actions."""

from __future__ import annotations

from typing import Literal

Display = Literal["fullScreen", "banner", "alert", "inline"]


class ActionFailed(Exception):
    """An action has failed. Raise it with a sentence for users, which must not contain a secret.

    `code` is a camelCase word for programs. `retryable` is true if `retry` can run the action again. `display` is the
    place where the error is shown.
    """

    def __init__(self, code: str, message: str, retryable: bool = True, display: Display = "alert") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.display = display


class ActionRefused(Exception):
    """An action can't be performed now. Raise it before any change, with a camelCase word for the reason.

    The sender gets the reason, and the state is unchanged. After a change, the exception becomes an error in the
    state.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
