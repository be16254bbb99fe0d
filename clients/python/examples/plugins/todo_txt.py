#!/usr/bin/env python3
"""A plugin for featurehost with the source `tasks`, an editable todo.txt file (http://todotxt.org).

The members `text`, `done`, `priority`, `created`, `completed` and `due` of a row can be changed. `projects` and
`contexts` are read from the text. Each edit replaces the file atomically. The source notifies the host when other
programs change the file.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from featurehost.plugin import Plugin
from featurehost.sources import (
    DeleteRequest,
    FetchRequest,
    InsertRequest,
    InvalidValues,
    Mistake,
    MoveRequest,
    Row,
    Source,
    SourceError,
    UpdateRequest,
)

plugin = Plugin("todo-txt", "1.0")
DATE = r"\d{4}-\d\d-\d\d"
DONE = re.compile(rf"x (?:({DATE}) )?(?:({DATE}) )?")
OPEN = re.compile(rf"(?:\(([A-Z])\) )?(?:({DATE}) )?")
CHANGEABLE = ("text", "done", "priority", "created", "completed", "due")


def parsed(line: str) -> dict[str, Any]:
    """Returns the row of a line, without an id."""
    priority = created = completed = None
    if done := DONE.match(line):
        completed, created = done.groups()
        text = line[done.end() :]
        # In the format, a completed task has no priority; many programs keep the earlier priority as the tag `pri`.
        if kept := re.search(r"(?:^| )pri:([A-Z])(?= |$)", text):
            priority, text = kept[1], text[: kept.start()] + text[kept.end() :]
    else:
        start = OPEN.match(line)
        assert start, "it matches nothing too"
        priority, created = start.groups()
        text = line[start.end() :]
    due = re.search(rf"(?:^| )due:({DATE})(?= |$)", text)
    return {
        "text": text.strip(),
        "done": bool(done),
        "priority": priority,
        "created": created,
        "completed": completed,
        "due": due[1] if due else None,
        "projects": re.findall(r"(?:^| )\+(\S+)", text),
        "contexts": re.findall(r"(?:^| )@(\S+)", text),
    }


def written(row: Row) -> str:
    """Returns the line for a row."""
    text, due = row.get("text"), row.get("due")
    if not isinstance(text, str) or not text.strip() or len(text.splitlines()) > 1:
        raise InvalidValues([Mistake("The text must be one line, and not empty.", "text", "/text")])
    if due != parsed(text)["due"]:
        text = re.sub(rf"(?:^| )due:{DATE}(?= |$)", "", text) + (f" due:{due}" if due else "")
    for name in ("created", "completed", "due"):
        if row.get(name) is not None and not is_date(row[name]):
            raise InvalidValues([Mistake(f"{name} must be a date such as 2026-12-24.", "date", f"/{name}")])
    priority = row.get("priority")
    if priority is not None and not re.fullmatch("[A-Z]", str(priority)):
        raise InvalidValues([Mistake("The priority must be a letter from A to Z.", "priority", "/priority")])
    if not row.get("done"):
        words = [f"({priority})" if priority else None, row.get("created"), text.strip()]
    else:
        completed = row.get("completed") or datetime.date.today().isoformat()
        words = ["x", completed, row.get("created"), text.strip(), f"pri:{priority}" if priority else None]
    return " ".join(word for word in words if word)


def is_date(value: object) -> bool:
    """Returns true if the value is a date such as 2026-12-24."""
    try:
        return isinstance(value, str) and bool(re.fullmatch(DATE, value) and datetime.date.fromisoformat(value))
    except ValueError:
        return False


@plugin.source("tasks")
class TodoTxt(Source):
    """`file` is the file, which need not exist yet. `every` is the number of seconds between two checks of the file."""

    def __init__(self, file: Path, every: float = 1.0) -> None:
        self._file = file
        self._every = every
        # The lines by id, in their order; empty lines keep their positions.
        self._lines: dict[str, str] = {}
        self._end = "\n"
        # The version of the file that was read last, and the version of which the host was notified last.
        self._read_as: object = None
        self._told: object = None

    def open(self) -> None:
        self._told = self._look()
        self._read()
        self._watching = asyncio.create_task(self._watch())

    def close(self) -> None:
        self._watching.cancel()

    def fetch(self, request: FetchRequest) -> list[Row]:
        self._read()
        return [{"id": id, **parsed(line)} for id, line in self._lines.items() if line.strip()]

    def insert(self, request: InsertRequest) -> Row:
        self._read()
        if request.id in self._lines:
            raise SourceError("duplicateId", f"there is a task {request.id} already", retryable=False)
        today = None if request.value.get("created") else datetime.date.today().isoformat()
        line = written({"created": today, **{key: value for key, value in request.value.items() if value is not None}})
        self._write(self._placed({request.id: line}, request.before_id), request.op_id)
        return {"id": request.id, **parsed(line)}

    def update(self, request: UpdateRequest) -> Row:
        self._read()
        self._check(request.id)
        row = parsed(self._lines[request.id])
        for name, value in request.patch.items():
            if name not in CHANGEABLE and value != row.get(name):
                raise SourceError("invalidData", f"{name} can't be changed; it is read from the text", retryable=False)
        if request.patch.get("done") is False:
            row["completed"] = None
        line = written({**row, "due": parsed(request.patch.get("text") or row["text"])["due"], **request.patch})
        self._write({**self._lines, request.id: line}, request.op_id)
        return {"id": request.id, **parsed(line)}

    def move(self, request: MoveRequest) -> None:
        self._read()
        self._check(*request.ids)
        before = request.before_id
        if request.after_id is not None:
            self._check(request.after_id)
            order = list(self._lines)
            behind = order[order.index(request.after_id) + 1 :]
            before = next((id for id in behind if id not in request.ids), None)
        moving = {id: line for id, line in self._lines.items() if id in request.ids}
        self._write(self._placed(moving, before), request.op_id)

    def delete(self, request: DeleteRequest) -> None:
        self._read()
        self._write({id: line for id, line in self._lines.items() if id not in request.ids}, request.op_id)

    def _check(self, *ids: str) -> None:
        for id in ids:
            if id not in self._lines:
                raise SourceError("targetGone", f"the task {id} is no longer there", retryable=False)

    def _placed(self, lines: dict[str, str], before: str | None) -> dict[str, str]:
        """Returns all lines, with `lines` directly before the line with the id `before`, or at the end."""
        if before is not None:
            self._check(before)
        others = [(id, line) for id, line in self._lines.items() if id not in lines]
        place = next((index for index, (id, _) in enumerate(others) if id == before), len(others))
        return dict([*others[:place], *lines.items(), *others[place:]])

    def _read(self) -> None:
        """Reads changes by other programs; a line that still exists keeps its id."""
        found = self._look()
        if found == self._read_as:
            return
        try:
            text = self._file.read_bytes().decode()
        except FileNotFoundError:
            text = ""
        except UnicodeDecodeError as problem:
            number = problem.object[: problem.start].count(b"\n") + 1
            raise SourceError("invalidData", f"line {number} of {self._file} is no UTF-8") from None
        self._end = "\r\n" if "\r\n" in text else "\n"
        known: dict[str, list[str]] = {}
        for id, line in self._lines.items():
            known.setdefault(line, []).append(id)
        lines: dict[str, str] = {}
        for line in text.removesuffix(self._end).split(self._end) if text else ():
            id = known[line].pop(0) if known.get(line) else new_id(line, {*lines, *self._lines})
            lines[id] = line
        self._lines, self._read_as = lines, found

    def _write(self, lines: dict[str, str], op_id: str) -> None:
        """Replaces the file atomically: other programs read the old file or the new one."""
        target = Path(os.path.realpath(self._file))
        text = "".join(line + self._end for line in lines.values())
        with tempfile.NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            try:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
                os.fchmod(file.fileno(), target.stat().st_mode & 0o7777 if target.exists() else 0o644)
                os.replace(file.name, target)
            except BaseException:
                os.unlink(file.name)
                raise
        self._lines = lines
        self._read_as = self._told = self._look()
        self.changed(op_id)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            # A read error is reported by the next request instead.
            with contextlib.suppress(OSError):
                if (found := self._look()) != self._told:
                    self._told = found
                    self.changed()

    def _look(self) -> object:
        """Returns a value that identifies a version of the file; None if there is no file."""
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return None
        return (found.st_ino, found.st_mtime_ns, found.st_size)


def new_id(line: str, taken: set[str]) -> str:
    """Returns an unused id for a line; a text that occurs only once gets the same id in each process."""
    base = hashlib.sha256(line.encode()).hexdigest()[:12]
    id, number = base, 1
    while id in taken:
        number += 1
        id = f"{base}-{number}"
    return id


if __name__ == "__main__":
    plugin.run()
