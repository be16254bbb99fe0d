"""The one-liners of `docs/shell.md`, as users of fzf and gum write them, and with featurehost.

Each line is run in a shell on a terminal. The lines for fzf are run with fzf too, with the same keys and for the same
output. gum is in no package of the distribution, so the output of its lines is written here.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field

import pytest
from dialog_user import DOWN, ENTER, ESCAPE, TAB, UP, User, ctrl
from host import BINARY, GUARD, ROOT

PAGE = (ROOT / "docs" / "shell.md").read_text()
NEEDS_FZF = pytest.mark.skipif(shutil.which("fzf") is None, reason="fzf is not installed; `make setup` installs it")
BOTH = pytest.mark.parametrize("program", ["featurehost", pytest.param("fzf", marks=NEEDS_FZF)])


def table():
    """Returns the lines of the page by their task: as users of fzf or gum write them, and with featurehost."""
    part = PAGE.split("\n### Use it instead of gum and fzf\n")[1].split("\n## ")[0]
    rows = [re.split(r"(?<!\\)\|", row) for row in re.findall(r"^\| (.*) \|$", part, re.M)]
    cells = [[cell.strip().strip("`").replace("\\|", "|") for cell in row] for row in rows]
    # The first row has the titles of the columns.
    return {task: (theirs, ours) for task, theirs, ours in cells[1:]}


LINES = table()


class Sees:
    """A step of a user, who waits until the screen has all texts, and none of others."""

    def __init__(self, *texts, but=()):
        self.texts, self.but = texts, but


@dataclass
class Use:
    """A use of a line: the keys and what the user sees, the exit status, and the output."""

    task: str
    steps: list
    output: str
    status: int = 0
    # A command that prints what the line has changed.
    check: str = ""

    def __str__(self):
        return f"{self.task.replace(' ', '-')}-{self.status}"


@dataclass
class Finding(Use):
    """A use of a line with fzf, also without a dialog."""

    # A query that one line matches, and the output if this line is printed or chosen without a dialog.
    query: str = field(kw_only=True)
    found: str = field(kw_only=True)


FINDINGS = [
    Finding(
        "switch to a branch",
        [Sees("3/3"), "feat", Sees("1/3"), ENTER],
        "feature\n",
        check="git branch --show-current",
        query="feat",
        found="feature\n",
    ),
    Finding(
        "end processes",
        [Sees("3/3", "UID PID CMD"), UP, TAB, TAB, Sees("3/3 (2"), ENTER],
        "killed 12 11\n",
        query="shell",
        found="killed 13\n",
    ),
    Finding(
        "go to a folder",
        [Sees("4/4"), "api", Sees("1/4"), ENTER],
        "docs/api\n",
        check='echo "${PWD#"$START"/}"',
        query="api",
        found="docs/api\n",
    ),
    Finding(
        "open a found line",
        # The preview has the line after the found one, which is no longer in the list.
        [Sees("3/3"), "milk", Sees("1/3", "call Ada", but=["todo.txt:2"]), ENTER],
        "edited +1 todo.txt\n",
        query="milk",
        found="todo.txt:1:buy milk\n",
    ),
    Finding(
        "repeat a command",
        # The last of the two found commands is the active one.
        [Sees("3/3"), "echo", Sees("2/3"), ENTER],
        "second\n",
        query="first",
        found="first\n",
    ),
]
CONFIRM = "ask before a file is deleted"
QUESTION = Sees("? Delete notes.txt?", "[ Yes ]")
QUESTIONS = [
    Use(
        "write a commit message",
        [Sees("> fix:"), "typo", ENTER],
        "fix: typo\n",
        check="git log -1 --format=%s",
    ),
    Use(CONFIRM, [QUESTION, "y"], "", check="ls notes.txt"),
    Use(CONFIRM, [QUESTION, "n"], "notes.txt\n", status=1, check="ls notes.txt"),
    Use(CONFIRM, [QUESTION, ESCAPE], "notes.txt\n", status=130, check="ls notes.txt"),
    # The third mark exceeds the limit.
    Use("choose up to two items", [Sees("> • apple"), " ", DOWN, " ", DOWN, " ", ENTER], "apple\nbanana\n"),
    Use("wait for a command", [], "built\n", status=2),
    Use("open a file", [Sees("notes.txt"), "notes", Sees("1/1"), ENTER], "edited FOLDER/notes.txt\n"),
    Use("choose a row", [Sees("> Ann"), DOWN, ENTER], "Bob\n"),
    Use("ask for a password", [Sees(">"), "secret", Sees("••••••", but=["secret"]), ENTER], "secret\n"),
]

# Programs in place of the system's programs, so that only the folder of the test counts.
PROGRAMS = {
    "ps": "printf '%s\\n' 'UID PID CMD' 'ann 11 editor' 'ann 12 server' 'bob 13 shell'",
    "kill": 'echo "killed $*"',
    "rg": "exec grep -n . notes.txt todo.txt",
    "make": "echo built; exit 2",
    "sudo": "exec cat",
    "editor": 'echo "edited $*"',
}
FILES = {
    "notes.txt": "a note\n",
    "todo.txt": "buy milk\ncall Ada\n",
    "people.csv": "name,age\nAnn,30\nBob,40\n",
    "docs/api/empty.md": "",
    "src/empty.c": "",
    ".history": "echo first\nls\necho second\n",
}
ENVIRONMENT = {
    "SHELL": "/bin/sh",
    "EDITOR": "editor",
    "FZF_DEFAULT_OPTS": "",
    "FZF_DEFAULT_COMMAND": "",
    "HISTTIMEFORMAT": "",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{role}_{part}": "ann" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")},
}
# fzf before version 0.53 draws on standard error.
BEGINNING = 'set -o pipefail; exec 2>/dev/tty; START=$PWD; history -r "$START/.history"'

# A commit needs a change.
STAGE = "git add todo.txt"


@pytest.fixture
def folder(tmp_path):
    """A folder with a repository that has three branches."""
    folder = tmp_path / "work"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for command in ["init -q -b main", "add notes.txt", "commit -q -m start", "branch feature", "branch release"]:
        words, environment = ["git", *command.split()], {**os.environ, **ENVIRONMENT}
        subprocess.run(words, cwd=folder, env=environment, check=True, capture_output=True, timeout=GUARD)
    return folder


@pytest.fixture
def play(folder, tmp_path):
    """Returns a function that runs a script with the steps of a user.

    The function returns the exit status of the script, and the output of the script and of a check after it.
    """
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "featurehost").symlink_to(BINARY)
    for name, text in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    environment = {**ENVIRONMENT, "HOME": str(tmp_path), "PATH": f"{programs}:{os.environ['PATH']}"}

    def run(script, steps, check=""):
        words = ["-c", f"{BEGINNING}\n{script}\nstatus=$?\n{check}\nexit $status"]
        with User(*words, program="bash", stdin="terminal", folder=folder, **environment) as user:
            for step in steps:
                if isinstance(step, Sees):
                    user.sees(*step.texts, but=step.but)
                else:
                    user.press(step)
            return user.end()

    return run


def line(task, program, options=""):
    """Returns the line of a task for fzf or for featurehost, with more options."""
    theirs, ours = LINES[task]
    name, text = ("fzf", theirs) if program == "fzf" else ("featurehost filter", ours)
    return text.replace(name, f"{name} {options}", 1) if options else text


# The page


def test_the_table_has_twelve_tasks_that_are_all_played():
    assert len(LINES) == 12
    assert set(LINES) == {use.task for use in [*FINDINGS, *QUESTIONS]}


@pytest.mark.parametrize("task", LINES)
def test_only_the_name_of_the_command_differs(task):
    theirs, ours = LINES[task]
    assert theirs.replace("gum ", "featurehost ").replace("fzf", "featurehost filter") == ours


# fzf


@BOTH
@pytest.mark.parametrize("finding", FINDINGS, ids=str)
def test_a_line_is_chosen(play, finding, program):
    assert play(line(finding.task, program), finding.steps, finding.check) == (0, finding.output)


@BOTH
@pytest.mark.parametrize("options", ["--filter={}", "-q {} -1 -0"])
@pytest.mark.parametrize("finding", FINDINGS, ids=str)
def test_a_line_is_found_without_a_dialog(play, finding, options, program):
    script = line(finding.task, program, options.format(finding.query))
    assert play(script, [], finding.check) == (0, finding.found)


@NEEDS_FZF
@pytest.mark.parametrize("options", ["--filter=xyzzy", "-q xyzzy -1 -0", "-q xyzzy -0 --print-query"])
@pytest.mark.parametrize("finding", FINDINGS, ids=str)
def test_nothing_is_found(play, finding, options):
    theirs = play(line(finding.task, "fzf", options), [], finding.check)
    assert play(line(finding.task, "featurehost", options), [], finding.check) == theirs


@NEEDS_FZF
@pytest.mark.parametrize("key", [ESCAPE, ctrl("c")], ids=["escape", "ctrl+c"])
@pytest.mark.parametrize("finding", FINDINGS, ids=str)
def test_a_cancelled_line(play, finding, key):
    # The first step waits for all lines.
    steps = [finding.steps[0], key]
    theirs = play(line(finding.task, "fzf"), steps, finding.check)
    assert play(line(finding.task, "featurehost"), steps, finding.check) == theirs


@NEEDS_FZF
# Enter has another action in the other line.
@pytest.mark.parametrize("finding", [finding for finding in FINDINGS if finding.task != "open a found line"], ids=str)
def test_nothing_is_chosen(play, finding):
    steps = [finding.steps[0], "xyzzy", Sees("0/"), ENTER]
    theirs = play(line(finding.task, "fzf"), steps, finding.check)
    assert play(line(finding.task, "featurehost"), steps, finding.check) == theirs


@NEEDS_FZF
@pytest.mark.parametrize(
    "options,keys",
    [
        ("--print-query", [UP, ENTER]),
        ("--expect=ctrl-o,f2", [ENTER]),
        ("--expect=ctrl-o,f2", [ctrl("o")]),
        ("--print0", [ENTER]),
        ("--tac", [ENTER]),
        ("--cycle", [DOWN, ENTER]),
        ("--layout=reverse", [DOWN, ENTER]),
        ("--layout=reverse-list", [DOWN, ENTER]),
    ],
)
def test_options_mean_the_same(play, options, keys):
    lines, steps = "printf '%s\\n' apple banana cherry", [Sees("3/3"), *keys]
    theirs = play(f"{lines} | fzf {options}", steps)
    assert play(f"{lines} | featurehost filter {options}", steps) == theirs


# gum


@pytest.mark.parametrize("use", QUESTIONS, ids=str)
def test_a_question_is_answered(play, folder, use):
    output = use.output.replace("FOLDER", os.path.realpath(folder))
    assert play(f"{STAGE}\n{LINES[use.task][1]}", use.steps, use.check) == (use.status, output)


# The scripts of the page


def script(text):
    """Returns the script of the page that has a text."""
    (found,) = [block for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S) if text in block]
    return found


def test_the_script_that_makes_a_commit(play):
    steps = [
        *[Sees("? Which kind?", "> fix"), DOWN, ENTER],
        *[Sees("? Summary", "> feat:"), "add tea", ENTER],
        *[Sees("? Details"), "Green and", ENTER, "black.", ctrl("d")],
        *[Sees("? Commit the changes?"), "y"],
    ]
    status, output = play(f"{STAGE}\n{script('featurehost write')}", steps, "git log -1 --format=%B")
    assert (status, output.strip()) == (0, "feat: add tea\n\nGreen and\nblack.")


def test_the_script_that_asks_for_a_task(play):
    steps = [Sees("New task", "Title", "Priority", "Done"), "Tea", ctrl("s")]
    assert play(script("--title 'New task'"), steps) == (0, "Tea has the priority normal.\n")
