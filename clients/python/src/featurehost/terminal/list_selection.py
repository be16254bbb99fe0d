"""Which rows of a list or of a search are selected."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .lenient import items, members


@dataclass(frozen=True)
class ListSelection:
    """Some rows, or all but some."""

    all: bool
    ids: Collection[Any]
    left_out: Collection[Any]

    @staticmethod
    def of(state: Mapping[str, Any]) -> ListSelection:
        """The selection in a list's state."""
        selection = members(state.get("selection"))
        return ListSelection(selection.get("all") is True, items(selection.get("ids")), items(selection.get("except")))

    @staticmethod
    def of_search(state: Mapping[str, Any]) -> ListSelection:
        """The one that a search's state has."""
        return ListSelection(False, items(state.get("selectedIds")), ())

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to clear."""
        return not self.all and not self.ids

    def has(self, id: str) -> bool:
        """Whether a row is selected."""
        return id not in self.left_out if self.all else id in self.ids

    def summary(self) -> str:
        """How many are selected; nothing where none are."""
        if self.all:
            return f"all but {len(self.left_out):,} selected" if self.left_out else "all selected"
        return f"{len(self.ids):,} selected" if self.ids else ""
