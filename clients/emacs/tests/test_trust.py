"""The programs of a workspace run only after the user has seen them and agreed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from FrontEnds.emacs import ENTER, META, Emacs, control
from FrontEnds.front_end import FEATUREHOST


class Asking(Emacs):
    trusts = "nil"


def book(*words: str) -> dict[str, Any]:
    """Returns a workspace with a list that a command prints; the command leaves a file."""
    return {
        "sources": {
            "made": {"type": "command", "argv": ["sh", "-c", "touch ran; echo a row", *words]},
            "kept": {"type": "inline", "rows": [{"id": "1", "title": "a plain row"}]},
        },
        "features": {
            "made": {"kind": "list", "title": "Made", "source": "made"},
            "kept": {"kind": "list", "title": "Kept", "source": "kept"},
            "note": {"kind": "form", "title": "Note", "sections": [{"fields": [{"name": "text", "type": "text"}]}]},
        },
    }


@pytest.fixture
def emacs(tmp_path: Path) -> Iterator[Emacs]:
    (tmp_path / "w.json").write_text(json.dumps(book("\x1b[31m", "\u202eevil", "two\nlines", "it's")))
    with Asking(tmp_path, tmp_path / "w.json") as emacs:
        emacs.shows("*scratch*")
        yield emacs


def call(emacs: Emacs, command: str) -> None:
    emacs.tty.type(META + "x" + command + ENTER)


def answer(emacs: Emacs, word: str) -> None:
    emacs.shows("Run what this workspace names?", "Run it? (open, trust, folder, quit")
    emacs.tty.type(word + ENTER)
    emacs.shows_no("Run it?")


def ran(emacs: Emacs) -> bool:
    return (emacs.folder / "ran").exists()


def test_nothing_is_run_before_a_person_has_seen_it(emacs: Emacs) -> None:
    call(emacs, "featurehost")
    emacs.shows("w.json", "would run the program below.", "trust the file as it is now, and run it")
    emacs.shows("command made: sh -c 'touch ran; echo a row' '·[31m' '·evil' 'two⏎lines'")
    # A single letter is not accepted as an answer.
    emacs.tty.type("t" + ENTER)
    emacs.shows("Please answer")
    answer(emacs, "open")
    emacs.shows("Feature:")
    emacs.tty.type("Made" + ENTER)
    emacs.shows("programs of an untrusted workspace are not run")
    emacs.open_more("Kept")
    emacs.shows("a plain row")
    assert not ran(emacs)
    call(emacs, "featurehost-trust")
    answer(emacs, "trust")
    emacs.open_more("Made")
    emacs.shows("a row")
    assert ran(emacs)
    call(emacs, "featurehost-trust")
    emacs.shows("No workspace is held back")
    with Asking(emacs.folder, emacs.workspace) as again:
        again.open("Made")
        again.shows("a row")


def test_a_folder_is_trusted_whatever_becomes_of_it(emacs: Emacs) -> None:
    call(emacs, "featurehost")
    answer(emacs, "folder")
    emacs.shows("Feature:")
    emacs.tty.type("Made" + ENTER)
    emacs.shows("a row")
    emacs.workspace.write_text(json.dumps(book("another")))
    with Asking(emacs.folder, emacs.workspace) as again:
        again.open("Made")
        again.shows("a row")


@pytest.mark.parametrize("key", ["quit" + ENTER, control("g")])
def test_who_leaves_the_question_opens_nothing(emacs: Emacs, key: str) -> None:
    call(emacs, "featurehost")
    emacs.shows("Run it?")
    emacs.tty.type(key)
    emacs.shows("*scratch*", "Quit")
    assert "Feature:" not in emacs.tty.text() and not ran(emacs)
    call(emacs, "featurehost")
    emacs.shows("Run it?")


def test_what_has_changed_since_it_was_shown_is_asked_about_anew(emacs: Emacs) -> None:
    call(emacs, "featurehost")
    emacs.shows("it", "Run it?")
    emacs.workspace.write_text(json.dumps(book("something-else")))
    emacs.tty.type("trust" + ENTER)
    emacs.shows("something-else", "Run it?")
    assert not ran(emacs)
    answer(emacs, "trust")
    emacs.shows("Feature:")
    emacs.tty.type("Made" + ENTER)
    emacs.shows("a row")


def test_what_was_entered_is_there_when_it_is_trusted(emacs: Emacs) -> None:
    call(emacs, "featurehost")
    answer(emacs, "open")
    emacs.tty.type("Note" + ENTER)
    emacs.fill("Text", "keep this")
    call(emacs, "featurehost-trust")
    answer(emacs, "trust")
    # Emacs reads a command only after all values are entered again.
    call(emacs, "featurehost-trust")
    emacs.shows("Text", "keep this", "No workspace is held back")
    assert "host ended" not in emacs.tty.text()
    emacs.workspace.write_text(json.dumps(book("something-else")))
    emacs.kill()
    emacs.restart()
    emacs.shows("keep this", "The workspace is not trusted, and nothing of it is run: M-x featurehost-trust")


def test_a_list_that_can_not_be_written_is_told_of(emacs: Emacs) -> None:
    (emacs.folder / ".local").write_text("no folder")
    call(emacs, "featurehost")
    answer(emacs, "trust")
    emacs.shows("It can’t be trusted:")
    assert not ran(emacs)


def test_a_host_that_others_use_too_is_held_until_it_ends(emacs: Emacs) -> None:
    socket = str(emacs.folder / "s")
    command = [FEATUREHOST, "serve", "--socket", socket, "-w", str(emacs.workspace), "--require-trust"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout and "listens" in host.stdout.readline()
        words = f"""(setq featurehost-arguments '("connect" "--socket" "{socket}" "--spawn" "--"))"""
        emacs.tty.type(META + ":" + words + ENTER)
        emacs.shows('("connect"')
        call(emacs, "featurehost")
        answer(emacs, "trust")
        emacs.shows("Feature:")
        emacs.tty.type("Kept" + ENTER)
        emacs.shows("a plain row")
        call(emacs, "featurehost-trust")
        emacs.shows("The host still runs nothing: another session has begun it")
        host.terminate()
    emacs.shows("The host has ended")
    emacs.restart()
    emacs.open_more("Made")
    emacs.shows("a row")
