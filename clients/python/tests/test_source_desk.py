"""Exceptions, results and missing answers of a source, and the resulting messages to the host."""

from __future__ import annotations

import asyncio
import errno
import logging
from typing import Any

import pytest
from featurehost import (
    Conflict,
    FetchRequest,
    InsertRequest,
    InvalidValues,
    Mistake,
    Page,
    PerformRequest,
    RequestError,
    Row,
    Rows,
    SearchRequest,
    Source,
    SourceError,
    UpdateRequest,
    Versioned,
    source,
)
from featurehost.plugin.testing import serving


def fails(problem: BaseException) -> Source:
    @source("failing")
    def failing(request: FetchRequest) -> list[Row]:
        raise problem

    return failing


def test_a_source_is_a_function_and_its_list_is_cut_into_pages() -> None:
    calls = []

    @source("numbers")
    async def numbers(request: FetchRequest) -> list[Row]:
        calls.append(request)
        return [{"id": number, "call": len(calls)} for number in range(5)]

    assert numbers.name == "numbers"
    with serving(numbers) as driven:
        assert [row["id"] for row in driven.rows(limit=2)] == [0, 1, 2, 3, 4]
        assert len(calls) == 1
        assert driven.fetch(offset=4, refresh=True).items == [{"id": 4, "call": 2}]
        assert (calls[1].refresh, driven.fetch(limit=1).total_count, len(calls)) == (True, 5, 3)
        with pytest.raises(SourceError, match="must not say that it can `query`"):
            driven.fetch(where={"key": "id", "equals": 1})


def test_a_source_that_pages_by_itself_gets_all_that_is_asked() -> None:
    asked: list[FetchRequest] = []

    class Paged(Source):
        def fetch(self, request: FetchRequest) -> Page:
            asked.append(request)
            if request.cursor:
                return Page([{"id": request.cursor}], end_reached=True)
            return Page([{"id": "first"}], next_cursor="next", total_count=2)

    with serving(Paged()) as driven:
        assert driven.rows(limit=1) == [{"id": "first"}, {"id": "next"}]
        driven.fetch(where={"key": "n"}, text="a", textKeys=["n"], sort=[{"key": "n", "number": True}])
    query = asked[2]
    assert (asked[0].offset, asked[1].offset, asked[1].cursor) == (0, None, "next")
    assert (query.where, query.text, query.text_keys) == ({"key": "n"}, "a", ("n",))
    assert [(key.key, key.descending, key.number) for key in query.sort] == [("n", False, True)]


def test_results_are_a_list_or_pages_with_matches() -> None:
    class Found(Source):
        def search(self, request: SearchRequest) -> Page | list[Row]:
            if request.filter:
                matches = {"a": [{"key": "id", "ranges": [[0, 1]]}]}
                return Page([{"id": "a"}], end_reached=True, matches=matches)
            return [{"id": f"{request.query}{number}"} for number in range(3)]

    with serving(Found()) as driven:
        first = driven.search("x", limit=2)
        assert ([row["id"] for row in first.items], first.end_reached) == (["x0", "x1"], False)
        assert driven.search("x", limit=2, cursor=first.next_cursor).items == [{"id": "x2"}]
        assert driven.search("x", filter="f").matches == {"a": [{"key": "id", "ranges": [[0, 1]]}]}


