"""Whether the kit sees what is wrong with a front end: each broken one is caught, by the requirement that it breaks."""

from __future__ import annotations

import pytest
from Protocol.host import HANG_SECONDS

from .broken_front_end import SINS
from .kit import broken_front_end, conform, found, requirements

BROKEN = sorted({sin.requirement for sin in SINS.values()})


@pytest.mark.parametrize("name", SINS)
def test_a_sin_is_found(name: str) -> None:
    sin = SINS[name]
    # Patience is what silence costs, and these front ends are silent where they are wrong.
    options = ("--client", "--only", sin.requirement, "--patience", "2", "--report", "json")
    done = conform(*options, host=broken_front_end(name), seconds=HANG_SECONDS)
    assert done.status == 1, done
    requirement = found(done.report, sin.requirement)
    assert requirement["status"] == "notMet", done.report
    assert requirement["findings"]


@pytest.mark.parametrize("page", sorted({requirements()[id]["page"] for id in BROKEN}))
def test_without_a_sin_all_is_met(page: str) -> None:
    kept = [id for id in BROKEN if requirements()[id]["page"] == page]
    options = [option for id in kept for option in ("--only", id)]
    done = conform("--client", *options, "--report", "json", host=broken_front_end("none"))
    assert done.status == 0, [it for it in done.report["requirements"] if it["findings"]] + done.report["others"]
    assert {id: found(done.report, id)["status"] for id in kept} == {id: "met" for id in kept}


def test_each_sin_is_against_a_requirement_of_front_ends() -> None:
    for name, sin in SINS.items():
        assert "front end" in requirements()[sin.requirement]["who"], name


def test_without_a_sin_the_whole_is_met() -> None:
    done = conform("--client", "--report", "json", host=broken_front_end("none"), seconds=300)
    bad = [(it["id"], it["findings"]) for it in done.report["requirements"] if it["findings"]]
    assert not bad and not done.report["others"]
    assert done.status == 0
