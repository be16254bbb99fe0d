"""Views with a layout, and unknown kinds."""

from __future__ import annotations

from pathlib import Path

from terminal_support import Terminal, child, one, play

LAYOUT = [
    {"label": "[b]Profile", "type": "section"},
    {"key": "name", "label": "Name", "type": "text", "role": "primary"},
    {"key": "born", "label": "Born", "type": "date"},
    {"key": "points", "label": "Points", "type": "number"},
    {"key": "photo", "label": "Photo", "type": "image"},
    {"key": "mails", "label": "Send mail", "type": "toggle", "action": "mailsToggled"},
    {"key": "share", "label": "Complete", "type": "progress"},
    {"key": "odd", "label": "Odd", "type": "hologram"},
    {"key": "name", "label": "Hidden", "type": "text", "when": "isAdmin"},
    {"label": "Save", "type": "button", "action": "save", "role": "primary", "params": {"how": "now"}},
    {"label": "Remove", "type": "button", "action": "remove", "role": "destructive"},
    {"key": "inner", "label": "Inner", "type": "child"},
]
INNER = {"count": 3, "layout": [{"key": "count", "label": "Count", "type": "number"}]}
STATE = {
    "name": "Ada Lovelace",
    "born": "1815-12-10",
    "points": 12.0,
    "photo": None,
    "mails": True,
    "share": 0.4,
    "odd": [1, None],
    "isAdmin": False,
    "inner": child("view", INNER),
    "layout": LAYOUT,
}
ACTIONS = ("save", "remove", "mailsToggled")


def test_every_type_of_line(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("view")
        await terminal.change(state={"isAdmin": True, "share": 1, "inner": {"state": {"count": 4}}})
        assert terminal.shows("Hidden") and terminal.shows("100%") and terminal.shows("4")

    play(scenario, features=one("view", STATE, *ACTIONS), feature="it", folder=tmp_path)


def test_lines_and_buttons_send_their_actions(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter", "tab", "space")
        await terminal.click("Send mail")
        await terminal.click("Remove")
        await terminal.settle()
        sent = [(it["action"], it.get("params")) for it in await terminal.sent()]
        assert sent == [("mailsToggled", None), ("save", {"how": "now"}), ("mailsToggled", None)]

    features = one("view", STATE, *ACTIONS, unavailable={"remove": "readOnly"})
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_the_gallery() -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("enter")
        assert terminal.shows("Count  0")
        await terminal.press("tab", "enter", "enter")
        assert terminal.shows("Count  2")

    play(scenario)


def test_two_children_side_by_side() -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("tab", "tab", "tab", "enter")
        await terminal.frame("two-counters")

    play(scenario, feature="gallery:twoCounters")


def test_a_kind_that_nobody_has_heard_of_is_text(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("unknown-kind")
        await terminal.change(state={"depth": 2})
        assert terminal.shows('"depth": 2')

    state = {"depth": 1, "[markup]": ["\u001b[2J", {"a": None}]}
    play(scenario, features=one("hologram", state), feature="it", folder=tmp_path)


def test_children_by_id_and_an_optional_one_that_is_not_there() -> None:
    async def todos(terminal: Terminal) -> None:
        assert terminal.shows("Buy milk") and terminal.shows("Call Ada")

    async def optional(terminal: Terminal) -> None:
        assert terminal.shows("Counter not loaded") and not terminal.shows("Count  0")
        await terminal.press("enter")
        assert terminal.shows("Count  0") and not terminal.shows("Counter not loaded")

    play(todos, feature="gallery:todos")
    play(optional, feature="gallery:optionalCounter")


def test_tasks_that_are_loaded_are_completed_and_added() -> None:
    async def tasks(terminal: Terminal) -> None:
        assert terminal.shows("Water the plants") and not terminal.shows("Loading…")
        await terminal.click("[ ]")
        await terminal.settle()
        assert not terminal.shows("[ ]")
        await terminal.press("tab", "tab", "tab", "tab", *"Rest", "tab", "enter")
        await terminal.frame("task-list")

    play(tasks, feature="gallery:taskList")


def test_a_row_is_selected_and_another_order_is_loaded() -> None:
    async def rows(terminal: Terminal) -> None:
        for _ in range(2):
            await terminal.click("Select next")
            await terminal.settle()
        await terminal.frame("animated-list")

    async def order(terminal: Terminal) -> None:
        assert terminal.shows("Tea, Cup")
        await terminal.click("Order 2")
        await terminal.frame("order-detail")

    play(rows, feature="gallery:animatedList")
    play(order, feature="gallery:orderDetail")


def test_values_are_set_where_they_stand() -> None:
    async def form(terminal: Terminal) -> None:
        await terminal.press(*"Hello")
        assert terminal.shows("Hello")
        await terminal.press("tab", "tab", "right", "right", "tab", "right", "right", "right")
        await terminal.frame("binding-form")
        await terminal.press("shift+tab", "shift+tab", "enter")
        await terminal.frame("binding-form-off")

    play(form, feature="gallery:bindingForm")
