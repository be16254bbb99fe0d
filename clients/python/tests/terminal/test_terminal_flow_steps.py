"""Flows with steps: the progress, its keys and buttons, a draft, and leaving."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_support import Terminal, child, one, play
from test_terminal_flow import TITLE
from test_terminal_list import ROWS, list_state

FORM_ACTIONS = ("setValue", "submit")
LIST_ACTIONS = ("openItem", "toggleSelection", "setFilter", "setSort", "refresh")
ACTIONS = ("next", "back", "skip", "restoreDraft", "discardDraft", "reset")
TOP = {"key": "k2", "route": "what", "title": "Details", "params": {}, "child": child("form", TITLE)}
WAY = [
    {"id": "who", "title": "Who", "status": "done"},
    {"id": "why", "title": "Why", "status": "skipped"},
    {"id": "what", "title": "What", "status": "current"},
    {"id": "summary", "title": "Summary", "status": "open"},
]


def steps(**members: Any) -> dict[str, Any]:
    """Returns a state of the steps."""
    place = {"id": "what", "title": "What", "index": 2, "count": 4, "isSummary": False, "way": WAY, "hasDraft": False}
    welcome = {"canGoBack": True, "canGoForward": True, "canSkip": True}
    return {**place, **welcome, "answers": {"who": {"name": "Ada"}}, **members}


def wizard(**members: Any) -> list[dict[str, Any]]:
    """Returns a fake host's catalog with one flow that has steps."""
    state = {"title": "Book", "stack": [TOP], "steps": steps(**members), "status": "active", "output": None}
    child = {"id": "child", "kind": "form", "title": "Child", "actions": [*FORM_ACTIONS, *LIST_ACTIONS], "state": {}}
    return [*one("flow", state, *ACTIONS), child]


def test_the_progress_and_the_keys_of_form_steps(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("flow-steps")
        assert terminal.shows("3 of 4: What")
        await terminal.press("ctrl+n", "ctrl+p", "f5")
        assert [sent["action"] for sent in await terminal.sent()] == ["next", "back", "skip"]
        # The key of the form itself does the same, and is not shown.
        await terminal.press("ctrl+s")
        assert await terminal.sent() == [{"action": "submit", "path": ["stack", "k2"]}]

    play(scenario, features=wizard(), feature="it", folder=tmp_path)


def test_a_summary_is_finished_and_its_rows_are_opened(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        rows = child("list", list_state(activeId=ROWS[0]["id"]))
        top = {"key": "k3", "route": "summary", "title": "Summary", "params": {}, "child": rows}
        summary = steps(id="summary", title="Summary", index=3, isSummary=True, canSkip=False)
        await terminal.change(state={"stack": [top], "steps": summary}, unavailable={"skip": "notSkippable"})
        await terminal.frame("flow-summary")
        await terminal.press("space", "/", "s", "r", "enter", "ctrl+n")
        assert [sent["action"] for sent in await terminal.sent()] == ["openItem", "next"]

    play(scenario, features=wizard(), feature="it", folder=tmp_path)


def test_the_last_step_finishes_and_what_is_refused_is_not_sent(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        last = steps(index=3, canGoBack=False, canSkip=False)
        await terminal.change(state={"steps": last}, unavailable={"back": "noBack", "skip": "notSkippable"})
        assert terminal.shows("Finish")
        assert not terminal.shows("Skip ]")
        await terminal.press("ctrl+p", "f5")
        assert await terminal.sent() == []
        await terminal.press("ctrl+n")
        assert [sent["action"] for sent in await terminal.sent()] == ["next"]
        await terminal.change(state={"status": "completed", "output": {"name": "Ada"}})
        assert terminal.shows("Completed.")
        assert not terminal.shows("Finish")

    play(scenario, features=wizard(), feature="it", folder=tmp_path)


def test_a_draft_is_offered_and_restored(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("There is a draft of an earlier time.")
        await terminal.press("f3")
        assert [sent["action"] for sent in await terminal.sent()] == ["restoreDraft"]
        await terminal.change(state={"steps": steps()})
        assert not terminal.shows("There is a draft")

    play(scenario, features=wizard(hasDraft=True), feature="it", folder=tmp_path)
