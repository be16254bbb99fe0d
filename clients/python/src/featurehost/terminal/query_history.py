"""Recall of earlier queries."""

from __future__ import annotations

from collections.abc import Sequence


class QueryHistory:
    """A position among the earlier queries, as in a shell: the typed text, then the newest query, then older ones."""

    def __init__(self) -> None:
        self._queries: list[str] = []
        self._place = 0

    def step(self, by: int, typed: str, history: Sequence[str]) -> str | None:
        """Returns the query `by` positions earlier than the current one; None if there is none.

        After the user has typed, the recall restarts at the newest query, and the typed text can be recalled too.
        """
        if self._place >= len(self._queries) or self._queries[self._place] != typed:
            self._queries, self._place = [typed, *(query for query in history if query != typed)], 0
        place = self._place + by
        if not 0 <= place < len(self._queries):
            return None
        self._place = place
        return self._queries[place]
