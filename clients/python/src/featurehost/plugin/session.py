"""The protocol of a plugin, independent of file descriptors: receives lines, and sends messages."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from ..wire import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    VERSION_UNSUPPORTED,
    InvalidRequest,
    decode,
    refusal,
    success,
)

if TYPE_CHECKING:
    from ..sources.desk import SourceDesk
    from ..sources.source import Soon, Source
    from .features.declaration import Declaration
    from .features.desk import FeatureDesk

VERSION = "1"
# The maximum time for pending work at the end.
DRAIN_SECONDS = 2.0


class Contents(Protocol):
    """The part of a `Plugin` that a session serves: its features and its kinds of sources."""

    name: str
    version: str

    @property
    def features(self) -> Mapping[str, Declaration]: ...
    @property
    def kinds(self) -> tuple[str, ...]: ...
    def make(self, kind: str, options: Mapping[str, Any]) -> Soon[Source]: ...


class PluginSession:
    """The session of a plugin with its host.

    It belongs to one event loop. `send` is called with each message to the host. `ended` is set by `exit`, and
    `status` is then the exit status of the program.
    """

    def __init__(self, plugin: Contents, send: Callable[[bytes], None]) -> None:
        self.ended = asyncio.Event()
        self.status = 0
        self._plugin = plugin
        self._send = send
        self._sources = _sources(plugin, send)
        self._features = _features(plugin, send)
        self._turn: asyncio.Task[None] | None = None
        self._backlog: deque[bytes] = deque()
        self._opened: dict[str, tuple[str, Any]] = {}
        self._has_begun = False
        self._is_shut_down = False
        self._answers: dict[str, Callable[[Mapping[str, Any]], Any]] = {
            "initialize": self._initialize,
            "ping": lambda params: None,
            "feature/list": lambda params: {"features": []},
            "shutdown": self._shut_down,
        }

    def take(self, line: bytes) -> None:
        """Handles a line from the host, after all earlier lines."""
        if self.ended.is_set():
            return
        if self._turn:
            self._backlog.append(line)
            return
        try:
            message = decode(line)
        except (ValueError, RecursionError) as problem:
            self._send(refusal(None, PARSE_ERROR, f"a line must be one JSON text: {problem}"))
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self._send(refusal(None, INVALID_REQUEST, 'a message is one object with "jsonrpc": "2.0"'))
        elif not isinstance(message.get("method"), str):
            # The plugin sends no requests, so a response is ignored.
            if "result" not in message and "error" not in message:
                self._send(refusal(None, INVALID_REQUEST, "a message needs a method"))
        elif "id" in message:
            self._request(message)
        elif message["method"] == "exit":
            self.status = 0 if self._is_shut_down else 1
            self.ended.set()
        elif message["method"] == "$/cancelRequest":
            params = message.get("params")
            if self._features and isinstance(params, dict):
                self._features.cancel(params.get("id"))
            if self._sources:
                self._sources.take(message)
        elif not self._is_shut_down:
            self._take_feature(message)

    async def finish(self) -> None:
        """Handles the end of the input: answers requests within the time limit, and closes all instances."""
        while self._turn:
            await asyncio.wait([self._turn])
        desks = [desk for desk in (self._sources, self._features) if desk]
        if not self.ended.is_set():
            await asyncio.gather(*(desk.finish(DRAIN_SECONDS) for desk in desks))
        await asyncio.gather(*(desk.close(DRAIN_SECONDS) for desk in desks))

    def _request(self, message: dict[str, Any]) -> None:
        id, method, params = message["id"], message["method"], message.get("params") or {}
        is_first, self._has_begun = not self._has_begun, True
        if self._is_shut_down:
            self._send(refusal(id, INVALID_REQUEST, "it is shut down, and takes nothing but exit"))
        elif method == "initialize" and not is_first:
            self._send(refusal(id, INVALID_REQUEST, "initialize must be the first request"))
        elif not (id is None or isinstance(id, str) or type(id) is int):
            self._send(refusal(None, INVALID_REQUEST, "an id is a string, an integer or null"))
        elif self._features and self._features.is_waiting(id):
            self._send(refusal(id, INVALID_REQUEST, f"the id {id} is that of a request that waits already"))
        elif self._take_feature(message):
            return
        elif self._sources and method == "source/open":
            sources = self._sources
            sources.start(id, method, lambda: self._open(sources, params))
        elif answer := self._answers.get(method):
            try:
                self._send(success(id, answer(params)))
            except InvalidRequest as problem:
                self._send(refusal(id, problem.code, str(problem), problem.data))
        elif self._sources and method.startswith("source/"):
            self._sources.take(message)
        else:
            self._send(refusal(id, METHOD_NOT_FOUND, f"there is no method {method:.80} here", {"method": method}))

    def _take_feature(self, message: dict[str, Any]) -> bool:
        """Starts to handle a message about features, and delays later messages; returns false for other messages."""
        if not self._features or message["method"] not in self._features.methods:
            return False
        self._turn = asyncio.get_running_loop().create_task(self._features.answer(message))
        self._turn.add_done_callback(self._go_on)
        return True

    def _go_on(self, turn: asyncio.Task[None]) -> None:
        self._turn = None
        while self._backlog and not self._turn:
            self.take(self._backlog.popleft())

    def _initialize(self, params: Any) -> dict[str, Any]:
        versions = params.get("protocolVersions") if isinstance(params, dict) else None
        if versions is not None and (not isinstance(versions, list) or VERSION not in versions):
            message = f"this plugin speaks version {VERSION} of the protocol alone"
            raise InvalidRequest(VERSION_UNSUPPORTED, message, {"supported": [VERSION]})
        return {
            "protocolVersion": VERSION,
            "hostInfo": {"name": self._plugin.name, "version": self._plugin.version},
            "capabilities": {"features": bool(self._plugin.features), "sources": list(self._plugin.kinds)},
        }

    def _shut_down(self, params: Any) -> None:
        self._is_shut_down = True

    async def _open(self, sources: SourceDesk, params: Any) -> dict[str, Any]:
        given = params if isinstance(params, dict) else {}
        name, kind, options = given.get("source"), given.get("kind"), given.get("options") or {}
        if not isinstance(name, str) or not name:
            raise _wrong("source", "a name")
        if kind not in self._plugin.kinds:
            raise _wrong("kind", f"one of {', '.join(self._plugin.kinds) or 'none'}")
        if not isinstance(options, dict):
            raise _wrong("options", "an object")
        if self._opened.get(name) == (kind, options):
            await sources.reopen(name)
        else:
            self._opened[name] = (kind, options)
            await sources.open(name, lambda: self._plugin.make(kind, options))
        return {}


def _wrong(name: str, wanted: str) -> InvalidRequest:
    return InvalidRequest(INVALID_PARAMS, f"the param {name} must be {wanted}", {"param": name})


def _sources(plugin: Contents, send: Callable[[bytes], None]) -> SourceDesk | None:
    if not plugin.kinds:
        return None
    from ..sources.desk import SourceDesk

    return SourceDesk(send)


def _features(plugin: Contents, send: Callable[[bytes], None]) -> FeatureDesk | None:
    if not plugin.features:
        return None
    from .features.desk import FeatureDesk

    return FeatureDesk(plugin.features, send)
