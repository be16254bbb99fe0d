"""Runs every command of the README and of the pages in `docs`, and what `make run` plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from . import test_examples
from .host import BINARY, HANG_SECONDS, run_file
from .schemas import check
from .test_examples import FENCE, Example
from .transcripts import PROTOCOL

ROOT = PROTOCOL.parent
GALLERY = ROOT / "Sources" / "Tools" / "Gallery" / "README.md"
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language: str, pages: list[Path] = PAGES) -> list[Example]:
    """The fenced blocks of a language, in the order of the pages."""
    return [
        Example(page, content.count("\n", 0, match.start()) + 1, language, None, match["text"])
        for page in pages
        for content in [page.read_text()]
        for match in FENCE.finditer(content)
        if match["language"] == language
    ]


def test_the_readme_is_short() -> None:
    assert len(README.read_text().splitlines()) <= 150


@pytest.mark.parametrize("example", blocks("console"), ids=lambda example: example.name)
def test_readme_console(example: Example, tmp_path: Path) -> None:
    """Runs each block in a folder with the demo and the examples, under git."""
    shutil.copytree(ROOT / "clients" / "demo", tmp_path / "clients" / "demo")
    for arguments in (["init", "-q"], ["add", "clients"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, timeout=HANG_SECONDS)
    test_examples.test_console(example, tmp_path)


@pytest.mark.parametrize("example", blocks("json"), ids=lambda example: example.name)
def test_readme_workspace(example: Example) -> None:
    check(json.loads(example.text), "workspace")


def gallery_calls() -> list[Example]:
    """The commands of the gallery's table, as blocks of a command and what it prints."""
    content = GALLERY.read_text()
    return [
        Example(GALLERY, content.count("\n", 0, match.start()) + 1, "console", None, f"$ {match[1]}\n{match[2]}\n")
        for match in re.finditer(r"`(featurehost call [^`]+)` → `([^`]+)` \|$", content, re.MULTILINE)
    ]


@pytest.mark.parametrize("example", gallery_calls(), ids=lambda example: example.text.split()[3])
def test_gallery_call(example: Example, tmp_path: Path) -> None:
    test_examples.test_console(example, tmp_path)


def test_the_gallery_table_is_whole() -> None:
    """Each feature of the gallery has its line, in the order of the catalog, and its file."""
    listed = b'{"jsonrpc":"2.0","id":1,"method":"feature/list"}'
    frames, _ = run_file(listed, [], ROOT)
    catalog = [feature["id"] for feature in frames[0]["result"]["features"]]
    assert [example.text.split()[3] for example in gallery_calls()] == catalog


def test_the_gallery_is_made_of_short_files() -> None:
    """The median feature has less than 60 lines, and so has what tests it."""
    ids = {example.text.split()[3] for example in gallery_calls()}
    pattern = r'^(?:struct|enum) (\w+)[^{]*\{\n    static let id = "([^"]+)"'
    features = {
        match[1]: len(path.read_text().splitlines())
        for path in GALLERY.parent.glob("*.swift")
        # What is only presented has no line of its own.
        if (match := re.search(pattern, path.read_text(), re.MULTILINE)) and match[2] in ids
    }
    assert len(features) == len(ids)
    tests = dict.fromkeys(features, 0)
    for path in (ROOT / "Tests" / "GalleryTests").glob("*.swift"):
        suites = re.findall(r"struct (\w+?)(?:State)?Tests\b", path.read_text())
        for name in features.keys() & set(suites):
            tests[name] += len(path.read_text().splitlines())
    assert all(tests.values()), tests
    assert statistics.median(features.values()) < 60
    assert statistics.median(tests.values()) < 60


def play() -> list[str]:
    environment = {**os.environ, "FEATUREHOST": str(BINARY)}
    done = subprocess.run(
        [ROOT / "clients" / "demo" / "run", ROOT / ".build" / "readme"],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=4 * HANG_SECONDS,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_demo_prints_every_frame_of_its_session() -> None:
    steps = json.loads((ROOT / "clients" / "demo" / "session.json").read_text())
    titles = [step["frame"] for step in steps if "frame" in step]
    assert [line.strip("─ ") for line in play() if line.startswith("── ")] == titles


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for page in PAGES:
        for target in set(re.findall(r"`make (\w[\w-]*)", page.read_text())):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{page.name} names make {target}"


def in_demo(folder: Path, *words: str) -> str:
    """What a Python program prints in a folder with the demo, under git."""
    shutil.copytree(ROOT / "clients" / "demo", folder / "clients" / "demo")
    (folder / "README.md").write_text("A file to be found.\n")
    for arguments in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, timeout=HANG_SECONDS)
    environment = {**os.environ, "FEATUREHOST": str(BINARY)}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=4 * HANG_SECONDS,
        check=True,
    )
    return done.stdout


def test_readme_python(tmp_path: Path) -> None:
    page = [ROOT / "docs" / "clients.md"]
    scripts, results = blocks("python", page), blocks("text", page)
    assert len(scripts) == len(results) == 1
    assert in_demo(tmp_path, "-c", scripts[0].text) == results[0].text


def test_the_tour_in_python(tmp_path: Path) -> None:
    """The session that the transcript `tour` and the frames of `make run` show too."""
    tour = ROOT / "clients" / "python" / "examples" / "tour.py"
    assert len(tour.read_text().splitlines()) <= 40
    assert in_demo(tmp_path, str(tour)).splitlines() == [
        "tasks:",
        "  Water the plants",
        "  Send the invoice",
        "  Book a table for six",
        "  Repair the bicycle",
        "  Read the minutes",
        "  Buy milk",
        "files:",
        "  README.md",
        "sign-up:",
        "  editing",
        "  Email must be an email address such as ada@example.com.",
        "  Password must have at least 8 characters.",
        "  Password again is required.",
        "  The terms must be accepted.",
        "Delete Send the invoice? 5 tasks are left",
    ]
