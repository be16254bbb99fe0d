"""The tool `tickets`: a team's tracker, used by two people at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from .tool import Screen, Tool


@pytest.fixture
def tool(tmp_path: Path) -> Tool:
    with Tool("tickets", tmp_path) as tool:
        people = tool.open("people")
        people.accept("add").fill(name="ada", title="Ada Lovelace")
        people.accept("add").fill(name="grace", title="Grace Hopper")
        tickets = tool.open("tickets")
        for subject, priority in [("Print twice", "normal"), ("Crash", "urgent"), ("Typo", "low")]:
            tickets.send("present", modal="new").fill(subject=subject, priority=priority)
        yield tool


def row(screen: Screen, subject: str) -> str:
    return next(id for id, value in screen.rows.items() if value["subject"] == subject)


def test_new_tickets_are_open(tool: Tool) -> None:
    screen = tool.open("tickets")
    assert {value["subject"]: value["status"] for value in screen.rows.values()} == {
        "Print twice": "open", "Crash": "open", "Typo": "open",
    }


def test_the_workflow_offers_only_the_next_steps(tool: Tool) -> None:
    screen = tool.open("tickets")
    screen.send("setActive", id=row(screen, "Crash"))
    assert {"start", "finish", "reject"} <= set(screen.available) and "reopen" not in screen.available
    screen.accept("start")
    assert screen.rows[row(screen, "Crash")]["status"] == "started"
    assert "start" not in screen.available
    screen.accept("finish")
    assert "Crash" not in [value["subject"] for value in screen.rows.values()], "the filter hides what is done"
    screen.send("setFilter", filter="done")
    screen.accept("reopen", row(screen, "Crash"))
    screen.send("setFilter", filter="unfinished")
    assert screen.rows[row(screen, "Crash")]["status"] == "open"


def test_marked_tickets_are_assigned_and_shown_by_person(tool: Tool) -> None:
    screen = tool.open("tickets")
    for subject in ["Crash", "Typo"]:
        screen.send("toggleSelection", id=row(screen, subject))
    screen.accept("assign").fill(assignee="grace")
    people = tool.open("people")
    people.send("openItem", id="grace")
    assert {value["subject"] for value in people.inside.rows.values()} == {"Crash", "Typo"}
    screen.send("setFilter", filter="unassigned")
    assert [value["subject"] for value in screen.rows.values()] == ["Print twice"]


def test_rejecting_asks_first_and_can_be_undone(tool: Tool) -> None:
    screen = tool.open("tickets")
    typo = row(screen, "Typo")
    screen.accept("reject", typo)
    assert screen.presentation.title == "Reject Typo?"
    screen.answer("reject")
    assert typo not in screen.ids
    screen.send("undo")
    assert screen.rows[typo]["status"] == "open"


def test_comments_belong_to_their_ticket(tool: Tool) -> None:
    screen = tool.open("tickets")
    screen.accept("comments", row(screen, "Crash"))
    screen.inside.accept("add").fill(text="It happens on Mondays.", author="ada")
    assert [value["text"] for value in screen.inside.rows.values()] == ["It happens on Mondays."]
    screen.leave()
    screen.accept("comments", row(screen, "Typo"))
    assert screen.inside.ids == []


def test_two_people_edit_one_ticket(tool: Tool) -> None:
    first, second = tool.open("tickets"), tool.open("tickets")
    crash = row(first, "Crash")
    for screen in [first, second]:
        screen.accept("open", crash)
    first.fill(subject="Crash on start")
    second.inside.send("setValue", path="/priority", value="low")
    second.inside.send("submit")
    second.until(lambda screen: screen.presentation is None)
    assert second.rows[crash]["subject"] == "Crash on start" and second.rows[crash]["priority"] == "low"


def test_two_people_edit_one_field(tool: Tool) -> None:
    first, second = tool.open("tickets"), tool.open("tickets")
    crash = row(first, "Crash")
    for screen in [first, second]:
        screen.accept("open", crash)
    second.inside.send("setValue", path="/subject", value="Crash at noon")
    first.fill(subject="Crash on start")
    second.inside.send("submit")
    field = second.inside.state["fields"]["/subject"]
    assert field["conflict"]["theirs"] == "Crash on start", field
