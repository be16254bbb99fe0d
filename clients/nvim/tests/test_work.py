"""Work that takes time, and notices about what was done."""

from __future__ import annotations

from pathlib import Path

from conftest import Start

WORKSPACE = {
    "sources": {
        "files": {
            "type": "command",
            "argv": ["printf", "%s\\n", '{"id":"a","name":"a.iso","size":1234567}'],
            "format": "jsonl",
            "operations": {
                "copy": {
                    "progress": True,
                    "argv": ["sh", "-c", "echo '{\"progress\": 0.4, \"message\": \"2 of 5\"}'; exec sleep 1000"],
                },
                "hide": {"argv": ["true"]},
                "show": {"argv": ["sh", "-c", "echo shown > shown"]},
            },
        }
    },
    "features": {
        "files": {
            "kind": "list",
            "title": "Files",
            "source": "files",
            "columns": [{"key": "name", "role": "title"}],
            "actions": [
                {"id": "copy", "title": "Copy", "key": "C", "perform": "copy"},
                {
                    "id": "hide", "title": "Hide", "key": "H",
                    "perform": "hide", "undo": "show", "notice": "Hid {name} ({size|bytes})",
                },
            ],
        }
    },
}  # fmt: skip


def test_work_shows_its_progress_until_it_is_ended(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="files")
    nvim.is_on("a.iso")
    nvim.type("C")
    nvim.shows("Copy… 40% 2 of 5 · gC ends it")
    nvim.type("gC")
    nvim.shows_no("2 of 5")


def test_a_notice_offers_to_undo_what_it_says(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="files")
    nvim.is_on("a.iso")
    nvim.type("H")
    nvim.shows("Hid a.iso (1.2 MB) · gz undoes it")
    nvim.type("gz")
    nvim.until(lambda: (tmp_path / "shown").exists(), "the operation of undo should have run")
    nvim.shows_no("Hid a.iso")
