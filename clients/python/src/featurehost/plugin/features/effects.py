"""Effects: actions that take time and show their state step by step."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from .errors import Operation


class EffectOwner(Protocol):
    """The instance of an effect."""

    def effect_paused(self, effect: Effect) -> None:
        """Called when an effect waits, or has reached a `yield`."""

    def effect_ended(self, effect: Effect, problem: BaseException | None) -> None:
        """Called when an effect has ended."""


class Effect(Coroutine[Any, Any, None]):
    """A method that runs as a task of the event loop, and notifies its instance of each step that ends in a wait.

    A generator notifies of its first step in the same way, and after that only of each `yield`. Steps of a cancelled
    effect cause no notification.
    """

    def __init__(self, id: str, operation: Operation, cause: dict[str, Any], owner: EffectOwner) -> None:
        self.id = id
        self.operation = operation
        self.cause = cause
        """The cause of the revision that the first step makes."""
        self.has_begun = False
        self.is_cancelled = False
        self._owner = owner
        self._waits_for_yield = False
        self._began: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._work: Coroutine[Any, Any, Any] | None = None
        self._task: asyncio.Task[None] | None = None

    def wire(self) -> dict[str, Any]:
        """The effect in the JSON of a snapshot."""
        action = self.operation.action
        return {"id": self.id, "name": action.wire, "background": action.mark.background}

    async def begin(self, method: Callable[..., Any]) -> None:
        """Starts the effect, and returns after its first step. Raises the exception of a refusal in that step."""
        made = method(**self.operation.arguments)
        self._waits_for_yield = inspect.isasyncgen(made)
        self._work = self._follow(made) if self._waits_for_yield else made
        self._task = asyncio.get_running_loop().create_task(self)
        await self._began

    def begun(self, refusal: Exception | None = None) -> None:
        """Records that the first step is done, or was refused."""
        self.has_begun = True
        if not self._began.done():
            if refusal:
                self._began.set_exception(refusal)
            else:
                self._began.set_result(None)

    def cancel(self) -> asyncio.Task[None] | None:
        """Cancels the effect; its later changes make no revision. Returns the task to wait for, if there is one."""
        self.is_cancelled = True
        if self._task:
            self._task.cancel()
        self.begun()
        return self._task

    def send(self, value: Any) -> Any:
        return self._step(lambda work: work.send(value))

    def throw(self, *problem: Any) -> Any:
        return self._step(lambda work: work.throw(*problem))

    def close(self) -> None:
        if self._work:
            self._work.close()

    def __await__(self) -> Any:
        raise RuntimeError("an effect is run by its task alone")

    def _step(self, go: Callable[[Coroutine[Any, Any, Any]], Any]) -> Any:
        assert self._work
        try:
            waits_for = go(self._work)
        except StopIteration:
            self._owner.effect_ended(self, None)
            raise
        except asyncio.CancelledError:
            # A cancellation is no error, regardless of its origin.
            self._owner.effect_ended(self, None)
            raise
        except (Exception, SystemExit) as problem:
            self._owner.effect_ended(self, problem)
            raise StopIteration(None) from None
        if not self.has_begun or not self._waits_for_yield:
            self._owner.effect_paused(self)
        return waits_for

    async def _follow(self, made: Any) -> None:
        async with contextlib.aclosing(made):
            async for _ in made:
                self._owner.effect_paused(self)
