"""The actions and tasks of a feature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .hints import Parameter
from .marks import Mark


class Action(NamedTuple):
    """An operation of a feature: one of its own actions, an action that every feature has, or a task."""

    wire: str
    title: str
    mark: Mark
    method: str | None
    """The method that performs the action; None for an action that every feature has."""
    parameters: Sequence[Parameter]
