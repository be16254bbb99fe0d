"""One source in use: it is opened once, its edits run one at a time, and each operation is performed once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar, cast

from . import results
from .failures import InvalidValues, invalid_data
from .requests import FetchRequest, Row, SearchRequest
from .source import Page, Soon, Source

T = TypeVar("T")
EDITS = ("insert", "update", "move", "delete")
OPERATIONS = (*EDITS, "perform")
METHODS = ("fetch", "search", *OPERATIONS)
# The number of operations whose answers are remembered.
REMEMBERED = 1_000


class Served:
    """A source that answers the host's requests.

    It belongs to one event loop. `make` creates the source at the first request. If the creation or the opening fails,
    the request fails, and the next request tries again.
    """

    def __init__(self, name: str, make: Callable[[], Soon[Source]], tell: Callable[[str | None], None]) -> None:
        self.name = name
        self._make = make
        self._tell = tell
        self._opening: asyncio.Task[Source] | None = None
        self._stop_telling: Callable[[], None] = lambda: None
        self._one_at_a_time = asyncio.Lock()
        self._operations: dict[str, _Operation] = {}
        self._done: dict[str, Any] = {}
        self._kept: Sequence[Row] | None = None

    async def open(self) -> Source:
        """Returns the open source."""
        if self._opening is None or self._opening.done() and _failed(self._opening):
            self._opening = asyncio.create_task(self._open())
            self._opening.add_done_callback(_failed)
        return await asyncio.shield(self._opening)

    async def answer(self, method: str, request: Any) -> dict[str, Any]:
        """Returns the source's answer to a request, as JSON."""
        source = await self.open()
        if method == "fetch":
            return await self._fetch(source, request)
        if method == "search":
            return await self._search(source, request)
        return await self._once(request.op_id, lambda: self._do(source, method, request))

    def knows(self, op_id: str) -> bool:
        """Returns true if an operation is running, or is among the last `REMEMBERED` successful ones."""
        return op_id in self._operations or op_id in self._done

    async def close(self) -> None:
        """Cancels all requests, and closes the source if it was opened."""
        tasks: list[asyncio.Task[Any]] = [operation.task for operation in self._operations.values()]
        if self._opening:
            tasks.append(self._opening)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self._stop_telling()
        if self._opening and self._opening.done() and not _failed(self._opening):
            await call(self._opening.result().close)

    async def _open(self) -> Source:
        source = await call(self._make)
        if not isinstance(source, Source):
            raise invalid_data(f"what answers for {self.name} must be a Source, not {type(source).__name__}")
        stop = source.on_changed(self._tell)
        try:
            await call(source.open)
        except BaseException:
            stop()
            raise
        self._stop_telling = stop
        return source

    async def _fetch(self, source: Source, request: FetchRequest) -> dict[str, Any]:
        if self._kept is not None and request.offset and not request.refresh:
            return results.page(Page.cut(self._kept, request), "fetch", self.name)
        self._kept = None
        said = await call(source.fetch, request)
        if isinstance(said, list | tuple):
            if request.has_query:
                raise invalid_data(
                    f"the source {self.name} gives all of its rows, so the host picks and sorts them: "
                    "the workspace must not say that it can `query`"
                )
            self._kept = said
            said = Page.cut(said, request)
        return results.page(said, "fetch", self.name)

    async def _search(self, source: Source, request: SearchRequest) -> dict[str, Any]:
        said = await call(source.search, request)
        if isinstance(said, list | tuple):
            said = results.cut(said, request)
        return results.page(said, "search", self.name)

    async def _do(self, source: Source, method: str, request: Any) -> dict[str, Any]:
        if method == "perform":
            try:
                return {"output": await call(source.perform, request)}
            except InvalidValues as problem:
                return {"errors": [mistake.wire() for mistake in problem.errors]}
        async with self._one_at_a_time:
            self._kept = None
            said = await call(getattr(source, method), request)
        return results.edit(said, method, self.name)

    async def _once(self, op_id: str, work: Callable[[], Coroutine[Any, Any, dict[str, Any]]]) -> dict[str, Any]:
        """Performs an operation once: waits for it if it is running, and returns its answer again if it is done."""
        while (operation := self._operations.get(op_id)) and operation.task.cancelling():
            await asyncio.wait([operation.task])
        if op_id in self._done:
            return cast(dict[str, Any], self._done[op_id])
        if operation is None:
            operation = self._operations[op_id] = _Operation(asyncio.create_task(work()))
            operation.task.add_done_callback(lambda task: self._ended(op_id, task))
        operation.waiting += 1
        try:
            return await asyncio.shield(operation.task)
        finally:
            operation.waiting -= 1
            if not operation.waiting:
                operation.task.cancel()

    def _ended(self, op_id: str, task: asyncio.Task[dict[str, Any]]) -> None:
        del self._operations[op_id]
        # A failed operation has changed nothing, so a request with the same id tries it again.
        if not _failed(task) and "errors" not in task.result():
            self._done[op_id] = task.result()
            if len(self._done) > REMEMBERED:
                del self._done[next(iter(self._done))]


class _Operation:
    """A running operation, and the number of requests that wait for it."""

    def __init__(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self.task = task
        self.waiting = 0


async def call(method: Callable[..., Soon[T]], *arguments: Any) -> T:
    """Calls a plain or an `async` method. `SystemExit`, which would end the program, becomes a `RuntimeError`."""
    try:
        value = method(*arguments)
        return cast(T, await value) if isinstance(value, Awaitable) else value
    except SystemExit as problem:
        raise RuntimeError(f"it wanted to exit, with {problem.code!r}") from problem


def _failed(task: asyncio.Task[Any]) -> bool:
    return task.cancelled() or task.exception() is not None
