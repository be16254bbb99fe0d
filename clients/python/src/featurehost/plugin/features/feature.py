"""What a feature can say beside its state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import outcomes

if TYPE_CHECKING:
    from .instance import Instance

INSTANCE = "_featurehost_instance"


class Feature:
    """A base for features that hand something on, as dialogs do; others need none.

    The first thing that is handed on is the outcome of the `feature/run` that waits for it. Where none waits, as in
    tests of the class alone, nothing happens.
    """

    def complete(self, output: Any = None) -> None:
        """It is done, with what it hands on. Raises `TypeError` where that is not what `output` of the feature says."""
        if instance := self._instance:
            instance.hand_on(outcomes.completed(instance.declaration, output))

    def cancel(self) -> None:
        """It was left without being done."""
        if instance := self._instance:
            instance.hand_on({"outcome": "cancelled"})

    def fail(self, code: str, message: str) -> None:
        """It can't be done: a camelCase word for programs, and a sentence for people, which must repeat no secret."""
        if instance := self._instance:
            instance.hand_on(outcomes.failed(code, message))

    @property
    def _instance(self) -> Instance | None:
        return self.__dict__.get(INSTANCE)
