"""The handling of the host's requests about sources, independent of the transport."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from ..wire import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    REQUEST_CANCELLED,
    SOURCE_FAILED,
    InvalidRequest,
    notification,
    refusal,
    success,
)
from . import requests
from .failures import Conflict, SourceError, invalid_data, unexpected
from .served import METHODS, OPERATIONS, Served, call
from .source import Soon, Source

# The maximum time to wait for running operations when the desk is closed.
DRAIN_SECONDS = 2.0

log = logging.getLogger("featurehost.sources")


class SourceDesk:
    """Receives the host's requests about sources, passes them to the sources, and sends the answers.

    It belongs to one event loop. `send` is called on that loop with each message to the host. Each request is answered
    exactly once, even if a source fails.
    """

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._served: dict[str, Served] = {}
        self._under_way: dict[object, asyncio.Task[None]] = {}
        self._operating: set[asyncio.Task[None]] = set()
        self._cancelled: set[asyncio.Task[None]] = set()
        self._notices: set[tuple[str, str | None]] = set()
        self._closed = False

    def offer(self, name: str, source: Source) -> None:
        """Adds a source, which is opened by the first request to it."""
        if not isinstance(source, Source):
            raise TypeError(f"what answers for {name} must be a Source, not {type(source).__name__}")
        self._served[name] = Served(name, lambda: source, lambda op_id: self.changed(name, op_id))

    async def open(self, name: str, make: Callable[[], Soon[Source]]) -> None:
        """Adds a source, and creates and opens it now; later requests to the source wait until it is open."""
        before = self._served.get(name)
        served = self._served[name] = Served(name, make, lambda op_id: self.changed(name, op_id))
        if before:
            await before.close()
        await served.open()

    async def reopen(self, name: str) -> None:
        """Opens an existing source again, if its opening failed."""
        await self._served[name].open()

    def changed(self, name: str, op_id: str | None = None) -> None:
        """Notifies the host that rows of a source have changed; can be called from any thread."""
        notice = (name, op_id)
        if notice in self._notices:
            return
        self._notices.add(notice)
        try:
            self._loop.call_soon_threadsafe(self._tell, notice)
        except RuntimeError:
            pass  # The loop and the desk are closed, so no host needs the notice.

    def take(self, message: Mapping[str, Any]) -> None:
        """Handles a request about a source, or the cancellation of one."""
        method, params = message["method"], message.get("params") or {}
        if method == "$/cancelRequest":
            self._cancel(self._under_way.get(params.get("id") if isinstance(params, dict) else None))
        elif "id" in message:
            self.start(message["id"], method, lambda: self._ask(method, params))

    def start(self, id: Any, method: str, work: Callable[[], Soon[Any]]) -> None:
        """Answers a request with the result of `work`."""
        if not (id is None or isinstance(id, str) or type(id) is int):
            self._send(refusal(None, INVALID_REQUEST, "an id is a string, an integer or null"))
        elif id in self._under_way:
            self._send(refusal(id, INVALID_REQUEST, f"the id {id} is that of a request that waits already"))
        elif not self._closed:
            task = self._under_way[id] = self._loop.create_task(self._answer(id, method, work))
            if method.removeprefix("source/") in OPERATIONS:
                self._operating.add(task)
            task.add_done_callback(lambda task: self._answered(id, method, task))

    async def finish(self, seconds: float) -> None:
        """Waits until all requests are answered, at most this number of seconds."""
        if self._under_way:
            await asyncio.wait(self._under_way.values(), timeout=seconds)

    async def close(self, seconds: float = DRAIN_SECONDS) -> None:
        """Cancels all requests and closes the sources. Operations are cancelled only after `seconds`."""
        self._closed = True
        for task in set(self._under_way.values()) - self._operating:
            self._cancel(task)
        await self.finish(seconds)
        for task in self._under_way.values():
            self._cancel(task)
        await self.finish(seconds)
        for served in self._served.values():
            try:
                await served.close()
            except Exception:
                log.exception("the source %s could not be closed", served.name)

    async def _ask(self, method: str, params: Any) -> dict[str, Any]:
        word = method.removeprefix("source/")
        if word == method or word not in METHODS:
            raise InvalidRequest(METHOD_NOT_FOUND, f"there is no method {method:.80} here", {"method": method})
        name = params.get("source") if isinstance(params, dict) else None
        served = self._served.get(name) if isinstance(name, str) else None
        if served is None:
            names = ", ".join(self._served) or "none"
            raise InvalidRequest(INVALID_PARAMS, f"source must be one of those here: {names}", {"param": "source"})
        return await served.answer(word, requests.read(word, params))

    async def _answer(self, id: Any, method: str, work: Callable[[], Soon[Any]]) -> None:
        try:
            result = await call(work)
            try:
                data = success(id, result)
            except (TypeError, ValueError, RecursionError) as problem:
                raise invalid_data(f"the answer to {method} can't be said in JSON: {problem}") from None
        except InvalidRequest as problem:
            data = refusal(id, problem.code, str(problem), problem.data)
        except Exception as problem:
            data = self._failure(id, method, problem)
        # The host may use the id again as soon as it has read the answer.
        del self._under_way[id]
        self._send(data)

    def _failure(self, id: Any, method: str, problem: Exception) -> bytes:
        # The input of an operation may contain secrets, and so may an exception's message about the input.
        is_secret = method == "source/perform"
        if not isinstance(problem, SourceError):
            if is_secret:
                trace = "".join(traceback.format_tb(problem.__traceback__))
                log.error("%s failed: %s\n%s", method, type(problem).__name__, trace)
            else:
                log.error("%s failed", method, exc_info=problem)
        said = unexpected(problem, method, is_secret)
        data: dict[str, Any] = {"code": str(said.code), "retryable": bool(said.retryable)}
        if isinstance(said, Conflict):
            data.update(item=dict(said.row), version=said.version)
        return refusal(id, SOURCE_FAILED, str(said), data)

    def _cancel(self, task: asyncio.Task[None] | None) -> None:
        if task:
            self._cancelled.add(task)
            task.cancel()

    def _answered(self, id: Any, method: str, task: asyncio.Task[None]) -> None:
        """Answers a request whose work was cancelled, and removes the request."""
        was_cancelled = task in self._cancelled
        self._cancelled.discard(task)
        self._operating.discard(task)
        if self._under_way.get(id) is not task:
            return
        del self._under_way[id]
        if was_cancelled:
            self._send(refusal(id, REQUEST_CANCELLED, f"{method} was cancelled", {"code": "cancelled"}))
        else:
            self._send(self._failure(id, method, SourceError("sourceFailed", f"{method} gave up by itself")))

    def _tell(self, notice: tuple[str, str | None]) -> None:
        self._notices.discard(notice)
        name, op_id = notice
        if self._closed:
            return
        params = {"source": name}
        # The host does not know the ids of operations that another host has requested.
        if op_id is not None and name in self._served and self._served[name].knows(op_id):
            params["opId"] = op_id
        self._send(notification("source/changed", params))
