"""The host's requests to a source, with types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..wire import INVALID_PARAMS, InvalidRequest

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SortKey:
    """A key by which rows are sorted; with `number`, a text that is a number is sorted as that number."""

    key: str
    descending: bool = False
    number: bool = False


@dataclass(frozen=True, slots=True)
class FetchRequest:
    """A request for a page of rows: the page that begins at index `offset`, or the page of `cursor`.

    `where`, `text`, `text_keys` and `sort` are only set if the workspace declares that the source can `query`.
    """

    source: str
    offset: int | None = 0
    limit: int = 50
    cursor: str | None = None
    refresh: bool = False
    where: Mapping[str, Any] | None = None
    text: str | None = None
    text_keys: tuple[str, ...] | None = None
    sort: tuple[SortKey, ...] = ()

    @property
    def has_query(self) -> bool:
        """True if the request filters or sorts the rows."""
        return self.where is not None or self.text is not None or bool(self.sort)


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A request for results of a query, the best first."""

    source: str
    query: str
    limit: int = 50
    cursor: str | None = None
    filter: str | None = None


@dataclass(frozen=True, slots=True)
class InsertRequest:
    """A new row, and the id of the row before which it is inserted; None inserts it at the end."""

    source: str
    op_id: str
    id: str
    value: Row
    before_id: str | None = None


@dataclass(frozen=True, slots=True)
class UpdateRequest:
    """A change of a row, as a JSON Merge Patch (RFC 7396).

    `if_version` is the required version of the row; raise `Conflict` for any other version. It is None if the source
    has given no version, or if the row is to be changed regardless of its version.
    """

    source: str
    op_id: str
    id: str
    patch: Row
    if_version: str | None = None


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """Rows to move directly after `after_id`, or else directly before `before_id`, or else to the end."""

    source: str
    op_id: str
    ids: tuple[str, ...]
    before_id: str | None = None
    after_id: str | None = None


@dataclass(frozen=True, slots=True)
class DeleteRequest:
    """Rows to delete; ids that do not exist are no error.

    `if_versions` has the required versions by row id. If a row has another version, raise `Conflict` and delete no
    row.
    """

    source: str
    op_id: str
    ids: tuple[str, ...]
    if_versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PerformRequest:
    """An operation of the source. The input may contain secrets, which no message may repeat."""

    source: str
    op_id: str
    operation: str
    input: Any = None


def read(method: str, params: Mapping[str, Any]) -> Any:
    """Reads the request of a method. Raises `InvalidRequest` if the params are invalid."""
    source = params["source"]
    if method == "fetch":
        cursor = _text(params, "cursor", None)
        return FetchRequest(
            source,
            None if cursor is not None else _integer(params, "offset", 0),
            _integer(params, "limit", 1),
            cursor,
            params.get("refresh") is True,
            _object(params, "where") if params.get("where") is not None else None,
            _text(params, "text", None),
            _texts(params, "textKeys") if params.get("textKeys") is not None else None,
            _sort(params),
        )
    if method == "search":
        query, limit = _text(params, "query"), _integer(params, "limit", 1)
        return SearchRequest(source, query, limit, _text(params, "cursor", None), _text(params, "filter", None))
    op_id = _text(params, "opId")
    if method == "insert":
        id, value = _text(params, "id"), _object(params, "value")
        return InsertRequest(source, op_id, id, value, _text(params, "beforeId", None))
    if method == "update":
        if_version = _text(params, "ifVersion", None)
        return UpdateRequest(source, op_id, _text(params, "id"), _object(params, "patch"), if_version)
    if method == "move":
        before, after = _text(params, "beforeId", None), _text(params, "afterId", None)
        return MoveRequest(source, op_id, _texts(params, "ids"), before, after)
    if method == "delete":
        named = _object(params, "ifVersions") if params.get("ifVersions") is not None else {}
        if not all(isinstance(version, str) for version in named.values()):
            raise wrong("ifVersions", "an object of strings")
        return DeleteRequest(source, op_id, _texts(params, "ids"), named)
    return PerformRequest(source, op_id, _text(params, "operation"), params.get("input"))


def wrong(name: str, wanted: str) -> InvalidRequest:
    """The error of an invalid param."""
    return InvalidRequest(INVALID_PARAMS, f"the param {name} must be {wanted}", {"param": name})


_NEEDED: Any = object()


def _text(params: Mapping[str, Any], name: str, default: Any = _NEEDED) -> Any:
    value = params.get(name)
    if value is None and default is not _NEEDED:
        return default
    if not isinstance(value, str):
        raise wrong(name, "a string")
    return value


def _integer(params: Mapping[str, Any], name: str, least: int) -> int:
    value = params.get(name)
    if type(value) is not int or value < least:
        raise wrong(name, f"an integer from {least}")
    return value


def _object(params: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = params.get(name)
    if not isinstance(value, dict):
        raise wrong(name, "an object")
    return value


def _texts(params: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = params.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise wrong(name, "an array of strings")
    return tuple(value)


def _sort(params: Mapping[str, Any]) -> tuple[SortKey, ...]:
    keys = params.get("sort") or []
    if not isinstance(keys, list) or not all(isinstance(key, dict) and isinstance(key.get("key"), str) for key in keys):
        raise wrong("sort", "an array of objects with a key")
    return tuple(SortKey(key["key"], key.get("descending") is True, key.get("number") is True) for key in keys)
