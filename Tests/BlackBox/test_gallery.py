"""The gallery: together with a workspace, with params, and with fixtures."""

import json

import pytest
from host import file_workspace, request, run, serve


def call(*args):
    return run(b"", "call", *args)


def listed(*args):
    result = serve([request(1, "feature/list")], *args).answers[1]["result"]
    return {feature["id"]: feature for feature in result["features"]}


@pytest.fixture
def book(tmp_path):
    return file_workspace(tmp_path, content='{"id":"1","title":"One"}\n')[0]


def test_a_workspace_stands_alone_unless_the_gallery_is_wanted(book):
    assert list(listed("-w", book)) == ["rows"]
    assert list(listed("-w", book, "--gallery")) == ["rows", *listed()]
    assert list(listed("--gallery", "--log-level", "error")) == list(listed())


def test_call_knows_both(book):
    for words in (["rows", "--get", "/count"], ["gallery:counter", "incrementButtonTapped", "--get", "/count"]):
        outcome = call("-w", book, "--gallery", *words)
        assert (outcome.status, json.loads(outcome.output)) == (0, 1), outcome.log
    assert call("-w", book, "gallery:counter").status != 0


def test_the_list_names_the_fixtures_and_each_can_be_opened(book):
    assert "fixtures" not in listed("-w", book)["rows"]
    fixtures = [(id, name) for id, feature in listed().items() for name in feature["fixtures"]]
    assert ("gallery:posts", "fullScreen") in fixtures and len(fixtures) > 30
    opened = [
        request(number, "feature/open", {"feature": id, "fixture": name}) for number, (id, name) in enumerate(fixtures)
    ]
    found = serve(opened).answers
    for number, (id, name) in enumerate(fixtures):
        snapshot = found[number]["result"]["snapshot"]
        assert (snapshot["feature"], snapshot["revision"], snapshot["settled"]) == (id, 0, True), (id, name)


@pytest.mark.parametrize(
    "fixture,words", [("nothing", ["loading", "loaded", "alert", "fullScreen"]), ("", ["loaded"]), (1, ["string"])]
)
def test_an_unknown_fixture_is_refused(fixture, words):
    params = {"feature": "gallery:posts", "fixture": fixture}
    error = serve([request(1, "feature/open", params)]).answers[1]["error"]
    assert error["code"] == -32602 and error["data"]["param"] == "fixture"
    assert all(word in error["message"] for word in words), error


@pytest.mark.parametrize(
    "params,path,code",
    [
        ({"outcome": "maybe"}, "/outcome", "invalid"),
        ({"then": 1}, "/then", "type"),
        ({"delayMs": 60_001}, "/delayMs", "invalid"),
        ({"delayMs": "soon"}, "/delayMs", "type"),
    ],
)
def test_wrong_params_are_refused_with_their_place(params, path, code):
    params = {"feature": "gallery:posts", "params": params}
    error = serve([request(1, "feature/open", params)]).answers[1]["error"]
    assert error["code"] == -32602
    assert [(field["path"], field["code"]) for field in error["data"]["fields"]] == [(path, code)], error
