"""Tests that the kit finds faults of hosts: it reports each mutant for the requirement that the mutant breaks."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from pathlib import Path

import pytest
from Protocol.host import HANG_SECONDS, SERVE, encode, with_headers

from .broken_host import ALLOWED, MUTANTS, Mutant
from .kit import BROKEN, PATIENT, blame, broken, conform, found, requirements, scenarios, ways


def selection(mutant: Mutant) -> list[str]:
    """Returns the options that play only scenarios that show a mutant."""
    has_lines = not mutant.where or "lines" in scenarios()[mutant.where].ways
    selected = ("--scenario", mutant.where) if mutant.where else ("--only", mutant.requirement)
    return [*(ways(mutant.requirement) if has_lines else ()), *selected]


def chosen(mutant: Mutant) -> set[str]:
    """Returns the names of the scenarios that the selection plays."""
    if mutant.where:
        return {mutant.where}
    return {name for name, scenario in scenarios().items() if mutant.requirement in scenario.requirements}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_is_found(name: str) -> None:
    mutant = MUTANTS[name]
    done = blame(mutant.requirement, "2", "--workspaces", *selection(mutant), host=broken(name))
    assert done.status == 1, done
    requirement = found(done.report, mutant.requirement)
    assert requirement["status"] == "notMet", done.report
    assert requirement["findings"]


PAGES = sorted({requirements()[mutant.requirement]["page"] for mutant in MUTANTS.values()})


@pytest.mark.parametrize("page", PAGES)
def test_without_a_mutant_all_is_met(page: str) -> None:
    mutants = [mutant for mutant in MUTANTS.values() if requirements()[mutant.requirement]["page"] == page]
    names = sorted(set().union(*map(chosen, mutants)))
    options = [option for name in names for option in ("--scenario", name)]
    ways_of = ways(mutants[0].requirement)
    done = conform("--workspaces", *PATIENT, *ways_of, *options, "--report", "json", host=broken("nothing"))
    assert done.status == 0, [it for it in done.report["requirements"] if it["findings"]] + done.report["others"]
    for mutant in mutants:
        # The kit does not report a requirement as met if the scenario only watches for violations.
        is_tried = not mutant.where or mutant.requirement in scenarios()[mutant.where].requirements
        right = {"met"} if is_tried else {"met", "untried"}
        assert found(done.report, mutant.requirement)["status"] in right


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_allowed_is_not_blamed(name: str) -> None:
    _, parts, played = ALLOWED[name]
    options = [option for part in parts for option in ("--scenario", part)]
    options += [option for way in played for option in ("--way", way)]
    done = conform("--workspaces", *PATIENT, *options, "--report", "json", host=broken(name))
    assert done.status == 0, [it for it in done.report["requirements"] if it["findings"]] + done.report["others"]


def test_patches_alone_are_blamed_for_what_holds_without_them() -> None:
    host = broken("patches-no-hints")
    done = conform("--workspaces", "--scenario", "snapshots-animations", "--report", "json", host=host)
    findings = [finding for it in done.report["requirements"] for finding in it["findings"]]
    assert {(*finding["requirements"],) for finding in findings} == {("D-3",)}
    assert {finding["way"] for finding in findings} == {"patches"}


def test_each_mutant_is_against_a_requirement_of_hosts() -> None:
    for name, mutant in MUTANTS.items():
        requirement = requirements()[mutant.requirement]
        assert "host" in requirement["who"] and requirement["level"].startswith("MUST"), name
        assert not mutant.where or mutant.where in scenarios(), name


# MARK: Without a mutant, the filter changes nothing

OPEN = {"jsonrpc": "2.0", "id": 1, "method": "feature/open", "params": {"feature": "gallery:counter", "instance": "é"}}
ADD = {
    "jsonrpc": "2.0",
    "id": "2",
    "method": "feature/send",
    "params": {"instance": "é", "action": "incrementButtonTapped"},
}
BYE = {"jsonrpc": "2.0", "method": "exit"}


def play(command: tuple[str, ...], data: bytes, single: bool, folder: Path) -> tuple[bytes, int]:
    """Returns the output of a host for an input, and its status."""
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
    ) as host:
        assert host.stdin is not None and host.stdout is not None
        for piece in [bytes([byte]) for byte in data] if single else [data]:
            host.stdin.write(piece)
        host.stdin.close()
        output = host.stdout.read()
        return output, host.wait(timeout=HANG_SECONDS)


@pytest.mark.parametrize("single", [False, True], ids=["whole", "bytes"])
@pytest.mark.parametrize("has_headers", [False, True], ids=["lines", "headers"])
@pytest.mark.parametrize("ending", ["input", "exit", "rubbish"])
def test_nothing_is_invisible(
    has_headers: bool, single: bool, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FEATUREHOST", SERVE[0])
    frames = [encode(frame).encode() for frame in [OPEN, ADD, *([BYE] if ending == "exit" else [])]]
    data = b"".join(with_headers(frame) if has_headers else frame + b"\n" for frame in frames)
    if ending == "rubbish":
        data += b"Content-Length: x\r\n\r\n"
    arguments = ("serve", "--clock", "virtual")
    alone = play((SERVE[0], *arguments), data, single, tmp_path)
    assert alone[0] and (alone[1] != 0) == (ending == "exit" or (ending == "rubbish" and has_headers))
    assert play((*BROKEN, "nothing", *arguments), data, single, tmp_path) == alone


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_handed_on(number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEATUREHOST", SERVE[0])
    with subprocess.Popen(broken("nothing"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as host:
        assert host.stdin is not None and host.stdout is not None
        host.stdin.write(encode(OPEN).encode() + b"\n")
        assert host.stdout.readline()
        host.send_signal(number)
        assert host.wait(timeout=HANG_SECONDS) == 0


def test_nobody_reading_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEATUREHOST", SERVE[0])
    with subprocess.Popen(broken("nothing"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as host:
        assert host.stdin is not None and host.stdout is not None
        host.stdin.write(encode(OPEN).encode() + b"\n")
        assert host.stdout.readline()
        host.stdout.close()
        # A host may notice the closed output immediately, or at its next write.
        with contextlib.suppress(BrokenPipeError):
            host.stdin.write(encode(ADD).encode() + b"\n")
        assert host.wait(timeout=HANG_SECONDS) == 1


def test_a_host_that_says_of_itself_that_it_failed_is_reported() -> None:
    host = broken("takes-unknown-methods-for-failures")
    done = conform("--workspaces", "--only", "A-11", "--way", "lines", "--report", "json", host=host)
    assert done.status == 1
    assert any("it has failed itself" in finding["reason"] for finding in done.report["others"]), done.report["others"]
