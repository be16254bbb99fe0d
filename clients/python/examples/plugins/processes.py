#!/usr/bin/env python3
"""A plugin for featurehost with the source `processes`, which reads the processes of a Linux machine from /proc.

The source notifies the host of changed rows, so that a list of processes stays up to date. If the workspace declares
that the source can `delete`, deleting a row sends SIGTERM to the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import signal
import time
from pathlib import Path

from featurehost.plugin import Plugin
from featurehost.sources import DeleteRequest, FetchRequest, Row, Source, SourceError

plugin = Plugin("processes", "1.0")
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
# The errors for a process that has ended, or that the system does not show.
GONE = (FileNotFoundError, ProcessLookupError, PermissionError)


@plugin.source("processes")
class Processes(Source):
    """`every` is the number of seconds between two reads; `user` is the owner of the processes, None for all."""

    def __init__(self, every: float = 2.0, user: str | None = None, proc: Path = Path("/proc")) -> None:
        if every <= 0:
            raise SourceError("invalidOptions", "the option every must be above 0", retryable=False)
        self._every = every
        self._user = user
        self._proc = proc
        self._rows: list[Row] = []
        self._looking = asyncio.Lock()
        # For each process: its processor time, the time of the last measurement, and its last share of a processor.
        self._spent: dict[str, tuple[float, float, float]] = {}

    async def open(self) -> None:
        await self._look()
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        self._watching.cancel()

    async def fetch(self, request: FetchRequest) -> list[Row]:
        await self._look()
        return self._rows

    def delete(self, request: DeleteRequest) -> None:
        for id in request.ids:
            # The process id may belong to a newer process now, so the start time is compared with that in the row.
            shown = next((row for row in self._rows if row["id"] == id), None)
            if shown and (now := status(self._proc / id)) and int(now[1][19]) == shown["started"]:
                os.kill(int(id), signal.SIGTERM)

    async def _watch(self) -> None:
        told = self._rows
        while True:
            await asyncio.sleep(self._every)
            # A read error is reported by the next request instead.
            with contextlib.suppress(OSError):
                await self._look()
            if self._rows != told:
                told = self._rows
                self.changed()

    async def _look(self) -> None:
        async with self._looking:
            self._rows = await asyncio.to_thread(self._read_all)

    def _read_all(self) -> list[Row]:
        ids = sorted((name for name in os.listdir(self._proc) if name.isdigit()), key=int)
        rows = [row for row in map(self._read, ids) if row and self._user in (None, row["user"])]
        there = {row["id"] for row in rows}
        self._spent = {id: spent for id, spent in self._spent.items() if id in there}
        return rows

    def _read(self, id: str) -> Row | None:
        """Returns the row of a process; None if the process can't be read."""
        folder = self._proc / id
        found = status(folder)
        if not found:
            return None
        name, fields = found
        try:
            command = (folder / "cmdline").read_bytes().rstrip(b"\0").replace(b"\0", b" ").decode(errors="replace")
            owner = folder.stat().st_uid
        except GONE:
            return None
        return {
            "id": id,
            "name": name,
            "user": user_name(owner),
            "state": fields[0],
            "cpu": self._share(id, (int(fields[11]) + int(fields[12])) / TICKS),
            "memory": int(fields[21]) * PAGE,
            "parent": fields[1],
            # The start time of the process, in clock ticks since the machine was started.
            "started": int(fields[19]),
            "command": command or f"[{name}]",
        }

    def _share(self, id: str, spent: float) -> float:
        """Returns the share of one processor that the process used between the last two reads, in percent."""
        now = time.monotonic()
        before, then, share = self._spent.get(id, (spent, now, 0.0))
        if id not in self._spent or now - then >= self._every / 2:
            share = round(100 * (spent - before) / (now - then), 1) if now > then else 0.0
            self._spent[id] = (spent, now, share)
        return share


def status(folder: Path) -> tuple[str, list[str]] | None:
    """Returns the name of a process and the fields after it in its `stat`; None if the process can't be read."""
    try:
        text = (folder / "stat").read_text(errors="replace")
    except GONE:
        return None
    # The name is in parentheses, and may itself contain parentheses.
    return text[text.index("(") + 1 : text.rindex(")")], text[text.rindex(")") + 2 :].split()


def user_name(number: int) -> str:
    """Returns the name of a user, or the number of a user without a name."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


if __name__ == "__main__":
    plugin.run()
