"""What the kit can tell of a host: each requirement is tried, or it is listed why it isn't."""

from __future__ import annotations

import json
import re
from pathlib import Path

PROTOCOL = Path(__file__).resolve().parents[2] / "protocol"
SOURCES = Path(__file__).resolve().parents[2] / "Sources/Conformance"
FOLDER = PROTOCOL / "conformance"
UNTESTABLE = json.loads((FOLDER / "untestable.json").read_text())
UNTRIED = json.loads((FOLDER / "untried.json").read_text())


def requirements() -> dict[str, dict]:
    lines = (PROTOCOL / "requirements.jsonl").read_text().splitlines()
    return {one["id"]: one for one in map(json.loads, lines)}


ALL = requirements()
BINDING = {id for id, one in ALL.items() if one["level"].startswith("MUST") and "host" in one["who"]}


def describes(schema: str, members: list[str]) -> bool:
    """Whether a schema has these members."""
    return set(members) <= set(json.loads((PROTOCOL / f"schemas/{schema}.json").read_text()).get("properties", {}))


def tried() -> set[str]:
    """What a line of a scenario is there for, what a schema says, and what the kit watches for all the time."""
    found = {id for id, one in ALL.items() if "schema" in one and describes(one["schema"], one.get("members", []))}
    for path in FOLDER.glob("*.jsonl"):
        for line in path.read_text().splitlines():
            found |= set(json.loads(line).get("requires", []))
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
    names = [path.stem for path in FOLDER.glob("*.jsonl")]
    assert not [name for name in names if name.split("-")[0] not in pages]
