"""The commands of the README one after the other in one folder, as who reads it from the top gives them."""

import os
import re
import shutil
import subprocess

from host import BINARY, GUARD, ROOT

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands():
    """Each with what it prints. Exchanges by hand, and what tries a whole host, have tests of their own."""
    found = []
    for block in BLOCK.findall((ROOT / "README.md").read_text()):
        if "\n→ " in block or "featurehost conform" in block:
            continue
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                found.append([line[2:], ""])
            else:
                found[-1][1] += line
    return found


def test_each_command_prints_what_the_readme_says(tmp_path):
    shutil.copytree(ROOT / "clients" / "demo", tmp_path / "clients" / "demo")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "featurehost").symlink_to(BINARY)
    for words in (["init", "-q"], ["add", "clients"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, timeout=GUARD)
    environment = {**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
    given = commands()
    assert len(given) > 10
    for command, output in given:
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=GUARD
        )
        assert done.stdout == output, f"{command}{done.stdout}{done.stderr}"
