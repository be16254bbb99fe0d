"""Runs `featurehost conform` against a host, a client or a plugin, and reads its reports and its scenarios."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from Protocol.host import BINARY, HANG_SECONDS, REPOSITORY, SERVE

PROTOCOL = REPOSITORY / "protocol"


def program(module: str) -> tuple[str, ...]:
    """Returns the command of a program in this folder.

    It is started for each session. So it starts quickly: without `site`, and as an imported, compiled module.
    """
    begin = f"import sys; sys.path.insert(0, {str(REPOSITORY / 'Tests')!r})"
    return (sys.executable, "-S", "-c", f"{begin}; from Conformance.{module} import main; main()")


BROKEN = program("broken_host")
BROKEN_FRONT_END = program("broken_front_end")
BROKEN_PLUGIN = program("broken_plugin")
PYTHON_CLIENT = (sys.executable, str(REPOSITORY / "clients/python/examples/conform.py"))
MEMORY_BYTES = 4 << 30


class Done(NamedTuple):
    """The outcome of a run of the command."""

    status: int
    output: str
    errors: str

    @property
    def report(self) -> dict[str, Any]:
        """The report, if it was requested as JSON."""
        assert self.output, self.errors
        return json.loads(self.output)


# For programs that meet all requirements: the kit then waits only as long as a busy machine needs.
PATIENT = ("--timeout", "100")


def conform(*options: str, host: Sequence[str] = SERVE, seconds: float = 240) -> Done:
    """Runs the kit against a host, or with `--client` against a client; the memory of both is limited."""
    done = subprocess.run(
        [BINARY, "conform", *options, "--", *host],
        env={**os.environ, "FEATUREHOST": str(BINARY)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def findings(report: dict[str, Any], identifier: str) -> list[Any]:
    """Returns the findings about a requirement: in its entry, and for a SHOULD, in the advice."""
    entries = [it["findings"] for it in report["requirements"] if it["id"] == identifier]
    return sum(entries, []) + [it for it in report["advice"] if identifier in it["requirements"]]


def blame(identifier: str, timeout: str, *options: str, host: Sequence[str]) -> Done:
    """Runs the kit against a mutant that breaks a requirement.

    Some mutants don't answer, and their tests take as long as the timeout. So the first run has a short one. On a busy
    machine, a mutant that answers may take longer. So a second run is patient, if the first one has no finding.
    """
    for limit in (("--timeout", timeout), PATIENT):
        done = conform(*options, *limit, "--report", "json", host=host, seconds=6 * HANG_SECONDS)
        if done.output and findings(done.report, identifier):
            break
    return done


def broken(name: str) -> tuple[str, ...]:
    """Returns the command of the host with a fault; with an unknown name, of the host without a fault."""
    return (*BROKEN, name, "serve")


def broken_front_end(name: str) -> tuple[str, ...]:
    """Returns the command of the client with a fault; with an unknown name, of the correct client."""
    return (*BROKEN_FRONT_END, name)


def ways(identifier: str) -> tuple[str, ...]:
    """Returns the options that play a requirement only in lines, if it does not depend on the framing."""
    if identifier.startswith("T-"):
        return ()
    return ("--way", "lines", *(("--way", "patches") if identifier.startswith("D-") else ()))


class Scenario(NamedTuple):
    """A scenario: if it needs arguments of the host, the ways to play it, and the requirements that its lines test."""

    needs_arguments: bool
    ways: set[str]
    requirements: set[str]


Line = dict[str, Any]


def suits_patches(setting: Line, lines: list[Line]) -> bool:
    """Returns true if a scenario is also played with patches: it uses snapshots, and does not request their kind."""
    first = setting.get("initialize", {})
    sent = [
        it for line in lines for it in ([*line["send"]] if isinstance(line.get("send"), list) else [line.get("send")])
    ]
    asked = [line.get("params") for line in lines if "call" in line]
    asked += [it.get("params") for it in sent if isinstance(it, dict)]
    patterns = [line.get(name) for line in lines for name in ("next", "until")]
    looks = any("state" in line or "shows" in line for line in lines) or any(
        isinstance(it, dict) and it.get("method") == "state/snapshot" for it in patterns
    )
    is_bound = (
        first is False
        or setting.get("socket", False)
        or setting.get("part") == "patches"
        or "updates" in first.get("capabilities", {})
        or any(not BOUND.isdisjoint(line) or line.get("call") == "initialize" for line in lines)
        or any(isinstance(it, dict) and "updates" in it for it in asked)
    )
    return looks and not is_bound and "lines" in setting.get("framings", ["lines"])


BOUND = {"sendRaw", "sendBytes", "reads", "closeOutput", "halts", "crowd"}


@cache
def scenarios(party: str = "host") -> dict[str, Scenario]:
    """Returns all scenarios for hosts, clients or plugins, by name."""
    found = {}
    folder = PROTOCOL / {"host": "conformance", "front end": "conformance/front-ends"}.get(party, "conformance/plugins")
    for path in sorted(folder.glob("*.jsonl")):
        setting, *lines = [json.loads(line) for line in path.read_text().splitlines()]
        needs_arguments = not {"workspace", "clock", "seed", "socket"}.isdisjoint(setting)
        framings = setting.get("framings", ["lines"] if party == "plugin" else ["lines", "headers"])
        played = {*framings, *(["bytes"] if "lines" in framings else [])}
        if party == "host" and suits_patches(setting, lines):
            played.add("patches")
        found[path.stem] = Scenario(needs_arguments, played, {it for line in lines for it in line.get("requires", [])})
    return found


def framed(party: str, way: str) -> list[str]:
    """Returns the options that play, in one way, the scenarios about messages and those that lines don't play."""
    pages = ("transport-", "messages-")
    names = [name for name, it in scenarios(party).items() if name.startswith(pages) or "lines" not in it.ways]
    chosen = [name for name in names if way in scenarios(party)[name].ways]
    return ["--way", way, *(option for name in chosen for option in ("--scenario", name))]


@cache
def requirements() -> dict[str, dict[str, Any]]:
    """Returns all requirements, by id."""
    lines = (PROTOCOL / "requirements.jsonl").read_text().splitlines()
    return {line["id"]: line for line in map(json.loads, lines)}


def found(report: dict[str, Any], identifier: str) -> dict[str, Any]:
    """Returns the entry of a requirement in a report."""
    return next(it for it in report["requirements"] if it["id"] == identifier)
