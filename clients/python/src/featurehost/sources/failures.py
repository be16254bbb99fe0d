"""What a source can't do, and how that is said to the host."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class SourceError(Exception):
    """A source can't do what it was asked: raise it with a sentence for people, which must repeat no secret.

    `code` is a camelCase word for programs. The host knows what to do about `targetGone`, `duplicateId`, `readOnly`
    and its other words, and shows the rest. `retryable` says whether trying again can help.
    """

    def __init__(self, code: str, message: str, retryable: bool = True) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable


class Conflict(SourceError):
    """A row has another version than an update names: the host merges the update with `row`, the row as it is now."""

    def __init__(self, row: Mapping[str, Any], version: str) -> None:
        super().__init__("conflict", "others have changed the row meanwhile", retryable=False)
        self.row = row
        self.version = version


@dataclass(frozen=True, slots=True)
class Mistake:
    """A value that is wrong: a sentence for people, a word for programs, and the path of the field, such as `/name`."""

    message: str
    code: str = "invalid"
    path: str | None = None

    def wire(self) -> dict[str, str]:
        """As it is sent."""
        said = {"code": self.code, "message": self.message}
        return said if self.path is None else {"path": self.path, **said}


class InvalidValues(SourceError):
    """The values that an operation was given are wrong: a form shows the mistakes at their fields."""

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
    """A source does not take an edit."""
    return SourceError("readOnly", f"the source {source} can be read but not changed", retryable=False)


def gone(id: str) -> SourceError:
    """A row is not there."""
    return SourceError("targetGone", f"the row {id} is no longer there", retryable=False)


def invalid_data(message: str) -> SourceError:
    """What a source says is wrong, and stays so."""
    return SourceError("invalidData", message, retryable=False)


def unexpected(problem: BaseException, asked: str, is_secret: bool) -> SourceError:
    """What any exception means for who asked; `is_secret`: its text may repeat what nobody may see."""
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
