"""A source that a test drives."""

from __future__ import annotations

import itertools
from typing import Any

from ..sources.source import Page
from .requests import Requests

_numbers = itertools.count(1)


class DrivenSource:
    """Asks a source what a host would ask; operations have ids of their own unless they are given one."""

    def __init__(self, peer: Requests, name: str) -> None:
        self.peer = peer
        self.name = name

    def rows(self, limit: int = 50) -> list[dict[str, Any]]:
        """All rows, page by page. Raises `AssertionError` where two have the same id."""
        rows: list[Any] = []
        ids: set[str] = set()
        start: dict[str, Any] = {"offset": 0}
        while True:
            page = self.fetch(limit=limit, **start)
            for row in page.items:
                # Rows without such a member have their ids elsewhere, as the workspace says.
                id = str(row.get("id", len(rows)))
                assert id not in ids, f"two rows have the id {id}, or a page comes again"
                ids.add(id)
                rows.append(row)
            if page.end_reached or page.end_reached is None and not page.next_cursor and len(page.items) < limit:
                return rows
            start = {"cursor": page.next_cursor} if page.next_cursor else {"offset": len(rows)}

    def fetch(self, *, limit: int = 50, **params: Any) -> Page:
        """A page; the params are those of `source/fetch`, and without a cursor it begins at the first row."""
        if "cursor" not in params:
            params.setdefault("offset", 0)
        return _page(self._ask("fetch", limit=limit, **params))

    def search(self, query: str, *, limit: int = 50, **params: Any) -> Page:
        """A page of results."""
        return _page(self._ask("search", query=query, limit=limit, **params))

    def insert(self, value: dict[str, Any], *, id: str, before: str | None = None, op_id: str | None = None) -> Any:
        """Adds a row; the result is the row as it is then."""
        return self._do("insert", op_id, id=id, value=value, beforeId=before).get("item", value)

    def update(
        self, id: str, patch: dict[str, Any], *, if_version: str | None = None, op_id: str | None = None
    ) -> Any:
        """Changes a row by a merge patch, of the version that is named; the result is the row as it is then."""
        named = {} if if_version is None else {"ifVersion": if_version}
        return self._do("update", op_id, id=id, patch=patch, **named)["item"]

    def move(self, *ids: str, before: str | None = None, after: str | None = None, op_id: str | None = None) -> None:
        """Moves rows before or behind another, or to the end."""
        self._do("move", op_id, ids=list(ids), **({"afterId": after} if after is not None else {"beforeId": before}))

    def delete(self, *ids: str, if_versions: dict[str, str] | None = None, op_id: str | None = None) -> None:
        """Takes rows away, of the versions that are named by their ids."""
        named = {} if if_versions is None else {"ifVersions": if_versions}
        self._do("delete", op_id, ids=list(ids), **named)

    def perform(self, operation: str, input: Any = None, *, op_id: str | None = None) -> dict[str, Any]:
        """Has an operation done; the result has `output`, or `errors`."""
        return self._do("perform", op_id, operation=operation, input=input)

    def wait_changed(self) -> str | None:
        """Waits for the next notice of a change, of any source; the operation that it names."""
        operation: str | None = self.peer.notices.get(timeout=self.peer.timeout).get("opId")
        return operation

    def _do(self, method: str, op_id: str | None, **params: Any) -> dict[str, Any]:
        return self._ask(method, opId=f"test-{next(_numbers)}" if op_id is None else op_id, **params)

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        return dict(self.peer.request(f"source/{method}", {"source": self.name, **params}))


def _page(result: dict[str, Any]) -> Page:
    members = ("nextCursor", "endReached", "totalCount", "matches", "versions")
    return Page(result["items"], *(result.get(member) for member in members))
