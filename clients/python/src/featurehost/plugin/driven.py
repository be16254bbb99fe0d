"""A source that a test drives."""

from __future__ import annotations

import itertools
from typing import Any

from ..sources.source import Page
from .requests import Requests

_numbers = itertools.count(1)


class DrivenSource:
    """Sends a source the requests that a host would send; an operation gets a new id if `op_id` is None."""

    def __init__(self, peer: Requests, name: str) -> None:
        self.peer = peer
        self.name = name

    def rows(self, limit: int = 50) -> list[dict[str, Any]]:
        """Returns all rows, fetched page by page. Raises `AssertionError` if two rows have the same id."""
        rows: list[Any] = []
        ids: set[str] = set()
        start: dict[str, Any] = {"offset": 0}
        while True:
            page = self.fetch(limit=limit, **start)
            for row in page.items:
                # A row without a member `id` has its id in another member, which the workspace names.
                id = str(row.get("id", len(rows)))
                assert id not in ids, f"two rows have the id {id}, or a page comes again"
                ids.add(id)
                rows.append(row)
            if page.end_reached or page.end_reached is None and not page.next_cursor and len(page.items) < limit:
                return rows
            start = {"cursor": page.next_cursor} if page.next_cursor else {"offset": len(rows)}

    def fetch(self, *, limit: int = 50, **params: Any) -> Page:
        """Fetches a page with the params of `source/fetch`; without a cursor or an offset, fetches the first page."""
        if "cursor" not in params:
            params.setdefault("offset", 0)
        return _page(self._ask("fetch", limit=limit, **params))

    def search(self, query: str, *, limit: int = 50, **params: Any) -> Page:
        """Returns a page of results."""
        return _page(self._ask("search", query=query, limit=limit, **params))

    def insert(self, value: dict[str, Any], *, id: str, before: str | None = None, op_id: str | None = None) -> Any:
        """Inserts a row; returns the row as the source stores it."""
        return self._do("insert", op_id, id=id, value=value, beforeId=before).get("item", value)

    def update(
        self, id: str, patch: dict[str, Any], *, if_version: str | None = None, op_id: str | None = None
    ) -> Any:
        """Updates a row by a merge patch, and returns it; `if_version` is the version that the row must have."""
        named = {} if if_version is None else {"ifVersion": if_version}
        return self._do("update", op_id, id=id, patch=patch, **named)["item"]

    def move(self, *ids: str, before: str | None = None, after: str | None = None, op_id: str | None = None) -> None:
        """Moves rows before or after another row, or to the end."""
        self._do("move", op_id, ids=list(ids), **({"afterId": after} if after is not None else {"beforeId": before}))

    def delete(self, *ids: str, if_versions: dict[str, str] | None = None, op_id: str | None = None) -> None:
        """Deletes rows; `if_versions` are the expected versions by row id."""
        named = {} if if_versions is None else {"ifVersions": if_versions}
        self._do("delete", op_id, ids=list(ids), **named)

    def perform(self, operation: str, input: Any = None, *, op_id: str | None = None) -> dict[str, Any]:
        """Performs an operation; the result has `output` or `errors`."""
        return self._do("perform", op_id, operation=operation, input=input)

    def wait_changed(self) -> str | None:
        """Waits for the next `source/changed` of any source; returns its operation id, or None if it has none."""
        operation: str | None = self.peer.notices.get(timeout=self.peer.timeout).get("opId")
        return operation

    def _do(self, method: str, op_id: str | None, **params: Any) -> dict[str, Any]:
        return self._ask(method, opId=f"test-{next(_numbers)}" if op_id is None else op_id, **params)

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        return dict(self.peer.request(f"source/{method}", {"source": self.name, **params}))


def _page(result: dict[str, Any]) -> Page:
    members = ("nextCursor", "endReached", "totalCount", "matches", "versions")
    return Page(result["items"], *(result.get(member) for member in members))
