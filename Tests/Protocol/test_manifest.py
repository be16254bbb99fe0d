"""Holds `featurehost plugins` against its schemas: manifests, and the report for programs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from . import schemas
from .host import BINARY, HANG_SECONDS
from .schemas import check
from .transcripts import PROTOCOL

EXAMPLES = PROTOCOL / "examples"
MANIFESTS = sorted((EXAMPLES / "plugins").glob("*/plugin.json"))


def run(folder: Path, *words: str) -> tuple[dict[str, Any], int]:
    """What `featurehost plugins --json` prints, and its status."""
    done = subprocess.run(
        [BINARY, "plugins", "--json", "--data-dir", folder, *words],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    report = json.loads(done.stdout)
    check(report, "plugins-report")
    return report, done.returncode


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.parent.name)
def test_good_manifests(path: Path) -> None:
    check(json.loads(path.read_text()), "plugin-manifest")


def test_the_examples_are_right() -> None:
    report, status = run(EXAMPLES)
    assert status == 0
    assert [plugin["plugin"] for plugin in report["plugins"]] == [path.parent.name for path in MANIFESTS]


@pytest.mark.parametrize(
    "manifest",
    [
        [],
        "sh",
        {},
        {"command": "sh"},
        {"command": []},
        {"command": [""]},
        {"command": ["sh", 1]},
        {"command": ["sh"], "env": []},
        {"command": ["sh"], "env": {"A": 1}},
        {"command": ["sh"], "env": {"": "1"}},
        {"command": ["sh"], "env": {"A=B": "1"}},
        {"command": ["sh"], "folder": None},
        {"command": ["sh"], "name": "p"},
    ],
    ids=json.dumps,
)
def test_schema_and_host_refuse_the_same(manifest: Any, tmp_path: Path) -> None:
    folder = tmp_path / "plugins" / "p"
    folder.mkdir(parents=True)
    (folder / "plugin.json").write_text(json.dumps(manifest))
    assert schemas.mistakes(manifest, "plugin-manifest"), "the schema accepts it"
    report, status = run(tmp_path, "--no-run")
    assert status == 1 and report["plugins"][0]["mistakes"], "the host accepts it"


def test_a_plugin_that_is_wrong_has_the_form_of_the_others(tmp_path: Path) -> None:
    for name, manifest in ("absent", None), ("fails", '{"command":["sh","-c","exit 3"]}'), ("wrong", "{"):
        folder = tmp_path / "plugins" / name
        folder.mkdir(parents=True)
        if manifest:
            (folder / "plugin.json").write_text(manifest)
    report, status = run(tmp_path)
    assert status == 1
    assert [(plugin["plugin"], len(plugin["mistakes"])) for plugin in report["plugins"]] == [
        ("absent", 1),
        ("fails", 1),
        ("wrong", 1),
    ]
