"""`featurehost ui` meets the requirements for clients that its screen shows."""

from __future__ import annotations

import json
import sys

from Protocol.host import REPOSITORY

from .kit import PATIENT, PROTOCOL, conform, requirements

TERMINAL = (sys.executable, str(REPOSITORY / "Tests/Conformance/terminal_client.py"))


def screen_requirements() -> set[str]:
    """Returns the binding requirements of the scenarios that read the screen."""
    required: set[str] = set()
    for path in (PROTOCOL / "conformance/front-ends").glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        if any(line.get("order") == "show" for line in lines):
            required.update(id for line in lines for id in line.get("requires", []))
    return {id for id in required if requirements()[id]["level"].startswith("MUST")}


def test_the_screen_meets_its_requirements() -> None:
    required = screen_requirements()
    assert len(required) > 10
    only = [option for id in sorted(required) for option in ("--only", id)]
    done = conform("--client", *PATIENT, "--way", "lines", "--report", "json", *only, host=TERMINAL, seconds=400)
    bad = [(it["id"], it["findings"]) for it in done.report["requirements"] if it["findings"]]
    assert not bad and not done.report["others"]
    assert done.report["name"] == "featurehost-ui 1"
    assert {it["id"]: it["status"] for it in done.report["requirements"]} == dict.fromkeys(sorted(required), "met")
    assert done.status == 0
