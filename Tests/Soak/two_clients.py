"""Two clients of one host edit one ticket at random, each in its own list.

A confirmed change may be overwritten only if the client that overwrites it was shown the conflict before.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
import sys
from pathlib import Path
from random import Random
from typing import Any

from counts import count
from socket_host import Daemon, Front

Message = dict[str, Any]
TICKET = {"id": "t1", "subject": "A wheel squeaks", "status": "new", "owner": "ada", "notes": [{"text": "first"}]}
MEMBERS = ("subject", "status", "owner")
SOURCES = ("file", "watchedFile", "table", "sqlite", "plugin")
STEPS = 40


def declared(folder: Path, type: str) -> Message:
    """Returns the declaration of the tested source."""
    if type in ("file", "watchedFile"):
        (folder / "t.jsonl").write_text(json.dumps(TICKET) + "\n")
        return {"type": "file", "path": "t.jsonl", "watch": type == "watchedFile"}
    if type == "table":
        return {"type": "table", "path": "t.db"}
    if type == "sqlite":
        db = sqlite3.connect(folder / "t.db")
        db.execute("CREATE TABLE ticket(id TEXT PRIMARY KEY, subject TEXT, status TEXT, owner TEXT)")
        db.execute("INSERT INTO ticket VALUES (?, ?, ?, ?)", [TICKET[key] for key in ("id", *MEMBERS)])
        db.commit()
        db.close()
        return {"type": "sqlite", "path": "t.db", "table": "ticket"}
    can = ["update"]
    return {"type": "plugin", "plugin": "versioned", "source": "rows", "can": can, "options": {"row": TICKET}}


def make_workspace(folder: Path, type: str) -> Path:
    """Writes a workspace with a list whose rows are edited by a form in a sheet."""
    fields: list[Message] = [{"name": name, "type": "text"} for name in MEMBERS]
    if type != "sqlite":
        fields.append({"name": "notes", "type": "repeated", "fields": [{"name": "text", "type": "text"}]})
    sheet = {"style": "sheet", "feature": "ticket", "target": "activeItem", "onOutput": "updateItem"}
    tickets = {
        "kind": "list",
        "source": "tickets",
        "outputs": {"openItem": {"action": "present", "params": {"modal": "edit"}}},
        "modals": {"edit": sheet},
    }
    plugin = [sys.executable, "-S", "-E", str(Path(__file__).with_name("versioned.py"))]
    workspace = {
        "plugins": {"versioned": {"command": plugin}} if type == "plugin" else {},
        "sources": {"tickets": declared(folder, type)},
        "features": {"tickets": tickets, "ticket": {"kind": "form", "sections": [{"fields": fields}]}},
    }
    path = folder / "w.json"
    path.write_text(json.dumps(workspace))
    return path


def form_in(snapshot: Message) -> Message | None:
    """Returns the state of the form on the sheet of a list's snapshot."""
    presentation = snapshot["presentation"]
    return presentation and presentation["child"]["state"]


class Client:
    """A client with a list and, most of the time, a form for the ticket."""

    def __init__(self, front: Front, name: str, folder: Path):
        self.front, self.name = front, name
        front.do("feature/open", feature="tickets", instance=name)
        self.wait()
        # The values of each member that the client was shown since it began to edit the ticket.
        self.seen: dict[str, set[str]] = {}
        self.edited: dict[str, str] = {}
        self.notes: list[str] = []

    def wait(self) -> None:
        self.front.do("feature/settle", instance=self.name)

    def shown(self) -> Message:
        return self.front.do("feature/snapshot", instance=self.name)

    def form(self) -> Message | None:
        return form_in(self.shown())

    def act(self, action: str, params: Message, path: tuple[str, ...] = ()) -> Message:
        asked = {"instance": self.name, "action": action, "params": params, "await": "settled"}
        return self.front.ask("feature/send", asked | ({"path": list(path)} if path else {}))

    def shown_before(self, action: str, params: Message, path: tuple[str, ...] = ()) -> tuple[Message, list[Message]]:
        """Sends an action; returns the answer, and the snapshots that arrived before the action's snapshot."""
        first, shown = len(self.front.seen), []
        answer = self.act(action, params, path)
        for message in self.front.seen[first:]:
            snapshot = message.get("params") if message.get("method") == "state/snapshot" else None
            if snapshot and snapshot["instance"] == self.name:
                if snapshot["cause"]["action"] == action:
                    break
                shown.append(snapshot)
        return answer, shown

    def row(self) -> Message:
        """Returns the ticket after a refresh."""
        self.act("refresh", {})
        (item,) = self.shown()["state"]["items"]
        return item["value"]

    def open(self) -> None:
        answer = self.act("openItem", {"id": "t1"})
        assert "result" in answer, answer
        self.edited, self.seen, self.notes = {}, {}, []

    def enter(self, member: str, value: str) -> None:
        if member not in self.edited:
            form = self.form()
            assert form
            self.seen[member] = {form["fields"][f"/{member}"]["value"]}
        self.edited[member] = value
        answer, shown = self.shown_before("setValue", {"path": f"/{member}", "value": value}, ("presentation",))
        assert "result" in answer, answer
        # Until the value is entered, the form takes over changes of others.
        self.seen[member] |= {form_in(it)["fields"][f"/{member}"]["value"] for it in shown}

    def add_note(self, text: str) -> None:
        answer = self.act("insertItem", {"path": "/notes", "value": {"text": text}}, ("presentation",))
        assert "result" in answer, answer
        self.notes.append(text)

    def look_at_conflicts(self, rng: Random) -> bool:
        """Resolves the conflicts; returns true if there were any."""
        form = self.form()
        found = False
        for member in MEMBERS if form else ():
            conflict = form and form["fields"][f"/{member}"].get("conflict")
            if not conflict:
                continue
            found = True
            count("conflicts")
            action = rng.choice(["keepMine", "takeTheirs"])
            answer, shown = self.shown_before(action, {"path": f"/{member}"}, ("presentation",))
            assert "result" in answer, answer
            later = [form_in(it)["fields"][f"/{member}"].get("conflict") for it in shown]
            self.seen[member] |= {it["theirs"] for it in (conflict, *later) if it}
            if action == "takeTheirs":
                del self.edited[member], self.seen[member]
        return found

    def submit(self, rng: Random) -> bool:
        """Submits the form, and resolves conflicts; returns false if the form was dismissed instead."""
        for _ in range(10):
            self.act("submit", {}, ("presentation",))
            if self.form() is None:
                assert not self.shown()["errors"], self.shown()["errors"]
                return True
            assert self.look_at_conflicts(rng), f"the sheet stays without a conflict: {self.shown()}"
        raise AssertionError("a conflict comes back ten times without anybody else's edit")


