"""Completions in an interactive bash: what is on the screen after tab."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import PROJECT
from terminal import Terminal

LOADED_BY = {
    # As Debian's own ~/.bashrc does it; it loads what is installed when a command is first completed.
    "bash-completion": ". /usr/share/bash-completion/bash_completion",
    "itself": '. "$XDG_DATA_HOME/bash-completion/completions/featurehost"',
}


@pytest.fixture(params=LOADED_BY)
def shell(request: pytest.FixtureRequest, terminal: Terminal) -> Terminal:
    """An interactive bash in a folder with the demo workspace."""
    shutil.copy(PROJECT / "clients" / "demo" / "demo.workspace.json", terminal.folder / "my demo.json")
    rc = terminal.folder / "bashrc"
    rc.write_text(f"PS1='> '\nbind 'set bell-style none'\nbind 'set enable-bracketed-paste off'\n{LOADED_BY[request.param]}\n")
    terminal.start("bash", "--noprofile", "--rcfile", str(rc), "-i")
    terminal.shows(">")
    return terminal


def completes(shell: Terminal, typed: str, line: str) -> None:
    """One tab makes a line of another; a sign behind it shows where the cursor is."""
    shell.type(typed + "\t")
    shell.until(lambda: shell.text().endswith(("> " + line).rstrip()), f"{typed!r} does not become {line!r}")
    shell.type("|")
    shell.shows(f"> {line}|")


@pytest.mark.parametrize(
    "typed,line",
    [
        ("featurehost ser", "featurehost serve "),
        ("featurehost call --inst", "featurehost call --instance "),
        ("featurehost serve --clock v", "featurehost serve --clock virtual "),
        ("featurehost serve --clock=v", "featurehost serve --clock=virtual "),
        ("featurehost check my", "featurehost check my\\ demo.json "),
        ("featurehost call -w my", "featurehost call -w my\\ demo.json "),
        ("featurehost call gallery:twoC", "featurehost call gallery:twoCounters "),
        ("featurehost call 'gallery:twoC", "featurehost call 'gallery:twoCounters' "),
        ("featurehost call gallery:twoCounters counter2/inc", "featurehost call gallery:twoCounters counter2/incrementButtonTapped "),
        ("featurehost call gallery:twoCounters counter2", "featurehost call gallery:twoCounters counter2/"),
        ("featurehost call -w my\\ demo.json agen", "featurehost call -w my\\ demo.json agenda "),
        ("featurehost call -w 'my demo.json' agen", "featurehost call -w 'my demo.json' agenda "),
        ("featurehost call -w ~/my\\ demo.json tasks deleteItems ", "featurehost call -w ~/my\\ demo.json tasks deleteItems ids="),
        ("featurehost call -w my\\ demo.json tasks present modal=a policy=r", "featurehost call -w my\\ demo.json tasks present modal=a policy=replace "),
        ("featurehost call -w my\\ demo.json task setValue path=/pri", "featurehost call -w my\\ demo.json task setValue path=/priority "),
        ("featurehost call -w my\\ demo.json tasks --get /sel", "featurehost call -w my\\ demo.json tasks --get /selection"),
        ("featurehost-terminal -w my\\ demo.json --run pl", "featurehost-terminal -w my\\ demo.json --run plan"),
        ("featurehost-dialog input --pl", "featurehost-dialog input --pla"),
        ("featurehost-dialog form -w my\\ demo.json --feature sig", "featurehost-dialog form -w my\\ demo.json --feature signUp "),
        ("cd /; featurehost call gallery:coun", "cd /; featurehost call gallery:counter "),
    ],
)  # fmt: skip
def test_tab_completes(shell: Terminal, typed: str, line: str) -> None:
    completes(shell, typed, line)


def test_two_tabs_list_features_with_their_titles(shell: Terminal) -> None:
    shell.type("featurehost call -w my\\ demo.json p\t\t")
    shell.looks_like("bash-features")


def test_what_can_not_be_completed_is_left_as_it_is(shell: Terminal) -> None:
    shell.type("featurehost call -w nothing.json t\t\t")
    shell.type("|")
    shell.shows("> featurehost call -w nothing.json t|")
    assert shell.text() == "> featurehost call -w nothing.json t|"
