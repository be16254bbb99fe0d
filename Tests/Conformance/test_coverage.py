"""What the kit can tell of a host: each requirement is tried, or it is listed why it isn't."""

from __future__ import annotations

import json
import re

from .kit import PROTOCOL, REPOSITORY, requirements, scenarios

SOURCES = REPOSITORY / "Sources/Conformance"
FOLDER = PROTOCOL / "conformance"
UNTESTABLE = json.loads((FOLDER / "untestable.json").read_text())
UNTRIED = json.loads((FOLDER / "untried.json").read_text())
ALL = requirements()
BINDING = {id for id, one in ALL.items() if one["level"].startswith("MUST") and "host" in one["who"]}


def describes(schema: str, members: list[str]) -> bool:
    """Whether a schema has these members."""
    return set(members) <= set(json.loads((PROTOCOL / f"schemas/{schema}.json").read_text()).get("properties", {}))


def tried() -> set[str]:
    """What a line of a scenario is there for, what a schema says, and what the kit watches for all the time."""
    found = {id for id, one in ALL.items() if "schema" in one and describes(one["schema"], one.get("members", []))}
    found = found.union(*(scenario.requirements for scenario in scenarios().values()))
    for path in SOURCES.rglob("*.swift"):
        found |= set(re.findall(r'"([A-Z]-\d+)"', path.read_text()))
    return found


def test_every_requirement_of_hosts_is_tried_or_listed() -> None:
    assert BINDING - tried() == set(UNTESTABLE) | set(UNTRIED), "untestable.json and untried.json say why"


def test_few_can_not_be_tried() -> None:
    assert len(UNTESTABLE) <= 0.05 * len(BINDING)
    assert all(reason.endswith(".") for reason in [*UNTESTABLE.values(), *UNTRIED.values()])


def test_lines_are_there_for_requirements_that_there_are() -> None:
    assert tried() - set(ALL) == set()


def test_scenarios_of_a_page_are_about_it() -> None:
    """Their names begin with it, so that one finds them."""
    pages = {path.stem for path in PROTOCOL.glob("*.md")}
    assert not [name for name in scenarios() if name.split("-")[0] not in pages]
