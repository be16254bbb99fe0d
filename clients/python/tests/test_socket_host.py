"""A host on a socket, shared by several programs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import featurehost
import pytest
from featurehost import AsyncHost, CannotStart, Host, HostDied


def test_two_programs_see_the_same_instance(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with Host(socket=path, spawn=True) as one, Host(socket=path) as other:
        mine = one.open("gallery:counter", instance="c")
        theirs = other.open("gallery:counter", instance="c")
        mine.send("incrementButtonTapped")
        theirs.settle()
        assert theirs.state["count"] == 1 and theirs.snapshot.cause.origin == "peer"


def test_what_is_kept_is_found_again_by_a_program_that_comes_later(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with Host(socket=path, spawn=True) as host:
        host.open("gallery:counter", instance="c", keep=True).send("incrementButtonTapped")
    with Host(socket=path) as host:
        counter = host.open("gallery:counter", instance="c")
        assert counter.state["count"] == 1
        counter.close()


def test_a_host_that_is_started_gets_the_options(tmp_path: Path) -> None:
    book = tmp_path / "w.json"
    book.write_text(
        json.dumps(
            {
                "sources": {"r": {"type": "inline", "rows": []}},
                "features": {"r": {"kind": "list", "source": "r"}},
            }
        )
    )

    async def look() -> None:
        async with AsyncHost(socket=tmp_path / "s", spawn=True, workspace=book, clock="virtual") as host:
            assert [feature.id for feature in host.features] == ["r"]
            assert await host.advance(5) == 5

    asyncio.run(look())


def test_without_a_host_the_error_says_so(tmp_path: Path) -> None:
    with pytest.raises(HostDied, match="there is no socket"):
        Host(socket=tmp_path / "s")


def test_options_of_a_host_that_is_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="options of its own"):
        Host(socket=tmp_path / "s", seed=1)
    with pytest.raises(CannotStart, match="needs a socket"):
        Host(spawn=True)


def test_closing_ends_the_session_and_not_the_host(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with Host(socket=path, spawn=True) as one:
        one.open("gallery:counter", instance="c")
        with Host(socket=path) as other:
            other.open("gallery:counter", instance="c").send("incrementButtonTapped")
        assert one.request("feature/snapshot", {"instance": "c"})["state"]["count"] == 1
        with pytest.raises(featurehost.HostClosed):
            other.list_features()
