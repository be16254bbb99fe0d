"""Runs every command of the README, and what `make run` plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from . import test_examples
from .host import BINARY, HANG_SECONDS
from .schemas import check
from .test_examples import FENCE, Example
from .transcripts import PROTOCOL

ROOT = PROTOCOL.parent
PAGES = [ROOT / "README.md", ROOT / "Sources" / "README.md", ROOT / "Benchmarks" / "README.md"]


def blocks(language: str) -> list[Example]:
    page = ROOT / "README.md"
    content = page.read_text()
    return [
        Example(page, content.count("\n", 0, match.start()) + 1, language, None, match["text"])
        for match in FENCE.finditer(content)
        if match["language"] == language
    ]


@pytest.mark.parametrize("example", blocks("console"), ids=lambda example: str(example.line))
def test_readme_console(example: Example, tmp_path: Path) -> None:
    """In a folder with what the commands want of the repository, git included."""
    shutil.copytree(ROOT / "clients" / "demo", tmp_path / "clients" / "demo")
    for arguments in (["init", "-q"], ["add", "clients"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, timeout=HANG_SECONDS)
    test_examples.test_console(example, tmp_path)


@pytest.mark.parametrize("example", blocks("json"), ids=lambda example: str(example.line))
def test_readme_workspace(example: Example) -> None:
    check(json.loads(example.text), "workspace")


def play() -> list[str]:
    environment = {**os.environ, "FEATUREHOST": str(BINARY)}
    done = subprocess.run(
        [ROOT / "clients" / "demo" / "run", ROOT / ".build" / "readme", sys.executable],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_demo_shows_what_the_readme_prints() -> None:
    shown = play()
    for block in blocks(""):
        for line in block.text.splitlines():
            assert line in shown, f"make run does not print\n{line}"


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"`make (\w+)", (ROOT / "README.md").read_text())):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / link).exists(), link
