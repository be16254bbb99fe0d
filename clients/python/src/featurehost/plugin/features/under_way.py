"""The running effects of an instance."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from .effects import Effect, EffectOwner
from .errors import Operation

# The maximum time to wait for the end of a cancelled effect before its replacement begins.
CLEANING_SECONDS = 1.0


class Effects:
    """The effects of an instance that have not ended, oldest first. No id is used twice."""

    def __init__(self) -> None:
        self._by_id: dict[str, Effect] = {}
        self._numbers: dict[str, int] = {}

    @property
    def is_settled(self) -> bool:
        """True if there are only background effects."""
        return all(effect.operation.action.mark.background for effect in self._by_id.values())

    def wire(self) -> list[dict[str, Any]]:
        """The effects in the JSON of a snapshot."""
        return [effect.wire() for effect in self._by_id.values() if effect.has_begun]

    def busy(self) -> dict[str, str]:
        """Returns the actions that are unavailable because they run, with their reasons."""
        under_way = (effect.operation.action for effect in self._by_id.values())
        return {action.wire: action.mark.busy for action in under_way if action.mark.busy}

    def of_tasks(self) -> list[Effect]:
        """Returns the effects of operations that start when the feature is opened."""
        return [effect for effect in self._by_id.values() if effect.operation.action.mark.on_open]

    def cancelled_by(self, operation: Operation) -> list[Effect]:
        """Returns the running effects that an operation cancels."""
        action = operation.action
        methods = [action.method if name == "." else name for name in action.mark.cancels]
        return [effect for effect in self._by_id.values() if effect.operation.action.method in methods]

    def add(self, operation: Operation, cause: dict[str, Any], owner: EffectOwner) -> Effect:
        """Creates an effect that has not begun."""
        wire = operation.action.wire
        number = self._numbers[wire] = self._numbers.get(wire, 0) + 1
        effect = self._by_id[f"{wire}-{number}"] = Effect(f"{wire}-{number}", operation, cause, owner)
        return effect

    def remove(self, effect: Effect) -> None:
        """Removes an effect that has ended."""
        del self._by_id[effect.id]

    def close(self) -> list[asyncio.Task[None]]:
        """Cancels all effects; returns the tasks to wait for."""
        tasks = [effect.cancel() for effect in self._by_id.values()]
        self._by_id.clear()
        return [task for task in tasks if task]

    async def cancel(self, effects: Iterable[Effect] | None = None) -> list[str]:
        """Cancels effects, by default all, and waits briefly while they clean up; returns their ids."""
        ids, tasks = [], []
        for effect in list(self._by_id.values()) if effects is None else effects:
            self.remove(effect)
            ids.append(effect.id)
            tasks.append(effect.cancel())
        if waiting := [task for task in tasks if task]:
            await asyncio.wait(waiting, timeout=CLEANING_SECONDS)
        return ids