@pytest.mark.parametrize(
    ("problem", "code", "message"),
    [
        (SourceError("networkError", "no line"), "networkError", "no line"),
        (KeyError("x"), "sourceFailed", "source/fetch failed: KeyError: 'x'"),
        (FileNotFoundError(errno.ENOENT, "No such file", "rows"), "notFound", "No such file: 'rows'"),
        (PermissionError(errno.EACCES, "Permission denied"), "permissionDenied", "Permission denied"),
        (OSError(errno.ENOSPC, "No space left"), "diskFull", "No space"),
        (OSError(errno.EMFILE, "Too many open files"), "systemLimit", "Too many open files"),
        (OSError(errno.EIO, "Input/output error"), "fileError", "Input/output"),
        (TimeoutError(), "timeout", "source/fetch failed: TimeoutError$"),
        (SystemExit(3), "sourceFailed", "wanted to exit, with 3"),
        (asyncio.CancelledError(), "sourceFailed", "gave up by itself"),
        (RecursionError("deep"), "sourceFailed", "deep"),
    ],
)
def test_what_is_raised_is_told_and_ends_nothing_else(problem: BaseException, code: str, message: str) -> None:
    with serving(fails(problem)) as driven:
        for _ in range(2):
            with pytest.raises(SourceError, match=message) as refused:
                driven.fetch()
            assert refused.value.code == code
        assert driven.peer.request("ping") is None


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "fetch of source must return a list of rows or a Page, not None"),
        ({"items": []}, "not dict"),
        (["row"], "row 1 of source must be a mapping such as a dict, not str"),
        ([{"id": object()}], "can't be said in JSON: Object of type object"),
        ([{"id": 1, "n": float("nan")}], "can't be said in JSON"),
        ([{"id": 1}, {"id": 2, "n": 1 << 63}], "items/1/n is an integer of more than 64 bits"),
        ([{"id": 1, "deep": [{"t": "a\udc80"}]}], "items/0/deep/0/t holds half a character"),
        ([{"id": 1, "a\0": 1}], "a key of items/0 holds the character U\\+0000"),
    ],
)
def test_what_is_returned_and_cannot_be_sent_is_named(returned: Any, message: str) -> None:
    with serving(source("x")(lambda request: returned)) as driven:
        with pytest.raises(SourceError, match=message) as refused:
            driven.fetch()
        assert (refused.value.code, refused.value.retryable) == ("invalidData", False)


def test_what_only_looks_odd_is_sent() -> None:
    row = {"id": 1, "n": -(1 << 63), "m": (1 << 63) - 1, "t": "🙂 \0 \x85\u2028 1234567890123456789012"}
    with serving(Rows([row])) as driven:
        assert driven.rows() == [row]


def test_an_update_returns_the_row() -> None:
    class Forgetful(Source):
        def update(self, request: UpdateRequest) -> Row:
            return None  # type: ignore[return-value]

        def insert(self, request: InsertRequest) -> None:
            pass

    with serving(Forgetful()) as driven:
        with pytest.raises(SourceError, match="what update returned of source must be a mapping"):
            driven.update("1", {})
        assert driven.insert({"n": 1}, id="1") == {"n": 1}


def test_rows_have_versions_and_an_update_of_another_one_is_a_conflict() -> None:
    class Numbered(Source):
        def fetch(self, request: FetchRequest) -> Page:
            return Page([{"id": "a", "n": 1}], versions={"a": "v1"})

        def update(self, request: UpdateRequest) -> Versioned:
            if request.if_version not in (None, "v1"):
                raise Conflict({"id": "a", "n": 1}, "v1")
            return Versioned({"id": "a", **request.patch}, "v2")

    params = {"source": "source", "id": "a", "patch": {"n": 2}}
    with serving(Numbered()) as driven:
        page = driven.peer.request("source/fetch", {"source": "source", "offset": 0, "limit": 5})
        assert page["versions"] == {"a": "v1"}
        changed = driven.peer.request("source/update", {**params, "opId": "1", "ifVersion": "v1"})
        assert changed == {"item": {"id": "a", "n": 2}, "version": "v2"}
        with pytest.raises(Conflict) as refused:
            driven.peer.request("source/update", {**params, "opId": "2", "ifVersion": "v0"})
        assert (refused.value.row, refused.value.version) == ({"id": "a", "n": 1}, "v1")


