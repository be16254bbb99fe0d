"""Entered values in features of a real host, which is killed and restarted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from terminal_support import Terminal, play

ROWS = [{"id": "1", "title": "Oslo"}, {"id": "2", "title": "Bergen"}]
FIELDS = [
    {"name": "a/b", "label": "Name", "type": "text"},
    {"name": "at", "type": "group", "fields": [{"name": "town", "type": "text"}]},
    {"name": "lines", "type": "repeated", "fields": [{"name": "x", "label": "Product", "type": "text"}]},
]


def workspace(folder: Path, feature: dict[str, Any], **others: dict[str, Any]) -> Path:
    file = folder / "w.json"
    source = {"type": "inline", "rows": ROWS}
    file.write_text(json.dumps({"sources": {"rows": source}, "features": {"it": feature, **others}}))
    return file


async def start_again(terminal: Terminal) -> None:
    await terminal.kill()
    await terminal.press("right", "enter")
    assert len(terminal.hosts) == 2


def test_the_values_of_a_form(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*"Ada", "tab", *"Oslo", "tab", "enter")
        await terminal.settle()
        await terminal.click("Product")
        await terminal.press("tab")
        form = terminal.app.session.node("it-1").state["fields"]
        (item,) = form["/lines"]["items"]
        await terminal.app.session.send("it-1", (), "setValue", {"path": item["fields"][0], "value": "tea"}, quiet=True)
        await start_again(terminal)
        assert all(terminal.shows(text) for text in ("Ada", "Oslo", "1. Product", "tea", "changed"))

    form = {"kind": "form", "title": "It", "sections": [{"fields": FIELDS}]}
    play(scenario, workspace=workspace(tmp_path, form), feature="it")


def test_the_query_of_a_search(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*"berg")
        await start_again(terminal)
        assert terminal.shows("berg") and terminal.shows("Bergen") and not terminal.shows("Oslo")

    search = {"kind": "search", "title": "It", "source": "rows", "keys": ["title"], "debounceMs": 0}
    play(scenario, workspace=workspace(tmp_path, search), feature="it")


def test_the_words_of_a_filter(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("slash", *"berg", "enter")
        await start_again(terminal)
        assert terminal.shows("Bergen") and not terminal.shows("Oslo")

    listed = {"kind": "list", "title": "It", "source": "rows", "columns": [{"key": "title", "role": "title"}]}
    play(scenario, workspace=workspace(tmp_path, listed), feature="it")


def steps(folder: Path) -> Path:
    def form(name: str) -> dict[str, Any]:
        return {"kind": "form", "title": name, "sections": [{"fields": [{"name": name, "type": "text"}]}]}

    flow = {"kind": "flow", "title": "It", "steps": [{"id": "a", "feature": "who"}, {"id": "b", "feature": "where"}]}
    return workspace(folder, flow, who=form("who"), where=form("where"))


def test_the_first_step_of_a_flow(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*"Ada")
        await start_again(terminal)
        assert terminal.shows("Ada") and terminal.shows("changed")

    play(scenario, workspace=steps(tmp_path), feature="it")


def test_what_was_in_later_steps_of_a_flow_is_shown(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*"Ada", "ctrl+n", *"Oslo")
        assert terminal.shows("Oslo") and not terminal.shows("Ada")
        await start_again(terminal)
        await terminal.frame("lost-steps")

    play(scenario, workspace=steps(tmp_path), feature="it")
