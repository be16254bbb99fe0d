"""Lists on a real host: rows in columns, the window, selection, toggles and errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from featurehost.terminal.refusals import _REASONS
from featurehost.terminal.row_table import RowTable
from terminal_support import PROJECT, Terminal, one, play
from textual.events import Hide

COLUMNS = [
    {"key": "title", "role": "title"},
    {"key": "who", "label": "Assigned to", "role": "subtitle"},
    {"key": "hours", "type": "number", "role": "detail"},
    {"key": "label", "role": "badge"},
    {"key": "done", "role": "toggle"},
]
ROWS = [
    {"id": "1", "title": "Renew the certificate", "who": "grace", "hours": 2, "label": "ops", "done": False},
    {"id": "2", "title": "Reply to the translators", "who": "ada", "hours": 0.5, "label": "", "done": True},
    {"id": "3", "title": "宿題 and \u001b[31mred\nlines", "who": "edsger", "hours": 12, "label": "new", "done": False},
]

FAILURE = {"id": "e1", "code": "timeout", "message": "It sleeps.", "display": "fullScreen", "retry": "retry"}


def workspace(folder: Path, rows: list[dict[str, Any]] = ROWS, **members: Any) -> Path:
    """Writes a workspace with one list, `tasks`, over a file."""
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return declared(folder, {"type": "file", "path": "rows.jsonl"}, **members)


def declared(folder: Path, source: dict[str, Any], **members: Any) -> Path:
    """Writes a workspace with one list, `tasks`, over a source."""
    tasks = {"kind": "list", "title": "Tasks", "source": "rows", "selection": "multiple", **members}
    file = folder / "workspace.json"
    file.write_text(json.dumps({"sources": {"rows": source}, "features": {"tasks": tasks}}))
    return file


def numbered(count: int) -> list[dict[str, Any]]:
    """Returns numbered rows."""
    return [{"id": str(n), "title": f"Row {n}"} for n in range(1, count + 1)]


def test_rows_stand_in_columns_by_their_roles(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("list")

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_keys_move_select_and_tick(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down", "down", "space", "x", "down", "space")
        await terminal.frame("list-selected")
        await terminal.press("a")
        assert terminal.shows("all selected")
        await terminal.press("c")
        assert not terminal.shows("selected")
        assert json.loads((tmp_path / "rows.jsonl").read_text().splitlines()[1])["done"] is False

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_a_key_acts_on_the_row_that_those_before_it_lead_to(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap("down", "down", "x", "down", "x", "up", "up", "space")
        await terminal.settle()
        rows = (tmp_path / "rows.jsonl").read_text().splitlines()
        assert [json.loads(row)["done"] for row in rows] == [False, False, True]
        assert terminal.shows("›●  Renew")

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_a_click_makes_a_row_active_and_ticks_its_box(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.click("Reply")
        await terminal.settle()
        assert terminal.shows("›   Reply") and terminal.shows("[x]")
        await terminal.click("[x]")
        await terminal.settle()
        assert not terminal.shows("[x]")

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_the_window_is_as_high_as_the_terminal_and_scrolls(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("rows 1–20 of 1,000")
        await terminal.press("pagedown", "pagedown")
        assert terminal.shows("›   Row 21") and terminal.shows("rows 2–21 of 1,000")
        await terminal.frame("list-scrolled")
        await terminal.press("home")
        assert terminal.shows("›   Row 1 ") and terminal.shows("rows 1–20 of 1,000")

    play(scenario, workspace=workspace(tmp_path, numbered(1000)), feature="tasks")


def test_the_wheel_scrolls_and_leaves_the_active_row(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down")
        await terminal.wheel(down=True)
        await terminal.wheel(down=True)
        await terminal.settle()
        assert terminal.shows("rows 7–26 of 1,000") and not terminal.shows("›")
        await terminal.wheel(down=False)
        await terminal.settle()
        assert terminal.shows("rows 4–23 of 1,000")

    play(scenario, workspace=workspace(tmp_path, numbered(1000)), feature="tasks")


def test_a_hundred_thousand_rows_are_reached_from_end_to_end(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("end")
        assert terminal.shows("rows 99,981–100,000 of 100,000") and terminal.shows("›   Row 100000")
        await terminal.press("up", "home", "down")
        assert terminal.shows("rows 1–20 of 100,000") and terminal.shows("›   Row 2\n")

    play(scenario, workspace=workspace(tmp_path, numbered(100_000), pageSize=10_000), feature="tasks")


def test_the_end_of_a_list_whose_length_is_unknown_is_reached(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("rows 1–20 of 50+")
        await terminal.press("G")
        assert terminal.shows("rows 49,981–50,000 of 50,000") and terminal.shows("›   50000")
        await terminal.press("g")
        assert terminal.shows("rows 1–20 of 50,000") and terminal.shows("›   1 ")

    source = {"type": "command", "argv": ["seq", "50000"]}
    play(scenario, workspace=declared(tmp_path, source), feature="tasks")


def test_who_goes_elsewhere_is_not_taken_to_the_end(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        loads = {"refresh": {"status": "idle"}, "append": {"status": "loading", "endReached": False}}
        await terminal.change(state={"loads": loads})
        await terminal.press("G")
        assert [sent["action"] for sent in await terminal.sent()] == []
        await terminal.press("down")
        await terminal.change(state={"loads": {"append": {"status": "idle", "endReached": True}}})
        assert [sent["params"] for sent in await terminal.sent()] == [{"by": 1}]

    features = one("list", list_state(activeId="1"), "moveActive", "setWindow")
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_another_size_of_the_terminal_is_another_window(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.resize(120, 40)
        await terminal.frame("list-120x40")
        await terminal.resize(40, 12)
        await terminal.frame("list-40x12")
        await terminal.resize(8, 4)
        await terminal.resize(80, 24)
        assert terminal.shows("rows 1–20 of 50")

    rows = [{**ROWS[n % 3], "id": str(n)} for n in range(50)]
    play(scenario, workspace=workspace(tmp_path, rows, columns=COLUMNS), feature="tasks")


def test_no_rows(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("list-empty")

    play(scenario, workspace=workspace(tmp_path, []), feature="tasks")


def test_a_load_that_fails_fills_the_screen_and_can_be_retried(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("list-failed")
        workspace(tmp_path)
        await terminal.press("R")
        assert terminal.shows("Renew the certificate") and not terminal.shows("Retry")
        await terminal.press("down")
        assert terminal.shows("›   Renew")

    file = workspace(tmp_path)
    (tmp_path / "rows.jsonl").write_text("this is no JSON\n")
    play(scenario, workspace=file, feature="tasks")


def test_a_refresh_that_fails_leaves_the_rows_under_a_banner(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        (tmp_path / "rows.jsonl").write_text("this is no JSON\n")
        await terminal.press("r")
        await terminal.frame("list-banner")
        await terminal.click("Dismiss")
        await terminal.settle()
        assert not terminal.shows("Dismiss") and terminal.shows("out of date")

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_an_edit_that_fails_is_marked_on_its_row(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        (tmp_path / "rows.jsonl").write_text(json.dumps(ROWS[0]) + "\n")
        await terminal.press("down", "down", "x")
        await terminal.frame("list-row-failed")
        assert terminal.style_of("Reply").color != terminal.style_of("Renew").color

    play(scenario, workspace=workspace(tmp_path, columns=COLUMNS), feature="tasks")


def test_a_source_that_is_read_only_dims_its_keys(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.style_of("tick") != terminal.style_of("open")
        await terminal.press("down", "x")
        assert not terminal.shows("not now")

    columns = [{"key": "text", "role": "title"}, {"key": "done", "role": "toggle"}]
    (tmp_path / "rows.txt").write_text("one\ntwo\n")
    play(scenario, workspace=declared(tmp_path, {"type": "file", "path": "rows.txt"}, columns=columns), feature="tasks")


def list_state(**members: Any) -> dict[str, Any]:
    """Returns a list's state."""
    items = [{"id": row["id"], "value": row, "pending": None} for row in ROWS]
    return {
        "title": "Tasks",
        "phase": "loaded",
        "content": "loaded",
        "empty": None,
        "columns": [{"key": "title", "label": "Title", "type": "text", "role": "title"}],
        "loads": {"refresh": {"status": "idle"}, "append": {"status": "idle", "endReached": True}},
        "items": items,
        "window": {"offset": 0, "limit": 20},
        "count": 3,
        "totalCount": 3,
        "selection": {"mode": "multiple", "ids": [], "all": False},
        "activeId": None,
        "isStale": False,
        **members,
    }


