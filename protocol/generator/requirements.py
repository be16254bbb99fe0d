"""Reads the numbered requirements from the text of the specification, by the scheme in specification.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model import PROTOCOL, Model

# Keywords in code font are only mentioned, so they do not match.
KEYWORD = re.compile(r"(?<!`)\b(MUST NOT|MUST|SHOULD NOT|SHOULD|MAY)\b(?!`)")
ID = re.compile(r" \[([A-Z]+-[1-9]\d*)\](?: \|)?$")
ANY_ID = re.compile(r"\[[A-Z]+-\d+\](?!\()")
PARTY = r"(host|client|front end|plugin|peer|side)s?"
# The party directly before the keyword, or else the party at the beginning of the sentence.
NEAR = re.compile(rf"\b{PARTY} (?:MUST|SHOULD|MAY)\b")
FIRST = re.compile(rf"^(?:A|An|The|Each|Any|Both) {PARTY}\b(?!')")
DEFAULT = re.compile(
    r"^A requirement that doesn't name who has to meet it applies to an? (host|client|front end|plugin|peer)\.$"
)
PARTIES = {
    "host": ("host",),
    # The data and the scenarios call a client “front end”, as the first drafts of the protocol did.
    "client": ("front end",),
    "front end": ("front end",),
    "plugin": ("plugin",),
    "peer": ("front end", "plugin"),
    "side": ("host", "front end"),
}


@dataclass(frozen=True)
class Requirement:
    """One requirement."""

    id: str
    who: tuple[str, ...]
    level: str
    part: str
    page: str
    section: str
    line: int
    text: str


@dataclass
class Page:
    """The requirements of a chapter, and messages about lines that break the scheme."""

    requirements: list[Requirement] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)


@dataclass
class Line:
    """A line of the text outside of examples, with the headings above it."""

    number: int
    text: str
    anchors: list[str]
    title: str

    @property
    def is_row(self) -> bool:
        return self.text.startswith("|")

    @property
    def is_item(self) -> bool:
        return self.text.lstrip().startswith("- ")

    @property
    def sentence(self) -> str:
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", ID.sub("", self.text)).strip()
        return text.removeprefix("- ").removeprefix("| ")


def anchor(heading: str) -> str:
    """Returns the URL fragment of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def lines(page: Path) -> Iterator[Line]:
    headings: list[str] = []
    is_example = False
    for number, text in enumerate(page.read_text().split("\n"), 1):
        if text.startswith("```"):
            is_example = not is_example
        elif not is_example and (heading := re.match(r"(#+) (.*)", text)):
            headings = headings[: len(heading[1]) - 1] + [heading[2]]
        elif not is_example and text and not text.startswith("<!--"):
            yield Line(number, text, [anchor(name) for name in headings[1:]], headings[-1] if headings else "")


