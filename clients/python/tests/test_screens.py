"""The library with flows, sheets and forms of the real host, which it addresses only by paths."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import featurehost
import pytest
from featurehost import AsyncHost, Host

WORKSPACE = {
    "sources": {"tasks": {"type": "inline", "rows": [{"id": "1", "title": "Call Ada"}]}},
    "features": {
        "tasks": {
            "kind": "list",
            "source": "tasks",
            "modals": {"newTask": {"style": "sheet", "title": "New", "feature": "newTask", "onOutput": "insertItem"}},
        },
        "newTask": {
            "kind": "form",
            "sections": [{"fields": [{"name": "title", "type": "text", "required": True}]}],
        },
        "app": {"kind": "flow", "root": "tasks"},
    },
}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "workspace.json"
    path.write_text(json.dumps(WORKSPACE))
    return path


def test_a_form_in_a_sheet_of_a_flow_inserts_a_row(workspace: Path) -> None:
    with Host(workspace=workspace, seed=1) as host:
        app = host.open("app")
        app.settle()
        tasks = app.at("stack", app.state["stack"][-1]["key"])
        sheet = tasks.at("presentation")
        assert not sheet.exists
        tasks.send("present", modal="newTask")
        presented = tasks.snapshot.presentation
        assert presented is not None and (presented.style, presented.title) == ("sheet", "New")
        assert sheet.snapshot.kind == "form" and sheet.path == ("stack", tasks.path[1], "presentation")
        sheet.send("setValue", path="/title", value="Buy milk")
        assert sheet.state["isDirty"] is True
        sheet.send("submit", await_="settled")
        assert not sheet.exists and tasks.snapshot.presentation is None
        assert [item["value"]["title"] for item in tasks.state["items"]] == ["Call Ada", "Buy milk"]


def test_unsaved_changes_block_until_they_are_given_up(workspace: Path) -> None:
    with Host(workspace=workspace) as host:
        app = host.open("app")
        tasks = app.at("stack", app.state["stack"][-1]["key"])
        tasks.send("present", modal="newTask")
        sheet = tasks.at("presentation")
        sheet.send("setValue", path="/title", value="x")
        sheet.send("cancel")
        blocked = app.snapshot.blocked
        assert blocked is not None and (blocked.action, blocked.reason) == ("dismiss", "unsavedChanges")
        assert (blocked.path, blocked.by) == (tasks.path, sheet.path)
        app.at(*blocked.path).send("confirmDiscard")
        assert app.snapshot.blocked is None and not sheet.exists
        with pytest.raises(featurehost.ActionUnavailable) as gone:
            sheet.send("submit")
        assert gone.value.reason == "gone"


def test_the_same_on_asyncio(workspace: Path) -> None:
    async def main() -> list[str]:
        async with AsyncHost(workspace=workspace) as host:
            tasks = await host.open("tasks")
            await tasks.settle()
            await tasks.send("present", modal="newTask")
            sheet = tasks.at("presentation")
            await sheet.send("setValue", path="/title", value="Buy milk")
            await sheet.send("submit", await_="settled")
            return [item["value"]["title"] for item in tasks.state["items"]]

    assert asyncio.run(main()) == ["Call Ada", "Buy milk"]
