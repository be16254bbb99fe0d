"""Completions in an interactive bash: the screen after a tab."""

from __future__ import annotations

import shutil

import pytest
from completed import LINES, WORKSPACE
from conftest import PROJECT
from terminal import Terminal

LOADED_BY = {
    # Like Debian's ~/.bashrc: it loads installed completions when a command is first completed.
    "bash-completion": ". /usr/share/bash-completion/bash_completion",
    "itself": '. "$XDG_DATA_HOME/bash-completion/completions/featurehost"',
}


@pytest.fixture(params=LOADED_BY)
def shell(request: pytest.FixtureRequest, terminal: Terminal) -> Terminal:
    """An interactive bash in a folder with the demo workspace."""
    shutil.copy(PROJECT / "clients" / "demo" / "demo.workspace.json", terminal.folder / WORKSPACE)
    rc = terminal.folder / "bashrc"
    settings = ["PS1='> '", "bind 'set bell-style none'", "bind 'set enable-bracketed-paste off'"]
    rc.write_text("\n".join([*settings, LOADED_BY[request.param], ""]))
    terminal.start("bash", "--noprofile", "--rcfile", str(rc), "-i")
    terminal.shows(">")
    return terminal


@pytest.mark.parametrize(
    "front,typed,line",
    [
        *LINES,
        ("featurehost call ", "'gallery:twoC", "'gallery:twoCounters' "),
        ("featurehost call ", '"gallery:twoC', '"gallery:twoCounters" '),
    ],
)
def test_tab_completes(shell: Terminal, front: str, typed: str, line: str) -> None:
    shell.type(front + typed + "\t")
    shell.completes(front + line)


def test_two_tabs_list_features_with_their_titles(shell: Terminal) -> None:
    shell.type("featurehost call -w my\\ demo.json p\t\t")
    shell.looks_like("bash-features")


def test_what_can_not_be_completed_is_left_as_it_is(shell: Terminal) -> None:
    shell.type("featurehost call -w nothing.json t\t\t\t")
    shell.completes("featurehost call -w nothing.json t")
    assert shell.text().count("\n") == 0
