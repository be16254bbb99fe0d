"""Sources for which a client answers, with the real daemon."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from featurehost import AsyncHost, FetchRequest, Host, InsertRequest, Row, Rows, Source, SourceError

BUFFERS = [{"id": "1", "name": "notes.txt"}, {"id": "2", "name": "main.py"}]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "workspace.json"
    can = ["insert", "update", "move", "delete"]
    path.write_text(
        json.dumps(
            {
                "sources": {"buffers": {"type": "client", "can": can}},
                "features": {"buffers": {"kind": "list", "source": "buffers"}},
            }
        )
    )
    return path


def names(state: Any) -> list[str]:
    return [item["value"]["name"] for item in state["items"]]


def test_the_host_takes_the_offer(workspace: Path) -> None:
    with Host(workspace=workspace, sources={"buffers": Rows(), "other": Rows()}) as host:
        assert host.info.capabilities["sources"] == ["buffers"]


def test_a_list_shows_and_edits_the_rows_of_the_program(workspace: Path) -> None:
    rows = Rows(BUFFERS)
    with Host(workspace=workspace, sources={"buffers": rows}) as host:
        buffers = host.open("buffers")
        buffers.settle()
        assert names(buffers.state) == ["notes.txt", "main.py"]
        buffers.send("updateItem", id="1", patch={"name": "letter.txt"}, await_="settled")
        buffers.send("insertItem", value={"name": "new"}, await_="settled")
        buffers.send("moveItems", ids=["1"], await_="settled")
        assert [row["name"] for row in rows] == names(buffers.state) == ["main.py", "new", "letter.txt"]
        buffers.send("deleteItems", ids=["2"], await_="settled")
        assert [row["name"] for row in rows] == names(buffers.state) == ["new", "letter.txt"]
        assert buffers.snapshot.errors == ()


def test_what_the_program_has_changed_is_not_overwritten_unseen(workspace: Path) -> None:
    rows = Rows([{"id": "1", "name": "a", "size": 1}])
    with Host(workspace=workspace, sources={"buffers": rows}) as host:
        buffers = host.open("buffers")
        buffers.settle()
        read = buffers.state["items"][0]["version"]
        rows.put({"id": "1", "name": "theirs", "size": 1})
        buffers.send("updateItem", id="1", patch={"name": "mine"}, ifVersion=read, await_="settled")
        assert [error.code for error in buffers.snapshot.errors] == ["conflict"]
        assert rows.get("1") == {"id": "1", "name": "theirs", "size": 1}
        now = buffers.state["items"][0]["version"]
        buffers.send("updateItem", id="1", patch={"size": 2}, ifVersion=now, await_="settled")
        assert rows.get("1") == {"id": "1", "name": "theirs", "size": 2}


def test_what_the_program_changes_is_shown(workspace: Path) -> None:
    rows = Rows(BUFFERS)
    with Host(workspace=workspace, sources={"buffers": rows}) as host:
        buffers = host.open("buffers")
        buffers.settle()
        rows.put({"id": "3", "name": "third"})
        shown = buffers.wait_until(lambda snapshot: len(snapshot.state["items"]) == 3)
        assert names(shown.state)[2] == "third"


def test_what_fails_is_shown_and_can_be_tried_again(workspace: Path) -> None:
    class Failing(Rows):
        fails = True

        def fetch(self, request: FetchRequest) -> Any:
            if self.fails:
                raise SourceError("networkError", "the editor is busy")
            return super().fetch(request)

    rows = Failing(BUFFERS)
    with Host(workspace=workspace, sources={"buffers": rows}) as host:
        buffers = host.open("buffers")
        buffers.settle()
        (error,) = buffers.snapshot.errors
        assert (error.code, error.message) == ("networkError", "the editor is busy")
        rows.fails = False
        buffers.send("retry", await_="settled")
        assert (names(buffers.state), buffers.snapshot.errors) == (["notes.txt", "main.py"], ())


def test_an_edit_that_is_refused_is_taken_back(workspace: Path) -> None:
    class Closed(Rows):
        def insert(self, request: InsertRequest) -> Row:
            raise SourceError("editorBusy", "no more buffers", retryable=False)

    with Host(workspace=workspace, sources={"buffers": Closed(BUFFERS)}) as host:
        buffers = host.open("buffers")
        buffers.settle()
        buffers.send("insertItem", value={"name": "new"}, await_="settled")
        assert [error.code for error in buffers.snapshot.errors] == ["editorBusy"]


def test_a_source_that_nobody_offers_is_an_error(workspace: Path) -> None:
    with Host(workspace=workspace) as host:
        buffers = host.open("buffers")
        buffers.settle()
        assert [error.code for error in buffers.snapshot.errors] == ["notOffered"]


def test_what_nobody_waits_for_any_more_is_cancelled(workspace: Path) -> None:
    begun, ended = threading.Event(), threading.Event()

    class Slow(Source):
        async def fetch(self, request: FetchRequest) -> list[Row]:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()
            return []

    with Host(workspace=workspace, sources={"buffers": Slow()}) as host:
        buffers = host.open("buffers")
        assert begun.wait(240)
        buffers.close()
        assert ended.wait(240)


def test_an_asyncio_program_answers_on_its_loop(workspace: Path) -> None:
    async def main() -> None:
        rows = Rows(BUFFERS)
        async with AsyncHost(workspace=workspace, sources={"buffers": rows}) as host:
            buffers = await host.open("buffers")
            await buffers.settle()
            await buffers.send("updateItem", id="1", patch={"name": "letter.txt"}, await_="settled")
            assert names(buffers.state) == ["letter.txt", "main.py"]
            rows.remove("2")
            await buffers.wait_until(lambda snapshot: names(snapshot.state) == ["letter.txt"])

    asyncio.run(main())
