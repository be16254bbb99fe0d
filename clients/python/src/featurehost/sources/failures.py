"""Failures of a source, in Python and on the wire."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class SourceError(Exception):
    """A source can't perform a request. Raise it with a sentence for users, which must not contain a secret.

    `code` is a camelCase word for programs. The host handles the codes that the protocol defines, such as `targetGone`,
    `duplicateId` and `readOnly`. It shows failures with any other code to the user. `retryable` is true if another
    attempt may succeed.
    """

    def __init__(self, code: str, message: str, retryable: bool = True) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable


class Conflict(SourceError):
    """The version of a row differs from the version that a request requires.

    The host merges the edit with `row`, the current row.
    """

    def __init__(self, row: Mapping[str, Any], version: str) -> None:
        super().__init__("conflict", "others have changed the row meanwhile", retryable=False)
        self.row = row
        self.version = version


@dataclass(frozen=True, slots=True)
class Mistake:
    """An invalid value: a sentence for users, a code for programs, and the path of the field, such as `/name`."""

    message: str
    code: str = "invalid"
    path: str | None = None

    def wire(self) -> dict[str, str]:
        """Returns the JSON on the wire."""
        said = {"code": self.code, "message": self.message}
        return said if self.path is None else {"path": self.path, **said}


class InvalidValues(SourceError):
    """The input of an operation has invalid values, which a form shows at their fields."""

    def __init__(self, errors: Sequence[Mistake]) -> None:
        super().__init__("invalidValues", " ".join(mistake.message for mistake in errors), retryable=False)
        self.errors = tuple(errors)


_WORDS = {
    errno.ENOENT: "notFound",
    errno.EACCES: "permissionDenied",
    errno.EPERM: "permissionDenied",
    errno.ENOSPC: "diskFull",
    errno.EDQUOT: "diskFull",
    errno.EFBIG: "diskFull",
    errno.EROFS: "readOnlyFileSystem",
    errno.EMFILE: "systemLimit",
    errno.ENFILE: "systemLimit",
    errno.ENOMEM: "systemLimit",
    errno.EAGAIN: "systemLimit",
}


def read_only(source: str) -> SourceError:
    """The failure of an edit that the source does not support."""
    return SourceError("readOnly", f"the source {source} can be read but not changed", retryable=False)


def gone(id: str) -> SourceError:
    """The failure of an edit of a row that does not exist."""
    return SourceError("targetGone", f"the row {id} is no longer there", retryable=False)


def invalid_data(message: str) -> SourceError:
    """The permanent failure for an invalid answer of a source."""
    return SourceError("invalidData", message, retryable=False)


def unexpected(problem: BaseException, asked: str, is_secret: bool) -> SourceError:
    """Converts any exception to a failure. If `is_secret`, the exception's text is not shown."""
    if isinstance(problem, SourceError):
        return problem
    code = "sourceFailed"
    if isinstance(problem, TimeoutError):
        code = "timeout"
    elif isinstance(problem, OSError):
        code = _WORDS.get(problem.errno or 0, "fileError")
    said = type(problem).__name__
    if not is_secret and str(problem):
        said += f": {problem}"
    return SourceError(code, f"{asked} failed: {said}")
