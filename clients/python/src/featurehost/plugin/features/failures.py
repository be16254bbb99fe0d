"""What an action can't do."""

from __future__ import annotations

from typing import Literal

Display = Literal["fullScreen", "banner", "alert", "inline"]


class ActionFailed(Exception):
    """An action has failed: raise it with a sentence for people, which must repeat no secret.

    `code` is a camelCase word for programs. `retryable` says whether `retry` runs it again. `display` says where it is
    shown.
    """

    def __init__(self, code: str, message: str, retryable: bool = True, display: Display = "alert") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.display = display


class ActionRefused(Exception):
    """An action can't be done now: raise it before anything has changed, with a camelCase word for the reason.

    The one who sent it is told, and nothing is shown. Where something has changed it is an error as others are.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
