"""`featurehost conform` as a command: its reports about correct hosts, broken hosts, and programs that are no hosts."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from Protocol.host import SERVE

from .kit import PATIENT, PYTHON_CLIENT, broken, conform, found, framed, requirements, scenarios

# MARK: Our own host


# All scenarios are played in lines, and again with patches. Those that depend on frames are played in each framing.
WAYS = {
    "lines": ["--way", "lines"],
    "patches": ["--way", "patches"],
    "headers": framed("host", "headers"),
    "bytes": framed("host", "bytes"),
}


@pytest.mark.parametrize("way", WAYS)
def test_our_own_host_passes_whole(way: str) -> None:
    done = conform("--workspaces", *PATIENT, *WAYS[way], "--report", "json", seconds=800)
    bad = [(it["id"], it["findings"]) for it in done.report["requirements"] if it["findings"]]
    assert not bad and not done.report["others"]
    assert done.report["isGood"] is True
    assert done.status == 0
    played = {name for option, name in pairwise(WAYS[way]) if option == "--scenario"} or scenarios().keys()
    tried = set().union(*(scenarios()[it].requirements for it in played if way in scenarios()[it].ways))
    statuses = {it["id"]: it["status"] for it in done.report["requirements"]}
    assert {it: statuses.get(it) for it in tried if is_binding(it)} == {it: "met" for it in tried if is_binding(it)}
    assert "workspaces" in done.report["parts"]


def is_binding(identifier: str) -> bool:
    requirement = requirements()[identifier]
    return requirement["level"].startswith("MUST") and "host" in requirement["who"]


def test_each_scenario_is_played_to_our_own_host() -> None:
    framed_too = {name for way in ("headers", "bytes") for name in WAYS[way]}
    in_lines = {name for name, it in scenarios().items() if "lines" in it.ways}
    assert scenarios().keys() <= in_lines | framed_too


def test_without_workspaces_no_scenario_has_one() -> None:
    # Pages with scenarios that have workspaces, and with scenarios that have none.
    pages = [option for page in ("methods-", "views-", "workspace-") for option in ("--scenario", page)]
    done = conform("--verbose", *pages)
    assert done.status == 0
    played = {line.partition(" (")[0] for line in done.errors.splitlines()}
    assert played
    assert not {name for name in played if scenarios()[name].needs_arguments}
    for way in ("lines", "headers", "bytes"):
        assert any(line.endswith(f" ({way})") for line in done.errors.splitlines())
    headers = conform("--verbose", "--way", "headers", "--scenario", "methods-limits").errors.splitlines()
    assert headers and all(line.endswith(" (headers)") for line in headers)
    assert "scenarios need a host that takes workspaces, and were not played" in done.output


def test_with_workspaces_what_has_none_is_played_too() -> None:
    done = conform("--workspaces", "--verbose", "--scenario", "methods-limits", "--scenario", "specification-unknown")
    assert done.status == 0
    played = {line.partition(" (")[0] for line in done.errors.splitlines()}
    assert played == {"methods-limits", "methods-limits-sessions", "specification-unknown"}
    assert "were not played" not in done.output


# MARK: Our own clients


def test_the_python_client_passes_whole() -> None:
    # Only in lines, because the client is started for each scenario.
    done = conform("--client", *PATIENT, "--way", "lines", "--report", "json", host=PYTHON_CLIENT, seconds=800)
    bad = [(it["id"], it["findings"]) for it in done.report["requirements"] if it["findings"]]
    assert not bad and not done.report["others"]
    assert done.report["name"].startswith("featurehost-python ")
    assert done.report["isGood"] is True
    assert done.status == 0


# A client that only sends `ping`, without end.
PINGS = """
import json, subprocess, sys, threading, time

def ping(host):
    for id in range(10**9):
        host.stdin.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": "ping"}).encode() + b"\\n")
        host.stdin.flush()
        host.stdout.readline()

for line in sys.stdin:
    order = json.loads(line)
    result = {"name": "pings", "parts": [], "framings": ["lines"], "orders": ["start"]}
    if order["method"] == "start":
        command = order["params"]["command"]
        host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=ping, args=(host,), daemon=True).start()
    print(json.dumps({"jsonrpc": "2.0", "id": order["id"], "result": result}), flush=True)
