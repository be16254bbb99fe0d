"""Tests that the kit tests each requirement for hosts, clients and plugins, or that a reason is listed."""

from __future__ import annotations

import json
import re

import pytest

from .kit import PROTOCOL, REPOSITORY, requirements, scenarios

SOURCES = REPOSITORY / "Sources/Tools/Conformance"
FOLDER = PROTOCOL / "conformance"
UNTESTABLE = json.loads((FOLDER / "untestable.json").read_text())
UNTRIED = json.loads((FOLDER / "untried.json").read_text())
ALL = requirements()
PARTIES = ("host", "front end", "plugin")


def describes(schema: str, members: list[str]) -> bool:
    """Returns true if a schema declares these members."""
    return set(members) <= set(json.loads((PROTOCOL / f"schemas/{schema}.json").read_text()).get("properties", {}))


def binding(party: str) -> set[str]:
    """Returns the ids of the MUST requirements for hosts, clients or plugins."""
    return {id for id, one in ALL.items() if one["level"].startswith("MUST") and party in one["who"]}


def tried(party: str) -> set[str]:
    """Returns the tested requirements: by lines of scenarios, by schemas, and by the kit's constant checks."""
    found = {id for id, one in ALL.items() if "schema" in one and describes(one["schema"], one.get("members", []))}
    found = found.union(*(scenario.requirements for scenario in scenarios(party).values()))
    for path in SOURCES.rglob("*.swift"):
        found |= set(re.findall(r'"([A-Z]-\d+)"', path.read_text()))
    if party == "plugin":
        # Plugins and clients get the same requests to sources. Edits of rows are tested only with clients, because the
        # kit determines their rows.
        found |= tried("front end")
    return found


@pytest.mark.parametrize("party", PARTIES)
def test_every_requirement_is_tried_or_listed(party: str) -> None:
    required = binding(party)
    listed = (set(UNTESTABLE) | set(UNTRIED)) & required
    assert required - tried(party) == listed, "untestable.json and untried.json say why"


def test_what_is_listed_is_required() -> None:
    assert set(UNTESTABLE) | set(UNTRIED) <= set.union(*map(binding, PARTIES))


@pytest.mark.parametrize("party", PARTIES)
def test_few_can_not_be_tried(party: str) -> None:
    required = binding(party)
    assert len(required & set(UNTESTABLE)) <= 0.05 * len(required)
    assert all(reason.endswith(".") for reason in [*UNTESTABLE.values(), *UNTRIED.values()])


@pytest.mark.parametrize("party", PARTIES)
def test_lines_are_there_for_requirements_that_there_are(party: str) -> None:
    for name, scenario in scenarios(party).items():
        assert all(party in ALL[id]["who"] for id in scenario.requirements), name
    assert tried(party) - set(ALL) == set()


@pytest.mark.parametrize("party", PARTIES)
def test_scenarios_of_a_page_are_about_it(party: str) -> None:
    """The name of a scenario begins with its page."""
    pages = {path.stem for path in PROTOCOL.glob("*.md")}
    assert not [name for name in scenarios(party) if name.split("-")[0] not in pages]
