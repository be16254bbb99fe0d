"""The protocol, independent of file descriptors: parses received bytes, and produces bytes to send."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from .errors import FeatureHostError, ProtocolError, RequestError, shown
from .mirror import Mirror
from .snapshot import Snapshot
from .wire import METHOD_NOT_FOUND, LineBuffer, decode, encode, notification, refusal

T = TypeVar("T")
MAX_MESSAGE_BYTES = 1 << 28


class Waiter(Protocol):
    """The receiver of an answer: a future of `asyncio` or of `concurrent.futures`."""

    def done(self) -> bool: ...
    def cancel(self) -> bool: ...
    def cancelled(self) -> bool: ...
    def result(self) -> Any: ...
    def exception(self) -> BaseException | None: ...
    def set_result(self, result: Any, /) -> None: ...
    def set_exception(self, exception: BaseException, /) -> None: ...


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request: its method and params, the conversion of its result, and the message that undoes its effect.

    The effect is undone if the answer arrives when the caller no longer waits. `wait_ms` is the time for which the host
    itself may wait before it answers.
    """

    method: str
    params: Mapping[str, Any] | None
    finish: Callable[[Connection, Any], T]
    undo: Callable[[Connection, T], bytes] = lambda connection, result: b""
    wait_ms: int = 0


class Connection:
    """The session of a client: encodes messages, passes answers to their waiters, and stores the newest snapshots.

    It belongs to one thread. `report` is called with the exceptions of callbacks. `asked` is called with the host's
    requests and cancellations. Without `asked`, the requests are refused.
    """

    def __init__(
        self, report: Callable[[Exception], None], asked: Callable[[dict[str, Any]], None] | None = None
    ) -> None:
        self.mirrors: dict[str, Mirror] = {}
        self.failure: Callable[[], FeatureHostError] | None = None
        self.report = report
        self._asked = asked
        self._waiting: dict[int, tuple[Call[Any], Waiter]] = {}
        self._ids = itertools.count(1)
        self._lines = LineBuffer()

    def request(self, call: Call[Any], waiter: Waiter) -> bytes:
        """Returns the bytes of a request, whose answer `waiter` will get."""
        if self.failure:
            raise self.failure()
        id = next(self._ids)
        data = encode({"jsonrpc": "2.0", "id": id, "method": call.method, "params": call.params or {}})
        self._waiting[id] = (call, waiter)
        return data

    def cancellation(self, waiter: Waiter) -> bytes:
        """Returns the bytes that cancel a waiter's request; empty if the request is answered."""
        found = next((id for id, (_, other) in self._waiting.items() if other is waiter), None)
        return b"" if found is None else notification("$/cancelRequest", {"id": found})

    def receive(self, data: bytes) -> bytes:
        """Handles bytes from the host, and notifies the waiters; returns the bytes to send in response.

        Raises `ProtocolError` for bytes that violate the protocol. The session has to end then.
        """
        reaction = b"".join([self._take(line) for line in self._lines.feed(data)])
        if self._lines.length > MAX_MESSAGE_BYTES:
            raise ProtocolError(f"a message of the host is longer than {MAX_MESSAGE_BYTES} bytes")
        return reaction

    def end(self, failure: Callable[[], FeatureHostError]) -> None:
        """Ends the session: all waiting and later requests get the failure."""
        self.failure = self.failure or failure
        waiting, self._waiting = self._waiting, {}
        for _, waiter in waiting.values():
            if not waiter.done():
                waiter.set_exception(self.failure())
        for mirror in self.mirrors.values():
            mirror.end("ended", self.failure)

    def _take(self, line: bytes) -> bytes:
        try:
            message = decode(line)
        except (ValueError, RecursionError) as problem:
            raise ProtocolError(f"the host said what is no JSON ({problem}): {line!r:.200}") from None
        match message:
            case {"method": str(method), "id": id}:
                return self._requested(method, id, message)
            case {"method": "state/patch"}:
                return self._patched(message.get("params"))
            case {"method": "$/cancelRequest"} if self._asked:
                self._asked(message)
            case {"method": str(method)}:
                self._notified(method, message.get("params"))
            case {"id": None, "error": error}:
                self._refused(error)
            case {"id": int(id), "result": _} | {"id": int(id), "error": _}:
                return self._answered(id, message)
            case _:
                raise ProtocolError(f"the host said what is no message: {line!r:.200}")
        return b""

    def _requested(self, method: str, id: object, message: dict[str, Any]) -> bytes:
        if self._asked:
            self._asked(message)
            return b""
        return refusal(id, METHOD_NOT_FOUND, f"this program is asked for nothing, so not for {method:.80}")

    def _answered(self, id: int, message: dict[str, Any]) -> bytes:
        call, waiter = self._waiting.pop(id, (None, None))
        if call is None or waiter is None:
            return b""
        try:
            if "error" in message:
                raise RequestError.parse(message["error"], call.method)
            result = call.finish(self, message["result"])
        except Exception as problem:
            if not isinstance(problem, FeatureHostError):
                problem = ProtocolError(f"the result of {call.method} can't be read: {problem}")
            if not waiter.done():
                waiter.set_exception(problem)
            return b""
        if waiter.done():
            return call.undo(self, result)
        waiter.set_result(result)
        return b""

    def _refused(self, error: object) -> None:
        """Handles an error without an id, which is about an unreadable frame: all waiters get it."""
        RequestError.parse(error, "")
        waiting, self._waiting = self._waiting, {}
        for call, waiter in waiting.values():
            if not waiter.done():
                waiter.set_exception(RequestError.parse(error, call.method))

    def _patched(self, params: Any) -> bytes:
        match params:
            case {"instance": str(name), "base": int(base), "revision": int(revision), "patch": patch}:
                path = tuple(names) if isinstance(names := params.get("path") or [], list) else ()
                if not isinstance(names, list) or not all(isinstance(name, str) for name in path):
                    raise ProtocolError(f"the path of a patch is an array of strings: {shown(names)}")
                mirror = self.mirrors.get(name)
                if mirror is None or mirror.patch(path, base, revision, patch) or path in mirror.asked:
                    return b""
                return self._ask_anew(mirror, path)
        raise ProtocolError(f"state/patch needs instance, base, revision and patch: {shown(params)}")

    def _ask_anew(self, mirror: Mirror, path: tuple[str, ...]) -> bytes:
        """Requests a snapshot after lost updates; no caller waits for the answer."""
        asked = {"instance": mirror.name, "path": list(path)} if path else {"instance": mirror.name}
        call = Call("feature/snapshot", asked, lambda connection, result: mirror.show(Snapshot.parse(result)))
        waiter: Future[None] = Future()
        waiter.add_done_callback(lambda _: mirror.asked.discard(path))
        mirror.asked.add(path)
        return self.request(call, waiter)

    def _notified(self, method: str, params: Any) -> None:
        if method == "state/snapshot":
            snapshot = Snapshot.parse(params)
            if mirror := self.mirrors.get(snapshot.instance):
                mirror.show(snapshot)
        elif method == "state/closed":
            match params:
                case {"instance": str(name), "reason": str(reason)}:
                    if mirror := self.mirrors.pop(name, None):
                        mirror.end(reason)
                case _:
                    raise ProtocolError(f"state/closed needs an instance and a reason: {shown(params)}")
