"""Forms: every type of field, messages, focus, and typed text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from featurehost.terminal.fields.row import FieldRow
from terminal_support import Terminal, one, play
from textual.events import Key, Paste

ACTIONS = ("setValue", "setSecret", "focus", "blur", "submit", "cancelSubmit", "cancel", "reset")


def field(type: str, label: str, value: Any, **members: Any) -> dict[str, Any]:
    """Returns a field as in a snapshot."""
    return {
        "type": type,
        "label": label,
        "value": value,
        "hints": {},
        "required": False,
        "touched": False,
        "dirty": False,
        "validating": False,
        "visible": True,
        "enabled": True,
        "messages": [],
        "showMessages": False,
        **members,
    }


def form(sections: list[dict[str, Any]], fields: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Returns a form's state."""
    return {
        "title": "New task",
        "sections": sections,
        "fields": fields,
        "formMessages": [],
        "isDirty": False,
        "isValid": True,
        "isValidating": False,
        "status": "editing",
        "submitCount": 0,
        "result": None,
        "focus": {"path": None, "seq": 0},
        "step": None,
        **members,
    }


PRIORITIES = [{"value": 1, "title": "Low"}, {"value": 2, "title": "Normal"}, {"value": 3, "title": "High"}]
TEXTS = form(
    [
        {"header": "Task", "fields": ["/title", "/notes", "/mail"], "footer": "Others can read this."},
        {"header": "When", "fields": ["/day", "/hour", "/moment"]},
        {"fields": ["/secret", "/amount", "/receipt"]},
    ],
    {
        "/title": field("text", "Title", "Buy milk", required=True),
        "/notes": field("multiline", "Notes", "Two litres.\nNot the sweet one."),
        "/mail": field("email", "Tell", "", hints={"placeholder": "name@example.org", "help": "Who is to know of it."}),
        "/day": field("date", "Day", "2025-11-28"),
        "/hour": field("time", "Hour", None),
        "/moment": field("dateTime", "Remind", None),
        "/secret": field("secure", "Password", {"isSet": False}, required=True),
        "/amount": field("number", "Amount", 1.5),
        "/receipt": field("file", "Receipt", ""),
    },
)
CHOICES = form(
    [{"fields": ["/done", "/count", "/size", "/priority", "/tags"]}],
    {
        "/done": field("toggle", "Done", True),
        "/count": field("stepper", "How many", 3, minimum=0, maximum=4),
        "/size": field("slider", "Size", 40, minimum=0, maximum=100, step=5),
        "/priority": field("picker", "Priority", 2, options=PRIORITIES),
        "/tags": field("multiPicker", "Tags", [3], options=PRIORITIES),
    },
)


