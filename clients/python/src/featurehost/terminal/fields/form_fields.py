"""The fields of a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.cells import cell_len

from ..lenient import items, members
from ..node import Node
from ..text import plain

Field = Mapping[str, Any]
# How far what is in a field stands in from it.
INDENT = 2
_WIDEST_LABEL = 20
_LEAST_LABEL = 8


@dataclass(frozen=True)
class FormFields:
    """All fields by their paths, at one revision."""

    node: Node

    @cached_property
    def by_path(self) -> Mapping[str, Field]:
        """The fields, also those that are not drawn."""
        return {path: members(field) for path, field in members(self.node.state.get("fields")).items()}

    def known(self, paths: object, within: str = "") -> list[str]:
        """Those paths that are a field's; of a field that holds others, those below it."""
        return [path for path in map(str, items(paths)) if path in self.by_path and path.startswith(within + "/")]

    def is_visible(self, path: str) -> bool:
        """Whether a field is to be drawn."""
        return self.by_path[path].get("visible") is not False

    def label_width(self, path: str) -> int:
        """How much room a field's label has: what is entered stands in one column, however deep a field is."""
        return max(self._column - _indent(path), _LEAST_LABEL)

    @cached_property
    def _column(self) -> int:
        labels = (_indent(path) + cell_len(plain(field.get("label"))) for path, field in self.by_path.items())
        return min(max(labels, default=0), _WIDEST_LABEL) + 4


def _indent(path: str) -> int:
    return INDENT * (path.count("/") - 1)
