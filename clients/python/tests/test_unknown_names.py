"""Unknown names, which are refused before anything is sent, with a likely name; and repeated sends."""

from __future__ import annotations

import featurehost
import pytest
from featurehost.names import likely, unknown_members


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("beforID", ["value", "beforeId"], "beforeId"),
        ("BEFORE_ID", ["beforeId"], "beforeId"),
        ("txt", ["id", "text"], "text"),
        ("sql", ["id", "text"], None),
        ("x", [], None),
    ],
)
def test_likely_names(name: str, known: list[str], meant: str | None) -> None:
    assert likely(name, known) == meant


def test_members_that_a_schema_closes_out() -> None:
    item = {"type": "object", "properties": {"key": {}}, "additionalProperties": False}
    schema = {"properties": {"sort": {"items": item}, "value": {"type": "object"}}, "additionalProperties": False}
    found = unknown_members({"sort": [{"key": 1}, {"kay": 1}], "value": {"any": 1}, "more": 1}, schema)
    assert [one.path for one in found] == ["/sort/1/kay", "/more"]


def test_of_alternatives_the_one_for_this_kind_counts() -> None:
    closed = {"type": "object", "properties": {"all": {}}, "additionalProperties": False}
    schema = {"properties": {"ids": {"anyOf": [{"type": "array", "items": closed}, closed, {"type": "string"}]}}}
    assert [one.path for one in unknown_members({"ids": {"all": 1, "al": 2}}, schema)] == ["/ids/al"]
    assert [one.path for one in unknown_members({"ids": [{"all": 1}, {"any": 2}]}, schema)] == ["/ids/1/any"]
    assert not list(unknown_members({"ids": "all"}, schema))
    assert not list(unknown_members({"any": 1}, {"anyOf": [closed, {"type": "object"}]}))


def test_an_action_is_refused_before_it_is_sent(executable: str) -> None:
    with featurehost.Host(executable) as host:
        counter = host.open("gallery:counter")
        with pytest.raises(featurehost.InvalidActionParams, match="is not sent.*Did you mean id"):
            counter.send("setTaskId", {"Id": "1"})
        assert counter.snapshot.revision == 0


def test_a_repeated_request_is_applied_once(executable: str) -> None:
    with featurehost.Host(executable) as host:
        counter = host.open("gallery:counter")
        first = counter.send("incrementButtonTapped", request_id="a")
        assert counter.send("incrementButtonTapped", request_id="a", retries=2) == first
        assert counter.state["count"] == 1
