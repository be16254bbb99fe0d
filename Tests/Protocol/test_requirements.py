"""The numbered requirements: each sentence that requires something has an id, a subject and a level of its own."""

from __future__ import annotations

import re
import sys

import pytest

from .transcripts import PROTOCOL

sys.path.append(str(PROTOCOL / "generator"))
import requirements  # noqa: E402
from requirements import Page, Requirement, anchor, lines, read  # noqa: E402

PAGES = requirements.read_all()
ALL = [requirement for page in PAGES.values() for requirement in page.requirements]


@pytest.mark.parametrize("page", sorted(PAGES))
def test_page(page: str) -> None:
    assert not PAGES[page].mistakes, "\n".join(PAGES[page].mistakes)


def test_ids_are_given_once() -> None:
    ids = [requirement.id for requirement in ALL]
    assert len(set(ids)) == len(ids), sorted({id for id in ids if ids.count(id) > 1})


def test_ids_have_the_letter_of_their_chapter() -> None:
    pages = requirements.prefixes()
    assert len(pages) == len(requirements.table("Chapters"))
    assert not [(one.id, one.page) for one in ALL if pages.get(one.id.split("-")[0]) != one.page]


def test_ids_have_no_gaps() -> None:
    """A number that is missing was withdrawn, and is listed as such; what is listed is not there."""
    withdrawn = requirements.withdrawn()
    ids = {requirement.id for requirement in ALL}
    assert not ids & withdrawn
    for letter in requirements.prefixes():
        numbers = {int(id.split("-")[1]) for id in ids | withdrawn if id.startswith(f"{letter}-")}
        assert numbers == set(range(1, len(numbers) + 1)), letter


PRONOUN = re.compile(r"(It|Its|They|Their|Then|Until then|Past that|So|Such|Another,)\b")


def test_requirements_stand_on_their_own() -> None:
    """One can be read, in a report of tests, without the line before it."""
    assert not [f"{one.id} {one.text}" for one in ALL if PRONOUN.match(one.text)]


def test_everybody_has_requirements() -> None:
    assert {party for one in ALL for party in one.who} == {"host", "front end", "plugin"}
    assert {one.level for one in ALL} <= {"MUST", "MUST NOT", "SHOULD", "SHOULD NOT"}
    assert {one.part for one in ALL} == set(requirements.parts().values())


def test_links_to_requirements_and_headings() -> None:
    """An id that the guides or their program name is one that there is; a link's fragment is a heading."""
    ids = {requirement.id for requirement in ALL}
    program = (PROTOCOL.parent / "clients/python/examples/front_end.py").read_text()
    assert set(re.findall(r"\(([A-Z]-\d+)\)", program)) <= ids
    for page in sorted(PROTOCOL.glob("*.md")):
        text = page.read_text()
        named = set(re.findall(r"\b[A-Z]-[1-9]\d*\b", re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)))
        assert named <= ids, f"{page.name} names {sorted(named - ids)}"
        for target, fragment in re.findall(r"\]\(([^)#]*)#([^)]*)\)", text):
            other = PROTOCOL / target if target else page
            headings = re.findall(r"^#+ (.*)$", other.read_text(), re.MULTILINE)
            assert fragment in {anchor(heading) for heading in headings}, f"{page.name} points at {target}#{fragment}"


HEAD = "# Page\n\n## Section\n\n"
DEFAULT = "A requirement that doesn't name who has to meet it applies to a host.\n"


def found(text: str, tmp_path) -> Page:
    page = tmp_path / "page.md"
    page.write_text(HEAD + text + "\n")
    return read(page, {"page.md": "core"})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A host MUST answer. [T-1]", ("T-1", ("host",), "MUST", "A host MUST answer.")),
        ("- A front end MUST NOT ask. [T-2]", ("T-2", ("front end",), "MUST NOT", "A front end MUST NOT ask.")),
        ("Both sides SHOULD talk. [T-3]", ("T-3", ("host", "front end"), "SHOULD", "Both sides SHOULD talk.")),
        ("Then a peer MUST do it. [T-4]", ("T-4", ("front end", "plugin"), "MUST", "Then a peer MUST do it.")),
        (DEFAULT + "It MUST [go](there.md). [T-5]", ("T-5", ("host",), "MUST", "It MUST go.")),
        (
            "A plugin MUST do:\n\n| a | b |\n|---|---|\n| `x` | y [T-6] |",
            ("T-6", ("plugin",), "MUST", "A plugin MUST do: `x` | y"),
        ),
    ],
)
def test_reading(text: str, wanted: tuple[str, tuple[str, ...], str, str], tmp_path) -> None:
    page = found(text, tmp_path)
    assert not page.mistakes
    one = page.requirements[0]
    assert isinstance(one, Requirement) and one.section == "Section"
    assert (one.id, one.who, one.level, one.text) == wanted


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("A host MUST answer.", "has no id"),
        ("- A host MUST answer.", "has no id"),
        ("It MUST answer. [T-1]", "of nobody"),
        ("A host answers. [T-1]", "nor what leads to it"),
        ("A host MUST [T-1] answer.", "not at its end"),
        ("A host MUST answer and MUST NOT ask. [T-1]", "one requirement a line"),
        ("A host MUST do:\n\n| a | b |\n|---|---|\n| x | y |", "nothing below it has one"),
    ],
)
def test_mistakes(text: str, mistake: str, tmp_path) -> None:
    assert any(mistake in found for found in found(text, tmp_path).mistakes)


def test_examples_are_left_out(tmp_path) -> None:
    page = found("```console\n$ echo MUST\n```\n\n`MUST` is a word.", tmp_path)
    assert not page.requirements and not page.mistakes
    assert not [line for line in lines(PROTOCOL / "transport.md") if line.text.startswith("$ ")]
