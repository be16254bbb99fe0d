"""The checklists of CONTRIBUTING.md: their files exist, their counts are right, and they leave no file out."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from .host import REPOSITORY
from .transcripts import PROTOCOL

TEXT = (REPOSITORY / "CONTRIBUTING.md").read_text()
TOP = ("Sources", "Tests", "protocol", "clients", "docs", "Benchmarks")


@dataclass
class Checklist:
    """A section `Add a …`: its files, by hand and generated, and the counts that it states."""

    title: str
    by_hand: list[str]
    generated: list[str]
    counts: tuple[int, int]

    @property
    def files(self) -> set[str]:
        return {*self.by_hand, *self.generated}


def checklists() -> dict[str, Checklist]:
    found = {}
    for title, text in re.findall(r"^### Add a ([^\n]*)\n(.*?)(?=^### |\Z)", TEXT, re.MULTILINE | re.DOTALL):
        counts = re.search(r"\*\*(\d+) files by hand, (\d+) generated\.\*\*", text)
        assert counts, f"the list for a {title} states no counts"
        numbered = re.findall(r"^(\d+)\. `([^`]+)` — (by hand|generated)\b", text, re.MULTILINE)
        assert [int(number) for number, _, _ in numbered] == list(range(1, len(numbered) + 1)), title
        by_hand, generated = ([path for _, path, how in numbered if how == one] for one in ("by hand", "generated"))
        found[title] = Checklist(title, by_hand, generated, (int(counts[1]), int(counts[2])))
    return found


ALL = checklists()


def outputs(model: Path = PROTOCOL / "model") -> dict[str, str]:
    """The files that `make protocol` writes of a model, with their texts."""
    folder = PROTOCOL / "generator"
    sys.path.append(str(folder))
    written = runpy.run_path(str(folder / "__main__.py"), run_name="generator")["outputs"](model)
    return {str(path.relative_to(REPOSITORY)): text for path, text in written.items()}


def matching(pattern: str, *paths: str) -> set[str]:
    """The files under version control with a line that matches a Perl pattern; tests and sessions are left out."""
    left_out = [":!*/tests/*", ":!protocol/transcripts", ":!protocol/conformance", ":!protocol/examples"]
    command = ["git", "grep", "-lP", pattern, "--", *paths, *left_out]
    found = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert found.returncode < 2, found.stderr
    return set(found.stdout.splitlines())


def test_there_is_a_list_for_each_addition() -> None:
    assert list(ALL) == ["column type", "format", "field type", "method", "source type", "kind"]


def test_all_files_that_are_named_exist() -> None:
    named = [path for path in re.findall(r"`([\w.+/-]+)`", TEXT) if path.split("/")[0] in TOP and "/" in path]
    assert len(named) > 90
    assert not [path for path in named if not (REPOSITORY / path).exists()]


@pytest.mark.parametrize("checklist", ALL.values(), ids=list(ALL))
def test_counts(checklist: Checklist) -> None:
    assert checklist.counts == (len(checklist.by_hand), len(checklist.generated))
    assert len(checklist.files) == sum(checklist.counts), "a file is named twice"


@pytest.mark.parametrize("checklist", ALL.values(), ids=list(ALL))
def test_what_is_generated_is_not_written_by_hand(checklist: Checklist) -> None:
    written = set(outputs())
    assert not written & set(checklist.by_hand)
    tables = {path for path in checklist.generated if "UPDATE_CATALOG" in (REPOSITORY / path).read_text()}
    assert set(checklist.generated) - tables <= written


@pytest.mark.parametrize(
    ("title", "name", "entry"),
    [
        ("column type", "columns.json", {"role": "detail", "unfit": ["rows"]}),
        ("field type", "fields.json", {"value": "list", "has": ["options", "items"]}),
    ],
)
def test_a_line_in_the_model_changes_all_that_is_generated(
    title: str, name: str, entry: dict[str, object], tmp_path: Path
) -> None:
    folder = shutil.copytree(PROTOCOL / "model", tmp_path / "model")
    lines = json.loads((folder / name).read_text())
    (folder / name).write_text(json.dumps({**lines, "unheardOf": entry}))
    before, after = outputs(), outputs(folder)
    changed = {path for path in after if after[path] != before.get(path)}
    # Requirements follow from the text of the chapters.
    assert changed == set(ALL[title].generated) - {"protocol/requirements.jsonl"}


def test_a_field_type_is_in_no_other_file() -> None:
    assert ALL["field type"].files >= matching(r"\bmultiPicker\b", "Sources", "clients", "protocol")


def test_a_column_type_is_in_no_other_file() -> None:
    """The enumerations of types, and the Swift code about columns that names `date`."""
    enumerations = matching(r"number\W+date\W+(or\W+)?toggle(?!\W+progress)", "Sources", "clients", "protocol")
    about_columns = matching(r"\b[cC]olumn", "Sources/*.swift") & matching(r'"date"|\.date\b', "Sources/*.swift")
    assert len(enumerations) > 10 and len(about_columns) > 2
    assert ALL["column type"].files >= enumerations | about_columns


def test_a_format_is_in_no_other_file() -> None:
    made_of_text = {"protocol/requirements.jsonl", "protocol/conformance/cells-values.jsonl"}
    assert ALL["format"].files >= matching(r"\bsparkline\b", "Sources", "clients", "protocol") - made_of_text
