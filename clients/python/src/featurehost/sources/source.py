"""What a source is: rows, and what can be done to them."""

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

    `next_cursor` asks for the next page, for a source that goes by cursors. `end_reached` says whether this is the
    last page; without it, it is where there are fewer rows than were asked for and no cursor. `total_count` is how
    many rows there are in all. `matches` says of results where they match, by their ids. `versions` has the versions
    of rows, by their ids: updates name them.
    """

    items: Sequence[Row]
    next_cursor: str | None = None
    end_reached: bool | None = None
    total_count: int | None = None
    matches: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
    versions: Mapping[str, str] | None = None

    @classmethod
    def cut(cls, rows: Sequence[Row], request: FetchRequest) -> Page:
        """The page of all rows that a request by offset asks for."""
        start = min(request.offset or 0, len(rows))
        end = min(start + request.limit, len(rows))
        return cls(rows[start:end], end_reached=end == len(rows), total_count=len(rows))


@dataclass(frozen=True, slots=True)
class Versioned:
    """A row with its version, in the place of a row that `insert` or `update` returns."""

    row: Row
    version: str


class Source:
    """Answers for rows: override `fetch`, and what else the workspace says that the source can do.

    A method is plain or `async`. All are called on one event loop: what takes its time must be `async`, or everything
    waits. Edits come one at a time and in order, each operation once; the rest may run beside them. Where nobody waits
    for an answer any more, an `async` method is cancelled.

    A failure is a `SourceError`; any other exception is told as one and logged. Nothing that is raised ends more than
    its request.
    """

    def fetch(self, request: FetchRequest) -> Soon[Page | Sequence[Row]]:
        """A page of rows; or all of them in a list, and the pages are cut from that until the first is asked for."""
        raise NotImplementedError(f"{type(self).__name__} has no method fetch")

    def search(self, request: SearchRequest) -> Soon[Page | Sequence[Row]]:
        """A page of a query's results, the best first; or all of them in a list."""
        raise SourceError("cannotSearch", f"the source {request.source} has no search of its own", retryable=False)

    def insert(self, request: InsertRequest) -> Soon[Row | Versioned | None]:
        """Adds a row; the result is the row as it is then, None: as it was asked for."""
        raise read_only(request.source)

    def update(self, request: UpdateRequest) -> Soon[Row | Versioned]:
        """Changes a row; the result is the row as it is then. Raises `Conflict` where it has another version."""
        raise read_only(request.source)

    def move(self, request: MoveRequest) -> Soon[None]:
        """Moves rows together, in the order in which they stand."""
        raise read_only(request.source)

    def delete(self, request: DeleteRequest) -> Soon[None]:
        """Takes rows away."""
        raise read_only(request.source)

    def perform(self, request: PerformRequest) -> Soon[Any]:
        """Does something of the source's own; the result is its output. Raises `InvalidValues` of what is wrong."""
        raise SourceError(
            "unknownOperation", f"the source {request.source} has no operation {request.operation}", retryable=False
        )

    def open(self) -> Soon[None]:
        """Is called before the first thing that is asked, on the event loop; what needs that begins here."""

    def close(self) -> Soon[None]:
        """Is called when nothing more is asked, if `open` was."""

    def changed(self, op_id: str | None = None) -> None:
        """Tells all who show the rows that they are not what they were; callable from any thread.

        `op_id` is the operation that changed them, where it was one: who asked for that knows of it.
        """
        for listener in tuple(self.__dict__.get("_listeners", ())):
            listener(op_id)

    def on_changed(self, listener: Callable[[str | None], None]) -> Callable[[], None]:
        """Calls back with each notice of `changed`, on the thread that gives it; the result ends that."""
        # Not made in `__init__`: a source need not call that of its base.
        listeners: list[Callable[[str | None], None]] = self.__dict__.setdefault("_listeners", [])
        listeners.append(listener)
        return lambda: listeners.remove(listener) if listener in listeners else None


class FunctionSource(Source):
    """A source that can be read, of a function; `name` is what the decorator `source` called it."""

    def __init__(self, name: str, function: Callable[[FetchRequest], Soon[Page | Sequence[Row]]]) -> None:
        self.name = name
        self._function = function

    def fetch(self, request: FetchRequest) -> Soon[Page | Sequence[Row]]:
        return self._function(request)


def source(name: str) -> Callable[[Callable[[FetchRequest], Soon[Page | Sequence[Row]]]], FunctionSource]:
    """Makes a source of a function that is given a request and returns its page, or all rows in a list."""
    return lambda function: FunctionSource(name, function)
