"""The open instances, their subscriptions, and the waiting requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from ...wire import INVALID_PARAMS, InvalidRequest, notification
from . import params as read
from . import refusals
from .declaration import Declaration
from .instance import Instance
from .params import Params
from .waits import Dialog, Wait

Say = Callable[[object, Any], None]
WAIT_MS = 30_000


class Opened:
    """An instance with its subscription and its waiting requests."""

    def __init__(self, instance: Instance, params: Mapping[str, Any], fixture: str | None) -> None:
        self.instance = instance
        self.params = params
        self.fixture = fixture
        self.is_kept = False
        self.is_subscribed = False
        self.waits: list[Wait] = []
        self.dialogs: list[Dialog] = []
        self.outcome: Mapping[str, Any] | None = None
        """The outcome that the dialogs have not received yet; None if there is none."""


class Openings:
    """The instances by name. `send` is called with each notification, `say` with each deferred answer."""

    def __init__(self, features: Mapping[str, Declaration], send: Callable[[bytes], None], say: Say) -> None:
        self.later: dict[object, Wait] = {}
        """The waiting requests, by request id."""
        self.is_quiet = asyncio.Event()
        """Set while `later` is empty."""
        self.ending: set[asyncio.Task[None]] = set()
        """The cancelled tasks that have not ended yet."""
        self.holds_outcomes = False
        """True if outputs are held back until `conclude_all`."""
        self._features = features
        self._send = send
        self._say = say
        self._opened: dict[str, Opened] = {}
        self.is_quiet.set()

    def __iter__(self) -> Iterator[Opened]:
        return iter(list(self._opened.values()))

    def find(self, params: Params) -> Opened:
        """Returns the instance that the params name."""
        name = read.text(params, "instance")
        if name not in self._opened:
            raise refusals.unknown_instance(name)
        return self._opened[name]

    def find_or_make(self, params: Params) -> tuple[Opened, bool]:
        """Returns the requested instance, and true if it is new. A new instance is not started yet."""
        id = read.text(params, "feature")
        feature = self._features.get(id)
        if feature is None:
            raise refusals.unknown_feature(id, self._features)
        fixture, given = read.optional_text(params, "fixture"), read.mapping(params, "params")
        if fixture is not None and fixture not in feature.fixtures:
            known = ", ".join(feature.fixtures)
            raise refusals.wrong_param("fixture", f"must name a fixture of {id}, of which there are {known or 'none'}")
        name = read.optional_text(params, "instance")
        if name == "":
            raise refusals.wrong_param("instance", "must not be empty")
        if name is None:
            name = next(name for number in count(1) if (name := f"{id}-{number}") not in self._opened)
        if there := self._opened.get(name):
            if (there.instance.declaration, there.params, there.fixture) != (feature, given, fixture):
                other = there.instance.declaration.id
                raise refusals.wrong_param("instance", f"{name} is open already, as {other} or with other params")
            return there, False
        arguments, wrong = feature.read_params(given)
        if wrong:
            raise refusals.wrong_params(wrong)
        try:
            instance = Instance(name, feature, arguments, fixture, self._changed, self._handed_on)
        except ValueError as problem:
            # The class of a feature raises `ValueError` for params that it does not accept.
            raise InvalidRequest(INVALID_PARAMS, f"{id} can't be opened with these params: {problem}") from problem
        opened = self._opened[name] = Opened(instance, given, fixture)
        return opened, True

    def close(self, opened: Opened, reason: str) -> None:
        """Closes an instance: answers its waiting requests, then notifies its subscribers, then ends its dialogs."""
        instance = opened.instance
        if self._opened.pop(instance.name, None) is not opened:
            return
        progress = instance.progress()
        for task in instance.close():
            self.ending.add(task)
            task.add_done_callback(self.ending.discard)
        for wait in list(opened.waits):
            wait.end(progress if opened.outcome else refusals.unknown_instance(instance.name))
        if opened.is_subscribed and reason == "closed":
            said = {"instance": instance.name, "revision": instance.revision, "reason": reason}
            self._send(notification("state/closed", said))
        for dialog in list(opened.dialogs):
            dialog.end(opened.outcome or dialog.outcome)

    def show(self, opened: Opened) -> None:
        """Sends the newest snapshot."""
        self._send(notification("state/snapshot", opened.instance.snapshot()))

    # Waiting requests

    def wait(self, id: object, opened: Opened, milliseconds: int | None) -> None:
        """Answers a request when an instance has settled, or after a timeout."""
        instance = opened.instance
        wait = Wait(lambda said: self._answered(id, said, opened.waits, wait))
        self._begin(id, wait, opened.waits)
        wait.limit(WAIT_MS if milliseconds is None else milliseconds, lambda: wait.end(instance.progress()))

    def begin_dialog(self, id: object, opened: Opened, ends_instance: bool, milliseconds: int | None) -> None:
        """Answers a request when an instance has an output, or after a timeout."""
        dialog = Dialog(lambda said: self._answered(id, said, opened.dialogs, dialog), ends_instance)
        self._begin(id, dialog, opened.dialogs)
        if milliseconds is not None:
            dialog.limit(milliseconds, lambda: self.end_dialog(dialog, {"outcome": "timedOut"}))

    def end_dialog(self, dialog: Dialog, said: Mapping[str, Any] | InvalidRequest) -> None:
        """Ends a dialog before its feature has an output: answers with `said`, and closes an instance opened for it."""
        opened = next(opened for opened in self if dialog in opened.dialogs)
        dialog.outcome = said
        if dialog.ends_instance:
            self.close(opened, "closed")
        dialog.end(said)

    def conclude_all(self) -> None:
        """Answers the dialogs whose outputs were held back."""
        for opened in self:
            if opened.outcome:
                self._conclude(opened)

    def _conclude(self, opened: Opened) -> None:
        if any(dialog.ends_instance for dialog in opened.dialogs):
            self.close(opened, "closed")
        for dialog in list(opened.dialogs):
            dialog.end(opened.outcome or dialog.outcome)
        opened.outcome = None

    def _begin(self, id: object, wait: Any, among: list[Any]) -> None:
        among.append(wait)
        self.later[id] = wait
        self.is_quiet.clear()

    def _answered(self, id: object, said: Mapping[str, Any] | InvalidRequest, among: list[Any], wait: Wait) -> None:
        among.remove(wait)
        del self.later[id]
        if not self.later:
            self.is_quiet.set()
        self._say(id, said)

    # Events of instances

    def _changed(self, instance: Instance) -> None:
        opened = self._opened.get(instance.name)
        if opened is None or opened.instance is not instance:
            return
        if opened.is_subscribed:
            self.show(opened)
        if instance.is_settled:
            for wait in list(opened.waits):
                wait.end(instance.progress())
        if opened.outcome and not self.holds_outcomes:
            self._conclude(opened)

    def _handed_on(self, instance: Instance, result: Mapping[str, Any]) -> None:
        opened = self._opened.get(instance.name)
        if opened and opened.instance is instance and opened.dialogs and not opened.outcome:
            opened.outcome = result
