"""Tests that the kit finds faults of clients: it reports each mutant for the requirement that the mutant breaks."""

from __future__ import annotations

import pytest

from .broken_front_end import MUTANTS, FrontEnd
from .kit import (
    PATIENT,
    PROTOCOL,
    blame,
    broken_front_end,
    conform,
    findings,
    found,
    framed,
    requirements,
    scenarios,
    ways,
)

# The requirements that no mutant breaks yet.
WITHOUT_A_MUTANT = {"A-4", "L-40", "R-43", "S-57"}
BROKEN = sorted({mutant.requirement for mutant in MUTANTS.values()})


def selection(mutant: type[FrontEnd]) -> tuple[str, ...]:
    """Returns the options that play only scenarios that show a mutant."""
    return (
        *ways(mutant.requirement),
        *(("--scenario", mutant.where) if mutant.where else ("--only", mutant.requirement)),
    )


def is_binding(id: str) -> bool:
    return requirements()[id]["level"].startswith("MUST")


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_is_found(name: str) -> None:
    mutant = MUTANTS[name]
    # What is only advice leaves the status good, so nothing else may be found for want of time.
    timeout = "1" if is_binding(mutant.requirement) else PATIENT[1]
    done = blame(mutant.requirement, timeout, "--client", *selection(mutant), host=broken_front_end(name))
    assert findings(done.report, mutant.requirement), done.report
    assert done.status == (1 if is_binding(mutant.requirement) else 0), done
    if is_binding(mutant.requirement):
        assert found(done.report, mutant.requirement)["status"] == "notMet"


WAYS = (["--way", "lines"], framed("front end", "headers"), framed("front end", "bytes"))


def test_without_a_mutant_all_is_met() -> None:
    met = set()
    for way in WAYS:
        done = conform("--client", *PATIENT, *way, "--report", "json", host=broken_front_end("none"), seconds=800)
        bad = [(it["id"], it["findings"]) for it in done.report["requirements"] if it["findings"]]
        assert not bad and not done.report["others"] and not done.report["advice"]
        assert done.status == 0
        met |= {it["id"] for it in done.report["requirements"] if it["status"] == "met"}
    tried = {id for id in BROKEN if is_binding(id)}
    # The kit does not report a requirement as met if it only watches for violations.
    watched = {mutant.requirement for mutant in MUTANTS.values() if mutant.where}
    assert tried - met <= watched


def test_each_requirement_that_is_tried_has_a_mutant() -> None:
    tried = set().union(*(scenario.requirements for scenario in scenarios("front end").values()))
    assert {id for id in tried if is_binding(id)} - set(BROKEN) == WITHOUT_A_MUTANT


def test_each_mutant_is_against_a_requirement_of_front_ends() -> None:
    for name, mutant in MUTANTS.items():
        assert "front end" in requirements()[mutant.requirement]["who"], name
        assert not mutant.where or (PROTOCOL / f"conformance/front-ends/{mutant.where}.jsonl").exists(), name
