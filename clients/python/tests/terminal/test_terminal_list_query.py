"""Filters, sorts and sections of lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_support import Terminal, one, play
from test_terminal_list import COLUMNS, declared, list_state, numbered, workspace

OPEN = {"id": "open", "title": "Open", "where": {"key": "done", "equals": False}}
OPS = {"id": "ops", "title": "For operators", "where": {"key": "label", "equals": "ops"}}
QUERY = {"columns": COLUMNS, "filters": [OPEN, OPS]}
ACTIONS = ("moveActive", "setActive", "setWindow", "setFilter", "setSort", "clearSelection")


async def filters_sent(terminal: Terminal) -> list[Any]:
    """Returns the filters that the fake host has received since the last call."""
    return [sent["params"]["filter"] for sent in await terminal.sent() if sent["action"] == "setFilter"]


async def sorts_sent(terminal: Terminal) -> list[Any]:
    """Returns the sort orders that the fake host has received since the last call."""
    return [sent["params"]["sort"] for sent in await terminal.sent() if sent["action"] == "setSort"]


def test_words_are_typed_and_the_rows_follow(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("slash")
        await terminal.press(*"RE")
        assert terminal.shows("“RE” · rows 1–3 of 3")
        await terminal.press(*"new")
        await terminal.frame("list-filter-typed")
        await terminal.press("down", "enter", "x")
        assert terminal.shows("[x]") and terminal.shows("“REnew” · rows 1–1 of 1")

    play(scenario, workspace=workspace(tmp_path, **QUERY), feature="tasks")


def test_escape_leaves_the_words_then_clears_them_then_goes_back(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("slash", *"renew", "escape")
        assert terminal.shows("“renew” · rows 1–1 of 1")
        await terminal.press("escape")
        assert terminal.shows("rows 1–3 of 3") and not terminal.shows("“")
        await terminal.press("escape")
        assert terminal.shows("featurehost")

    play(scenario, workspace=workspace(tmp_path, **QUERY), feature="tasks")


def test_keys_that_come_fast_go_where_those_before_them_lead(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap("slash", *"certificate", "enter", "down", "space")
        await terminal.settle()
        assert terminal.shows("“certificate” · 1 selected · rows 1–1 of 1")

    play(scenario, workspace=workspace(tmp_path, **QUERY), feature="tasks")


def test_nothing_matches_is_not_nothing_there(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("slash", *"xyz")
        assert terminal.shows("Nothing matches.") and not terminal.shows("nothing here yet")

    play(scenario, workspace=workspace(tmp_path, **QUERY), feature="tasks")


def test_a_declared_filter_is_chosen_and_words_keep_it(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("f")
        await terminal.frame("list-filters")
        await terminal.press("down", "enter")
        assert terminal.shows("Open · rows 1–2 of 2") and not terminal.shows("Reply")
        await terminal.press("slash", *"renew", "enter")
        assert terminal.shows("Open · “renew” · rows 1–1 of 1")
        await terminal.press("f")
        assert terminal.shows("● Open")
        await terminal.press("up", "enter")
        assert terminal.shows("“renew”") and not terminal.shows("Open")

    play(scenario, workspace=workspace(tmp_path, **QUERY), feature="tasks")


def test_each_letter_goes_to_the_host_with_the_chosen_filter(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("slash")
        await terminal.host.request("test/hold", {})
        await terminal.tap("a", "b", "backspace", "backspace")
        await terminal.host.request("test/release", {})
        assert await filters_sent(terminal) == [
            {"id": "open", "text": "a"},
            {"id": "open", "text": "ab"},
            {"id": "open", "text": "a"},
            "open",
        ]
        await terminal.change(state={"filter": None})
        await terminal.press("c")
        assert await filters_sent(terminal) == [{"text": "c"}]

    state = list_state(filter="open", filters=[{"id": "open", "title": "Open"}])
    play(scenario, features=one("list", state, *ACTIONS), feature="it", folder=tmp_path)


def test_what_is_typed_is_not_taken_back_by_older_snapshots(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("slash")
        await terminal.host.request("test/hold", {})
        await terminal.tap("m", "i")
        await terminal.host.request("test/show", {"instance": "it-1", "patch": {"state": {"isStale": True}}})
        await terminal.until(lambda: terminal.shows("out of date"))
        assert terminal.shows(" mi")
        await terminal.host.request("test/react", {"action": "setFilter", "patch": {"state": {"filter": None}}})
        await terminal.host.request("test/release", {})
        await terminal.settle()
        assert not terminal.shows(" mi")

    play(scenario, features=one("list", list_state(), *ACTIONS), feature="it", folder=tmp_path)


def test_a_list_without_filters_offers_none(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("/ filter") and not terminal.shows("f filters")
        await terminal.press("f")
        assert not terminal.shows("All")

    play(scenario, features=one("list", list_state(), *ACTIONS), feature="it", folder=tmp_path)


def test_a_source_that_cannot_filter_or_sort_has_no_keys_for_it(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("filter") and not terminal.shows("sort")
        await terminal.press("slash", "f", "s")
        await terminal.click("Title")
        await terminal.settle()
        assert await terminal.sent() == [] and not terminal.shows("Sort by")

    refused = {"setFilter": "cannotQuery", "setSort": "cannotQuery"}
    state = list_state(filters=[{"id": "open", "title": "Open"}])
    play(scenario, features=one("list", state, *ACTIONS, unavailable=refused), feature="it", folder=tmp_path)


def test_stale_rows_are_dim(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        fresh = terminal.style_of("Renew")
        await terminal.change(state={"isStale": True, "loads": {"refresh": {"status": "loading"}}})
        assert terminal.style_of("Renew").color != fresh.color
        assert terminal.shows("loading…") and not terminal.shows("out of date")

    play(scenario, features=one("list", list_state(), *ACTIONS), feature="it", folder=tmp_path)


def test_a_column_sorts_upwards_then_downwards_then_no_more(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("s")
        await terminal.frame("list-sorts")
        await terminal.press("down", "down", "enter")
        assert terminal.shows("Hours ▲")
        await terminal.frame("list-sorted")
        await terminal.press("s", "enter")
        assert terminal.shows("Hours ▼")
        await terminal.press("s", "enter")
        assert not terminal.shows("▲") and not terminal.shows("▼")

    play(scenario, workspace=workspace(tmp_path, **QUERY), feature="tasks")


def test_another_column_sorts_instead(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("Title ▼") and terminal.shows("Done ▲")
        await terminal.press("s", "down", "enter")
        await terminal.press("s", "enter")
        assert await sorts_sent(terminal) == [[{"key": "done", "descending": True}], []]

    columns = [
        {"key": "title", "label": "Title", "type": "text", "role": "title"},
        {"key": "done", "label": "Done", "type": "toggle", "role": "toggle"},
    ]
    sort = [{"key": "title", "descending": True}, {"key": "done", "descending": False}]
    state = list_state(columns=columns, sort=sort)
    play(scenario, features=one("list", state, *ACTIONS), feature="it", folder=tmp_path)


def test_escape_closes_a_menu_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("s", "escape", "f", "escape")
        assert await terminal.sent() == [] and terminal.shows("rows 1–3 of 3")

    state = list_state(filters=[{"id": "open", "title": "Open"}])
    play(scenario, features=one("list", state, *ACTIONS), feature="it", folder=tmp_path)


def test_a_click_on_a_heading_sorts(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.click("Assigned to")
        await terminal.settle()
        assert terminal.shows("Assigned to ▲")

    play(scenario, workspace=workspace(tmp_path, **QUERY), feature="tasks")


def test_a_section_begins_under_its_header(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("list-sections")
        await terminal.press("down", "down", "down")
        assert terminal.shows("›   Renew")
        await terminal.click("ada")
        await terminal.settle()
        assert terminal.shows("›   Renew")

    columns = [COLUMNS[0], COLUMNS[2]]
    play(scenario, workspace=workspace(tmp_path, columns=columns, groupBy="who"), feature="tasks")


def test_headers_hide_no_row(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        # There are twenty lines for rows and headers, so a window of twenty rows does not fit.
        assert terminal.shows("rows 1–16 of 100")
        await terminal.press(*["down"] * 17)
        assert terminal.shows("›   Row 17") and terminal.shows("rows 2–17 of 100")
        await terminal.press("end")
        assert terminal.shows("›   Row 100") and terminal.shows("–100 of 100")
        await terminal.frame("list-sections-end")
        await terminal.press(*["up"] * 16)
        assert terminal.shows("›   Row 84") and terminal.shows("rows 84–99 of 100")
        await terminal.press("home")
        assert terminal.shows("rows 1–16 of 100")

    rows = [{**row, "part": f"Part {int(row['id']) // 5 + 100}"} for row in numbered(100)]
    columns = [{"key": "title", "role": "title"}]
    play(scenario, workspace=workspace(tmp_path, rows, columns=columns, groupBy="part"), feature="tasks")


def test_the_wheel_reaches_the_last_row_below_headers(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        for _ in range(20):
            await terminal.wheel(down=True)
            await terminal.settle()
        assert terminal.shows("–40 of 40") and terminal.shows("Row 40")
        for _ in range(20):
            await terminal.wheel(down=False)
            await terminal.settle()
        assert terminal.shows("rows 1–") and terminal.shows("    Row 1")

    rows = [{**row, "part": f"Part {int(row['id']) // 5 + 100}"} for row in numbered(40)]
    columns = [{"key": "title", "role": "title"}]
    play(scenario, workspace=workspace(tmp_path, rows, columns=columns, groupBy="part"), feature="tasks")


def test_a_command_is_filtered_too(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("slash", *"99")
        assert terminal.shows("rows 1–19 of 19")

    source = {"type": "command", "argv": ["seq", "1000"]}
    play(scenario, workspace=declared(tmp_path, source), feature="tasks")
