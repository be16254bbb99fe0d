"""Forms in steps, drafts, and messages about the whole form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_support import Terminal, child, one, play
from test_terminal_form import ACTIONS, field, form
from test_terminal_presentation import presentation

STEP_ACTIONS = (*ACTIONS, "nextStep", "previousStep", "restoreDraft", "discardDraft")
FIRST = {"previousStep": "firstStep", "cancelSubmit": "notSubmitting"}
LAST = {"nextStep": "lastStep", "cancelSubmit": "notSubmitting"}
NO_DRAFT = {"restoreDraft": "noDraft", "discardDraft": "noDraft"}


def step(index: int, id: str, title: str, *paths: str) -> dict[str, Any]:
    """Returns the state of one of three steps."""
    return {
        "step": {"id": id, "title": title, "index": index, "count": 3},
        "sections": [{"header": "Address", "fields": list(paths)}],
    }


WHO, WHERE, WHEN = step(0, "who", "Who", "/name"), step(1, "where", "Where", "/city"), step(2, "when", "When", "/day")
FIELDS = {
    "/name": field("text", "Name", "Ada", required=True),
    "/city": field("text", "City", ""),
    "/day": field("date", "Day", None),
}
TRIP = {**form([], FIELDS), **WHO}


def trip(tmp_path: Path, **members: Any) -> dict[str, Any]:
    """Returns the arguments for playing a scenario on the trip."""
    features = one("form", TRIP, *STEP_ACTIONS, **{"unavailable": {**FIRST, **NO_DRAFT}, **members})
    return {"features": features, "feature": "it", "folder": tmp_path}


def test_steps_are_gone_through_by_keys(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-step-first")
        # The first step can't be left backwards, and only the last step can be submitted.
        await terminal.press("ctrl+p", "ctrl+s")
        await terminal.ask("react", action="nextStep", patch={"state": WHERE, "unavailable": NO_DRAFT})
        await terminal.press("ctrl+n", "x")
        await terminal.frame("form-step-middle")
        last = {**LAST, **NO_DRAFT}
        await terminal.ask("react", action="nextStep", patch={"state": WHEN, "unavailable": last})
        await terminal.press("ctrl+n", "1")
        await terminal.frame("form-step-last")
        await terminal.ask("react", action="previousStep", patch={"state": WHERE, "unavailable": NO_DRAFT})
        await terminal.press("ctrl+n", "ctrl+s", "ctrl+p", "y")
        assert [(it["action"], it.get("params", {}).get("value")) for it in await terminal.sent()] == [
            ("nextStep", None),
            ("setValue", "x"),
            ("nextStep", None),
            ("setValue", "1"),
            ("submit", None),
            ("previousStep", None),
            ("setValue", "xy"),
        ]

    play(scenario, **trip(tmp_path))


def test_steps_are_gone_through_by_clicks(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.ask("react", action="nextStep", patch={"state": WHEN, "unavailable": LAST})
        await terminal.click("[ Next ]")
        await terminal.settle()
        # The focus is in the step then, no longer on the button.
        await terminal.press("1")
        await terminal.click("[ Submit ]")
        await terminal.click("[ Back ]")
        await terminal.settle()
        sent = ["nextStep", "setValue", "submit", "previousStep"]
        assert [it["action"] for it in await terminal.sent()] == sent

    play(scenario, **trip(tmp_path))


def test_the_host_moves_the_cursor_into_another_step(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        wrong = {"state": {**WHERE, "focus": {"path": "/town", "seq": 1}}, "unavailable": NO_DRAFT}
        wrong["state"]["sections"] = [{"fields": ["/city", "/town"]}]
        wrong["state"]["fields"] = {"/town": field("text", "Town", "")}
        await terminal.ask("react", action="nextStep", patch=wrong)
        await terminal.press("ctrl+n", "x")
        assert (await terminal.sent())[-1]["params"] == {"path": "/town", "value": "x"}

    play(scenario, **trip(tmp_path))


def test_a_step_of_a_form_in_a_sheet_is_in_its_title(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-step-in-sheet")

    sheet = presentation("sheet", child=child("form", TRIP, unavailable={**FIRST, **NO_DRAFT}))
    features = one("view", {}, "dismiss", presentation=sheet)
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_a_draft_is_offered(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("draft")
        await terminal.press("f3", "f4")
        await terminal.change(state={"hasDraft": True}, unavailable=FIRST)
        await terminal.frame("form-draft")
        # The focus stays where it is.
        await terminal.press("f3", "f4", "!")
        await terminal.click("f3 Restore")
        await terminal.click("f4 Discard")
        await terminal.settle()
        answers = ["restoreDraft", "discardDraft"]
        assert [it["action"] for it in await terminal.sent()] == [*answers, "setValue", *answers]
        # While the form is submitting, the draft can't be restored.
        await terminal.change(unavailable={**FIRST, "restoreDraft": "submitting"})
        await terminal.press("f3", "f4")
        await terminal.click("f3 Restore")
        await terminal.settle()
        assert [it["action"] for it in await terminal.sent()] == ["discardDraft"]
        await terminal.change(state={"hasDraft": False}, unavailable={**FIRST, **NO_DRAFT})
        assert not terminal.shows("draft")

    play(scenario, **trip(tmp_path))


def test_a_form_that_is_checked_or_submitted_says_so_and_can_be_stopped(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.change(state={"isValidating": True})
        assert terminal.shows("checking…") and not terminal.shows("[ Stop ]")
        busy = {"submit": "alreadySubmitting", "nextStep": "submitting", "previousStep": "submitting"}
        await terminal.change(state={**WHEN, "status": "validating"}, unavailable=busy)
        assert terminal.shows("checking…") and not terminal.shows("[ Back ]") and not terminal.shows("[ Submit ]")
        await terminal.click("[ Stop ]")
        await terminal.change(state={"status": "submitting"})
        assert terminal.shows("submitting…")
        await terminal.click("[ Stop ]")
        await terminal.settle()
        assert [it["action"] for it in await terminal.sent()] == ["cancelSubmit", "cancelSubmit"]

    play(scenario, **trip(tmp_path))


def test_errors_and_warnings_are_apart_and_all_are_shown(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        error = {"code": "const", "text": "There is such a trip.", "severity": "error"}
        warning = {"code": "long", "text": "That is far.", "severity": "warning"}
        await terminal.change(
            state={
                "fields": {"/name": {"messages": [error, warning]}},
                "formMessages": [{**error, "text": "It is full."}, {**warning, "text": "It will rain."}],
            }
        )
        assert not any(map(terminal.shows, ("such", "far", "full", "rain")))
        await terminal.change(state={"fields": {"/name": {"showMessages": True}}, "submitCount": 1})
        await terminal.frame("form-warnings")
        dark = [terminal.style_of(text).color for text in ("! There", "△ That", "! It is", "△ It will")]
        assert dark[0] == dark[2] and dark[1] == dark[3] and dark[0] != dark[1]
        await terminal.press("ctrl+t")
        light = [terminal.style_of(text).color for text in ("! There", "△ That")]
        assert light[0] != light[1] and light[0] != dark[0] and light[1] != dark[1]

    play(scenario, **trip(tmp_path))
