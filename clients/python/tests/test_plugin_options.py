"""Options of a source, checked against the parameters of its factory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from featurehost import InvalidParams, Rows, Source, SourceError
from featurehost.plugin import Plugin
from featurehost.plugin.testing import in_process

plugin = Plugin("options")
made: list[dict[str, Any]] = []


@plugin.source("class")
class Notes(Rows):
    def __init__(self, path: Path, *, limit: int = 10, tags: list[str] | None = None) -> None:
        super().__init__()
        made.append({"path": path, "limit": limit, "tags": tags})


@plugin.source("function")
async def function(
    text: str = "",
    whole: int = 0,
    number: float = 0.0,
    flag: bool = False,
    any: Any = None,
    plain: object = None,
    either: int | str = 0,
    word: Literal["asc", "desc"] = "asc",
    counts: dict[str, int] = {},  # noqa: B006
    deep: Mapping[str, list[float]] = {},  # noqa: B006
    bare: list = [],  # type: ignore[type-arg] # noqa: B006
) -> Source:
    made.append(dict(locals()))
    return Rows()


@plugin.source("open")
def everything(first: str = "", **others: int) -> Source:
    made.append({"first": first, **others})
    return Rows()


@plugin.source("nothing")
class Nothing(Source):
    pass


@plugin.rows("rows")
def rows(request: Any, count: int) -> list[dict[str, Any]]:
    return [{"id": number} for number in range(count)]


@plugin.source("no source")
def no_source() -> Source:
    return {}  # type: ignore[return-value]


def open(kind: str, **options: Any) -> dict[str, Any]:
    made.clear()
    with in_process(plugin) as peer:
        peer.open(kind, **options)
    return made[0] if made else {}


def test_options_are_arguments_by_name() -> None:
    assert open("class", path="a/b") == {"path": Path("a/b"), "limit": 10, "tags": None}
    assert open("class", path="", limit=3, tags=["x"]) == {"path": Path(), "limit": 3, "tags": ["x"]}
    assert open("class", path="", tags=None)["tags"] is None
    given = {
        "text": "a",
        "whole": 1,
        "number": 2,
        "flag": True,
        "any": [1],
        "either": "x",
        "word": "desc",
        "counts": {"a": 1},
        "deep": {"a": [1, 2.5]},
        "bare": [None],
    }
    assert open("function", **given) == {**given, "number": 2.0, "deep": {"a": [1.0, 2.5]}, "plain": None}
    assert open("open", first="a", second=2) == {"first": "a", "second": 2}
    assert open("nothing") == {}


def test_rows_of_a_function_have_options_too() -> None:
    with in_process(plugin) as peer:
        assert len(peer.open("rows", count=3).rows()) == 3
        assert len(peer.open("rows", source="more", count=60).rows()) == 60


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("class", {}, "^the option path is missing, a path, which is a string$"),
        ("class", {"path": 1}, "^the option path must be a path, which is a string$"),
        ("class", {"path": "", "lmit": 1}, "^there is no option lmit; there are path, limit, tags$"),
        ("class", {"path": "", "limit": "3"}, "^the option limit must be an integer$"),
        ("class", {"path": "", "limit": True}, "^the option limit must be an integer$"),
        ("class", {"path": "", "limit": 1.5}, "^the option limit must be an integer$"),
        ("class", {"path": "", "tags": ["a", 1]}, "tags must be an array, each item a string or null$"),
        ("function", {"word": "up"}, "^the option word must be one of asc, desc$"),
        ("function", {"counts": {"a": "1"}}, "^the option counts/a must be an integer$"),
        ("function", {"deep": {"a": [1, "x"]}}, "^the option deep/a/1 must be a number$"),
        ("function", {"either": None}, "^the option either must be an integer or a string$"),
        ("function", {"flag": 1}, "^the option flag must be true or false$"),
        ("function", {"plain": 1}, "^the option plain can't be given: no JSON is <class 'object'>"),
        ("open", {"other": "x"}, "^the option other must be an integer$"),
        ("nothing", {"a": 1}, "^there is no option a; there are none$"),
        ("rows", {"request": 1, "count": 1}, "^there is no option request; there are count$"),
    ],
)
def test_options_that_are_wrong_are_named_without_their_values(
    kind: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(SourceError, match=message) as refused:
        open(kind, **options)
    assert (refused.value.code, refused.value.retryable) == ("invalidOptions", False)


def test_what_is_no_source_is_named() -> None:
    with pytest.raises(SourceError, match="what answers for no source must be a Source, not dict"):
        open("no source")


def test_what_is_asked_behind_an_opening_that_fails_fails_too() -> None:
    with in_process(plugin) as peer:
        _, opening = peer.begin("source/open", {"source": "a", "kind": "class", "options": {}})
        _, fetching = peer.begin("source/fetch", {"source": "a", "offset": 0, "limit": 1})
        assert (
            str(opening.exception(30))
            == str(fetching.exception(30))
            == ("the option path is missing, a path, which is a string")
        )
        assert peer.open("class", source="a", path="x").rows() == []


def test_opening_again_keeps_the_source_unless_it_is_another() -> None:
    with in_process(plugin) as peer:
        notes = peer.open("class", source="a", path="x")
        notes.insert({}, id="1")
        assert len(peer.open("class", source="a", path="x").rows()) == 1
        assert peer.open("class", source="a", path="y").rows() == []
        assert len(peer.open("rows", source="a", count=2).rows()) == 2


@pytest.mark.parametrize(
    ("params", "param"),
    [
        ({"kind": "class"}, "source"),
        ({"source": "", "kind": "class"}, "source"),
        ({"source": "a", "kind": "none"}, "kind"),
        ({"source": "a", "kind": ["class"]}, "kind"),
        ({"source": "a", "kind": "class", "options": [1]}, "options"),
        ([1], "source"),
    ],
)
def test_params_of_an_opening_that_are_wrong_are_named(params: Any, param: str) -> None:
    with in_process(plugin) as peer:
        with pytest.raises(InvalidParams) as refused:
            peer.request("source/open", params)
        assert refused.value.param == param


def test_kinds_differ() -> None:
    with pytest.raises(ValueError, match="the plugin options has a kind rows already"):
        plugin.rows("rows")(rows)
