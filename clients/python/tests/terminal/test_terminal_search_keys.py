"""The keys of a search: selecting, accepting with one of several actions, filters, earlier queries, and retrying."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_support import Terminal, one, play
from test_terminal_search import ACTIONS, FOUND, RESULTS, result, search_state

ALL = (*ACTIONS, "toggleSelection", "clearSelection", "setFilter", "loadMore", "retry")
FILTERS = [{"id": "near", "title": "Near"}, {"id": "far", "title": "Far away"}]
DECLARED = [{"id": "open", "title": "Open"}, {"id": "copy", "title": "Copy the name"}, {"id": "del", "title": "Delete"}]
FAILURE = {"id": "e1", "code": "timeout", "message": "The index is asleep.", "retry": "retry", "params": {}}


def search(state: dict[str, Any], *actions: str, **members: Any) -> list[dict[str, Any]]:
    """Returns a fake host's catalog with one search that has all actions of searches."""
    return one("search", state, *(actions or ALL), **members)


async def sent(terminal: Terminal) -> list[tuple[str, Any]]:
    """Returns the actions that the host has received since the last call."""
    return [(action["action"], action.get("params")) for action in await terminal.sent()]


def test_tab_selects_and_goes_on_as_enter_accepts_all_that_is_selected(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("tab", "shift+tab")
        toggle = ("toggleSelection", {"id": "1"})
        assert await sent(terminal) == [toggle, ("moveActive", {"by": 1}), toggle, ("moveActive", {"by": -1})]
        await terminal.change(state={"selectedIds": ["3", "7"]})
        await terminal.frame("search-selected")
        await terminal.press("enter")
        assert await sent(terminal) == [("accept", None)]

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)


def test_tab_searches_at_once_where_the_results_answer_an_older_query(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        for state in ({"isStale": True}, {"isStale": False, "status": "debouncing"}):
            await terminal.change(state=state)
            await terminal.press("tab")
            assert await sent(terminal) == [("submitQuery", None)]

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)


