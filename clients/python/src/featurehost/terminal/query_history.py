"""Earlier queries, brought back one after the other."""

from __future__ import annotations

from collections.abc import Sequence


class QueryHistory:
    """A place among the queries of before, as in a shell: the newest first, and before that what was typed."""

    def __init__(self) -> None:
        self._queries: list[str] = []
        self._place = 0

    def step(self, by: int, typed: str, history: Sequence[str]) -> str | None:
        """The query so many places earlier than the one in the line; None where there is none.

        What a person has typed since begins anew at the newest, and is kept to come back to.
        """
        if self._place >= len(self._queries) or self._queries[self._place] != typed:
            self._queries, self._place = [typed, *(query for query in history if query != typed)], 0
        place = self._place + by
        if not 0 <= place < len(self._queries):
            return None
        self._place = place
        return self._queries[place]
