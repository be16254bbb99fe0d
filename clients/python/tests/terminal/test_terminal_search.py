"""Searches: the query line, matches, counts, and pending results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_support import Terminal, one, play

ACTIONS = ("setQuery", "submitQuery", "clearQuery", "moveActive", "setActive", "accept")


def search_state(**members: Any) -> dict[str, Any]:
    """Returns a search's state."""
    return {
        "title": "Cities",
        "prompt": "A city",
        "query": "",
        "isComposing": False,
        "status": "idle",
        "resultsQuery": None,
        "isStale": False,
        "columns": [
            {"key": "name", "label": "Name", "type": "text", "role": "title"},
            {"key": "people", "label": "People", "type": "number", "role": "detail"},
        ],
        "groups": [],
        "window": {"offset": 0, "limit": 19},
        "count": 0,
        "totalCount": None,
        "activeId": None,
        "selectedIds": [],
        "empty": "prompt",
        "append": {"status": "idle", "endReached": True},
        **members,
    }


def result(id: str, name: str, *ranges: list[int], **members: Any) -> dict[str, Any]:
    """Returns a result with matches in its name."""
    matches = [{"key": "name", "ranges": list(ranges)}] if ranges else []
    return {"id": id, "value": {"name": name, "people": len(name)}, "matches": matches, "enabled": True, **members}


RESULTS = [result("1", "Århus", [1, 3]), result("2", "👩‍🚀 rhône", [4, 6]), result("3", "Rehau", [0, 1], [2, 3])]
FOUND = search_state(
    query="rh",
    status="success",
    resultsQuery="rh",
    groups=[{"id": "results", "title": "Results", "items": RESULTS}],
    count=12,
    totalCount=345,
    activeId="1",
    empty=None,
)


def search(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns a fake host's catalog with one search."""
    return one("search", state, *ACTIONS)


def test_without_a_query_there_is_a_prompt(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-prompt")

    play(scenario, features=search(search_state()), feature="it", folder=tmp_path)


def test_results_show_what_matched_and_how_many_there_are(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-results")
        plain, matched = terminal.style_of("Århus"), terminal.style_of("rhus")
        assert not plain.underline and matched.underline and not terminal.style_of("us  ").underline
        # Ranges count Unicode scalars: the astronaut emoji has three.
        assert terminal.style_of("rhône").underline and not terminal.style_of("ône").underline
        assert terminal.style_of("Rehau").underline and not terminal.style_of("ehau").underline
        assert terminal.style_of("hau").underline and not terminal.style_of("au ").underline

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)


def test_keys_are_sent_and_what_is_typed_stays_until_it_is_answered(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("hold")
        await terminal.tap("o", "s")
        await terminal.host.request("test/show", {"instance": "it-1", "patch": {"state": {"query": "earlier"}}})
        await terminal.until(lambda: terminal.app.session.node("it-1").state["query"] == "earlier")
        assert terminal.shows("os") and not terminal.shows("earlier")
        await terminal.ask("release")
        # The answers have arrived, so the host's query is shown again.
        assert terminal.shows("earlier") and not terminal.shows(" os ")
        queries = [sent["params"]["query"] for sent in await terminal.sent()]
        assert queries == ["o", "os"]

    play(scenario, features=search(search_state()), feature="it", folder=tmp_path)


def test_arrows_move_enter_accepts_and_escape_clears_before_it_leaves(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down", "pagedown", "enter", "escape")
        sent = [(it["action"], it.get("params")) for it in await terminal.sent()]
        moves = [("moveActive", {"by": 1}), ("moveActive", {"by": 19})]
        assert sent == [*moves, ("accept", None), ("clearQuery", None)]
        await terminal.change(state={"query": ""})
        await terminal.press("escape")
        assert terminal.shows("featurehost")

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)


def test_enter_searches_at_once_while_the_results_are_of_an_older_query(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        assert [sent["action"] for sent in await terminal.sent()] == ["submitQuery"]

    play(scenario, features=search({**FOUND, "isStale": True}), feature="it", folder=tmp_path)


def test_old_results_are_dim_and_only_a_slow_search_is_told_of(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        bright = terminal.style_of("Rehau")
        await terminal.change(state={"query": "rhx", "status": "loading", "isStale": True})
        assert terminal.style_of("Rehau").color != bright.color and not terminal.shows("searching")
        await terminal.change(state={"status": "stalled"})
        await terminal.frame("search-stalled")

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)


def test_nothing_matches(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-no-results")

    state = {**FOUND, "groups": [], "count": 0, "activeId": None, "empty": "noResults", "query": "xyz"}
    play(scenario, features=search(state), feature="it", folder=tmp_path)


def test_groups_have_titles_where_there_are_several(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-groups")

    groups = [{"id": "a", "title": "Near", "items": RESULTS[:2]}, {"id": "b", "title": "Far", "items": RESULTS[2:]}]
    play(scenario, features=search({**FOUND, "groups": groups}), feature="it", folder=tmp_path)


def test_clicks_move_and_accept(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.click("Rehau")
        await terminal.click("Rehau", times=2)
        await terminal.settle()
        sent = [(it["action"], it["params"]) for it in await terminal.sent()]
        assert sent == [("setActive", {"id": "3"}), ("setActive", {"id": "3"}), ("accept", {"id": "3"})]

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)
