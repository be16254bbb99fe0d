"""Completions in an interactive zsh: what is on the screen after tab."""

from __future__ import annotations

import shutil

import pytest
from conftest import PROJECT
from terminal import Terminal


@pytest.fixture
def shell(terminal: Terminal) -> Terminal:
    """An interactive zsh in a folder with the demo workspace."""
    shutil.copy(PROJECT / "clients" / "demo" / "demo.workspace.json", terminal.folder / "my demo.json")
    (terminal.folder / ".zshrc").write_text(
        "PS1='> ' zle_bracketed_paste=()\nunsetopt prompt_sp beep\n"
        'fpath=("$XDG_DATA_HOME/zsh/site-functions" $fpath)\nautoload -U compinit && compinit -D -u\n'
    )
    terminal.start("zsh", "-i")
    terminal.shows(">")
    return terminal


@pytest.mark.parametrize(
    "typed,line",
    [
        ("featurehost ser", "featurehost serve "),
        ("featurehost call --inst", "featurehost call --instance "),
        ("featurehost serve --clock v", "featurehost serve --clock virtual "),
        ("featurehost serve --clock=v", "featurehost serve --clock=virtual "),
        ("featurehost check my", "featurehost check my\\ demo.json "),
        ("featurehost call -w my", "featurehost call -w my\\ demo.json "),
        ("featurehost call --workspace=my", "featurehost call --workspace=my\\ demo.json "),
        ("featurehost call gallery:twoC", "featurehost call gallery:twoCounters "),
        ("featurehost call gallery:twoCounters counter2/inc", "featurehost call gallery:twoCounters counter2/incrementButtonTapped "),
        ("featurehost call gallery:twoCounters counter2", "featurehost call gallery:twoCounters counter2/"),
        ("featurehost call -w my\\ demo.json agen", "featurehost call -w my\\ demo.json agenda "),
        ("featurehost call -w 'my demo.json' agen", "featurehost call -w 'my demo.json' agenda "),
        ("featurehost call -w ~/my\\ demo.json tasks deleteItems ", "featurehost call -w ~/my\\ demo.json tasks deleteItems ids="),
        ("featurehost call -w my\\ demo.json tasks present modal=a policy=r", "featurehost call -w my\\ demo.json tasks present modal=a policy=replace "),
        ("featurehost call -w my\\ demo.json task setValue path=/pri", "featurehost call -w my\\ demo.json task setValue path=/priority "),
        ("featurehost-terminal -w my\\ demo.json --run agen", "featurehost-terminal -w my\\ demo.json --run agenda "),
        ("featurehost-dialog form -w my\\ demo.json --feature sig", "featurehost-dialog form -w my\\ demo.json --feature signUp "),
    ],
)  # fmt: skip
def test_tab_completes(shell: Terminal, typed: str, line: str) -> None:
    shell.type(typed + "\t")
    shell.until(lambda: shell.text().endswith(("> " + line).rstrip()), f"{typed!r} does not become {line!r}")
    shell.type("X")
    shell.shows(f"> {line}X")


def test_a_list_has_features_with_their_titles(shell: Terminal) -> None:
    shell.type("featurehost call -w my\\ demo.json p\t")
    shell.looks_like("zsh-features")


def test_a_list_has_actions_with_their_params(shell: Terminal) -> None:
    shell.type("featurehost call -w my\\ demo.json tasks se\t")
    shell.looks_like("zsh-actions")


def test_what_can_not_be_completed_is_left_as_it_is(shell: Terminal) -> None:
    shell.type("featurehost call -w nothing.json t\t")
    shell.type("X")
    shell.shows("> featurehost call -w nothing.json tX")
    assert shell.text() == "> featurehost call -w nothing.json tX"
