"""Rows in memory, with all edits."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from .failures import Conflict, SourceError, gone, invalid_data
from .requests import DeleteRequest, FetchRequest, InsertRequest, MoveRequest, Row, UpdateRequest
from .source import Page, Source, Versioned


class Rows(Source):
    """A source of ordered rows in memory, with unique ids.

    The program changes the rows from any thread by `put`, `remove` and `replace`, which notify the host. Do not modify
    a row in place: `put` a new one. Rows have versions: if a client updates a row that has changed since the client
    read it, the update raises `Conflict`.
    """

    def __init__(self, rows: Iterable[Row] = (), *, id: str = "id") -> None:
        """Stores rows, whose ids are in the member `id`. Raises `ValueError` if ids are invalid."""
        self._key = id
        self._lock = threading.RLock()
        self._rows = self._by_id(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        with self._lock:
            return iter(list(self._rows.values()))

    def get(self, id: str | int) -> Row | None:
        """Returns the row with an id; None if there is none."""
        return self._rows.get(str(id))

    def put(self, row: Row) -> None:
        """Replaces the row that has the id of `row`; appends `row` if there is none."""
        id = self._id(row)
        with self._lock:
            self._rows[id] = row
        self.changed()

    def remove(self, *ids: str | int) -> None:
        """Removes rows; ids that do not exist are no error."""
        with self._lock:
            found = [id for id in map(str, ids) if self._rows.pop(id, None) is not None]
        if found:
            self.changed()

    def replace(self, rows: Iterable[Row]) -> None:
        """Replaces all rows."""
        new = self._by_id(rows)
        with self._lock:
            self._rows = new
        self.changed()

    # Requests of the host

    def fetch(self, request: FetchRequest) -> Page:
        if request.has_query or request.offset is None:
            raise invalid_data(f"the source {request.source} can't `query`, and its pages are counted from the first")
        with self._lock:
            page = Page.cut(list(self._rows.values()), request)
        return replace(page, versions={self._id(row): version(row) for row in page.items})

    def insert(self, request: InsertRequest) -> Versioned:
        row = {self._key: request.id, **request.value}
        if str(row[self._key]) != request.id:
            raise invalid_data(f"the row {request.id} can't have the {self._key} {row[self._key]}")
        with self._lock:
            if request.id in self._rows:
                raise SourceError("duplicateId", f"there is a row with the id {request.id} already", retryable=False)
            if request.before_id is not None and request.before_id not in self._rows:
                raise gone(request.before_id)
            self._rows[request.id] = row
            self._place([request.id], request.before_id)
        self.changed(request.op_id)
        return Versioned(row, version(row))

    def update(self, request: UpdateRequest) -> Versioned:
        with self._lock:
            row = self._rows.get(request.id)
            if row is None:
                raise gone(request.id)
            if request.if_version not in (None, version(row)):
                raise Conflict(row, version(row))
            updated: Row = merged(row, request.patch)
            if str(updated.get(self._key)) != request.id:
                raise invalid_data(f"the row {request.id} must keep its {self._key}")
            self._rows[request.id] = updated
        self.changed(request.op_id)
        return Versioned(updated, version(updated))

    def move(self, request: MoveRequest) -> None:
        moving = set(request.ids)
        with self._lock:
            for id in (*request.ids, request.after_id, request.before_id):
                if id is not None and id not in self._rows:
                    raise gone(id)
            before = request.before_id
            if before in moving or request.after_id in moving:
                raise invalid_data(f"the row {before or request.after_id} can't be moved beside itself")
            if request.after_id is not None:
                order = list(self._rows)
                behind = order[order.index(request.after_id) + 1 :]
                before = next((id for id in behind if id not in moving), None)
            self._place([id for id in self._rows if id in moving], before)
        self.changed(request.op_id)

    def delete(self, request: DeleteRequest) -> None:
        with self._lock:
            for id in request.ids:
                row = self._rows.get(id)
                if row is not None and request.if_versions.get(id, version(row)) != version(row):
                    raise Conflict(row, version(row))
            for id in request.ids:
                self._rows.pop(id, None)
        self.changed(request.op_id)

    def _place(self, ids: list[str], before: str | None) -> None:
        """Moves rows directly before the row `before`, or to the end if it is None, in the order of `ids`."""
        moving = {id: self._rows.pop(id) for id in ids}
        if before is None:
            self._rows.update(moving)
            return
        placed: dict[str, Row] = {}
        for id, row in self._rows.items():
            if id == before:
                placed.update(moving)
            placed[id] = row
        self._rows = placed

    def _by_id(self, rows: Iterable[Row]) -> dict[str, Row]:
        found: dict[str, Row] = {}
        for row in rows:
            id = self._id(row)
            if id in found:
                raise ValueError(f"two rows have the {self._key} {id}: ids must differ")
            found[id] = row
        return found

    def _id(self, row: Row) -> str:
        id = row.get(self._key)
        if not isinstance(id, str | int) or isinstance(id, bool) or id == "":
            raise ValueError(f"a row needs a member {self._key}: a string that is not empty, or an integer")
        return str(id)


def version(row: Row) -> str:
    """Returns the version of a row; equal rows have equal versions, even in different processes."""
    return blake2b(json.dumps(row, sort_keys=True).encode(), digest_size=9).hexdigest()


def merged(value: Any, patch: Any) -> Any:
    """Returns a new value: the result of a JSON Merge Patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for key, change in patch.items():
        if change is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), change)
    return result
