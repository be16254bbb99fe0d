"""The handling of the host's requests about features."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from ...wire import INTERNAL_ERROR, REQUEST_CANCELLED, SOURCE_FAILED, InvalidRequest, refusal, success
from . import params as read
from . import refusals
from .declaration import Declaration
from .errors import log
from .openings import Opened, Openings
from .params import Params
from .waits import Dialog

_PARAMS: Mapping[str, tuple[str, ...]] = {
    "feature/list": (),
    "feature/open": ("feature", "params", "instance", "path", "keep", "updates", "fixture"),
    "feature/run": ("feature", "params", "instance", "fixture", "updates", "timeoutMs"),
    "feature/send": ("instance", "path", "action", "params", "ifRevision", "await", "timeoutMs"),
    "feature/settle": ("instance", "timeoutMs"),
    "feature/snapshot": ("instance", "path"),
    "feature/close": ("instance",),
    "state/subscribe": ("instance", "path", "updates"),
    "state/unsubscribe": ("instance", "path"),
}
NOBODY = object()
"""Stands in place of an id for a notification, which has no id."""
LATER = object()
"""The result of a handler whose request is answered later."""


class FeatureDesk:
    """Receives the host's requests about features, and answers each exactly once.

    It belongs to one event loop. `send` is called with each message to the host. Requests are answered in order,
    except those that wait for an event.
    """

    def __init__(self, features: Mapping[str, Declaration], send: Callable[[bytes], None]) -> None:
        """Raises `TypeError` if a feature is invalid."""
        for feature in features.values():
            feature.check()
        self._features = features
        self._send = send
        self._openings = Openings(features, send, self._say)
        self.methods: Mapping[str, Callable[[Params, object], Any]] = {
            "feature/list": self._list,
            "feature/open": self._open,
            "feature/run": self._run,
            "feature/send": self._act,
            "feature/settle": self._settle,
            "feature/snapshot": self._snapshot,
            "feature/close": self._close,
            "state/subscribe": self._subscribe,
            "state/unsubscribe": self._unsubscribe,
        }
        """The handlers by method name; each gets the params and the id of the request."""

    def is_waiting(self, id: object) -> bool:
        """Returns true if a request is still waiting for its answer."""
        return id in self._openings.later

    async def answer(self, message: Mapping[str, Any]) -> None:
        """Handles a request or a notification; the messages that it causes immediately are sent before this returns."""
        id, method = message.get("id", NOBODY), message["method"]
        self._openings.holds_outcomes = True
        try:
            params = read.of(message)
            read.check_names(params, method, _PARAMS[method])
            result = await self.methods[method](params, id)
            if result is not LATER:
                self._say(id, result)
        except InvalidRequest as problem:
            self._say(id, problem)
        except Exception as problem:
            log.exception("%s failed", method)
            said = f"{method} failed where it should not, with {type(problem).__name__}; the plugin's log says why"
            self._say(id, InvalidRequest(INTERNAL_ERROR, said))
        self._openings.holds_outcomes = False
        self._openings.conclude_all()

    def cancel(self, id: object) -> None:
        """Cancels a request whose sender no longer waits."""
        wait = self._openings.later.get(id)
        problem = InvalidRequest(REQUEST_CANCELLED, "cancelled by $/cancelRequest")
        if isinstance(wait, Dialog):
            self._openings.end_dialog(wait, problem)
        elif wait:
            wait.end(problem)

    async def finish(self, seconds: float) -> None:
        """Waits at most `seconds` until all requests are answered.

        Requests that then still wait for an instance to settle are answered with its current progress.
        """
        try:
            await asyncio.wait_for(self._openings.is_quiet.wait(), seconds)
        except TimeoutError:
            for opened in self._openings:
                for wait in list(opened.waits):
                    wait.end(opened.instance.progress())

    async def close(self, seconds: float) -> None:
        """Closes all instances; cancelled effects have this number of seconds to clean up."""
        over = InvalidRequest(SOURCE_FAILED, "the session ended before this was done")
        for opened in self._openings:
            for wait in list(opened.waits):
                wait.end(over)
            for dialog in opened.dialogs:
                dialog.outcome = over
            self._openings.close(opened, "closed" if opened.dialogs else "unsubscribed")
        if ending := self._openings.ending:
            await asyncio.wait(ending, timeout=seconds)

    async def _list(self, params: Params, id: object) -> Any:
        return {"features": [feature.entry for feature in self._features.values()]}

    async def _open(self, params: Params, id: object) -> Any:
        read.check_updates(params)
        path, is_kept = read.path(params), read.boolean(params, "keep")
        opened, is_new = self._openings.find_or_make(params)
        if path:
            if is_new:
                self._openings.close(opened, "unsubscribed")
            raise refusals.unavailable("/".join(path), "gone")
        opened.is_kept |= is_kept
        if is_new and opened.fixture is None:
            # The answer includes all changes that the start of the tasks makes.
            await opened.instance.start()
        opened.is_subscribed = True
        return _shown(opened)

    async def _run(self, params: Params, id: object) -> Any:
        read.check_updates(params)
        timeout = read.milliseconds(params)
        if id is NOBODY:
            return LATER
        opened, is_new = self._openings.find_or_make(params)
        self._openings.begin_dialog(id, opened, is_new, timeout)
        if not opened.is_subscribed:
            opened.is_subscribed = True
            self._openings.show(opened)
        if is_new and opened.fixture is None:
            await opened.instance.start()
        return LATER

    async def _act(self, params: Params, id: object) -> Any:
        opened = self._openings.find(params)
        instance, action = opened.instance, read.text(params, "action")
        until = read.optional_text(params, "await")
        if until not in (None, "action", "settled"):
            raise refusals.wrong_param("await", f'must be "action" or "settled", not "{until:.80}"')
        timeout, path = read.milliseconds(params), read.path(params)
        expected = read.integer(params, "ifRevision")
        if expected is not None and expected != instance.revision:
            raise refusals.stale(instance.name, instance.revision, expected)
        if path:
            raise refusals.unavailable(action, "gone")
        cause: dict[str, Any] = {"action": action, "path": [], "origin": "client"}
        if id is not NOBODY:
            cause["request"] = id
        given = params.get("params")
        await instance.send(action, {} if given is None or given == [] else given, cause)
        if instance.is_closed:
            raise refusals.unknown_instance(instance.name)
        return self._wait(id, opened, timeout) if until == "settled" else instance.progress()

    async def _settle(self, params: Params, id: object) -> Any:
        opened = self._openings.find(params)
        return self._wait(id, opened, read.milliseconds(params))

    async def _snapshot(self, params: Params, id: object) -> Any:
        return self._find_root(params).instance.snapshot()

    async def _close(self, params: Params, id: object) -> Any:
        self._openings.close(self._openings.find(params), "closed")

    async def _subscribe(self, params: Params, id: object) -> Any:
        read.check_updates(params)
        opened = self._find_root(params)
        opened.is_subscribed = True
        return _shown(opened)

    async def _unsubscribe(self, params: Params, id: object) -> Any:
        opened = self._openings.find(params)
        if read.path(params) or not opened.is_subscribed:
            return
        opened.is_subscribed = False
        if not opened.is_kept:
            self._openings.close(opened, "unsubscribed")

    def _find_root(self, params: Params) -> Opened:
        opened = self._openings.find(params)
        if path := read.path(params):
            raise refusals.unavailable("/".join(path), "gone")
        return opened

    def _wait(self, id: object, opened: Opened, timeout: int | None) -> Any:
        if opened.instance.is_settled or id is NOBODY:
            return opened.instance.progress()
        self._openings.wait(id, opened, timeout)
        return LATER

    def _say(self, id: object, said: Any) -> None:
        if id is NOBODY:
            return
        if isinstance(said, InvalidRequest):
            self._send(refusal(id, said.code, str(said), said.data))
        else:
            self._send(success(id, said))


def _shown(opened: Opened) -> dict[str, Any]:
    instance = opened.instance
    return {"instance": instance.name, "revision": instance.revision, "snapshot": instance.snapshot()}
