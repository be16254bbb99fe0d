"""Every front end describes the reasons of refusals in the same words."""

from __future__ import annotations

import re
from pathlib import Path

CLIENTS = Path(__file__).parents[2] / "clients"
WORDS = {
    "ui": ("terminal/Client/Refusals.swift", r'^        "(\w+)": "(.*)",$'),
    "neovim": ("nvim/lua/featurehost/refusals.lua", r"^  (\w+) = '(.*)',$"),
    "emacs": ("emacs/featurehost.el", r'^ +\'?\(*\("(\w+)" \. "([^"]*)"\)+$'),
}


def words(front_end: str) -> dict[str, str]:
    """Returns the texts of a front end for refusals, by reason."""
    name, line = WORDS[front_end]
    text = (CLIENTS / name).read_text()
    if front_end == "emacs":
        text = text.split("(defconst featurehost--refusals")[1].split("\n  \"What")[0]
    return {reason: said.replace("\\'", "'") for reason, said in re.findall(line, text, re.MULTILINE)}


def test_all_front_ends_have_the_same_texts() -> None:
    said = words("ui")
    assert len(said) > 40 and "severalRows" in said
    assert words("neovim") == said
    assert words("emacs") == said
