"""A source of rows in memory, written without a library."""

from __future__ import annotations

import json
import unicodedata
import zlib
from collections.abc import Callable
from typing import Any

from .common import Failure, Row


def same(one: Any, other: Any) -> bool:
    """Returns true if two values are equal as JSON: in Python, 1 also equals True."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)


def folded(text: str) -> str:
    """Returns a text without case and accents."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def as_number(value: Any) -> float | None:
    """Returns a number, or the number in a text; None for other values."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except ValueError:
        return None


def equals(value: Any, wanted: Any) -> bool:
    """Returns true if a row's value equals a wanted one; the text of a number or a Boolean also equals it."""
    if isinstance(value, str) and isinstance(wanted, bool):
        return value == str(wanted).lower()
    if isinstance(value, str) and isinstance(wanted, int | float):
        return as_number(value) == wanted
    return same(value, wanted)


def is_beyond(value: Any, limit: Any, sign: int) -> bool:
    """Returns true if a value is above (`sign` 1) or below (-1) a limit."""
    if isinstance(limit, str):
        if not isinstance(value, str):
            return False
        value, limit = folded(value), folded(limit)
    else:
        value = as_number(value)
    return value is not None and (value > limit if sign > 0 else value < limit)


def passes(row: Row, condition: dict[str, Any]) -> bool:
    """Returns true if a row meets a condition."""
    if "all" in condition:
        return all(passes(row, one) for one in condition["all"])
    if "any" in condition:
        return any(passes(row, one) for one in condition["any"])
    if "not" in condition:
        return not passes(row, condition["not"])
    value = row.get(condition["key"])
    is_there = value is not None
    checks = {
        "equals": lambda wanted: equals(value, wanted),
        "contains": lambda wanted: is_there and has(value, wanted),
        "in": lambda wanted: any(equals(value, one) for one in wanted),
        "greater": lambda wanted: is_there and is_beyond(value, wanted, 1),
        "less": lambda wanted: is_there and is_beyond(value, wanted, -1),
    }
    return all(checks[name](wanted) for name, wanted in condition.items() if name in checks)


def has(value: Any, wanted: Any) -> bool:
    """Returns true if a text contains another text, or an array contains an element."""
    if isinstance(value, list):
        return any(equals(one, wanted) for one in value)
    return isinstance(value, str) and isinstance(wanted, str) and folded(wanted) in folded(value)


def has_words(row: Row, text: str, keys: list[str] | None) -> bool:
    """Returns true if each word of a text occurs in one of the row's members."""
    values = [row.get(key) for key in keys] if keys is not None else list(row.values())
    texts = [folded(str(value)) for value in values if isinstance(value, str) or as_number(value) is not None]
    return all(any(folded(word) in text for text in texts) for word in text.split())


def rank(value: Any, is_number: bool) -> tuple[Any, ...]:
    """Returns the sort key of a value."""
    number = as_number(value) if is_number or not isinstance(value, str) else None
    if number is not None:
        return (0, number)
    if isinstance(value, str):
        return (1, folded(value), value)
    return (2, value) if isinstance(value, bool) else (3, json.dumps(value))


def in_order(rows: list[Row], keys: list[dict[str, Any]]) -> list[Row]:
    """Returns sorted rows; rows without a value are last in both directions."""
    for key in reversed(keys):
        there = [row for row in rows if row.get(key["key"]) is not None]
        there.sort(
            key=lambda row: rank(row[key["key"]], key.get("number") is True), reverse=key.get("descending") is True
        )
        rows = there + [row for row in rows if row.get(key["key"]) is None]
    return rows


