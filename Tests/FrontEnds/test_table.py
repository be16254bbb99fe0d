"""Every front end shows the texts of `table.json` for the demo workspace: choices, messages and outcomes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from .emacs import Emacs
from .front_end import PROJECT, FrontEnd
from .neovim import Neovim
from .plain import Plain
from .tty import DEADLINE
from .ui import UI

TABLE = json.loads((Path(__file__).parent / "table.json").read_text())
FRONT_ENDS: dict[str, type[FrontEnd]] = {"emacs": Emacs, "neovim": Neovim, "plain": Plain, "ui": UI}


@pytest.mark.parametrize("case", TABLE, ids=[case["case"] for case in TABLE])
@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_a_front_end_plays_a_case_of_the_table(front_end: str, case: dict[str, Any], tmp_path: Path) -> None:
    if front_end not in case.get("in", FRONT_ENDS):
        pytest.skip(f"{front_end} is none of the clients of this case")
    for name in ("demo.workspace.json", "tasks.jsonl"):
        shutil.copy(PROJECT / "clients" / "demo" / name, tmp_path)
    for name, content in case.get("files", {}).items():
        write(tmp_path / name, content)
    with FRONT_ENDS[front_end](tmp_path, tmp_path / case.get("workspace", "demo.workspace.json")) as player:
        player.open(case["open"])
        for step in case["steps"]:
            take(player, step)


def take(player: FrontEnd, step: dict[str, Any]) -> None:
    """Performs a step of a case."""
    match step:
        case {"see": texts}:
            player.shows(*texts)
        case {"gone": text}:
            player.shows_no(text)
        case {"file": name, "key": key, "values": values}:
            held(player.folder / name, key, values)
        case {"change": name, "id": id, "patch": patch}:
            change(player.folder / name, id, patch)
        case {"remove": name, "id": id}:
            change(player.folder / name, id, None)
        case _:
            ((verb, argument),) = step.items()
            arguments = [] if argument is True else argument if isinstance(argument, list) else [argument]
            getattr(player, verb)(*arguments)


def write(file: Path, content: Any) -> None:
    """Writes a file of the case: a text unchanged, a list as lines, and another value as JSON."""
    if isinstance(content, list):
        content = "".join(f"{line}\n" for line in content)
    file.write_text(content if isinstance(content, str) else json.dumps(content))


def change(file: Path, id: Any, patch: dict[str, Any] | None) -> None:
    """Changes or removes a row as another program would: a new file replaces the old one.

    A patch of None removes the row.
    """
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    left = [row | (patch or {}) if row["id"] == id else row for row in rows if patch is not None or row["id"] != id]
    new = file.with_suffix(".new")
    new.write_text("".join(json.dumps(row) + "\n" for row in left))
    new.rename(file)


def held(file: Path, key: str, values: list[Any]) -> None:
    """Waits until the rows of a file have these values for a key."""
    end, found = monotonic() + DEADLINE, None
    while found != values:
        assert monotonic() < end, f"{file.name} holds {found}, and not {values}"
        sleep(0.02)
        found = [json.loads(line).get(key) for line in file.read_text().splitlines()] if file.exists() else None
