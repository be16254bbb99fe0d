"""Completions in an interactive zsh: the screen after a tab."""

from __future__ import annotations

import shutil

import pytest
from completed import LINES, WORKSPACE
from conftest import PROJECT
from terminal import Terminal


@pytest.fixture
def shell(terminal: Terminal) -> Terminal:
    """An interactive zsh in a folder with the demo workspace."""
    shutil.copy(PROJECT / "clients" / "demo" / "demo.workspace.json", terminal.folder / WORKSPACE)
    settings = ["PS1='> '", "zle_bracketed_paste=()", "unsetopt prompt_sp beep"]
    # The first shell stores the found completions, and later shells read them.
    find = "autoload -U compinit && compinit -u -d $XDG_DATA_HOME/zcompdump"
    completions = ['fpath=("$XDG_DATA_HOME/zsh/site-functions" $fpath)', find]
    (terminal.folder / ".zshrc").write_text("\n".join([*settings, *completions, ""]))
    terminal.start("zsh", "-i")
    terminal.shows(">")
    return terminal


@pytest.mark.parametrize("front,typed,line", LINES)
def test_tab_completes(shell: Terminal, front: str, typed: str, line: str) -> None:
    shell.type(front + typed + "\t")
    shell.completes(front + line)


def test_a_list_has_features_with_their_titles(shell: Terminal) -> None:
    shell.type("featurehost call -w my\\ demo.json p\t")
    shell.looks_like("zsh-features")


def test_a_list_has_actions_with_their_params(shell: Terminal) -> None:
    shell.type("featurehost call -w my\\ demo.json tasks se\t")
    shell.looks_like("zsh-actions")


def test_what_can_not_be_completed_is_left_as_it_is(shell: Terminal) -> None:
    shell.type("featurehost call -w nothing.json t\t\t")
    shell.completes("featurehost call -w nothing.json t")
    assert shell.text().count("\n") == 0
