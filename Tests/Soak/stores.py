"""Kills the host, a plugin, or all of them (SIGKILL) during edits of lists over tables and a plugin."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from counts import count
from host import Host, await_end, request
from ledger import Ledger
from store_session import Session

TABLES = ["a", "b"]
NAMES = [*TABLES, "kept"]


def make_workspace(rng: Random, folder: Path) -> Path:
    """Writes a workspace with two tables, in one or two databases, and a list over a plugin with a file."""
    keeper = str(Path(__file__).with_name("keeper.py"))
    can = ["insert", "update", "move", "delete"]
    options = {"path": "rows.journal"}
    kept = {"type": "plugin", "plugin": "keeper", "source": "rows", "can": can, "options": options}
    shared = rng.choice([{}, {"path": "all.db"}, None])
    tables = {name: {"type": "table", **({"path": f"{name}.db"} if shared is None else shared)} for name in TABLES}
    declared = {
        "plugins": {"keeper": {"command": [sys.executable, "-S", "-E", keeper]}},
        "sources": {**tables, "kept": kept},
        "features": {name: {"kind": "list", "source": name, "pageSize": 10_000} for name in NAMES},
    }
    path = folder / "workspace.json"
    path.write_text(json.dumps(declared))
    return path


def check_databases(folder: Path, shown: dict[str, list[dict[str, Any]]]) -> None:
    """Checks that the databases are intact, and have the shown rows."""
    missing = set(TABLES)
    for path in folder.rglob("*.db"):
        db = sqlite3.connect(path)
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for name, number in db.execute("SELECT name, row_count FROM featurehost_tables").fetchall():
            missing.remove(name)
            found = [json.loads(text) for (text,) in db.execute(f"SELECT value FROM {name} ORDER BY position, key")]
            assert found == shown[name], f"{name} is shown with {ids(shown[name])}, and kept with {ids(found)}"
            assert number == len(found), f"{name} has {len(found)} rows, and counts {number}"
        db.rollback()
        db.close()
    assert not missing, f"no database has {missing}"


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def store(rng: Random, folder: Path) -> None:
    """Checks that each confirmed row exists once, complete and in order, after kills."""
    path = make_workspace(rng, folder)
    ledgers = {name: Ledger([]) for name in NAMES}
    numbers = itertools.count(1)
    orphans: list[int] = []
    for _ in range(rng.randrange(1, 5)):
        with Host("-w", path, "--state-dir", folder / "state") as host:
            # The number of edits before a kill depends on timing, but must not change later random choices.
            session = Session(Random(rng.random()), host, ledgers, numbers)
            if orphans and rng.random() < 0.1:
                # This host is killed early, at the latest after three messages.
                for name in NAMES:
                    host.send(request(name, "feature/open", {"feature": name}))
                for _ in range(rng.randrange(4)):
                    host.receive()
                host.kill()
                host.wait()
                count("kills")
                continue
            if rng.random() < 0.5:
                end(orphans)
            session.open()
            # The plugins of the killed host may still perform their last requests.
            early = {name: session.rows(name) for name in NAMES}
            end(orphans)
            settle_accounts(session, folder, early)
            for _ in range(rng.randrange(1, 4)):
                session.work(rng.choice([3, 20, 100, 300]) * rng.randrange(1, 10) // 9)
                for ledger in ledgers.values():
                    ledger.is_open = False
                victim = rng.choice(["host", "host", "all", *session.pids])
                count("kills")
                if victim in session.pids:
                    os.kill(session.pids[victim], signal.SIGKILL)
                    go_on(session, folder)
                    continue
                host.kill()
                if victim == "all":
                    for pid in session.pids.values():
                        with suppress(ProcessLookupError):
                            os.kill(pid, signal.SIGKILL)
                assert host.wait() == -signal.SIGKILL
                orphans = list(session.pids.values())
                break
            else:
                assert host.finish() == 0
                orphans = []


def end(orphans: list[int]) -> None:
    for pid in orphans:
        await_end(pid)


def settle_accounts(session: Session, folder: Path, early: dict[str, list[dict[str, Any]]]) -> None:
    """Checks the rows against the confirmed ones, and begins new ledgers with the current rows."""
    found = {name: session.refresh(name) for name in NAMES}
    for name in NAMES:
        session.ledgers[name].check(early[name])
        session.ledgers[name].check(found[name])
        session.ledgers[name] = Ledger(found[name])
    check_databases(folder, found)


def go_on(session: Session, folder: Path) -> None:
    """Checks that the host works after the end of a plugin, and that retries perform the failed edits."""
    session.finish()
    found = {}
    for name in NAMES:
        gone = session.mend(name) + session.refused
        found[name] = session.refresh(name)
        session.ledgers[name].check(found[name], is_strict=False, forgiven=gone)
        session.ledgers[name] = Ledger(found[name])
    session.refused = 0
    check_databases(folder, found)
    session.pids = session.plugins()