def test_a_selection_is_accepted_where_no_row_is_active(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        assert await sent(terminal) == [("accept", None)]
        await terminal.change(state={"selectedIds": []}, unavailable={"accept": "gone"})
        await terminal.press("enter")
        assert await sent(terminal) == []

    state = {**FOUND, "groups": [], "count": 0, "activeId": None, "empty": "noResults", "selectedIds": ["1"]}
    play(scenario, features=search(state), feature="it", folder=tmp_path)


def test_a_search_without_a_selection_has_neither_its_key_nor_its_marks(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("›  Århus") and not terminal.shows("tab select")
        await terminal.press("tab")
        assert await sent(terminal) == []
        await terminal.change(unavailable={})
        assert terminal.shows("›   Århus") and terminal.shows("tab select")

    features = search(FOUND, unavailable={"toggleSelection": "selectionNone"})
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_escape_clears_the_query_and_the_selection_before_it_leaves(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("escape")
        await terminal.change(state={"query": "", "selectedIds": ["1"]})
        await terminal.press("escape")
        assert await sent(terminal) == [("clearQuery", None), ("clearSelection", None)]
        await terminal.change(state={"selectedIds": []})
        await terminal.press("escape")
        assert terminal.shows("featurehost")

    play(scenario, features=search({**FOUND, "selectedIds": ["1"]}), feature="it", folder=tmp_path)


def test_enter_is_the_first_action_and_a_menu_has_the_others(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("ctrl+o")
        await terminal.frame("search-actions")
        # A row that becomes active meanwhile is not affected.
        await terminal.change(state={"activeId": "2"})
        await terminal.press("down", "enter")
        assert await sent(terminal) == [("accept", {"id": "1", "action": "copy"})]
        await terminal.change(state={"selectedIds": ["3", "2"]})
        await terminal.press("ctrl+o")
        assert terminal.shows("2 selected")
        await terminal.press("end", "enter")
        assert await sent(terminal) == [("accept", {"action": "del"})]
        await terminal.press("ctrl+o", "escape", "enter")
        assert await sent(terminal) == [("accept", None)]

    play(scenario, features=search({**FOUND, "actions": DECLARED}), feature="it", folder=tmp_path)


def test_there_is_no_menu_of_one_action(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("ctrl+o")
        await terminal.press("ctrl+o", "enter")
        assert await sent(terminal) == [("accept", None)]

    play(scenario, features=search({**FOUND, "actions": DECLARED[:1]}), feature="it", folder=tmp_path)


def test_enter_searches_at_once_where_the_host_would_refuse_to_accept(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        assert await sent(terminal) == [("submitQuery", None)]
        await terminal.change(state={"isStale": False, "status": "debouncing"}, unavailable={"accept": "gone"})
        await terminal.press("enter", "ctrl+o")
        assert await sent(terminal) == [("submitQuery", None)]

    state = {**FOUND, "isStale": True, "actions": DECLARED}
    play(scenario, features=search(state, unavailable={"accept": "staleResults"}), feature="it", folder=tmp_path)


def test_a_filter_is_chosen_from_those_declared_and_shown(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("Near · 12 of 345")
        await terminal.press("ctrl+f")
        await terminal.frame("search-filters")
        await terminal.press("down", "enter", "ctrl+f", "home", "enter")
        assert await sent(terminal) == [("setFilter", {"filter": "far"}), ("setFilter", {"filter": None})]
        # The text of a filter that another client has set stays.
        await terminal.change(state={"filter": {"text": "coast"}})
        assert terminal.shows("“coast” · 12 of 345")
        await terminal.press("ctrl+f", "down", "enter")
        assert await sent(terminal) == [("setFilter", {"filter": {"id": "near", "text": "coast"}})]
        await terminal.change(state={"filters": []})
        await terminal.press("ctrl+f")
        assert not terminal.shows("Filters")

    play(scenario, features=search({**FOUND, "filters": FILTERS, "filter": "near"}), feature="it", folder=tmp_path)


def test_earlier_queries_come_back_one_after_the_other(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("hold")
        # The recall stops at the oldest query, and the typed text is recalled last.
        await terminal.tap("ctrl+p", "ctrl+p", "ctrl+p", "ctrl+n", "ctrl+n", "ctrl+n")
        await terminal.until(lambda: terminal.shows(" rh"))
        # Typing over a recalled query restarts the recall.
        await terminal.tap("ctrl+p", "x", "ctrl+p", "ctrl+n")
        await terminal.until(lambda: terminal.shows("bergenx"))
        await terminal.ask("release")
        queries = [params["query"] for _, params in await sent(terminal)]
        assert queries == ["bergen", "oslo", "bergen", "rh", "bergen", "bergenx", "bergen", "bergenx"]

    play(scenario, features=search({**FOUND, "history": ["bergen", "oslo"]}), feature="it", folder=tmp_path)


def test_up_brings_the_newest_query_back_where_there_is_none_and_moves_where_there_are_rows(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("react", action="setQuery", patch={"state": {"query": "bergen"}})
        await terminal.press("down", "up", "up")
        recalled = ("setQuery", {"query": "bergen"})
        assert await sent(terminal) == [("moveActive", {"by": 1}), recalled, ("moveActive", {"by": -1})]
        # With a minimum length of 0 there are rows without a query.
        await terminal.change(state={**FOUND, "query": "", "history": ["bergen"]})
        await terminal.press("up")
        assert await sent(terminal) == [("moveActive", {"by": -1})]

    play(scenario, features=search(search_state(history=["bergen", "oslo"])), feature="it", folder=tmp_path)


def test_further_results_are_loaded_by_a_key_while_there_are_some(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("12 of 345 · more with ctrl+l")
        await terminal.press("ctrl+l")
        assert await sent(terminal) == [("loadMore", None)]
        await terminal.change(state={"append": {"status": "idle", "endReached": True}})
        await terminal.press("ctrl+l")
        assert not terminal.shows("more with") and await sent(terminal) == []

    state = {**FOUND, "append": {"status": "idle", "endReached": False}}
    play(scenario, features=search(state), feature="it", folder=tmp_path)


def test_the_ends_of_the_results_are_reached_by_keys(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("ctrl+end", "ctrl+home")
        assert [params["by"] for _, params in await sent(terminal)] == [2**31, -(2**31)]
        await terminal.change(state={"append": {"status": "idle", "endReached": False}})
        await terminal.press("ctrl+end")
        # Missing rows are loaded first.
        assert [params["offset"] for _, params in (await all_sent(terminal))[-1:]] == [2**31]

    async def all_sent(terminal: Terminal) -> list[tuple[str, Any]]:
        return [(action["action"], action["params"]) for action in await terminal.sent(but=())]

    play(scenario, features=search(FOUND), feature="it", folder=tmp_path)


def test_a_failure_is_a_banner_over_stale_rows_and_is_tried_again_by_a_key(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-banner")
        await terminal.press("f5", "f6")
        assert await sent(terminal) == [("retry", {"id": "e1"}), ("dismissError", {"id": "e1"})]
        await terminal.change(errors=[], state={"status": "success", "isStale": False})
        await terminal.press("f5")
        assert await sent(terminal) == [] and not terminal.shows("asleep")

    state = {**FOUND, "query": "rhx", "status": "failed", "isStale": True}
    errors = [{**FAILURE, "display": "banner"}]
    play(scenario, features=search(state, errors=errors), feature="it", folder=tmp_path)


def test_a_failure_with_nothing_to_show_leaves_the_line_for_another_query(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("search-failed")
        await terminal.press("f5", "y")
        assert await sent(terminal) == [("retry", {"id": "e1"}), ("setQuery", {"query": "rhy"})]
        await terminal.click("Retry")
        assert await sent(terminal) == [("retry", {"id": "e1"})]
        await terminal.change(errors=[], state=FOUND)
        assert terminal.shows("Århus") and not terminal.shows("asleep")

    state = search_state(query="rh", status="failed", empty=None)
    errors = [{**FAILURE, "display": "fullScreen"}]
    play(scenario, features=search(state, errors=errors), feature="it", folder=tmp_path)


def test_all_its_keys_are_listed(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("f1")
        await terminal.frame("search-help")

    rest = {"filters": FILTERS, "actions": DECLARED, "history": ["a"], "append": {"endReached": False}}
    groups = [{"id": "results", "title": "Results", "items": [*RESULTS, result("4", "Rho")]}]
    play(scenario, features=search({**FOUND, **rest, "groups": groups}), feature="it", size=(80, 40), folder=tmp_path)
