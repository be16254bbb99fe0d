"""A drawn row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Row:
    """A row in the window, with the marks before it, and the section to which it belongs."""

    id: str
    value: Mapping[str, Any]
    marks: str = ""
    matches: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    is_active: bool = False
    is_selected: bool = False
    is_failed: bool = False
    is_dim: bool = False
    section: str | None = None