def two_clients(rng: Random, folder: Path) -> None:
    """Plays edits of one ticket by two clients, in forms, in lists and in notes."""
    type = rng.choice(SOURCES)
    with Daemon(folder, "-w", make_workspace(folder, type), "--state-dir", folder / "state") as daemon:
        with daemon.front() as first, daemon.front() as second:
            clients = [Client(first, "a", folder), Client(second, "b", folder)]
            if type == "table":
                assert "result" in clients[0].act("insertItem", {"value": TICKET})
                clients[1].act("refresh", {})
            play(rng, type, clients)
        assert daemon.end() == 0, daemon.said()


def play(rng: Random, type: str, clients: list[Client]) -> None:
    """Makes random edits, and compares the ticket with the expected values after each save."""
    model = {member: TICKET[member] for member in MEMBERS}
    notes = ["first"]
    values = itertools.count(1)
    for _ in range(STEPS):
        client = rng.choice(clients)
        if client.form() is None:
            if rng.random() < 0.3:
                edit_in_list(rng, client, model, f"v{next(values)}")
            else:
                client.open()
        elif rng.random() < 0.55:
            if type != "sqlite" and rng.random() < 0.3:
                client.add_note(f"n{next(values)}")
            else:
                client.enter(rng.choice(MEMBERS), f"v{next(values)}")
            client.look_at_conflicts(rng)
        else:
            assert client.submit(rng)
            count("saves")
            for member, value in client.edited.items():
                lost = model[member]
                assert lost in client.seen[member], f"{member}: {value!r} took the place of {lost!r} without a conflict"
                model[member] = value
            notes += client.notes
            client.edited, client.notes = {}, []
        check(client.row(), model, notes, type)


def edit_in_list(rng: Random, client: Client, model: Message, value: str) -> None:
    """Edits the row in the list, which may show an older value than the source has."""
    member = rng.choice(MEMBERS)
    (item,) = client.shown()["state"]["items"]
    answer, shown = client.shown_before("updateItem", {"id": "t1", "patch": {member: value}})
    # The list may have read the row again between the snapshot and the edit.
    if shown:
        (item,) = shown[-1]["state"]["items"]
    errors = client.shown()["errors"]
    if item["value"][member] == model[member]:
        assert "result" in answer and not errors, (answer, errors)
        model[member] = value
        return
    # The list showed an older value, so the edit must be refused or end in a conflict.
    count("conflicts")
    assert "error" in answer or [error["code"] for error in errors] == ["conflict"], (answer, errors, item, model)
    for error in errors:
        client.act("dismissError", {"id": error["id"]})


def check(row: Message, model: Message, notes: list[str], type: str) -> None:
    found = {member: row.get(member) for member in MEMBERS}
    assert found == model, f"the ticket holds {found}, and should hold {model}"
    if type != "sqlite":
        held = [note["text"] for note in row["notes"]]
        missing = [note for note in notes if note not in held]
        assert not missing, f"the notes {missing} are lost: {held}"