@pytest.mark.parametrize(
    ("name", "members"),
    [
        ("loading", {"phase": "loading", "content": "none", "items": [], "count": 0, "totalCount": None}),
        ("no-match", {"empty": "noMatch", "items": [], "count": 0}),
        (
            "dropped",
            {
                "items": [
                    {"id": "1", "value": {"title": "Here"}, "pending": None},
                    {"id": "2", "value": {}, "pending": None, "dropped": True},
                    {"id": "3", "value": {}, "pending": "delete", "dropped": True},
                ]
            },
        ),
        (
            "pending",
            {
                "items": [
                    {"id": pending, "value": {"title": pending}, "pending": pending}
                    for pending in ("insert", "update", "move", "delete", "unheardOf")
                ],
                "count": 5,
                "totalCount": None,
                "loads": {"refresh": {"status": "loading"}},
            },
        ),
        (
            "unknown-columns",
            {
                "columns": [
                    {"key": "title", "type": "star", "role": "halo"},
                    {"key": "done", "type": "toggle"},
                    "no",
                ]
            },
        ),
    ],
)
def test_other_states(tmp_path: Path, name: str, members: dict[str, Any]) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame(f"list-{name}")

    play(scenario, features=one("list", list_state(**members), "moveActive"), feature="it", folder=tmp_path)


