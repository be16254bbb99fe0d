"""The actions and tasks of a feature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .hints import Parameter
from .marks import Mark


class Action(NamedTuple):
    """Something that a feature does: an action of its own, one that every feature has, or a task."""

    wire: str
    title: str
    mark: Mark
    method: str | None
    """The method that does it; None for one that every feature has."""
    parameters: Sequence[Parameter]
