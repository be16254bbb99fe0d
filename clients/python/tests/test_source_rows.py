"""Rows in memory: the requests of a host, and changes by the program."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from featurehost import Conflict, Rows, SourceError, UpdateRequest
from featurehost.plugin.driven import DrivenSource
from featurehost.plugin.testing import serving


@pytest.fixture
def rows() -> Rows:
    return Rows({"id": name, "n": number} for number, name in enumerate("abcde"))


@pytest.fixture
def driven(rows: Rows) -> Iterator[DrivenSource]:
    with serving(rows) as driven:
        yield driven


def order(driven: DrivenSource) -> str:
    return "".join(row["id"] for row in driven.rows())


def test_pages_count_from_the_first_row(driven: DrivenSource) -> None:
    page = driven.fetch(offset=1, limit=3)
    assert ([row["id"] for row in page.items], page.end_reached, page.total_count) == (["b", "c", "d"], False, 5)
    assert (driven.fetch(offset=9).items, driven.fetch(offset=3, limit=2).end_reached) == ([], True)
    assert [row["id"] for row in driven.rows(limit=2)] == list("abcde")


def test_edits_change_rows_and_say_what_they_are_then(driven: DrivenSource) -> None:
    assert driven.insert({"n": 9}, id="x", before="b") == {"id": "x", "n": 9}
    assert driven.insert({"id": "y", "n": 9}, id="y") == {"id": "y", "n": 9}
    patch = {"n": None, "deep": {"a": 1, "b": None}}
    assert driven.update("x", patch) == {"id": "x", "deep": {"a": 1}}
    assert driven.update("x", {"deep": {"a": None, "c": 2}}) == {"id": "x", "deep": {"c": 2}}
    driven.delete("c", "not there")
    assert order(driven) == "axbdey"


def test_an_update_of_a_row_that_was_changed_is_a_conflict(rows: Rows, driven: DrivenSource) -> None:
    versions = driven.fetch(limit=2).versions
    assert versions and set(versions) == {"a", "b"}
    rows.put({"id": "a", "n": 7})
    with pytest.raises(Conflict) as raised:
        rows.update(UpdateRequest("rows", "op", "a", {"n": 8}, versions["a"]))
    assert raised.value.row == {"id": "a", "n": 7} and raised.value.version not in versions.values()
    updated = rows.update(UpdateRequest("rows", "op", "b", {"n": 8}, versions["b"]))
    assert updated.row == {"id": "b", "n": 8} and updated.version == driven.fetch(offset=1, limit=1).versions["b"]


def test_rows_that_were_changed_are_not_taken_away(rows: Rows, driven: DrivenSource) -> None:
    versions = driven.fetch(limit=2).versions or {}
    rows.put({"id": "b", "n": 7})
    with pytest.raises(Conflict) as raised:
        driven.delete("a", "b", "not there", if_versions={**versions, "not there": "x"})
    assert raised.value.row == {"id": "b", "n": 7} and order(driven) == "abcde"
    driven.delete("a", "b", if_versions={"a": versions["a"], "b": raised.value.version})
    assert order(driven) == "cde"


@pytest.mark.parametrize(
    ("ids", "place", "expected"),
    [
        ("ca", {"before": "e"}, "bdace"),
        ("ca", {}, "bdeac"),
        ("db", {"after": "a"}, "abdce"),
        ("ae", {"after": "d"}, "bcdae"),
        ("b", {"after": "e"}, "acdeb"),
        ("bc", {"after": "a"}, "abcde"),
    ],
)
def test_rows_move_together_in_the_order_in_which_they_stand(
    driven: DrivenSource, ids: str, place: dict[str, Any], expected: str
) -> None:
    driven.move(*ids, **place)
    assert order(driven) == expected


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda driven: driven.insert({}, id="a"), "duplicateId"),
        (lambda driven: driven.insert({}, id="x", before="gone"), "targetGone"),
        (lambda driven: driven.insert({"id": "z"}, id="x"), "invalidData"),
        (lambda driven: driven.update("gone", {}), "targetGone"),
        (lambda driven: driven.update("a", {"id": "z"}), "invalidData"),
        (lambda driven: driven.update("a", {"id": None}), "invalidData"),
        (lambda driven: driven.move("gone"), "targetGone"),
        (lambda driven: driven.move("a", before="gone"), "targetGone"),
        (lambda driven: driven.move("a", after="gone"), "targetGone"),
        (lambda driven: driven.move("a", "b", before="b"), "invalidData"),
        (lambda driven: driven.move("a", after="a"), "invalidData"),
        (lambda driven: driven.fetch(text="a"), "invalidData"),
        (lambda driven: driven.fetch(cursor="a"), "invalidData"),
        (lambda driven: driven.search("a"), "cannotSearch"),
        (lambda driven: driven.perform("mail"), "unknownOperation"),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_is_not_retryable(driven: DrivenSource, edit: Any, code: str) -> None:
    with pytest.raises(SourceError) as refused:
        edit(driven)
    assert (refused.value.code, refused.value.retryable) == (code, False)
    assert order(driven) == "abcde"


def test_an_operation_that_comes_again_is_answered_as_before_and_not_done_twice(driven: DrivenSource) -> None:
    for _ in range(2):
        assert driven.insert({"n": 9}, id="x", op_id="first") == {"id": "x", "n": 9}
    driven.delete("x", op_id="second")
    driven.insert({"n": 10}, id="x", op_id="third")
    driven.delete("x", op_id="second")
    assert order(driven) == "abcdex"


def test_an_operation_that_failed_is_tried_again(driven: DrivenSource, rows: Rows) -> None:
    with pytest.raises(SourceError):
        driven.update("x", {"n": 1}, op_id="once")
    rows.put({"id": "x"})
    assert driven.update("x", {"n": 1}, op_id="once") == {"id": "x", "n": 1}


def test_edits_of_the_host_are_told_with_their_operation_and_others_without(driven: DrivenSource, rows: Rows) -> None:
    driven.insert({}, id="x", op_id="op")
    assert driven.wait_changed() == "op"
    rows.put({"id": "a", "n": 7})
    assert driven.wait_changed() is None
    rows.remove("b", "not there")
    assert driven.wait_changed() is None
    rows.replace([{"id": "z"}])
    assert driven.wait_changed() is None
    rows.remove("not there")
    assert (order(driven), driven.peer.notices.empty()) == ("z", True)


def test_an_operation_of_another_host_is_a_change_without_one() -> None:
    rows = Rows()
    with serving(rows) as one, serving(rows) as other:
        one.fetch()
        other.fetch()
        one.insert({}, id="x", op_id="op")
        assert (one.wait_changed(), other.wait_changed()) == ("op", None)
        with pytest.raises(SourceError, match="already"):
            other.insert({}, id="x", op_id="op")


def test_the_program_reads_and_changes_rows() -> None:
    rows = Rows([{"key": 1}, {"key": "two"}], id="key")
    rows.put({"key": "1", "n": 1})
    assert (list(rows), len(rows), rows.get(1), rows.get("x")) == (
        [{"key": "1", "n": 1}, {"key": "two"}],
        2,
        {"key": "1", "n": 1},
        None,
    )


@pytest.mark.parametrize("wrong", [{}, {"id": ""}, {"id": None}, {"id": True}, {"id": 1.5}, {"id": []}])
def test_a_row_without_an_id_is_refused(wrong: dict[str, Any]) -> None:
    rows = Rows()
    for put in (rows.put, lambda row: rows.replace([row]), lambda row: Rows([row])):
        with pytest.raises(ValueError, match="a row needs a member id"):
            put(wrong)


def test_ids_differ() -> None:
    with pytest.raises(ValueError, match="two rows have the id 1"):
        Rows([{"id": 1}, {"id": "1"}])


def test_rows_may_be_changed_on_many_threads_while_they_are_read(driven: DrivenSource, rows: Rows) -> None:
    def work(number: int) -> None:
        for step in range(200):
            rows.put({"id": f"{number}-{step}"})
            rows.remove(f"{number}-{step - 1}")

    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(work, number) for number in range(4)]
        while not all(one.done() for one in done):
            driven.fetch(limit=1000)
    assert [one.exception() for one in done] == [None] * 4
    assert order(driven)[:5] == "abcde" and len(rows) == 9
