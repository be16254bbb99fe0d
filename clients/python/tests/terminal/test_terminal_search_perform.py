"""Work of a source on accepted results: reported when it is slow, stopped, and retried."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from featurehost.terminal import patience
from terminal_support import Terminal, play
from test_terminal_search import FOUND
from test_terminal_search_host import search_for, workspace
from test_terminal_search_keys import ALL, DECLARED, FAILURE, search, sent

STATE = {**FOUND, "actions": DECLARED}
PERFORMING = {"action": "copy", "ids": ["1"]}
CAN = (*ALL, "cancel")


def test_what_ends_soon_is_not_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 3600)

    async def scenario(terminal: Terminal) -> None:
        before = terminal.screen()
        await terminal.change(state={"performing": PERFORMING})
        assert terminal.screen() == before
        # The work is not visible yet, so escape has its usual meaning.
        await terminal.press("escape")
        assert await sent(terminal) == [("clearQuery", None)]

    play(scenario, features=search(STATE, *CAN), feature="it", folder=tmp_path)


def test_what_takes_long_is_told_of_and_escape_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.001)

    async def scenario(terminal: Terminal) -> None:
        await terminal.change(state={"performing": PERFORMING}, unavailable={"accept": "performing"})
        await terminal.until(lambda: terminal.shows("Copy the name… esc stops it · 12 of 345"))
        assert terminal.shows("⠋")
        await terminal.press("enter", "escape")
        assert await sent(terminal) == [("cancel", None)]
        await terminal.change(state={"performing": None}, unavailable={})
        assert not terminal.shows("Copy the name…") and not terminal.shows("⠋")
        await terminal.press("escape")
        assert await sent(terminal) == [("clearQuery", None)]

    play(scenario, features=search(STATE, *CAN), feature="it", folder=tmp_path)


def test_a_failure_is_a_banner_over_the_rows_and_is_tried_again(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("The index is asleep.") and terminal.shows("›   Århus")
        await terminal.press("f5")
        assert await sent(terminal) == [("retry", {"id": "e1"})]

    errors = [{**FAILURE, "display": "banner"}]
    play(scenario, features=search(STATE, *CAN, errors=errors), feature="it", folder=tmp_path)


def test_on_a_real_host_a_failure_is_tried_again_and_the_output_is_handed_on(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        def performs() -> bool:
            return terminal.app.session.node("find-1").state["performing"] is not None

        await search_for(terminal, "apple 12")
        await terminal.press("enter")
        await terminal.until(lambda: terminal.shows("python"))
        assert terminal.shows("›   apple 12") and not terminal.shows("What was chosen")
        (tmp_path / "gate").touch()
        await terminal.press("f5")
        await terminal.until(lambda: not performs() and terminal.shows("What was chosen"))
        assert terminal.shows("APPLE 12")

    shout = f"""
import json, pathlib, sys
if not pathlib.Path({str(tmp_path / "gate")!r}).exists():
    sys.exit(1)
[row] = json.load(sys.stdin)["values"]
print(json.dumps({{"name": row["name"].upper()}}))
"""
    box = {"type": "command", "operations": {"shout": {"argv": [sys.executable, "-c", shout]}}}
    file = workspace(
        tmp_path,
        sources={"box": box},
        actions=[{"id": "note", "title": "Shout", "perform": "shout", "source": "box"}],
    )
    play(scenario, workspace=file, feature="find", clock="virtual")
