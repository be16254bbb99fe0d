"""The protocol of a plugin without input and output: lines go in, messages come out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from ..sources.desk import DRAIN_SECONDS, SourceDesk
from ..sources.failures import InvalidRequest
from ..sources.requests import wrong
from ..wire import INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, VERSION_UNSUPPORTED, refusal, success
from .plugin import Plugin

VERSION = "1"


class PluginSession:
    """What a host says to a plugin, answered.

    It belongs to one event loop. `send` is given each message to the host. `ended` is set by `exit`; `status` is the
    one that the program then ends with.
    """

    def __init__(self, plugin: Plugin, send: Callable[[bytes], None]) -> None:
        self.ended = asyncio.Event()
        self.status = 0
        self._plugin = plugin
        self._send = send
        self._desk = SourceDesk(send)
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
        """Takes a line of the host's."""
        if self.ended.is_set():
            return
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as problem:
            self._send(refusal(None, PARSE_ERROR, f"a line must be one JSON text: {problem}"))
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self._send(refusal(None, INVALID_REQUEST, 'a message is one object with "jsonrpc": "2.0"'))
        elif not isinstance(message.get("method"), str):
            # An answer is to nothing that was asked here.
            if "result" not in message and "error" not in message:
                self._send(refusal(None, INVALID_REQUEST, "a message needs a method"))
        elif "id" in message:
            self._request(message)
        elif message["method"] == "exit":
            self.status = 0 if self._is_shut_down else 1
            self.ended.set()
        else:
            self._desk.take(message)

    async def finish(self) -> None:
        """The host says no more: answers what can still be answered in a while, and closes the sources."""
        if not self.ended.is_set():
            await self._desk.finish(DRAIN_SECONDS)
        await self._desk.close()

    def _request(self, message: dict[str, Any]) -> None:
        id, method, params = message["id"], message["method"], message.get("params") or {}
        is_first, self._has_begun = not self._has_begun, True
        if self._is_shut_down:
            self._send(refusal(id, INVALID_REQUEST, "it is shut down, and takes nothing but exit"))
        elif method == "initialize" and not is_first:
            self._send(refusal(id, INVALID_REQUEST, "initialize must be the first request"))
        elif method == "source/open":
            self._desk.start(id, method, lambda: self._open(params))
        elif answer := self._answers.get(method):
            try:
                self._send(success(id, answer(params)))
            except InvalidRequest as problem:
                self._send(refusal(id, problem.code, str(problem), problem.data))
        elif method.startswith("source/"):
            self._desk.take(message)
        else:
            self._send(refusal(id, METHOD_NOT_FOUND, f"there is no method {method:.80} here", {"method": method}))

    def _initialize(self, params: Any) -> dict[str, Any]:
        versions = params.get("protocolVersions") if isinstance(params, dict) else None
        if versions is not None and (not isinstance(versions, list) or VERSION not in versions):
            message = f"this plugin speaks version {VERSION} of the protocol alone"
            raise InvalidRequest(VERSION_UNSUPPORTED, message, {"supported": [VERSION]})
        return {
            "protocolVersion": VERSION,
            "hostInfo": {"name": self._plugin.name, "version": self._plugin.version},
            "capabilities": {"features": False, "sources": list(self._plugin.kinds)},
        }

    def _shut_down(self, params: Any) -> None:
        self._is_shut_down = True

    async def _open(self, params: Any) -> dict[str, Any]:
        given = params if isinstance(params, dict) else {}
        name, kind, options = given.get("source"), given.get("kind"), given.get("options") or {}
        if not isinstance(name, str) or not name:
            raise wrong("source", "a name")
        if kind not in self._plugin.kinds:
            raise wrong("kind", f"one of {', '.join(self._plugin.kinds) or 'none'}")
        if not isinstance(options, dict):
            raise wrong("options", "an object")
        if self._opened.get(name) == (kind, options):
            await self._desk.reopen(name)
        else:
            self._opened[name] = (kind, options)
            await self._desk.open(name, lambda: self._plugin.make(kind, options))
        return {}
