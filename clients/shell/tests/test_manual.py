"""Checks that the man pages describe exactly the subcommands and options that the programs report."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from conftest import CLIENT, HOST

PAGES = CLIENT / "share" / "man" / "man1"
# An option at the beginning of a line or in a usage of `--help`.
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z0-9-]*|-[a-z0-9])(?![\w-])")


def helped(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def options_of_help(text: str) -> set[str]:
    """Returns the options at the beginnings of lines, except lines of descriptions, which are indented further."""
    heads = [re.split(r"\s{2,}", line.strip())[0] for line in text.splitlines() if re.match(r" {1,8}-", line)]
    return {option for head in heads for option in OPTION.findall(head)}


def sections_of_page(page: Path) -> dict[str, set[str]]:
    """Returns the options that are described under each heading."""
    sections: dict[str, set[str]] = {}
    for line in page.read_text().splitlines():
        if heading := re.match(r"\.S[hs] (.+)", line):
            described = sections.setdefault(heading[1], set())
        elif line.startswith(".It Fl"):
            described |= {f"-{name}" for name in re.findall(r"Fl ([\w-]+)", line.replace("\\", ""))}
    return sections


def described(program: str, command: str) -> set[str]:
    sections = sections_of_page(PAGES / f"{program}.1")
    return sections[command] | sections["DESCRIPTION"]


# The subcommands in the section SUBCOMMANDS and in the section DIALOG SUBCOMMANDS after it.
SUBCOMMANDS = re.findall(r"^  ([a-z]+) ", helped(HOST, "--help").split("SUBCOMMANDS:", 1)[1], re.MULTILINE)
DIALOGS = ["choose", "confirm", "input", "form", "filter"]
DIALOG = str(CLIENT / "bin" / "featurehost-dialog")
DIALOG_HELP = dict(
    re.findall(r"^(\w+)[^\n]*:[^\n]*\n((?:  .*\n)+)", helped(DIALOG, "--help").replace("All dialogs", "all"), re.M)
)


def completed(program: str, command: str) -> set[str]:
    """Returns the options of a program whose description is a file of the client."""
    root = json.loads((CLIENT / "libexec" / "featurehost" / f"{program}.json").read_text())["command"]
    (found,) = [part for part in [root, *root.get("subcommands", [])] if part["commandName"] == command]
    names = [name for argument in found["arguments"] for name in argument.get("names", [])]
    return {("--" if name["kind"] == "long" else "-") + name["name"] for name in names}


def test_the_pages_have_no_mistakes() -> None:
    pages = sorted(map(str, PAGES.iterdir()))
    found = subprocess.run(["mandoc", "-Tlint", *pages], capture_output=True, text=True)
    said = (found.stdout + found.stderr).splitlines()
    # Missing pages of other programs are no error of these pages.
    assert [line for line in said if "referenced manual not found" not in line and "mandoc.db" not in line] == []


def test_the_page_has_the_subcommands_of_the_host() -> None:
    headings = [line[4:] for line in (PAGES / "featurehost.1").read_text().splitlines() if line.startswith(".Ss ")]
    assert headings == [*SUBCOMMANDS, "help"]


@pytest.mark.parametrize("command", SUBCOMMANDS)
def test_the_page_has_the_options_of_a_subcommand(command: str) -> None:
    assert described("featurehost", command) == options_of_help(helped(HOST, "help", command))


@pytest.mark.parametrize("command", DIALOGS)
def test_the_page_has_the_options_of_a_dialog(command: str) -> None:
    assert described("featurehost-dialog", command) == options_of_help(DIALOG_HELP[command] + DIALOG_HELP["all"])


@pytest.mark.parametrize("command", DIALOGS)
def test_completions_know_the_options_of_a_dialog(command: str) -> None:
    assert completed("featurehost-dialog", command) == described("featurehost-dialog", command)


def test_the_usage_of_a_dialog_names_its_options() -> None:
    usage = helped(DIALOG, "--help").split("\n\n")[0]
    for command in DIALOGS:
        (lines,) = re.findall(rf"featurehost-dialog {command} (.*(?:\n {{20,}}.*)*)", usage)[:1]
        assert set(re.findall(r"--[a-z]+", lines)) <= options_of_help(DIALOG_HELP[command])
