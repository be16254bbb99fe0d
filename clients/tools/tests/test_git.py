"""The tool `git` over a repository that the test makes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from .tool import Screen, Tool


class Repository:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch=main")
        for name, value in [("user.name", "Ada"), ("user.email", "ada@example.org"), ("commit.gpgsign", "false")]:
            self.git("config", name, value)
        (folder / ".gitignore").write_text("*.workspace.json\n")
        self.write("one.txt", "1\n2\n3\n")
        self.write("a name with spaces", "x\n")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=First")

    def git(self, *args: str, fails: bool = False) -> str:
        done = subprocess.run(["git", *args], cwd=self.folder, capture_output=True, text=True)
        assert fails or done.returncode == 0, done.stderr
        return done.stdout

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    @property
    def status(self) -> list[str]:
        return self.git("status", "--porcelain", "--untracked-files=all").splitlines()


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    # Neither the user's configuration nor the variables of a commit in progress have an influence.
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    folder = tmp_path / "repository"
    folder.mkdir()
    return Repository(folder)


def parts(screen: Screen) -> dict[str, str]:
    return {id: row["part"] for id, row in screen.rows.items()}


def test_files_are_staged_and_unstaged(repository: Repository) -> None:
    repository.write("one.txt", "1\nTWO\n3\n")
    repository.write("new/file", "x")
    repository.write("a name with spaces", "y")
    with Tool("git", repository.folder) as tool:
        screen = tool.open("status")
        assert parts(screen) == {
            "changed a name with spaces": "Changed", "changed one.txt": "Changed", "new new/file": "Untracked",
        }
        screen.send("selectAll").accept("stage")
        assert repository.status == ['M  "a name with spaces"', "A  new/file", "M  one.txt"]
        screen.until(lambda screen: set(parts(screen).values()) == {"Staged"})
        screen.accept("unstage", "staged a name with spaces")
        assert ' M "a name with spaces"' in repository.status


def test_staging_has_a_notice_and_is_undone(repository: Repository) -> None:
    repository.write("one.txt", "1\nTWO\n3\n")
    with Tool("git", repository.folder) as tool:
        screen = tool.open("status").accept("stage", "changed one.txt")
        [notice] = screen.child.snapshot.notices
        assert notice.text == "Staged one.txt" and notice.undo
        screen.send("undoNotice", id=notice.id)
        assert repository.status == [" M one.txt"]


def test_a_file_that_is_staged_and_changed_has_two_rows(repository: Repository) -> None:
    repository.write("one.txt", "1\nTWO\n3\n")
    repository.git("add", "one.txt")
    repository.write("one.txt", "1\nTWO\nTHREE\n")
    with Tool("git", repository.folder) as tool:
        screen = tool.open("status")
        assert parts(screen) == {"changed one.txt": "Changed", "staged one.txt": "Staged"}
        screen.send("openItem", id="staged one.txt")
        assert "+TWO" in screen.inside.lines and "+THREE" not in screen.inside.lines
        screen.leave().send("openItem", id="changed one.txt")
        assert "+THREE" in screen.inside.lines


def test_a_hunk_is_staged_and_unstaged(repository: Repository) -> None:
    lines = [f"{n}\n" for n in range(100)]
    repository.write("long.txt", "".join(lines))
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--message=Long")
    lines[5], lines[90] = "FIVE\n", "NINETY\n"
    repository.write("long.txt", "".join(lines))

    def hunks(screen: Screen) -> list[int]:
        return [number for number, line in enumerate(screen.inside.lines, 1) if line.startswith("@@")]

    with Tool("git", repository.folder) as tool:
        screen = tool.open("status")
        screen.send("openItem", id="changed long.txt")
        screen.inside.send("acceptSpan", line=hunks(screen)[1])
        assert not screen.errors
        assert "NINETY" in repository.git("diff", "--cached") and "FIVE" not in repository.git("diff", "--cached")
        screen.until(lambda screen: "staged long.txt" in screen.ids)
        if screen.presentation:
            screen.leave()
        screen.send("openItem", id="staged long.txt")
        screen.inside.send("acceptSpan", line=hunks(screen)[0])
        assert not screen.errors
        assert repository.git("diff", "--cached") == ""


def test_discarding_asks_and_spares_other_files(repository: Repository) -> None:
    repository.write("one.txt", "changed")
    repository.write("a name with spaces", "changed")
    repository.write("new", "x")
    with Tool("git", repository.folder) as tool:
        screen = tool.open("status")
        screen.send("toggleSelection", id="changed one.txt").send("toggleSelection", id="new new")
        screen.accept("discard")
        assert screen.presentation.title == "Discard the changes of 2 files?"
        screen.answer("discard")
        assert not screen.errors
        assert repository.status == [' M "a name with spaces"']


def test_a_file_whose_name_is_a_pattern_is_staged_alone(repository: Repository) -> None:
    repository.write("*", "x")
    repository.write("other", "x")
    with Tool("git", repository.folder) as tool:
        tool.open("status").accept("stage", "new *")
        assert sorted(repository.status) == ["?? other", "A  *"]


def test_files_are_named_from_the_top_of_the_repository(repository: Repository) -> None:
    repository.write("sub/one.txt", "mine\n")
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--message=Sub")
    repository.write("one.txt", "changed\n")
    repository.write("sub/one.txt", "changed\n")
    with Tool("git", repository.folder / "sub") as tool:
        screen = tool.open("status")
        screen.accept("discard", "changed one.txt").answer("discard")
        assert repository.status == [" M sub/one.txt"]


def test_a_commit_is_reverted_without_an_error(repository: Repository) -> None:
    repository.write("one.txt", "changed\n")
    repository.git("commit", "--quiet", "--all", "--message=Second")
    with Tool("git", repository.folder) as tool:
        screen = tool.open("log")
        screen.accept("revert", screen.ids[0]).answer("revert")
        assert not screen.errors
        screen.until(lambda screen: len(screen.ids) == 3)


def test_a_refused_message_is_shown_and_the_next_one_is_taken(repository: Repository) -> None:
    hook = repository.folder / ".git" / "hooks" / "commit-msg"
    hook.write_text('#!/bin/sh\ngrep -q "^Fix" "$1" || { echo "Begin with Fix." >&2; exit 1; }\n')
    hook.chmod(0o755)
    repository.write("one.txt", "changed")
    repository.git("add", "one.txt")
    with Tool("git", repository.folder) as tool:
        screen = tool.open("status")
        screen.accept("commit").fill(message="Add a thing")
        assert screen.presentation is not None, "the form stays open"
        assert any("Begin with Fix." in error for error in screen.inside.errors), screen.inside.errors
        screen.fill(message="Fix it; $(touch pwned) \"'")
        assert screen.presentation is None
        assert repository.git("log", "-1", "--format=%B").strip() == "Fix it; $(touch pwned) \"'"
        assert not (repository.folder / "pwned").exists()
        screen.until(lambda screen: screen.ids == [])


def test_a_branch_is_made_switched_and_deleted(repository: Repository) -> None:
    with Tool("git", repository.folder) as tool:
        screen = tool.open("branches")
        screen.accept("create").fill(name="topic")
        assert repository.git("branch", "--show-current").strip() == "topic"
        repository.write("one.txt", "topic\n")
        repository.git("commit", "--quiet", "--all", "--message=Topic")
        screen.accept("switch", "main")
        assert repository.git("branch", "--show-current").strip() == "main"
        # What would lose changes is refused, and said.
        repository.write("one.txt", "mine\n")
        screen.send("refresh").accept("switch", "topic")
        assert any("commit your changes or stash them" in error for error in screen.errors), screen.errors
        repository.git("checkout", "--quiet", "--", "one.txt")
        screen.send("refresh").accept("delete", "topic").answer("delete")
        assert any("not fully merged" in error for error in screen.errors), screen.errors
        assert "topic" in screen.ids
        repository.git("merge", "--quiet", "topic")
        screen.send("refresh").accept("delete", "topic").answer("delete")
        assert repository.git("branch", "--format=%(refname:short)").split() == ["main"]


def test_the_log_shows_commits_and_their_changes(repository: Repository) -> None:
    repository.write("one.txt", "1\nTWO\n3\n")
    repository.git("commit", "--quiet", "--all", "--message=Second")
    with Tool("git", repository.folder) as tool:
        screen = tool.open("log")
        assert [row["subject"] for row in screen.rows.values()] == ["Second", "First"]
        screen.send("openItem", id=screen.ids[0])
        assert "+TWO" in screen.inside.lines
        branches = tool.open("branches")
        branches.send("openItem", id="main")
        assert [row["subject"] for row in branches.inside.rows.values()] == ["Second", "First"]


def test_stashes_come_and_go(repository: Repository) -> None:
    repository.write("one.txt", "changed")
    with Tool("git", repository.folder) as tool:
        status = tool.open("status")
        status.accept("stash").fill(message="Later")
        assert repository.status == []
        screen = tool.open("stashes")
        assert ["Later" in row["subject"] for row in screen.rows.values()] == [True]
        screen.accept("pop", screen.ids[0])
        assert repository.status == [" M one.txt"]
        screen.until(lambda screen: screen.ids == [])


def test_conflicts_of_a_rebase_are_shown(repository: Repository) -> None:
    repository.git("switch", "--quiet", "--create", "topic")
    repository.write("one.txt", "topic\n")
    repository.git("commit", "--quiet", "--all", "--message=Topic")
    repository.git("switch", "--quiet", "main")
    repository.write("one.txt", "main\n")
    repository.git("commit", "--quiet", "--all", "--message=Main")
    repository.git("switch", "--quiet", "topic")
    with Tool("git", repository.folder) as tool:
        branches = tool.open("branches")
        branches.accept("rebase", "main").answer("rebase")
        assert any("CONFLICT" in error or "ould not apply" in error for error in branches.errors), branches.errors
        assert parts(tool.open("status")) == {"conflict one.txt": "Conflicts"}


def test_commits_are_pushed_and_pulled(repository: Repository, tmp_path: Path) -> None:
    other = tmp_path / "other.git"
    repository.git("init", "--quiet", "--bare", "--initial-branch=main", str(other))
    repository.git("remote", "add", "origin", str(other))
    repository.git("push", "--quiet", "--set-upstream", "origin", "main")
    repository.write("one.txt", "pushed\n")
    repository.git("commit", "--quiet", "--all", "--message=Pushed")
    with Tool("git", repository.folder) as tool:
        screen = tool.open("status")
        screen.accept("push")
        assert not screen.errors
        assert repository.git("--git-dir", str(other), "log", "-1", "--format=%s").strip() == "Pushed"
        screen.accept("pull")
        assert not screen.errors
