"""The selected rows of a list or a search."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .lenient import items, members


@dataclass(frozen=True)
class ListSelection:
    """The selected rows: those in `ids`, or all rows except those in `left_out`."""

    all: bool
    ids: Collection[Any]
    left_out: Collection[Any]

    @staticmethod
    def of(state: Mapping[str, Any]) -> ListSelection:
        """Returns the selection in a list's state."""
        selection = members(state.get("selection"))
        return ListSelection(selection.get("all") is True, items(selection.get("ids")), items(selection.get("except")))

    @staticmethod
    def of_search(state: Mapping[str, Any]) -> ListSelection:
        """Returns the selection in a search's state."""
        return ListSelection(False, items(state.get("selectedIds")), ())

    @property
    def is_empty(self) -> bool:
        """True if no row is selected."""
        return not self.all and not self.ids

    def has(self, id: str) -> bool:
        """Returns true if a row is selected."""
        return id not in self.left_out if self.all else id in self.ids

    def summary(self) -> str:
        """Returns the number of selected rows as text; empty if there are none."""
        if self.all:
            return f"all but {len(self.left_out):,} selected" if self.left_out else "all selected"
        return f"{len(self.ids):,} selected" if self.ids else ""