def merged(value: Any, patch: Any) -> Any:
    """Returns a value after a JSON Merge Patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    changed = dict(value) if isinstance(value, dict) else {}
    for key, change in patch.items():
        if change is None:
            changed.pop(key, None)
        else:
            changed[key] = merged(changed.get(key), change)
    return changed


def version(row: Row) -> str:
    """Returns the version of a row, which differs for different contents."""
    return f"{zlib.crc32(json.dumps(row, sort_keys=True).encode()):08x}"


class Conflict(Failure):
    """The version of a row differs from the one that an update requires."""

    def __init__(self, row: Row) -> None:
        super().__init__(f"others have changed the row {row['id']}", "conflict")
        self.error["data"].update(item=row, version=version(row))


class Source:
    """Rows in memory, with versions."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.done: dict[str, Any] = {}

    def answer(self, method: str, params: dict[str, Any]) -> Any:
        """Returns the result of a request."""
        do = {"fetch": self.fetch, "search": self.search, "perform": self.perform}.get(method)
        if do:
            return do(params)
        return self.once(params["opId"], lambda: getattr(self, method)(params))

    def once(self, operation: str, do: Callable[[], Any]) -> Any:
        if operation not in self.done:
            self.done[operation] = do()
        return self.done[operation]

    def fetch(self, params: dict[str, Any]) -> Any:
        return self.page(self.sorted(self.chosen(self.rows, params), params), params)

    def chosen(self, rows: list[Row], params: dict[str, Any]) -> list[Row]:
        where, text = params.get("where"), params.get("text")
        rows = [row for row in rows if passes(row, where)] if where is not None else rows
        return [row for row in rows if has_words(row, text, params.get("textKeys"))] if text else rows

    def sorted(self, rows: list[Row], params: dict[str, Any]) -> list[Row]:
        return in_order(rows, params.get("sort") or [])

    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        start = int(params["cursor"]) if params.get("cursor") is not None else params.get("offset") or 0
        end = min(len(rows), start + params["limit"])
        page = {"items": rows[start:end], "endReached": end == len(rows), "totalCount": len(rows)}
        page["versions"] = {str(row["id"]): version(row) for row in page["items"] if "id" in row}
        # A request by offset gets no cursor; any other request gets the cursor of the next page.
        return page if "offset" in params else {**page, "nextCursor": None if end == len(rows) else str(end)}

    def search(self, params: dict[str, Any]) -> Any:
        if params.get("filter") is not None:
            raise Failure(f"there is no filter {params['filter']}", "unknownFilter")
        found = [row for row in self.rows if has_words(row, params["query"], None)]
        return self.page(found, {**params, "cursor": params.get("cursor") or "0"})

    def together(self, do: Callable[[dict[str, Any]], Any], params: dict[str, Any]) -> Any:
        """Applies an edit to several rows; if one fails, restores all."""
        before = list(self.rows)
        try:
            rows = [do(item)["item"] for item in params["items"]]
        except Failure:
            self.rows = before
            raise
        return {"items": rows, "versions": {str(row["id"]): version(row) for row in rows}}

    def insert(self, params: dict[str, Any]) -> Any:
        if "items" in params:
            return self.together(self.insert, params)
        if self.place(params["id"]) is not None:
            raise Failure(f"there is a row {params['id']} already", "duplicateId")
        row = {"id": params["id"], **params["value"]}
        self.put([row], params.get("beforeId"))
        return {"item": row, "version": version(row)}

    def update(self, params: dict[str, Any]) -> Any:
        if "items" in params:
            return self.together(self.update, params)
        place = self.needed(params["id"])
        row = self.rows[place]
        if params.get("ifVersion") not in (None, version(row)):
            raise Conflict(row)
        self.rows[place] = row = merged(row, params["patch"])
        return {"item": row, "version": version(row)}

    def move(self, params: dict[str, Any]) -> Any:
        for id in params["ids"]:
            self.needed(id)
        moving = [row for row in self.rows if str(row["id"]) in params["ids"]]
        before = params.get("beforeId")
        if (after := params.get("afterId")) is not None:
            behind = self.rows[self.needed(after) + 1 :]
            before = next((str(row["id"]) for row in behind if row not in moving), None)
        elif before is not None:
            self.needed(before)
        self.rows = [row for row in self.rows if row not in moving]
        self.put(moving, before)
        return {}

    def delete(self, params: dict[str, Any]) -> Any:
        versions = params.get("ifVersions", {})
        for row in self.rows:
            if str(row["id"]) in params["ids"] and versions.get(str(row["id"])) not in (None, version(row)):
                raise Conflict(row)
        self.rows = [row for row in self.rows if str(row["id"]) not in params["ids"]]
        return {}

    def perform(self, params: dict[str, Any]) -> Any:
        raise Failure(f"there is no operation {params['operation']}", "unknownOperation")

    def put(self, rows: list[Row], before: str | None) -> None:
        place = len(self.rows) if before is None else self.needed(before)
        self.rows[place:place] = rows

    def place(self, id: str) -> int | None:
        return next((place for place, row in enumerate(self.rows) if str(row["id"]) == id), None)

    def needed(self, id: str) -> int:
        if (place := self.place(id)) is None:
            raise Failure(f"there is no row {id}", "targetGone")
        return place
