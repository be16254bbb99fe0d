"""An open feature: its revisions, its effects, and its snapshots."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from ...wire import InvalidRequest
from . import hints, refusals
from .actions import Action
from .declaration import Declaration
from .effects import Effect
from .errors import Errors, Operation, log
from .failures import ActionRefused
from .feature import INSTANCE, Feature
from .hints import Field
from .names import is_word
from .pace import Pace
from .sight import Sight
from .under_way import Effects

Cause = dict[str, Any]


class Instance:
    """An open feature. It belongs to one event loop.

    `changed` is called after each revision, and `finished` when the feature has an output.
    """

    def __init__(
        self,
        name: str,
        declaration: Declaration,
        arguments: Mapping[str, Any],
        fixture: str | None,
        changed: Callable[[Instance], None],
        finished: Callable[[Instance, Mapping[str, Any]], None],
    ) -> None:
        """Raises the exceptions of the class's initializer."""
        self.name = name
        self.declaration = declaration
        self.revision = 0
        self.is_closed = False
        self._arguments = arguments
        self._changed = changed
        self._finished = finished
        self._errors = Errors()
        self._effects = Effects()
        self._pace = Pace(self._show_step)
        self._task_id: str | None = None
        self._is_starting = bool(declaration.tasks) and fixture is None
        self._hands_on = False
        self._feature = self._make(fixture)
        self._sight = Sight(declaration, self._feature)
        self._look()
        self._cause: Cause = {"action": "open", "path": [], "origin": "host"}

    @property
    def is_settled(self) -> bool:
        """True if no foreground effect runs."""
        return not self._is_starting and self._effects.is_settled

    def progress(self) -> dict[str, Any]:
        """Returns the revision, and whether the instance has settled."""
        return {"revision": self.revision, "settled": self.is_settled}

    def snapshot(self) -> dict[str, Any]:
        """Returns the current snapshot."""
        return {
            "instance": self.name,
            "feature": self.declaration.id,
            "kind": "view",
            "revision": self.revision,
            "cause": self._cause,
            "settled": self.is_settled,
            "effects": self._effects.wire(),
            "unavailable": self._sight.unavailable,
            "errors": self._errors.wire(),
            "presentation": None,
            "queue": [],
            "blocked": None,
            "toolbar": self.declaration.toolbar,
            "animation": None,
            "state": {**self._sight.state, "layout": self.declaration.lines},
        }

    async def start(self) -> None:
        """Starts the tasks, each in a separate revision."""
        for task in self.declaration.tasks:
            takes = {one.name: self._task_id for one in task.parameters if one.name == "task_id"}
            self._is_starting = task is not self.declaration.tasks[-1]
            await self._perform(Operation(task, takes), _cause(task.wire, "host"))

    async def send(self, name: str, given: Any, cause: Cause) -> None:
        """Applies an action of a client; if the action is an effect, returns after the effect's first step.

        Raises `InvalidRequest` if the action is refused. A refused action has changed nothing.
        """
        action = self.declaration.actions.get(name)
        if action is None:
            raise refusals.unknown_action(name, self.name, self.declaration.actions)
        if reason := self._reason(action):
            raise refusals.unavailable(name, reason)
        if not isinstance(given, dict):
            raise refusals.wrong_action_params(name, [Field("", "type", "an action's params are an object")])
        wrong: list[Field] = []
        arguments = hints.read_object(given, action.parameters, "", wrong)
        if wrong:
            raise refusals.wrong_action_params(name, wrong)
        if action.method is None:
            await self._common(name, arguments, cause)
        else:
            await self._perform(Operation(action, arguments), cause)

    def close(self) -> list[asyncio.Task[None]]:
        """Cancels all effects; returns the tasks to wait for."""
        self.is_closed = True
        self._pace.close()
        return self._effects.close()

    def hand_on(self, result: Mapping[str, Any]) -> None:
        """Emits an output, after the revision of the action that caused it."""
        if not self.is_closed:
            self._hands_on = True
            self._finished(self, result)

    def effect_paused(self, effect: Effect) -> None:
        """Shows the changes of an effect that waits, or has reached a `yield`."""
        if effect.is_cancelled:
            return
        if not effect.has_begun:
            self._errors.forget(effect.operation.action)
            effect.begun()
            self._commit(effect.cause)
        elif self._hands_on:
            self._commit(_cause(effect.operation.action.wire, "effect"))
        else:
            self._pace.step(_cause(effect.operation.action.wire, "effect"))

    def effect_ended(self, effect: Effect, problem: BaseException | None) -> None:
        """Removes an effect that has ended, and shows its result."""
        operation, is_first = effect.operation, not effect.has_begun
        if effect.is_cancelled:
            if problem:
                log.error("%s of %s failed when it was cancelled", operation.action.wire, self.name, exc_info=problem)
            return
        self._effects.remove(effect)
        if is_first:
            if refusal := self._refusal(operation, problem, effect.cause):
                effect.begun(refusal)
                return
            self._errors.forget(operation.action)
        if problem:
            self._errors.add(problem, operation, self.declaration.id)
        cause = effect.cause
        if not is_first:
            name = operation.action.wire if self._look() or problem else "effectEnded"
            cause = _cause(name, "effect")
        effect.begun()
        self._commit(cause)

    # Actions and effects

    async def _perform(self, operation: Operation, cause: Cause) -> None:
        action = operation.action
        cause = _cancelling(cause, await self._effects.cancel(self._effects.cancelled_by(operation)))
        method = getattr(self._feature, action.method or "")
        if inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method):
            await self._effects.add(operation, cause, self).begin(method)
            return
        problem: BaseException | None = None
        try:
            method(**operation.arguments)
        except (Exception, SystemExit) as raised:
            problem = raised
        if refusal := self._refusal(operation, problem, cause):
            raise refusal
        self._errors.forget(action)
        if problem:
            self._errors.add(problem, operation, self.declaration.id)
        self._commit(cause)

    async def _common(self, name: str, arguments: Mapping[str, Any], cause: Cause) -> None:
        """Performs an action that every feature has."""
        match name:
            case "retry" | "dismissError":
                found = self._errors.find(arguments.get("id"))
                if found is None:
                    raise refusals.unavailable(name, "gone")
                entry, operation = found
                if name == "dismissError":
                    self._errors.dismiss(entry["id"])
                    self._commit(cause)
                    return
                if operation is None or not entry["retryable"]:
                    raise refusals.unavailable(name, "notRetryable")
                if reason := self._reason(operation.action):
                    raise refusals.unavailable(name, reason)
                await (self._perform(operation, cause) if operation.action.method else self._reset(cause))
            case "reset":
                await self._reset(cause)
            case "cancelEffect":
                is_running = any(effect["id"] == arguments["id"] for effect in self._effects.wire())
                raise refusals.unavailable(name, "notCancellable" if is_running else "gone")
            case "setTaskId":
                await self._set_task_id(arguments["id"], cause)
            case "present":
                modal = f"there is no modal {arguments['modal']:.80}; this feature declares none"
                raise refusals.wrong_action_params(name, [Field("/modal", "unknown", modal)])
            case _:
                raise refusals.unavailable(name, "gone")

    async def _reset(self, cause: Cause) -> None:
        cause = _cancelling(cause, await self._effects.cancel())
        self._errors.clear()
        try:
            self._feature = self._make(None)
        except Exception as problem:
            # The feature keeps its previous state.
            self._errors.add(problem, Operation(self.declaration.actions["reset"], {}), self.declaration.id)
            self._commit(cause)
            return
        await self._commit_and_start(cause)

    async def _set_task_id(self, id: str, cause: Cause) -> None:
        if id == self._task_id:
            self._commit(cause)
            return
        self._task_id = id
        cancelled = await self._effects.cancel(self._effects.of_tasks())
        await self._commit_and_start(_cancelling(cause, cancelled))

    async def _commit_and_start(self, cause: Cause) -> None:
        self._is_starting = bool(self.declaration.tasks)
        self._commit(cause)
        await self.start()

    # The visible state

    def _make(self, fixture: str | None) -> Any:
        made = self.declaration.make(self._arguments, fixture)
        if isinstance(made, Feature):
            made.__dict__[INSTANCE] = self
        return made

    def _reason(self, action: Action) -> str | None:
        return self._sight.reason(action, self._feature, self._effects.busy())

    def _refusal(self, operation: Operation, problem: BaseException | None, cause: Cause) -> InvalidRequest | None:
        """Returns the refusal for an exception of an action.

        Returns None if the exception counts as a failure, for example because the action has already changed the state.
        """
        if problem is None:
            return None
        from ...sources.failures import InvalidValues

        if not isinstance(problem, ActionRefused | InvalidValues):
            return None
        if cause["origin"] != "client" or "cancelled" in cause or not self._sight.is_same(self._feature):
            return None
        if isinstance(problem, InvalidValues):
            return refusals.invalid_values(operation.action.wire, problem)
        return refusals.unavailable(operation.action.wire, problem.reason if is_word(problem.reason) else "failed")

    def _look(self) -> bool:
        """Reads the feature's state; returns true if it has changed."""
        return self._sight.look(self._feature, self._effects.busy(), self._errors)

    def _show_step(self, cause: Cause) -> None:
        if self._look():
            self._tell(cause)

    def _commit(self, cause: Cause) -> None:
        """Makes a revision, even if nothing has changed."""
        self._look()
        self._tell(cause)

    def _tell(self, cause: Cause) -> None:
        self.revision += 1
        self._cause = cause
        self._hands_on = False
        self._changed(self)


def _cause(action: str, origin: str) -> Cause:
    return {"action": action, "path": [], "origin": origin}


def _cancelling(cause: Cause, cancelled: list[str]) -> Cause:
    """Returns a cause with the ids of the effects that the action cancelled."""
    return {**cause, "cancelled": cancelled} if cancelled else cause
