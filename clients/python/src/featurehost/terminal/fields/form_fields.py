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
# The indentation of a field within another field.
INDENT = 2
_WIDEST_LABEL = 20
_LEAST_LABEL = 8


@dataclass(frozen=True)
class FormFields:
    """All fields of a form by path, at one revision."""

    node: Node

    @cached_property
    def by_path(self) -> Mapping[str, Field]:
        """The fields, including those that are not drawn."""
        return {path: members(field) for path, field in members(self.node.state.get("fields")).items()}

    def known(self, paths: object, within: str = "") -> list[str]:
        """Returns those of `paths` that the form has; with `within`, only the paths of fields within that field."""
        return [path for path in map(str, items(paths)) if path in self.by_path and path.startswith(within + "/")]

    def is_visible(self, path: str) -> bool:
        """Returns true if a field is visible."""
        return self.by_path[path].get("visible") is not False

    def label_width(self, path: str) -> int:
        """Returns the width of a field's label; values are in one column, regardless of the depth of the field."""
        return max(self._column - _indent(path), _LEAST_LABEL)

    @cached_property
    def _column(self) -> int:
        labels = (_indent(path) + cell_len(plain(field.get("label"))) for path, field in self.by_path.items())
        return min(max(labels, default=0), _WIDEST_LABEL) + 4


def _indent(path: str) -> int:
    return INDENT * (path.count("/") - 1)
