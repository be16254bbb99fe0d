"""The programs of a workspace run only after the user has seen them and agreed."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from conftest import Start
from neovim import ENTER, ESCAPE, TAB, Neovim
from test_plugin import headless

ASKED = "Run what this workspace names?"


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


def press(nvim: Neovim, title: str) -> None:
    """Goes to a button of the question, and presses it."""
    nvim.shows(ASKED, f"[ {title} ]")
    nvim.is_on("[ ")
    while f"[ {title} ]" not in nvim.cursor_line():
        before = nvim.cursor_line()
        nvim.type(TAB)
        nvim.until(lambda before=before: nvim.cursor_line() not in ("", before), "the cursor should move")
    nvim.type(ENTER)


def ran(folder: Path) -> bool:
    return (folder / "ran").exists()


def test_nothing_is_run_before_a_person_has_seen_it(tmp_path: Path, start: Start) -> None:
    workspace = book("\x1b[31m", "\u202eevil", "two\nlines", "it's")
    nvim = start(tmp_path, workspace, feature="made", trust=False, size=(90, 30))
    nvim.shows(ASKED, "would run the program below", "Trust it only if you know where it is from.")
    nvim.is_on("[ Open without running ]")
    nvim.shows("- command made: sh -c 'touch ran; echo a row'", "'·[31m'", "'·evil'", "'two⏎lines'", r"'it'\''s'")
    # No letter grants trust, because it may have been typed for something else.
    nvim.type("tx")
    nvim.command("echo 'still' 'asked'")
    nvim.shows("[ Trust and run ]", "still asked")
    assert not ran(tmp_path)
    nvim.type(ESCAPE)
    nvim.shows("Made", "programs of an untrusted workspace are not run")
    nvim.command("FeatureHost kept")
    nvim.shows("Kept", "a plain row")
    assert not ran(tmp_path)
    nvim.command("FeatureHostTrust")
    nvim.shows("[ Run nothing ]")
    press(nvim, "Trust and run")
    nvim.shows_no(ASKED)
    nvim.command("FeatureHost made")
    nvim.shows("Made", "a row")
    assert ran(tmp_path)
    nvim.command("FeatureHostTrust")
    nvim.shows("no workspace is held back")


def test_who_has_trusted_it_is_not_asked_again(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, book(), feature="made", trust=False)
    press(nvim, "Trust and run")
    nvim.shows("Made", "a row")
    again = start(tmp_path, "w.json", feature="made", trust=False)
    again.shows("Made", "a row")


def test_a_folder_is_trusted_whatever_becomes_of_it(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, book(), feature="made", trust=False)
    press(nvim, "Trust all in its folder, for good")
    nvim.shows("Made", "a row")
    other = start(tmp_path, book("another"), feature="made", trust=False)
    other.shows("Made", "a row")


def test_who_stops_the_host_opens_nothing(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, book(), feature="made", trust=False)
    press(nvim, "Stop the host")
    nvim.shows_no(ASKED)
    nvim.until_quiet(lambda: nvim.children() == [], "the host should have ended")
    assert "Made" not in nvim.text() and not ran(tmp_path)
    nvim.command("FeatureHost kept")
    nvim.shows("[ Trust and run ]")


def test_what_has_changed_since_it_was_shown_is_asked_about_anew(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, book(), feature="made", trust=False)
    nvim.shows("[ Trust and run ]")
    (tmp_path / "w.json").write_text(json.dumps(book("something-else")))
    press(nvim, "Trust and run")
    nvim.shows(ASKED, "[ Trust and run ]", "something-else")
    assert not ran(tmp_path)
    press(nvim, "Trust and run")
    nvim.shows("Made", "a row")


def test_a_changed_file_is_asked_about_when_the_host_is_started_again(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, book(), feature="note", trust=False)
    press(nvim, "Trust and run")
    nvim.shows("Note", "Text")
    (tmp_path / "w.json").write_text(json.dumps(book("something-else")))
    nvim.command("FeatureHostRestart")
    nvim.shows("[ Run nothing ]", "something-else")
    nvim.type(ESCAPE)
    nvim.shows_no(ASKED)
    nvim.until_quiet(lambda: len(nvim.children()) == 1, "the old host should have ended")
    (host,) = nvim.children()
    # Typed text counts even before the host has answered it.
    os.kill(host, signal.SIGSTOP)
    nvim.type("ikeep this")
    nvim.shows("Text", "keep this")
    nvim.type(ESCAPE)
    nvim.command("FeatureHostTrust")
    nvim.shows("The host is started again for it: what you have not submitted", "[ Run nothing ]")
    os.kill(host, signal.SIGCONT)


def test_what_names_no_program_is_opened_without_a_question(tmp_path: Path, start: Start) -> None:
    plain = {"sources": {"kept": book()["sources"]["kept"]}, "features": {"kept": book()["features"]["kept"]}}
    (tmp_path / "featurehost.workspace.json").write_text(json.dumps(plain))
    nvim = start(tmp_path, "absent", feature="kept", setup="vim.g.featurehost_workspace = nil", trust=False)
    nvim.shows("Kept", "a plain row")


def test_a_list_that_can_not_be_written_is_told_of(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, book(), feature="made", trust=False, size=(200, 30))
    nvim.shows(ASKED)
    (tmp_path / ".local" / "state").mkdir(parents=True, exist_ok=True)
    (tmp_path / ".local" / "state" / "featurehost").write_text("no folder")
    press(nvim, "Trust and run")
    nvim.shows("trusted.jsonl:")
    assert not ran(tmp_path)


def test_a_host_that_others_use_too_is_held_until_it_ends(tmp_path: Path, start: Start) -> None:
    setup = f"require('featurehost').setup({{ socket = {str(tmp_path / 's')!r} }})"
    one = start(tmp_path, book(), feature="made", trust=False, setup=setup)
    one.shows("[ Trust and run ]")
    other = start(tmp_path, "w.json", feature="kept", trust=False, setup=setup)
    press(other, "Trust and run")
    other.shows("Kept", "a plain row")
    other.command("FeatureHostTrust")
    other.shows("[ Run nothing ]")
    other.type(ESCAPE)
    other.shows_no(ASKED)
    other.command("FeatureHostStop")
    other.shows_no("Kept")
    other.await_hosts()
    # The host notices later that the connection has ended: its listening socket and one connection are left.
    one.until_quiet(lambda: sockets(tmp_path / "s") == 2, "the host should have one session")
    press(one, "Trust and run")
    one.shows("Made", "a row")


def sockets(path: Path) -> int:
    """Returns the number of open sockets of a host that listens at a path."""
    return sum(line.endswith(f" {path}") for line in Path("/proc/net/unix").read_text().splitlines())


def shown(*until: str) -> list[str]:
    """Returns commands that wait until the buffer shows one of some texts, and print the buffer."""
    return [
        f"lua vim.wait(100000, function() return vim.fn.search([[{chr(92)}V{f'{chr(92)}|'.join(until)}]]) > 0 end, 10)",
        "lua io.stdout:write(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), ' '))",
    ]


@pytest.mark.parametrize("option", ["false", "true"])
def test_where_nobody_can_be_asked_it_is_held(tmp_path: Path, option: str) -> None:
    (tmp_path / "w.json").write_text(json.dumps(book()))
    said = headless(
        tmp_path,
        f"lua require('featurehost').setup({{ workspace = 'w.json', trust = {option} }})",
        "lua require('featurehost').open('made')",
        *shown("a row", "programs of an untrusted workspace"),
    )
    assert ("w.json is not trusted: nothing that it names is run." in said) is (option == "false"), said
    assert ran(tmp_path) is (option == "true"), said


def test_trust_in_what_is_named_is_none_in_what_is_found(tmp_path: Path) -> None:
    (tmp_path / "featurehost.workspace.json").write_text(json.dumps(book()))
    said = headless(
        tmp_path,
        "lua require('featurehost').setup({ trust = true })",
        "lua require('featurehost').open('made')",
        *shown("programs of an untrusted workspace"),
        "checkhealth featurehost",
        *shown("A host runs", "Nothing that"),
    )
    assert "featurehost.workspace.json names is run: it is not trusted" in said and not ran(tmp_path), said
