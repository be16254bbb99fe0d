"""Views, and what is shown over them; over the gallery that a host without a workspace has."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from conftest import Start
from neovim import ENTER, ESCAPE, TAB, Neovim, control

GALLERY = "vim.g.featurehost_workspace = nil"


def gallery(start: Start, folder: Path, feature: str) -> Neovim:
    return start(folder, "absent", feature=f"gallery:{feature}", setup=GALLERY)


def test_buttons_and_children(tmp_path: Path, start: Start) -> None:
    nvim = gallery(start, tmp_path, "twoCounters")
    nvim.shows("Two counters", "First", "Count  0", "[ − ] [ + ]", "Second")
    nvim.is_on("[ + ]")
    nvim.click("[ + ]")
    nvim.shows("First", "Count  1", "Second", "Count  0")
    nvim.type(f"{TAB}{ENTER}")
    nvim.shows("First", "Count  1", "Second", "Count  -1")


def test_values_that_are_set(tmp_path: Path, start: Start) -> None:
    nvim = gallery(start, tmp_path, "bindingForm")
    nvim.is_on("Type here")
    nvim.type(ENTER)
    nvim.shows("\nType here:")
    nvim.type(f"Hello{ENTER}")
    nvim.shows("Type here               Hello")
    nvim.type(f"{TAB}{TAB}2{control('a')}")
    nvim.shows("Max slider value        12")
    nvim.type(f"{TAB}99{control('a')}")
    nvim.shows("Slider                  12")
    nvim.type(f"kk{ENTER}")
    nvim.shows("[x]")
    nvim.type(f"j{control('a')}")
    nvim.frame("view")


def test_keys_that_are_not_answered_yet_count_one_on_the_other(tmp_path: Path, start: Start) -> None:
    nvim = gallery(start, tmp_path, "bindingForm")
    nvim.is_on("Type here")
    nvim.type(f"{TAB}{TAB}")
    nvim.is_on("Max slider value        10")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type(control("a") * 2)
    nvim.shows("Max slider value        12")
    nvim.type(f"k{ENTER}")
    nvim.shows("Disable other controls  [x]")
    nvim.type(ENTER)
    nvim.shows("Disable other controls  [ ]")
    os.kill(host, signal.SIGCONT)
    nvim.type(f"j{control('a')}")
    nvim.shows("Disable other controls  [ ]", "Max slider value        13")


def test_an_alert_is_read_first(tmp_path: Path, start: Start) -> None:
    nvim = gallery(start, tmp_path, "posts outcome=alert delayMs:=10")
    nvim.shows("That went wrong", "The server answered", "[ Retry ]", "[ OK ]")
    nvim.type("r")
    nvim.shows_no("That went wrong")
    nvim.shows("Posts")


def test_sheets_lie_over_sheets(tmp_path: Path, start: Start) -> None:
    nvim = gallery(start, tmp_path, "modalFlow")
    nvim.shows("Modal flow", "[ Show Item Detail ]")
    nvim.click("[ Show Item Detail ]")
    nvim.shows("[ Rename")
    nvim.click("[ Rename")
    nvim.shows("[ Save")
    nvim.type(ESCAPE)
    nvim.shows("[ Save", "This can be left by one of its buttons alone.")
    nvim.click("[ Cancel")
    nvim.shows_no("[ Save")
    nvim.type("q")
    nvim.shows_no("[ Rename")
    nvim.shows("Modal flow")


def test_what_nobody_knows_is_shown_as_far_as_it_goes(tmp_path: Path, start: Start) -> None:
    """A host of a later time, in a few lines: its kind, its style and the type of a line are unheard of."""
    snapshot = {
        "instance": "i", "feature": "new", "kind": "hologram", "revision": 0, "settled": True, "effects": [],
        "unavailable": {}, "errors": [], "queue": [], "blocked": None, "animation": {"kind": "unheard"},
        "toolbar": [{"action": "spin", "title": "Spin", "role": "unheard"}], "state": {"title": "Later"},
        "presentation": {"key": "p", "style": "unheard", "title": "Over it", "message": None, "buttons": [],
                         "dismissible": True, "child": {
                             "feature": "v", "kind": "view", "unavailable": {}, "errors": [], "queue": [],
                             "presentation": None, "toolbar": [], "effects": [], "settled": True,
                             "state": {"x": 7, "layout": [{"type": "unheard", "label": "Seven", "key": "x"}]}}},
    }  # fmt: skip
    host = tmp_path / "host"
    host.write_text(
        "#!/usr/bin/env python3\nimport json, sys\n"
        f"snapshot = json.loads({__import__('json').dumps(snapshot)!r})\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if 'id' not in m: continue\n"
        "    r = {'initialize': {'protocolVersion': '1', 'features': [{'id': 'new', 'kind': 'hologram'}]},\n"
        "         'feature/open': {'instance': 'i', 'revision': 0, 'snapshot': snapshot}}.get(m['method'])\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'method': 'un/heard'}))\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}), flush=True)\n"
    )
    host.chmod(0o755)
    nvim = start(tmp_path, "absent", feature="new", setup=f"require('featurehost').setup{{cmd = {str(host)!r}}}")
    nvim.shows("Later", "Over it", "Seven  7")
    nvim.shows("“hologram” can not be drawn here.")
