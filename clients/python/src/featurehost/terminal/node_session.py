"""The part of a session that a node and its widgets use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from ..model import ActionEntry

NodeType = TypeVar("NodeType", covariant=True)
T = TypeVar("T")


class NodeSession(Protocol[NodeType]):
    """The members of `Session` that concern shown features."""

    changed: asyncio.Event
    generation: int
    say: Callable[[str], None]

    @property
    def is_waiting(self) -> bool: ...
    def node(self, instance: str) -> NodeType: ...
    def title(self, feature: str) -> str: ...
    def actions(self, feature: str) -> frozenset[str] | None: ...
    def action(self, feature: str, name: str) -> ActionEntry | None: ...
    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]: ...
    def in_turn(self, work: Callable[[], asyncio.Task[Any] | None]) -> None: ...
    def send(
        self,
        instance: str,
        path: tuple[str, ...],
        action: str,
        params: dict[str, Any],
        *,
        quiet: bool,
        title: str | None = None,
    ) -> asyncio.Task[int | None]: ...
