"""The base class of sources, and the pages that they return."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from .failures import SourceError, read_only

if TYPE_CHECKING:
    from .requests import (
        DeleteRequest,
        FetchRequest,
        InsertRequest,
        MoveRequest,
        PerformRequest,
        Row,
        SearchRequest,
        UpdateRequest,
    )

T = TypeVar("T")
Soon: TypeAlias = T | Awaitable[T]


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a source's rows, or of a query's results.

    `next_cursor` requests the next page of a source with cursors. `end_reached` is true on the last page. If it is
    None, the last page is one without a cursor and with fewer rows than requested. `total_count` is the number of all
    rows. `matches` are the ranges of the matches, by result id. `versions` are the versions of the rows, by row id.
    """

    items: Sequence[Row]
    next_cursor: str | None = None
    end_reached: bool | None = None
    total_count: int | None = None
    matches: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
    versions: Mapping[str, str] | None = None

    @classmethod
    def cut(cls, rows: Sequence[Row], request: FetchRequest) -> Page:
        """Returns the page that a request by offset specifies; `rows` are all rows of the source."""
        start = min(request.offset or 0, len(rows))
        end = min(start + request.limit, len(rows))
        return cls(rows[start:end], end_reached=end == len(rows), total_count=len(rows))


@dataclass(frozen=True, slots=True)
class Versioned:
    """A row with its version, as a result of `insert` or `update`."""

    row: Row
    version: str


class Source:
    """Answers for rows. Override `fetch`, and the methods for the other capabilities that the workspace declares.

    A method is plain or `async`. All methods are called on one event loop, so a method that takes time must be `async`;
    otherwise it delays all others. Edits are made one at a time and in order, and each operation is performed once.
    Other requests may run concurrently. An `async` method is cancelled if its answer is no longer needed.

    Raise `SourceError` for a failure. Any other exception is reported as a failure and logged. An exception ends only
    the request whose method raised it.
    """

    def fetch(self, request: FetchRequest) -> Soon[Page | Sequence[Row]]:
        """Returns a page of rows, or all rows as a list, which is used until the first page is requested again."""
        raise NotImplementedError(f"{type(self).__name__} has no method fetch")

    def search(self, request: SearchRequest) -> Soon[Page | Sequence[Row]]:
        """Returns a page of a query's results, the best first, or a list of all results."""
        raise SourceError("cannotSearch", f"the source {request.source} has no search of its own", retryable=False)

    def insert(self, request: InsertRequest) -> Soon[Row | Versioned | None]:
        """Inserts a row; returns the row as stored, or None if it is stored unchanged."""
        raise read_only(request.source)

    def update(self, request: UpdateRequest) -> Soon[Row | Versioned]:
        """Updates a row; returns the row as stored. Raises `Conflict` if the row has another version."""
        raise read_only(request.source)

    def move(self, request: MoveRequest) -> Soon[None]:
        """Moves rows together; they keep their order."""
        raise read_only(request.source)

    def delete(self, request: DeleteRequest) -> Soon[None]:
        """Deletes rows."""
        raise read_only(request.source)

    def perform(self, request: PerformRequest) -> Soon[Any]:
        """Performs an operation; returns its output. Raises `InvalidValues` for invalid input."""
        raise SourceError(
            "unknownOperation", f"the source {request.source} has no operation {request.operation}", retryable=False
        )

    def open(self) -> Soon[None]:
        """Called on the event loop before the first request, for example to start tasks on the loop."""

    def close(self) -> Soon[None]:
        """Called after the last request, if `open` has succeeded."""

    def changed(self, op_id: str | None = None) -> None:
        """Notifies all hosts that use the source that rows have changed; can be called from any thread.

        `op_id` is the id of the operation that caused the change, or None. The host that requested this operation
        already knows the change.
        """
        for listener in tuple(self.__dict__.get("_listeners", ())):
            listener(op_id)

    def on_changed(self, listener: Callable[[str | None], None]) -> Callable[[], None]:
        """Calls `listener` in each call of `changed`, on the same thread; returns a function that ends the calls."""
        # The list is not created in `__init__`, because a subclass need not call the initializer of this class.
        listeners: list[Callable[[str | None], None]] = self.__dict__.setdefault("_listeners", [])
        listeners.append(listener)
        return lambda: listeners.remove(listener) if listener in listeners else None


class FunctionSource(Source):
    """A read-only source from a function; `name` is the argument of the decorator `source`."""

    def __init__(self, name: str, function: Callable[[FetchRequest], Soon[Page | Sequence[Row]]]) -> None:
        self.name = name
        self._function = function

    def fetch(self, request: FetchRequest) -> Soon[Page | Sequence[Row]]:
        return self._function(request)


def source(name: str) -> Callable[[Callable[[FetchRequest], Soon[Page | Sequence[Row]]]], FunctionSource]:
    """Makes a source from a function that returns the page for a request, or a list of all rows."""
    return lambda function: FunctionSource(name, function)