def test_enter_opens_the_active_row_where_the_feature_can(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("⏎ open")
        await terminal.press("enter")
        await terminal.click("Reply", times=2)
        await terminal.settle()
        opened = [sent["params"] for sent in await terminal.sent() if sent["action"] == "openItem"]
        assert opened == [{"id": "1"}, {"id": "2"}]

    features = one("list", list_state(activeId="1"), "openItem", "setActive", "setWindow")
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_a_window_that_the_host_does_not_give_is_asked_for_once(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(state={"isStale": True})
        windows = [sent for sent in await terminal.sent(but=()) if sent["action"] == "setWindow"]
        assert [window["params"] for window in windows] == [{"offset": 0, "limit": 20}]

    play(scenario, features=one("list", list_state(window={"offset": 0, "limit": 7})), feature="it", folder=tmp_path)


def test_a_refusal_is_told_until_the_next_action(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        data = {"kind": "actionUnavailable", "retryable": True, "reason": "stillLoading"}
        await terminal.ask("refuse", action="refresh", error={"code": -31005, "message": "no", "data": data})
        await terminal.press("r")
        await terminal.frame("list-refused")
        await terminal.press("down")
        assert not terminal.shows("not now")

    play(scenario, features=one("list", list_state(), "refresh", "moveActive"), feature="it", folder=tmp_path)


@pytest.mark.parametrize("key", ["enter", "x", "space"])
def test_a_key_for_the_active_row_says_so_where_none_is(tmp_path: Path, key: str) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(key)
        assert terminal.shows("Choose a row first") and await terminal.sent() == []

    columns = [{"key": "title", "label": "Title", "type": "text", "role": "toggle"}]
    features = one("list", list_state(columns=columns), "openItem", "toggleItem", "toggleSelection", "setActive")
    play(scenario, features=features, feature="it", folder=tmp_path)


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("noTarget", "Delete: no row is active"),
        ("severalRows", "Delete: it is about one row, and several are marked"),
        ("ofItsOwn", "Delete: not now (of its own)"),
    ],
)
def test_a_refused_button_is_told_by_its_title(tmp_path: Path, reason: str, told: str) -> None:
    async def scenario(terminal: Terminal) -> None:
        data = {"kind": "actionUnavailable", "retryable": False, "reason": reason}
        await terminal.ask("refuse", action="present", error={"code": -31005, "message": "no", "data": data})
        await terminal.click("Delete")
        await terminal.settle()
        assert terminal.shows(told)

    toolbar = [{"action": "present", "params": {"modal": "delete"}, "title": "Delete"}]
    play(scenario, features=one("list", list_state(), "present", toolbar=toolbar), feature="it", folder=tmp_path)


def test_each_reason_that_a_person_can_meet_has_words_for_them() -> None:
    source = PROJECT / "Sources/Host/Hosting/Methods/RefusalReason.swift"
    explained = source.read_text().partition("explanations = [")[2]
    reasons = set(re.findall(r'^ +"(\w+)": "', explained, re.MULTILINE))
    # No key and no button sends the actions with these reasons.
    of_programs = {"beforeIdMoves", "notBlocked", "notFailed", "notRepeated", "notResettable", "notSubmitting"}
    of_programs |= {"hasSteps", "noSteps", "noOptions", "notSecret", "secret", "sortedTwice", "unknownFilter"}
    assert reasons - _REASONS.keys() == of_programs


def test_the_cursor_is_not_lost_with_what_an_error_hides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[RowTable] = []

    def hears_late(table: RowTable, event: Hide) -> None:
        event.prevent_default()
        told.append(table)

    async def scenario(terminal: Terminal) -> None:
        assert isinstance(terminal.app.focused, RowTable)
        await terminal.change(errors=[FAILURE])
        assert told
        told[0].blur()
        await terminal.settle()
        assert terminal.app.focused is not None and terminal.app.focused.id == "retry"

    monkeypatch.setattr(RowTable, "on_hide", hears_late, raising=False)
    play(scenario, features=one("list", {"items": []}, "retry", "dismissError"), feature="it", folder=tmp_path)


def test_values_that_python_calls_equal_are_drawn_anew(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert "›   1" in terminal.screen().splitlines()[3]
        await terminal.change(state={"items": [item(True)]})
        assert "›   yes" in terminal.screen().splitlines()[3]

    def item(title: object) -> dict[str, Any]:
        return {"id": "1", "value": {"title": title}, "pending": None}

    state = list_state(items=[item(1)], activeId="1", count=1, totalCount=1)
    play(scenario, features=one("list", state, "refresh"), feature="it", folder=tmp_path)
