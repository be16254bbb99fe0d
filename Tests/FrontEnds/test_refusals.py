"""Every front end has the same words for the reasons for which a host does not do something."""

from __future__ import annotations

import re
from pathlib import Path

CLIENTS = Path(__file__).parents[2] / "clients"
WORDS = {
    "terminal": ("python/src/featurehost/terminal/refusals.py", r'^    "(\w+)": "(.*)",$'),
    "neovim": ("nvim/lua/featurehost/refusals.lua", r"^  (\w+) = '(.*)',$"),
    "emacs": ("emacs/featurehost.el", r'^ +\'?\(*\("(\w+)" \. "([^"]*)"\)+$'),
}


def words(front_end: str) -> dict[str, str]:
    """The words of a front end, by reason."""
    name, line = WORDS[front_end]
    text = (CLIENTS / name).read_text()
    if front_end == "emacs":
        text = text.split("(defconst featurehost--refusals")[1].split("\n  \"What")[0]
    return {reason: said.replace("\\'", "'") for reason, said in re.findall(line, text, re.MULTILINE)}


def test_the_words_are_the_same() -> None:
    said = words("terminal")
    assert len(said) > 40 and "severalRows" in said
    assert words("neovim") == said
    assert words("emacs") == said
