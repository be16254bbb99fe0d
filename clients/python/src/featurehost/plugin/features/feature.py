"""The outputs of a feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from . import outcomes
from .declaration import Declaration

INSTANCE = "_featurehost_instance"


class FeatureOwner(Protocol):
    """The instance of an open feature."""

    declaration: Declaration

    def hand_on(self, result: Mapping[str, Any]) -> None:
        """Emits the result of the feature."""


class Feature:
    """A base class for features with an output, such as dialogs; other features need no base class.

    The first output is the outcome of the waiting `feature/run`. Without a waiting request, such as in tests of the
    class alone, an output has no effect.
    """

    def complete(self, output: Any = None) -> None:
        """Completes the feature with an output. Raises `TypeError` if the output does not fit the declared `output`."""
        if instance := self._instance:
            instance.hand_on(outcomes.completed(instance.declaration, output))

    def cancel(self) -> None:
        """Ends the feature as cancelled."""
        if instance := self._instance:
            instance.hand_on({"outcome": "cancelled"})

    def fail(self, code: str, message: str) -> None:
        """Ends the feature as failed, with a camelCase code for programs and a sentence for users without secrets."""
        if instance := self._instance:
            instance.hand_on(outcomes.failed(code, message))

    @property
    def _instance(self) -> FeatureOwner | None:
        return self.__dict__.get(INSTANCE)