def test_an_operation_gives_an_output_or_mistakes_and_never_repeats_its_input(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Door(Source):
        def perform(self, request: PerformRequest) -> Any:
            if request.operation == "open":
                return {"opened": request.input["name"]}
            if request.operation == "check":
                raise InvalidValues([Mistake("It is wrong.", path="/password"), Mistake("No.", "no")])
            raise ValueError(f"{request.input['password']} is no password")

    with caplog.at_level(logging.ERROR), serving(Door()) as driven:
        secret = {"name": "front", "password": "hunter2"}
        assert driven.perform("open", secret) == {"output": {"opened": "front"}}
        assert driven.perform("check", secret) == {
            "errors": [
                {"path": "/password", "code": "invalid", "message": "It is wrong."},
                {"code": "no", "message": "No."},
            ]
        }
        with pytest.raises(SourceError, match="^source/perform failed: ValueError$"):
            driven.perform("break", secret)
    assert "ValueError" in caplog.text and "hunter2" not in caplog.text


def test_values_that_an_edit_refuses_are_an_error() -> None:
    class Strict(Source):
        def insert(self, request: InsertRequest) -> None:
            raise InvalidValues([Mistake("Name is taken."), Mistake("Age is missing.")])

    with serving(Strict()) as driven:
        with pytest.raises(SourceError, match="^Name is taken. Age is missing.$") as refused:
            driven.insert({}, id="1")
        assert refused.value.code == "invalidValues"


@pytest.mark.parametrize(
    ("method", "params", "param"),
    [
        ("fetch", {"offset": 0}, "limit"),
        ("fetch", {"limit": 0, "offset": 0}, "limit"),
        ("fetch", {"limit": 1}, "offset"),
        ("fetch", {"limit": 1, "offset": -1}, "offset"),
        ("fetch", {"limit": 1, "offset": True}, "offset"),
        ("fetch", {"limit": 1, "offset": 0, "where": 1}, "where"),
        ("fetch", {"limit": 1, "offset": 0, "sort": [{}]}, "sort"),
        ("fetch", {"limit": 1, "offset": 0, "textKeys": [1]}, "textKeys"),
        ("search", {"limit": 1}, "query"),
        ("insert", {"id": "1", "value": {}}, "opId"),
        ("insert", {"opId": "1", "id": 1, "value": {}}, "id"),
        ("insert", {"opId": "1", "id": "1", "value": []}, "value"),
        ("update", {"opId": "1", "id": "1"}, "patch"),
        ("move", {"opId": "1", "ids": "1"}, "ids"),
        ("delete", {"opId": "1", "ids": [1]}, "ids"),
        ("perform", {"opId": "1"}, "operation"),
        ("fetch", {"source": "other", "limit": 1, "offset": 0}, "source"),
        ("fetch", {"source": ["source"]}, "source"),
    ],
)
def test_params_that_are_wrong_are_named(method: str, params: dict[str, Any], param: str) -> None:
    with serving(Rows()) as driven:
        with pytest.raises(RequestError, match=param) as refused:
            driven.peer.request(f"source/{method}", {"source": "source", **params})
        assert (refused.value.code, refused.value.data["param"], refused.value.retryable) == (-32602, param, False)


def test_members_of_a_later_edition_are_ignored_and_methods_are_refused() -> None:
    with serving(Rows([{"id": 1}])) as driven:
        assert driven.fetch(later=True).items == [{"id": 1}]
        with pytest.raises(RequestError, match="no method source/later"):
            driven.peer.request("source/later", {"source": "source"})


def test_opening_and_closing_are_told_and_a_failed_opening_is_tried_again() -> None:
    log: list[str] = []

    class Careful(Source):
        async def open(self) -> None:
            log.append("open")
            if len(log) == 1:
                raise SourceError("networkError", "not yet")

        def fetch(self, request: FetchRequest) -> list[Row]:
            log.append("fetch")
            return []

        def close(self) -> None:
            log.append("close")
            raise ValueError("this ends nothing")

    careful = Careful()
    with pytest.raises(SourceError, match="not yet"), serving(careful):
        pass
    assert log == ["open"]
    with serving(careful) as driven:
        driven.rows()
    assert log == ["open", "open", "fetch", "close"]


def test_a_notice_behind_the_end_is_heard_by_nobody() -> None:
    rows = Rows()
    with serving(rows) as driven:
        driven.rows()
    rows.put({"id": 1})
    assert driven.peer.notices.empty()
