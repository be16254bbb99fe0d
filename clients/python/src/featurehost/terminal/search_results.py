"""The results of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .lenient import items, members, objects, whole
from .list_filter import ListFilter
from .list_selection import ListSelection
from .node import Node
from .row import Row
from .text import grouped, plain

_ACTIVE, _SELECTED, _STALE, _DISABLED = "›", "●", "~", "×"
# The id of the group of ungrouped results.
_UNGROUPED = "results"


class SearchResults:
    """The rows in a search's state, and their number."""

    def __init__(self, node: Node) -> None:
        self._state = node.state
        self._can_select = node.can("toggleSelection")
        self._append = members(node.state.get("append"))
        self._can_load_more = self._append.get("endReached") is False and node.can("loadMore")
        self._selection = ListSelection.of_search(node.state)

    @property
    def is_stale(self) -> bool:
        """True if the results belong to an older query."""
        return self._state.get("isStale") is True

    def rows(self) -> Iterator[Row]:
        """Yields the rows in the window; rows of groups have the group's title."""
        groups = objects(self._state.get("groups"))
        is_grouped = len(groups) > 1 or any(group.get("id") != _UNGROUPED for group in groups)
        for group in groups:
            for item in objects(group.get("items")):
                yield self._row(item, plain(group.get("title")) if is_grouped else None)

    def _row(self, item: Mapping[str, Any], section: str | None) -> Row:
        id, is_disabled = str(item.get("id")), item.get("enabled") is False
        is_active, is_selected = id == self._state.get("activeId"), self._selection.has(id)
        marks = _ACTIVE if is_active else " "
        if self._can_select or not self._selection.is_empty:
            marks += _SELECTED if is_selected else " "
        # The mark distinguishes dim rows for users who see no colours.
        marks += _DISABLED if is_disabled else _STALE if self.is_stale else " "
        return Row(
            id,
            members(item.get("value")),
            marks=marks + " ",
            matches={plain(match.get("key")): _ranges(match) for match in objects(item.get("matches"))},
            is_active=is_active,
            is_selected=is_selected,
            is_dim=is_disabled or self.is_stale,
            section=section,
        )

    def message(self) -> str:
        """Returns the message in place of the rows, if there are none."""
        state = self._state
        match state.get("empty"):
            case "noResults":
                return "Nothing matches."
            case "prompt":
                # The query is not empty, but the host treats it as empty.
                return self._too_short() if plain(state.get("query")).strip() else ""
        if state.get("status") == "failed":
            return "The search has failed."
        return "Searching…" if state.get("status") == "stalled" else plain(state.get("empty"))

    def _too_short(self) -> str:
        least = whole(self._state.get("minLength"))
        return f"{least:,} characters at least." if least > 1 else "The query is too short."

    def info(self, *, tells_performing: bool = False) -> str:
        """Returns information about the results; with `tells_performing`, also about running work of the source."""
        state = self._state
        status, append = state.get("status"), self._append.get("status")
        # Most searches end before the user could read a notice, so only a slow one is reported.
        performing = self._performing() if tells_performing else ""
        waiting = "searching…" if status == "stalled" else "loading more…" if append == "loading" else ""
        failed = "failed" if "failed" in (status, append) else ""
        names = ListFilter.of(state).names(state)
        more = "more with ctrl+l" if self._can_load_more and append == "idle" else ""
        said = (performing, waiting, failed, *names, self._selection.summary(), self._counts(), more)
        return " · ".join(filter(None, said))

    def _performing(self) -> str:
        id = members(self._state.get("performing")).get("action")
        titles = (action.get("title") for action in objects(self._state.get("actions")) if action.get("id") == id)
        return f"{plain(next(titles, id))}… esc stops it" if id is not None else ""

    def _counts(self) -> str:
        state, count, total = self._state, whole(self._state.get("count")), self._state.get("totalCount")
        if state.get("resultsQuery") is None:
            return "" if total is None else f"{grouped(total)} to search"
        is_matching = state.get("status") in ("loading", "stalled") and not self.is_stale
        is_open = self._append.get("endReached") is False and total is None
        counts = f"{count:,}" + ("+" if is_matching or is_open else "")
        return counts if total is None else f"{counts} of {grouped(total)}"


def _ranges(match: Mapping[str, Any]) -> list[tuple[int, int]]:
    pairs = [items(pair) for pair in items(match.get("ranges"))]
    return [(whole(pair[0]), whole(pair[1])) for pair in pairs if len(pair) == 2]
