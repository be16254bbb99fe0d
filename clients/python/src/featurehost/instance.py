"""Instances and their children for programs without an event loop."""

from __future__ import annotations

from .base_child import BaseChild, BaseInstance
from .mirror import Path
from .shared import Blocking


class Child(Blocking, BaseChild["Child"]):
    """A child of an instance, whose methods block the thread."""

    def _at(self, path: Path) -> Child:
        return Child(self._host, self._mirror, path)


class Instance(Child, BaseInstance[Child]):
    """An open feature, whose methods block the thread."""
