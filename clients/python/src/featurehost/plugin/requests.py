"""Requests from a test to a plugin."""

from __future__ import annotations

import itertools
import queue
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from ..errors import RequestError
from ..sources.failures import Conflict, SourceError
from ..wire import encode


class Requests:
    """Sends requests and notifications to a plugin, and pairs its answers with the requests."""

    def __init__(self, say: Callable[[bytes], None], timeout: float) -> None:
        """`say` sends a line to the plugin."""
        self.timeout = timeout
        """The timeout of an answer, in seconds."""
        self.notices: queue.Queue[dict[str, Any]] = queue.Queue()
        """The params of each received `source/changed`."""
        self._say = say
        self._ids = itertools.count(1)
        self._waiting: dict[object, tuple[str, Future[Any]]] = {}
        self._problem: Exception | None = None

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Sends a request and waits for its answer. Raises `TimeoutError` if there is none."""
        return self.begin(method, params)[1].result(self.timeout)

    def begin(self, method: str, params: Mapping[str, Any] | None = None) -> tuple[int, Future[Any]]:
        """Sends a request without waiting; returns its id and the future of its answer."""
        id, answer = next(self._ids), Future[Any]()
        self._waiting[id] = (method, answer)
        self._say(encode({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}))
        if self._problem:
            self.end(self._problem)
        return id, answer

    def cancel(self, id: int) -> None:
        """Cancels a request."""
        self.notify("$/cancelRequest", {"id": id})

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends a notification."""
        self._say(encode({"jsonrpc": "2.0", "method": method, "params": params or {}}))

    def end(self, problem: Exception) -> None:
        """Fails all waiting requests and all later ones, because the plugin has ended."""
        self._problem = problem
        while self._waiting:
            self._waiting.popitem()[1][1].set_exception(problem)

    def _answered(self, message: Mapping[str, Any]) -> None:
        """Passes an answer to its request."""
        method, answer = self._waiting.pop(message["id"])
        if "result" in message:
            self._succeeded(method, message["result"])
            answer.set_result(message["result"])
            return
        error, data = message["error"], message["error"].get("data") or {}
        if data.get("code") == "conflict" and "item" in data:
            answer.set_exception(Conflict(data["item"], data.get("version", "")))
        elif "code" in data:
            answer.set_exception(SourceError(data["code"], error["message"], data.get("retryable", True)))
        else:
            answer.set_exception(RequestError.parse(error, method))

    def _succeeded(self, method: str, result: Any) -> None:
        """Called with each result before the request gets it."""
