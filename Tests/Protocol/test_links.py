"""The relative links of every Markdown page lead to a file, and their fragments to a heading."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .host import REPOSITORY
from .transcripts import PROTOCOL

sys.path.append(str(PROTOCOL / "generator"))
from requirements import anchor  # noqa: E402

CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)


def pages() -> list[Path]:
    """Every page under version control."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return [REPOSITORY / name for name in listed.stdout.splitlines() if (REPOSITORY / name).exists()]


def anchors(page: Path) -> set[str]:
    """The fragments that the headings of a page answer to."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


def test_pages_are_found() -> None:
    assert {REPOSITORY / "README.md", PROTOCOL / "README.md"} <= set(pages())


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links(page: Path) -> None:
    text = CODE.sub("", page.read_text())
    for target, fragment in re.findall(r"\]\((?!https?:|doc:|mailto:)([^)#\s]*)#?([^)\s]*)\)", text):
        file = page.parent / target if target else page
        assert file.exists(), f"there is no {target}"
        if fragment and file.suffix == ".md":
            assert fragment in anchors(file), f"{target or page.name} has no heading #{fragment}"


def test_architecture_names_files_that_exist() -> None:
    text = (REPOSITORY / "docs" / "architecture.md").read_text()
    paths = re.findall(r"`(Sources/[^`…]+)`", text)
    assert len(paths) > 40
    assert not [path for path in paths if not (REPOSITORY / path).exists()]


def test_architecture_names_tests_that_exist() -> None:
    """Each invariant names a test function and the file that has it."""
    page = REPOSITORY / "docs" / "architecture.md"
    invariants = re.findall(r"^\d+\. \*\*.*$", page.read_text().split("## Invariants")[1], re.MULTILINE)
    assert len(invariants) == 14
    for invariant in invariants:
        cited = re.findall(r"((?:`\w+`(?: and )?)+) in \[[^]]+\]\(([^)]+)\)", invariant)
        assert cited, f"no test holds: {invariant}"
        for names, file in cited:
            text = (page.parent / file).read_text()
            for name in re.findall(r"\w+", names.replace(" and ", " ")):
                assert re.search(rf"\b{name}\(", text), f"{file} has no test {name}"
