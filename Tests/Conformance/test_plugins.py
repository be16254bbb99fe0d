"""Tests that the kit tests plugins, and finds their faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from Protocol.host import BINARY, REPOSITORY

from .broken_plugin import MUTANTS
from .kit import BROKEN_PLUGIN, blame, conform, found, requirements

EXAMPLES = REPOSITORY / "protocol/examples"


def met(*options: str, command: list[str]) -> set[str]:
    """Returns the requirements that the kit reports as met for a plugin without findings."""
    done = conform("--plugin", *options, "--report", "json", host=command)
    assert done.status == 0, done.output + done.errors
    assert not done.report["others"]
    return {it["id"] for it in done.report["requirements"] if it["status"] == "met"}


def test_without_a_mutant_all_is_met() -> None:
    done = met(command=[*BROKEN_PLUGIN, "none"])
    assert {broken for _, broken in MUTANTS} <= done
    own = {id for id, it in requirements().items() if it["who"] == ["plugin"] and it["level"].startswith("MUST")}
    assert own - done == {"G-9"}


# Mutants whose catalog the kit may be unable to read; it then reports that instead of findings.
UNREADABLE = ("writes-headers", "begins-late", "has-no-catalog")


@pytest.mark.parametrize(("name", "requirement"), MUTANTS)
def test_a_mutant_is_found(name: str, requirement: str) -> None:
    options, host = ("--plugin", "--only", requirement), [*BROKEN_PLUGIN, name]
    if name in UNREADABLE:
        done = conform(*options, "--timeout", "3", "--report", "json", host=host)
        if done.status == 2:
            assert done.errors
            return
    else:
        done = blame(requirement, "3", *options, host=host)
    assert done.status == 1
    assert found(done.report, requirement)["status"] == "notMet", done.report


def test_a_plugin_in_plain_shell() -> None:
    hello = ["sh", str(EXAMPLES / "plugins/hello/hello.sh")]
    assert {"G-1", "G-7", "G-41", "R-1"} <= met(command=hello)
    assert "R-1" in met("--source", '{"kind": "hello"}', command=hello)


def test_a_plugin_with_a_feature_in_plain_shell() -> None:
    tally = EXAMPLES / "tally.sh"
    assert {"G-11", "G-14", "G-21", "G-31"} <= met(command=["sh", str(tally)])
    page = (REPOSITORY / "protocol/plugins.md").read_text()
    for path in (tally, EXAMPLES / "tally.workspace.json"):
        assert f"$ cat protocol/examples/{path.name}\n{path.read_text()}" in page, path.name


def test_the_store(tmp_path: Path) -> None:
    source = {"kind": "table", "options": {"path": str(tmp_path / "rows.db"), "table": "rows"}}
    store = [str(Path(BINARY).with_name("featurehost-sqlite"))]
    assert {"G-3", "G-11", "G-41", "R-11"} <= met("--source", json.dumps(source), command=store)


def test_a_source_that_can_not_be_opened_is_told() -> None:
    done = conform("--plugin", "--source", '{"kind": "none"}', host=[*BROKEN_PLUGIN, "none"])
    assert done.status == 2
    assert done.errors == "the source can't be opened: there is no such kind\n"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--plugin", "--client"], "--plugin takes no --client, --workspaces or --random"),
        (["--source", "{}"], "--source is for --plugin"),
        (["--plugin", "--source", "[]"], "--source must be an object of JSON"),
    ],
)
def test_options_that_do_not_go_together(options: list[str], reason: str) -> None:
    done = conform(*options, host=["true"])
    assert done.status == 64
    assert reason in done.errors
