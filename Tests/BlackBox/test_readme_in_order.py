"""Runs the commands of the README and of each page in `docs`, in order and in one folder, as a reader would."""

import os
import re
import shutil
import subprocess

import pytest
from host import BINARY, GUARD, ROOT

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands(page):
    """Returns each command with its output. Exchanges of messages and runs of the kit are left to other tests."""
    found = []
    for block in BLOCK.findall(page.read_text()):
        if "\n→ " in block or "featurehost conform" in block:
            continue
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                found.append([line[2:], ""])
            else:
                found[-1][1] += line
    return found


def test_the_pages_have_commands():
    assert sum(len(commands(page)) for page in PAGES) > 25


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_each_command_prints_what_the_page_says(page, tmp_path):
    shutil.copytree(ROOT / "clients" / "demo", tmp_path / "clients" / "demo")
    shutil.copytree(ROOT / "protocol" / "examples", tmp_path / "protocol" / "examples")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "featurehost").symlink_to(BINARY)
    for words in (["init", "-q"], ["add", "clients"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, timeout=GUARD)
    environment = {**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
    for command, output in commands(page):
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=GUARD
        )
        assert done.stdout == output, f"{command}{done.stdout}{done.stderr}"
