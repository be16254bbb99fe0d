"""Views, and presentations over them; with the gallery of a host without a workspace."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from conftest import Start, host_of, snapshot_of
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
    """A minimal host of a later version: its kind, its style and the type of a line are unknown."""
    over = snapshot_of("view", {"x": 7, "layout": [{"type": "unheard", "label": "Seven", "key": "x"}]}, feature="v")
    shown = {"key": "p", "style": "unheard", "title": "Over it", "message": None, "buttons": [], "dismissible": True}
    snapshot = snapshot_of(
        "hologram",
        {"title": "Later"},
        animation={"kind": "unheard"},
        toolbar=[{"action": "spin", "title": "Spin", "role": "unheard"}],
        presentation=shown | {"child": over},
    )
    nvim = start(tmp_path, "absent", feature="new", setup=host_of(tmp_path, "hologram", snapshot))
    nvim.shows("Later", "Over it", "Seven  7")
    nvim.shows("“hologram” can not be drawn here.")


def test_an_error_that_is_to_be_shown_in_an_unheard_of_way_is_shown(tmp_path: Path, start: Start) -> None:
    error = {"id": "e1", "code": "odd", "message": "It went odd.", "retryable": True, "retry": "retry"}
    error["display"] = "smoke"
    snapshot = snapshot_of(
        "view", {"layout": [{"type": "text", "label": "Below"}]}, errors=[error | {"display": "smoke"}]
    )
    nvim = start(tmp_path, "absent", feature="new", setup=host_of(tmp_path, "view", snapshot))
    nvim.shows("! It went odd.", "[ Retry ] [ Dismiss ]", "Below")


def test_a_flow_in_a_view_shows_what_is_on_top(tmp_path: Path, start: Start) -> None:
    top = snapshot_of("view", {"n": 7, "layout": [{"type": "number", "label": "Nights", "key": "n"}]}, feature="top")
    stack = [{"key": "k1", "route": "cities", "title": "Cities"}, {"key": "k2", "route": "book", "title": "Booking"}]
    stack[-1] |= {"child": top}
    trip = {"title": "Trip", "stack": stack, "steps": None, "status": "active", "output": None}
    way = [{"id": "a", "title": "Who", "status": "done"}, {"id": "b", "title": "Where", "status": "current"}]
    steps = {"id": "b", "title": "Where", "index": 1, "count": 2, "way": way, "answers": {}}
    plan = trip | {"title": "Plan", "steps": steps}
    over = trip | {"title": "Over", "status": "completed", "stack": [], "output": "done"}
    flows = {name: snapshot_of("flow", state, feature=name) for name, state in
             (("trip", trip), ("plan", plan), ("over", over))}  # fmt: skip
    layout = [{"type": "child", "label": name.title(), "key": name} for name in flows]
    snapshot = snapshot_of("view", flows | {"layout": layout})
    nvim = start(tmp_path, "absent", feature="new", setup=host_of(tmp_path, "view", snapshot))
    nvim.shows("Trip", "Cities › Booking", "Nights  7", "Plan", "✓ Who   › Where", "Nights  7", "[ Back ] [ Finish ]")
    nvim.shows("Over", "Completed.")
    assert "Active." not in nvim.text()