def read(page: Path, parts: dict[str, str]) -> Page:
    """Returns a page's requirements.

    A row or an item that has an id and no keyword completes the line above its table or list, which has the keyword.
    """
    found = Page()
    default = ""
    lead: Line | None = None
    is_lead_numbered = True
    for line in lines(page):
        if is_default := DEFAULT.match(line.text):
            default = is_default[1]
        keywords = KEYWORD.findall(line.sentence)
        numbered = ID.search(line.text)
        where = f"{page.name}:{line.number}"
        follows = line.is_row or line.is_item
        if not follows:
            if lead and not is_lead_numbered:
                found.mistakes.append(f"{page.name}:{lead.number} has no id, and nothing below it has one")
            lead, is_lead_numbered = line, bool(numbered) or not required(keywords)
        if len(ANY_ID.findall(line.text)) != bool(numbered):
            found.mistakes.append(f"{where} has an id that is not at its end")
        if not numbered:
            if follows and required(keywords):
                found.mistakes.append(f"{where} says {keywords[0]} and has no id")
            continue
        source = line
        if not keywords and follows and lead:
            source, is_lead_numbered = lead, True
        keywords = KEYWORD.findall(source.sentence)
        if len(required(keywords)) > 1:
            found.mistakes.append(f"{where} says {' and '.join(keywords)}: one requirement a line")
        if not keywords:
            found.mistakes.append(f"{where} has an id, and neither it nor what leads to it says what is required")
            continue
        level = (required(keywords) or keywords)[0]
        subject = NEAR.search(source.sentence) or FIRST.search(source.sentence)
        party = subject[1] if subject else default
        if not party:
            found.mistakes.append(f"{where} says {level} of nobody")
            continue
        text = line.sentence if source is line else f"{source.sentence} {line.sentence}"
        places = [f"{page.name}#{name}" for name in reversed(line.anchors)] + [page.name]
        part = next((parts[place] for place in places if place in parts), "")
        if not part:
            found.mistakes.append(f"{where} is of no part")
        found.requirements.append(
            Requirement(numbered[1], PARTIES[party], level, part, page.name, line.title, line.number, text)
        )
    if lead and not is_lead_numbered:
        found.mistakes.append(f"{page.name}:{lead.number} has no id, and nothing below it has one")
    return found


def required(keywords: list[str]) -> list[str]:
    return [keyword for keyword in keywords if keyword != "MAY"]


def table(heading: str) -> list[list[str]]:
    """Returns the cells of the first table under a heading of specification.md."""
    text = (PROTOCOL / "specification.md").read_text()
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return rows[1:]


def prefixes() -> dict[str, str]:
    """Returns the pages by the prefix of their ids."""
    found = {}
    for letters, chapter, *_ in table("Chapters"):
        target = re.search(r"\(([\w-]+\.md)\)", chapter)
        if target and letters.strip("`"):
            found[letters.strip("`")] = target[1]
    return found


def parts() -> dict[str, str]:
    """Returns the optional parts by their pages and sections."""
    return {
        target: name.strip("`") for name, places, *_ in table("Parts") for target in re.findall(r"\(([^)]+)\)", places)
    }


def withdrawn() -> set[str]:
    text = (PROTOCOL / "specification.md").read_text()
    listed = re.search(r"^Withdrawn: (.*)\.$", text, re.MULTILINE)
    assert listed, "specification.md lists what was withdrawn"
    return set(re.findall(r"[A-Z]+-\d+", listed[1]))


def read_all() -> dict[str, Page]:
    known = parts()
    return {page.name: read(page, known) for page in sorted(PROTOCOL.glob("*.md")) if page.name != "README.md"}


def untestable() -> dict[str, str]:
    """Returns the reasons why some requirements can't be tested from outside, by id."""
    return json.loads((PROTOCOL / "conformance/untestable.json").read_text())


# A requirement that a value is valid against a schema: the schema's name, and the members that a table row begins with.
FORM = re.compile(r"valid against the schema `([\w-]+)`:?(?: ((?:`\w+`(?:, )?)+) \|)?")


def entry(one: Requirement, reasons: dict[str, str]) -> dict[str, Any]:
    """Returns the entry of a requirement for the conformance kit."""
    told: dict[str, Any] = {"id": one.id, "who": list(one.who), "level": one.level, "part": one.part, "page": one.page}
    told["text"] = one.text
    if form := FORM.search(one.text):
        told["schema"] = form[1]
        if form[2]:
            told["members"] = re.findall(r"\w+", form[2])
    if one.id in reasons:
        told["untestable"] = reasons[one.id]
    return told


def files(model: Model) -> dict[str, str]:
    """Returns all requirements, as a line of JSON each, in the order of the chapters."""
    reasons, pages = untestable(), read_all()
    order = [page for page in prefixes().values() if page in pages]
    entries = [entry(one, reasons) for page in order for one in pages[page].requirements]
    return {"requirements.jsonl": "".join(json.dumps(it, ensure_ascii=False) + "\n" for it in entries)}