def test_fields_that_are_typed(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-texts")

    play(scenario, features=one("form", TEXTS, *ACTIONS), feature="it", folder=tmp_path, size=(80, 30))


def test_fields_that_are_chosen(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-choices")

    play(scenario, features=one("form", CHOICES, *ACTIONS), feature="it", folder=tmp_path)


def rows_of(texts: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Returns a form with one field, `/title`."""
    return form([{"fields": ["/title"]}], {"/title": field("text", "Title", "", **texts)}, **members)


def test_messages_are_shown_when_the_host_says_so(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("must not be empty") and terminal.shows("Who does what.")
        await terminal.change(
            state={
                "fields": {"/title": {"showMessages": True}},
                "submitCount": 1,
                "isDirty": True,
                "formMessages": [{"code": "const", "text": "There is such a task.", "severity": "error"}],
            }
        )
        await terminal.frame("form-messages")

    messages = [
        {"code": "required", "text": "It must not be empty.", "severity": "error"},
        {"code": "format", "text": "It must look like work.", "severity": "error"},
    ]
    state = rows_of({"messages": messages, "hints": {"help": "Who does what."}, "required": True})
    play(scenario, features=one("form", state, *ACTIONS), feature="it", folder=tmp_path)


def test_typed_text_stays_until_it_is_answered(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("react", action="setValue", patch={"state": {"isDirty": True}})
        await terminal.ask("hold")
        await terminal.tap("a", "b")
        patch = {"state": {"fields": {"/title": {"value": "older", "label": "Name"}}}}
        await terminal.host.request("test/show", {"instance": "it-1", "patch": patch})
        await terminal.until(lambda: terminal.shows("Name"))
        assert terminal.shows("ab") and not terminal.shows("older")
        await terminal.ask("release")
        assert terminal.shows("older")
        values = [sent["params"] for sent in await terminal.sent()]
        assert values == [{"path": "/title", "value": "a"}, {"path": "/title", "value": "ab"}]

    play(scenario, features=one("form", rows_of({}), *ACTIONS), feature="it", folder=tmp_path)


def test_a_key_that_was_just_pressed_is_not_drawn_over(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        for path in ("/title", "/notes", "/secret"):
            row = next(row for row in terminal.app.screen.query(FieldRow) if row.path == path)
            for key in "xy":
                await row.editor.query("Input, TextArea").first()._on_key(Key(key, key))
                # The change by the key is not reported yet.
                await row.redraw()
        await terminal.settle()
        values = {it["params"]["path"]: it["params"]["value"] for it in await terminal.sent()}
        assert values == {"/title": "Buy milkxy", "/notes": "xyTwo litres.\nNot the sweet one.", "/secret": "xy"}

    play(scenario, features=one("form", TEXTS, *ACTIONS), feature="it", folder=tmp_path)


def test_lines_that_are_pasted_into_one_are_joined(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.app.focused is not None
        terminal.app.focused.post_message(Paste("two litres\nof milk\n"))
        await terminal.settle()
        assert [it["params"]["value"] for it in await terminal.sent()] == ["two litres of milk"]

    play(scenario, features=one("form", rows_of({}), *ACTIONS), feature="it", folder=tmp_path)


def test_focus_and_blur_are_told_and_the_host_moves_the_cursor(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("tab", "tab")
        sent = [(it["action"], it["params"]["path"]) for it in await terminal.sent(but=())]
        assert sent == [
            ("focus", "/title"),
            ("blur", "/title"),
            ("focus", "/notes"),
            ("blur", "/notes"),
            ("focus", "/mail"),
        ]
        await terminal.change(state={"focus": {"path": "/day", "seq": 1}})
        await terminal.press("backspace")
        assert (await terminal.sent())[-1] == {"action": "setValue", "params": {"path": "/day", "value": "2025-11-2"}}

    play(scenario, features=one("form", TEXTS, *ACTIONS), feature="it", folder=tmp_path)


def test_what_is_entered_is_sent_as_the_type_wants_it(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("space", "tab", "right", "right", "right", "tab", "left", "tab")
        await terminal.press("enter", "down", "enter", "tab", "down", "space")
        values = [(it["params"]["path"], it["params"]["value"]) for it in await terminal.sent()]
        assert values == [
            ("/done", False),
            ("/count", 4),
            ("/size", 35),
            ("/priority", 3),
            ("/tags", [2, 3]),
        ]

    play(scenario, features=one("form", CHOICES, *ACTIONS), feature="it", folder=tmp_path)


def test_fields_are_entered_by_clicks(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.click("[x]")
        await terminal.settle()
        await terminal.click("‹")
        await terminal.click("●───────")
        await terminal.click("Low")
        await terminal.settle()
        values = [(it["params"]["path"], it["params"]["value"]) for it in await terminal.sent()]
        assert values == [("/done", False), ("/count", 2), ("/size", 55), ("/tags", [1, 3])]

    play(scenario, features=one("form", CHOICES, *ACTIONS), feature="it", folder=tmp_path)


def test_a_secret_is_masked_and_sent_by_an_action_of_its_own(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("s", "3", "k")
        assert terminal.shows("•••") and not terminal.shows("s3k")
        sent = await terminal.sent()
        assert [it["action"] for it in sent] == ["setSecret"] * 3 and sent[-1]["params"]["value"] == "s3k"
        await terminal.change(state={"fields": {"/secret": {"value": {"isSet": False}}}})
        assert not terminal.shows("•••")

    state = form([{"fields": ["/secret"]}], {"/secret": field("secure", "Password", {"isSet": True})})
    play(scenario, features=one("form", state, *ACTIONS), feature="it", folder=tmp_path)


def test_a_secret_is_not_cut_into_the_clipboard(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("s", "3", "k", "ctrl+shift+a", "ctrl+x")
        assert terminal.app.clipboard == "" and terminal.shows("•••")

    state = form([{"fields": ["/secret"]}], {"/secret": field("secure", "Password", {"isSet": True})})
    play(scenario, features=one("form", state, *ACTIONS), feature="it", folder=tmp_path)


def test_a_number_stays_as_it_is_typed_and_nothing_is_null(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("react", action="setValue", patch={"state": {"fields": {"/amount": {"value": 1}}}})
        await terminal.press("1", ".", "0")
        assert terminal.shows("1.0")
        await terminal.ask("react", action="setValue", patch={"state": {"fields": {"/amount": {"value": None}}}})
        await terminal.press("ctrl+u")
        assert [it["params"]["value"] for it in await terminal.sent()] == ["1", "1.", "1.0", None]

    state = form([{"fields": ["/amount"]}], {"/amount": field("number", "Amount", None)})
    play(scenario, features=one("form", state, *ACTIONS), feature="it", folder=tmp_path)


def test_buttons_follow_what_the_host_would_do(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("ctrl+s")
        await terminal.click("Reset")
        await terminal.settle()
        assert [it["action"] for it in await terminal.sent()] == ["submit", "reset"]
        refused = {"submit": "alreadySubmitting", "reset": "submitting"}
        await terminal.change(unavailable=refused, state={"status": "submitting"})
        await terminal.frame("form-submitting")
        await terminal.press("ctrl+s")
        await terminal.click("Reset")
        await terminal.click("Stop")
        await terminal.settle()
        assert [it["action"] for it in await terminal.sent()] == ["cancelSubmit"]

    play(scenario, features=one("form", rows_of({}), *ACTIONS), feature="it", folder=tmp_path)


def test_what_is_unknown_hidden_or_disabled(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-unknown")

    state = form(
        [{"header": "[bold]Odd[/]", "fields": ["/a", "/b", "/c", "/none"]}],
        {
            "/a": field("hologram", "Unknown", {"deep": [1, "[red]"]}),
            "/b": field("text", "Hidden", "not seen", visible=False),
            "/c": field("text", "Disabled", "seen", enabled=False),
        },
    )
    play(scenario, features=one("form", state, *ACTIONS), feature="it", folder=tmp_path)


def test_a_small_terminal_scrolls_to_the_cursor(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-40x12")
        await terminal.press(*["tab"] * 8)
        await terminal.frame("form-40x12-end")

    play(scenario, features=one("form", TEXTS, *ACTIONS), feature="it", folder=tmp_path, size=(40, 12))
