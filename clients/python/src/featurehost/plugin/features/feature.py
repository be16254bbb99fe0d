"""What a feature can say beside its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from . import outcomes
from .declaration import Declaration

INSTANCE = "_featurehost_instance"


class FeatureOwner(Protocol):
    """The instance that a feature belongs to while it is open."""

    declaration: Declaration

    def hand_on(self, result: Mapping[str, Any]) -> None:
        """Emits the result of the feature."""


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
    def _instance(self) -> FeatureOwner | None:
        return self.__dict__.get(INSTANCE)
