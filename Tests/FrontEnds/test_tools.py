"""The tools of `clients/tools`, played as a user plays them in clients with windows and menus."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

import pytest

from .emacs import Emacs
from .front_end import PROJECT, FrontEnd, TtyFrontEnd
from .neovim import Neovim
from .tty import DEADLINE
from .ui import UI

CLIENTS: dict[str, type[TtyFrontEnd]] = {"emacs": Emacs, "neovim": Neovim, "ui": UI}
# The keys that go to the next hunk of a diff.
NEXT_HUNK = {"emacs": "}", "neovim": "]]"}

Play = Callable[..., FrontEnd]


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> str:
    """The name of a client."""
    return str(request.param)


@pytest.fixture
def play(client: str, tmp_path: Path) -> Iterator[Play]:
    """Opens a feature of a tool in the client."""
    with ExitStack() as running:

        def begin(tool: str, feature: str) -> FrontEnd:
            workspace = tmp_path / f"{tool}.workspace.json"
            shutil.copy(PROJECT / "clients" / "tools" / workspace.name, workspace)
            player = running.enter_context(CLIENTS[client](tmp_path, workspace))
            player.open(feature)
            return player

        yield begin


def git(folder: Path, *words: str) -> str:
    """Returns the output of git in a folder."""
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two changed files, one of them with two hunks."""
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "config", "user.name", "Ada")
    git(tmp_path, "config", "user.email", "ada@example.com")
    (tmp_path / ".git" / "info" / "exclude").write_text("*\n!/long.txt\n!/short.txt\n")
    lines = [f"line {number}" for number in range(1, 31)]
    (tmp_path / "long.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "short.txt").write_text("before\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "First")
    lines[1], lines[27] = "the second line", "the last but two"
    (tmp_path / "long.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "short.txt").write_text("after\n")
    return tmp_path


def becomes(value: Callable[[], object], wanted: object) -> None:
    """Waits until a value is the wanted one."""
    end = monotonic() + DEADLINE
    while (found := value()) != wanted:
        assert monotonic() < end, f"{found!r} should become {wanted!r}"
        sleep(0.02)


def test_git_shows_the_diff_of_the_row_and_stages_it(repository: Path, play: Play) -> None:
    player = play("git", "Status")
    player.shows("short.txt")
    player.row("long.txt")
    player.shows("+the second line")
    player.row("short.txt")
    player.shows("-before")
    player.shows_no("+the second line")
    player.do("Stage")
    becomes(lambda: git(repository, "diff", "--cached", "--name-only"), "short.txt\n")
    player.shows("Staged")


def test_git_stages_a_hunk_in_the_detail(repository: Path, play: Play, client: str) -> None:
    if client not in NEXT_HUNK:
        pytest.skip("the keys of texts are those of another test")
    player = play("git", "Status")
    player.row("long.txt")
    player.shows("+the second line")
    player.pane()
    assert isinstance(player, TtyFrontEnd)
    player.tty.type(NEXT_HUNK[client] * 2)
    player.enter()
    becomes(lambda: [line for line in git(repository, "diff", "--cached").splitlines() if line[:2] == "+t"],
            ["+the last but two"])  # fmt: skip
    player.shows("Staged")


def test_git_asks_for_the_message_of_a_commit(repository: Path, play: Play) -> None:
    git(repository, "add", "short.txt")
    player = play("git", "Status")
    player.row("short.txt")
    player.do("Commit…")
    player.shows("Message", "Submit")
    player.submit()
    player.shows("Message is required.")
    player.leave()
    player.shows_no("Message is required.")
    assert git(repository, "log", "--format=%s") == "First\n"


def test_a_process_is_found_shown_and_ended(play: Play, client: str) -> None:
    name = f"nap{os.getpid()}{client[0]}"
    with subprocess.Popen(["bash", "-c", f"exec -a {name} sleep 1000"]) as sleeper:
        try:
            player = play("processes", "Processes")
            player.shows("PID")
            player.words(name)
            player.row(name)
            player.shows(f"Process {sleeper.pid}")
            player.do("Kill…")
            player.shows("Signal")
            player.submit()
            assert sleeper.wait(DEADLINE) == -signal.SIGTERM
        finally:
            sleeper.kill()


def test_a_ticket_is_written_started_and_finished(play: Play) -> None:
    player = play("tickets", "Tickets")
    player.shows("Nothing matches.")
    player.do("New")
    player.shows("New ticket")
    player.fill("Subject", "Print twice")
    player.submit()
    player.shows_no("New ticket")
    player.row("Print twice")
    player.do("Start")
    player.shows("started")
    player.do("Comments")
    player.shows("No comments yet.")
    player.leave()
    player.shows_no("No comments yet.")
    player.row("Print twice")
    player.do("Finish")
    player.shows_no("Print twice")