"""


def test_who_says_much_and_not_what_is_waited_for_is_given_up(tmp_path: Path) -> None:
    scenario = tmp_path / "specification-waiting.jsonl"
    lines = [{"about": "waiting", "tries": "front end"}, {"until": {"method": "feature/open"}, "requires": ["A-4"]}]
    scenario.write_text("".join(json.dumps(line) + "\n" for line in lines))
    options = ("--client", "--file", str(scenario), "--timeout", "10", "--way", "lines", "--report", "json")
    done = conform(*options, host=(sys.executable, "-S", "-c", PINGS))
    assert done.status == 1
    assert found(done.report, "A-4")["status"] == "notMet"


# MARK: Reports

FINDINGS = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["requirements", "scenario", "way", "reason"],
        "additionalProperties": False,
        "properties": {
            "requirements": {"type": "array", "items": {"pattern": "^[A-Z]-[0-9]+$"}},
            "scenario": {"type": "string", "minLength": 1},
            "line": {"type": "integer", "minimum": 1},
            "way": {"enum": ["lines", "headers", "bytes", "patches"]},
            "reason": {"type": "string", "minLength": 1},
        },
    },
}
REPORT = {
    "type": "object",
    "required": ["name", "tried", "parts", "isGood", "requirements", "others", "advice"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "tried": {"enum": ["host", "front end"]},
        "parts": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "contains": {"const": "core"}},
        "isGood": {"type": "boolean"},
        "requirements": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "part", "page", "text", "status", "findings"],
                "additionalProperties": False,
                "properties": {
                    "id": {"type": "string", "pattern": "^[A-Z]+-[0-9]+$"},
                    "part": {"type": "string"},
                    "page": {"type": "string", "pattern": r"^[a-z-]+\.md$"},
                    "text": {"type": "string", "minLength": 1},
                    "status": {"enum": ["met", "notMet", "untried", "untestable"]},
                    "untestable": {"type": "string", "minLength": 1},
                    "findings": FINDINGS,
                },
                "if": {"properties": {"status": {"const": "notMet"}}},
                "then": {"properties": {"findings": {"minItems": 1}}},
                "else": {"properties": {"findings": {"maxItems": 0}}},
            },
        },
        "others": FINDINGS,
        "advice": FINDINGS,
    },
}
# A correct host, a host that violates one requirement, and a host with findings about other requirements.
HOSTS = {
    "good": (SERVE, 0),
    "one": (broken("works-on-after-shutdown"), 1),
    "others": (broken("takes-unknown-methods-for-failures"), 1),
}
SELECTION = ("--workspaces", "--only", "C-16", "--only", "A-11")


@pytest.mark.parametrize("name", HOSTS)
def test_json_is_valid(name: str) -> None:
    host, status = HOSTS[name]
    done = conform(*SELECTION, "--report", "json", host=host)
    assert done.status == status
    Draft202012Validator(REPORT).validate(done.report)
    assert done.report["isGood"] is (status == 0)
    assert done.report["name"].startswith("featurehost ")
    assert [it["id"] for it in done.report["requirements"]] == ["A-11", "C-16"]
    for requirement in done.report["requirements"]:
        right = requirements()[requirement["id"]]
        assert {key: requirement[key] for key in ("part", "page", "text")} == {
            key: right[key] for key in ("part", "page", "text")
        }


@pytest.mark.parametrize("name", HOSTS)
def test_junit_has_the_same_failures(name: str) -> None:
    host, status = HOSTS[name]
    report = conform(*SELECTION, "--report", "json", host=host).report
    done = conform(*SELECTION, "--report", "junit", host=host)
    assert done.status == status
    root = xml.etree.ElementTree.fromstring(done.output)
    assert root.tag == "testsuites"
    wrong = [it for it in report["requirements"] if it["status"] == "notMet"]
    assert len(root.findall(".//failure")) == len(wrong) + len(report["others"])
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.attrib["tests"]) == len(cases)
        assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
    names = {case.attrib["name"] for case in root.iter("testcase") if case.find("failure") is not None}
    assert {f"{it['id']} {it['text']}" for it in wrong} <= names


def test_text_says_what_is_wrong_and_where() -> None:
    done = conform("--workspaces", "--only", "C-6", host=broken("speaks-a-version-of-its-own"))
    assert done.status == 1
    lines = done.output.splitlines()
    place = next(index for index, line in enumerate(lines) if line.startswith("C-6 "))
    assert lines[place] == f"C-6 is not met: {requirements()['C-6']['text']}"
    for way, line in zip(("lines", "headers", "bytes"), lines[place + 1 :], strict=False):
        assert line == f'    methods-initialize:3 ({way}): /protocolVersion should be "1", and is "2"'
    assert "met: 0, not met: 1" in done.output


def test_text_of_a_good_host_is_short() -> None:
    done = conform("--workspaces", "--only", "C-6")
    assert done.status == 0
    assert "C-6" not in done.output
    assert "met: 1, not met: 0" in done.output
    assert f"C-6 is met: {requirements()['C-6']['text']}" in conform("--workspaces", "--only", "C-6", "--all").output


# MARK: Programs that are no hosts


def no_host(*command: str, timeout: int = 1) -> str:
    """Returns the error message about a command that is no host.

    A command whose words are wanted needs time for its start.
    """
    done = conform("--timeout", str(timeout), host=command)
    assert done.status == 2, done
    assert not done.output
    assert len(done.errors.strip()) > 10
    return done.errors


@pytest.mark.parametrize("command", ["no-such-program", "/no/such/program"])
def test_a_command_that_is_not_there(command: str) -> None:
    assert f"{command} can't be started: No such file or directory" in no_host(command)


def test_a_command_that_ends_at_once() -> None:
    assert "initialize was not answered" in no_host("true")


def test_a_command_that_ends_with_a_word_in_its_log() -> None:
    assert "there is no port 7" in no_host("sh", "-c", "echo 'there is no port 7' >&2; exit 3", timeout=100)


def test_a_command_that_says_nothing() -> None:
    assert "initialize was not answered" in no_host("sleep", "60")


@pytest.mark.parametrize(
    "script",
    [
        "echo Welcome!",
        "echo Welcome!; exec sleep 60",
        "exec cat",
        "while read line; do echo '{}'; done",
        "printf '\\377\\n'",
    ],
)
def test_a_command_that_writes_rubbish(script: str) -> None:
    assert "initialize was not answered" in no_host("sh", "-c", script)


@pytest.mark.parametrize(
    ("script", "word"),
    [("exit 3", "3"), ("echo Welcome!; exec sleep 60", "Welcome!"), ("echo '{\"id\": 1}'; exec sleep 60", "id")],
    ids=["status", "rubbish", "answer"],
)
def test_it_is_said_what_came_instead(script: str, word: str) -> None:
    assert word in no_host("sh", "-c", script, timeout=10)


# MARK: Options


def refused(*options: str) -> str:
    done = conform(*options)
    assert done.status not in (0, 1), done
    assert not done.output
    return done.errors


def test_a_command_is_needed() -> None:
    assert "the command is missing" in conform(host=()).errors
    assert conform(host=()).status not in (0, 1)


def test_a_timeout_is_at_least_a_second() -> None:
    assert "--timeout" in refused("--timeout", "0")


@pytest.mark.parametrize(
    "options", [("--only", "X-999"), ("--scenario", "no-such-scenario"), ("--parts", "no-such-part")], ids=" ".join
)
def test_a_name_that_there_is_not(options: tuple[str, str]) -> None:
    assert options[1] in refused(*options)


def test_the_rest_is_left_out() -> None:
    report: dict[str, Any] = conform("--workspaces", "--scenario", "methods-limits", "--report", "json").report
    assert found(report, "C-11")["status"] == "met"
    assert found(report, "C-16")["status"] == "untried"


def test_a_way_in_which_nothing_can_be_tried_is_told() -> None:
    assert "some do --way headers" in refused("--only", "M-53", "--way", "lines")


def test_what_any_session_may_break_is_tried_in_all() -> None:
    done = conform("--workspaces", "--only", "S-12", "--scenario", "list-active", "--way", "lines", "--verbose")
    assert done.status == 0
    assert "list-active (lines)" in done.errors.splitlines()


# MARK: Random sessions


def test_random_sessions_are_played() -> None:
    for options in (["--workspaces"], []):
        report = conform(*options, "--random", "12", "--seed", "3", "--report", "json").report
        assert report["isGood"], report
        # The requirements that any session tests.
        assert {found(report, id)["status"] for id in ("C-24", "M-14", "M-17", "S-11")} == {"met"}


@pytest.mark.parametrize(("mutant", "id"), [("tells-a-revision-twice", "S-11"), ("answers-twice", "M-14")])
def test_random_sessions_find_what_is_wrong_and_find_it_again(mutant: str, id: str) -> None:
    options = ("--random", "8", "--seed", "20", "--report", "json", "--only", id)
    first = found(conform(*options, host=broken(mutant)).report, id)
    assert first["status"] == "notMet"
    # The messages of a seed are always the same. The host's answers depend on the time that passes between them, so
    # another run may have other findings in the same session.
    seed = first["findings"][0]["scenario"].removeprefix("random-")
    again = conform("--random", "1", "--seed", seed, "--report", "json", "--only", id, host=broken(mutant)).report
    assert found(again, id)["status"] == "notMet"


def test_a_first_seed_is_told() -> None:
    assert "the first seed is" in conform("--random", "1").errors


@pytest.mark.parametrize(
    "options",
    [("--seed", "1"), ("--random", "-1"), ("--client", "--random", "1"), ("--client", "--workspaces")],
    ids=" ".join,
)
def test_options_that_do_not_go_together(options: tuple[str, ...]) -> None:
    assert any(option in refused(*options) for option in options)
