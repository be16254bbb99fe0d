"""Runs the examples of the README, follows its links, and checks the library's types."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import featurehost
import pytest

CLIENT = Path(__file__).resolve().parents[1]
README = (CLIENT / "README.md").read_text()
# Files that the examples use, by name.
FILES = re.findall(r"`([\w.]+)`:\n\n```(?:json|python)\n(.*?)```", README, re.DOTALL)
EXAMPLES = re.findall(r"```python\n((?:(?!```).)*)```\n\n```text\n(.*?)```", README, re.DOTALL)
MODULES = sorted((CLIENT / "src/featurehost").rglob("*.py"))


@pytest.mark.parametrize(("script", "printed"), EXAMPLES)
def test_an_example_prints_what_stands_below_it(script: str, printed: str, tmp_path: Path) -> None:
    for name, content in FILES:
        (tmp_path / name).write_text(content)
    environment = {**os.environ, "PYTHONPATH": str(CLIENT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=240
    )
    assert (done.stdout, done.stderr) == (printed, "")


def test_every_example_is_run() -> None:
    scripts = [name for name, _ in FILES if name.endswith(".py")]
    assert len(EXAMPLES) + len(scripts) == README.count("```python") > 0


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (CLIENT / link).exists(), link


def test_the_table_names_every_module() -> None:
    modules = {path.name for path in (CLIENT / "src/featurehost").glob("*.py")} - {"__init__.py"}
    assert set(re.findall(r"`(\w+\.py)`", README)) - {name for name, _ in FILES} == modules


def test_every_error_that_the_readme_names_exists() -> None:
    for name in re.findall(r"^\| `(\w+)`", README.split("| class | when |")[1].split("\n\n")[0], re.MULTILINE):
        assert issubclass(getattr(featurehost, name), featurehost.FeatureHostError)


def test_the_types_hold() -> None:
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *map(str, MODULES)],
        cwd=CLIENT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
