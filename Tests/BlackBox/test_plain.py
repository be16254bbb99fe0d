"""`featurehost ui --plain`: the dialog of lines with pipes and on a terminal, its bytes, output and statuses."""

import fcntl
import json
import os
import pty
import shutil
import signal
import subprocess
import tempfile
import termios
from time import monotonic

import pytest
from host import BINARY, GUARD, ROOT
from socket_host import Daemon
from terminal_output import HOSTILE, controls
from terminal_program import TERMINAL, TerminalProgram

DEMO = ROOT / "clients" / "demo"


pytestmark = pytest.mark.usefixtures("no_trust")


@pytest.fixture
def folder(tmp_path):
    """A folder with the demo workspace."""
    folder = tmp_path / "demo"
    folder.mkdir()
    for name in ("demo.workspace.json", "tasks.jsonl"):
        shutil.copy(DEMO / name, folder)
    return folder


DEMO_OPTIONS = ["--trust", "-w", "demo.workspace.json"]


def said(folder, lines, *arguments, status=0, **options):
    """Types lines, and then ends the input; returns standard output and standard error."""
    done = subprocess.run(
        [BINARY, "ui", "--plain", *map(str, arguments)],
        input="".join(f"{line}\n" for line in lines).encode(),
        cwd=folder,
        capture_output=True,
        timeout=GUARD,
        **options,
    )
    assert done.returncode == status, done
    # There is no byte that a terminal interprets: no escape sequence, no carriage return, no tab.
    assert not [byte for byte in done.stdout + done.stderr if byte < 0x20 and byte != 0x0A or byte == 0x7F]
    assert controls(done.stdout) == [] and controls(done.stderr) == []
    return done.stdout.decode(), done.stderr.decode()


def values(folder, key, name="tasks.jsonl"):
    return [json.loads(line).get(key) for line in (folder / name).read_text().splitlines()]


class Terminal(TerminalProgram):
    """The dialog on a terminal, from which it reads lines and to which it writes."""

    def __init__(self, *arguments, folder, stdout=TERMINAL, **environment):
        super().__init__(
            [BINARY, "ui", "--plain", *arguments],
            stdin=TERMINAL,
            stdout=stdout,
            stderr=subprocess.DEVNULL if stdout is TERMINAL else TERMINAL,
            folder=folder,
            environment={"TERM": "dumb", **environment},
        )
        # The number of bytes that were written before the last line of the user.
        self.mark = 0

    def sees(self, *texts):
        """Waits until the text since the last line of the user ends with one of the texts."""
        deadline = monotonic() + GUARD
        while not self.written[self.mark :].decode(errors="replace").endswith(texts):
            assert self.read(0.05) or monotonic() < deadline, self.text
            assert self.process.poll() is None, self.text
        return self

    def type(self, text):
        self.mark = len(self.written)
        os.write(self.terminal, text.encode())
        return self

    @property
    def text(self):
        # The terminal itself begins each line in the first column.
        return self.written.decode().replace("\r\n", "\n")

    @property
    def echoes(self):
        return bool(self.modes[3] & termios.ECHO)


# Lines from a pipe


def test_a_conversation_over_pipes(folder):
    output, errors = said(folder, ["tasks", "tick 1", "quit"], *DEMO_OPTIONS, env={**os.environ, "TERM": "dumb"})
    assert errors == ""
    assert (
        "Tasks.\nRows 1 to 5 of 5.\n1. Task: Water the plants, Due: 2026-11-23, Priority: normal, Done: no\n" in output
    )
    assert output.endswith(
        "Tasks> tick 1\n1. Task: Water the plants, Due: 2026-11-23, Priority: normal, Done: yes\nTasks> quit\n"
    )
    assert values(folder, "done") == [True, False, True, False, False]


def test_it_works_without_a_terminal_and_without_its_name(folder):
    environment = {name: value for name, value in os.environ.items() if name != "TERM"}
    output, _ = said(folder, [], *DEMO_OPTIONS, "tasks", env=environment, start_new_session=True)
    assert output.endswith("Tasks> \n")


def test_a_task_is_added_undone_and_done_again(folder):
    lines = ["add", "", "", "", "", "submit", "Buy milk", "submit"]
    output, _ = said(folder, lines, *DEMO_OPTIONS, "tasks")
    assert "  Error: Title is required.\n" in output
    assert "New: Task: Buy milk, Priority: normal, Done: no\n" in output
    assert values(folder, "title")[-1] == "Buy milk"
    said(folder, ["add", "Tea", ":submit", "undo", "redo", "undo"], *DEMO_OPTIONS, "tasks")
    assert values(folder, "title")[-1] == "Buy milk"


def test_a_task_is_kept_and_deleted(folder):
    lines = ["3", "delete", "keep it", "delete", "1", "undo", "delete", ""]
    output, _ = said(folder, lines, *DEMO_OPTIONS, "tasks")
    assert "Delete Book a table for six?\nIt is taken out of the file.\n1. Delete\n2. Keep it, the default\n" in output
    assert "Gone: Task: Book a table for six" in output
    assert values(folder, "title")[2] == "Book a table for six"
    said(folder, ["select 2 4", "delete", "Delete"], *DEMO_OPTIONS, "tasks")
    assert values(folder, "title") == ["Water the plants", "Book a table for six", "Read the minutes"]


def test_unsaved_changes_are_asked_about(folder):
    lines = ["open 2", "Send two invoices", ":back", "", "", "low", "", "submit", "open 2", "None", ":back", "discard"]
    output, _ = said(folder, lines, *DEMO_OPTIONS, "tasks")
    assert (
        "There are unsaved changes\nLeaving now would lose them.\n1. Keep editing, the default\n2. Discard\n" in output
    )
    assert values(folder, "title")[1] == "Send two invoices" and values(folder, "priority")[1] == "low"


def test_an_account_is_made_and_no_secret_is_written(folder):
    lines = ["", "", "", "", "", "", "", "", "submit", "Ada Lovelace", "ada at example", "ada@example.com"]
    lines += ["correct horse", "incorrect horse", "correct horse", "yes", "9"]
    output, _ = said(folder, [*lines, ":done", "7", "daily", "submit"], *DEMO_OPTIONS, "signUp")
    assert "Error: Email must be an email address such as ada@example.com.\n" in output
    assert "Error: The two passwords differ.\n" in output and "horse" not in output
    assert values(folder, "email", "accounts.jsonl") == ["ada@example.com"]
    assert values(folder, "frequency", "accounts.jsonl") == ["day"]


def test_an_order_has_steps_and_items(folder):
    lines = ["Ada", "yes", "Analytical Engines", "Main Street 1", "12", "1234", "Oslo", "next"]
    lines += ["", "next", "add", "teapot", "12", "yes", "With love", "add", "3", "2", "no", "remove 2", "", "next"]
    output, _ = said(folder, [*lines, "fetched", "2026-12-24", "One", "Two", ".", "submit"], *DEMO_OPTIONS, "order")
    assert "Order, step 1 of 3: Customer.\n" in output and "Order, step 3 of 3: Delivery.\n" in output
    assert "Error: A postcode has four digits.\n" in output and "Error: There is nothing to send yet.\n" in output
    assert "warning: More than ten take a week." in output and "Lines 1, With the words: With love\n" in output
    (order,) = (json.loads(line) for line in (folder / "orders.jsonl").read_text().splitlines())
    assert order["company"] == "Analytical Engines" and order["address"]["code"] == "1234"
    assert [line["product"] for line in order["lines"]] == ["teapot"] and order["note"] == "One\nTwo"


def test_a_task_is_planned_in_steps(folder):
    lines = ["plan", "Paint the fence", "", "next", "2026-12-01", "next", "finish"]
    output, _ = said(folder, lines, *DEMO_OPTIONS, "tasks")
    assert "Plan a task, step 1 of 3: What, What is to be done?\n" in output
    assert values(folder, "due")[-1] == "2026-12-01"


@pytest.fixture
def lines(tmp_path):
    """A folder with a list and a search over the output of a command."""
    source = {"type": "command", "argv": ["seq", "20000"]}
    features = {"list": {"kind": "list", "source": "lines"}, "find": {"kind": "search", "source": "lines"}}
    (tmp_path / "w.json").write_text(json.dumps({"sources": {"lines": source}, "features": features}))
    return tmp_path


def test_results_of_a_search_follow_each_other(lines):
    output, _ = said(lines, ["199", "more", "find nothing", "find 19999"], "--trust", "-w", "w.json", "find")
    assert "> more\n" in output and "\n11. " in output and "\nNothing matches.\n" in output
    assert "1 result, among 20,000 rows; these are 1 to 1.\n" in output


def test_the_end_of_a_list_of_unknown_length_is_said(lines):
    output, _ = said(lines, ["last", "back", "first"], "--trust", "-w", "w.json", "list")
    assert "Rows 19,991 to 20,000 of 20,000.\n" in output and "\n20000. " in output
    assert "Rows 19,981 to 19,990 of 20,000.\n" in output and output.count("Rows 1 to 10 of ") == 2


def test_lines_in_advance_are_not_lost(folder):
    lines = ["tick 1", "tick 2", "tick 4", "undo", "filter open", "tick 1"]
    said(folder, lines, *DEMO_OPTIONS, "tasks")
    assert values(folder, "done") == [True, True, True, True, False]


def test_texts_of_others_control_nothing(folder):
    (folder / "tasks.jsonl").write_text(json.dumps({"id": "1", "title": HOSTILE + "\r\n9. x"}) + "\n")
    output, _ = said(folder, ["row 1", "open 1", HOSTILE], *DEMO_OPTIONS, "tasks")
    assert "\\u001b]0;owned" in output and "\n9. x" not in output


def test_programs_run_only_after_the_question(folder):
    command = {"type": "command", "argv": ["sh", "-c", "touch ran; echo a row"]}
    features = {"l": {"kind": "list", "title": "Rows", "source": "s"}}
    (folder / "w.json").write_text(json.dumps({"sources": {"s": command}, "features": features}))
    output, _ = said(folder, ["run nothing"], "-w", "w.json", "l")
    assert "Run the programs of this workspace?\n" in output and "command s: sh -c 'touch ran; echo a row'" in output
    assert not (folder / "ran").exists()
    output, _ = said(folder, ["trust"], "-w", "w.json", "l")
    assert "Rows.\nRow 1 of 1.\n" in output and (folder / "ran").exists()


# The output of a dialog


def test_the_output_of_a_dialog_is_standard_output(folder):
    lines = ["Tea", "2026-12-24", "high", "no", "submit"]
    output, errors = said(folder, lines, *DEMO_OPTIONS, "--run", "task")
    assert json.loads(output) == {"title": "Tea", "due": "2026-12-24", "priority": "high", "done": False}
    assert "Title: Tea\n" in errors and "featurehost:" not in errors


@pytest.mark.parametrize(("lines", "status"), [([":back"], 1), ([], 1), (["x", ":quit", "quit"], 1)], ids=str)
def test_a_dialog_that_is_left_has_no_output(folder, lines, status):
    output, errors = said(folder, lines, *DEMO_OPTIONS, "--run", "task", status=status)
    assert output == "" and "featurehost:" not in errors


def test_a_dialog_whose_time_is_over(folder):
    with Terminal(*DEMO_OPTIONS, "--run", "--timeout", "1", "task", folder=folder) as user:
        assert user.wait() == 124


# Statuses


def test_the_end_of_the_input_ends_it(folder):
    output, _ = said(folder, ["add", "Tea"], *DEMO_OPTIONS, "tasks")
    assert output.endswith("The input has ended. The unsaved changes are lost.\n")


def test_output_that_nobody_reads_ends_it(folder):
    read, written = os.pipe()
    os.close(read)
    command = [BINARY, "ui", "--plain", *DEMO_OPTIONS, "tasks"]
    done = subprocess.run(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=written, stderr=subprocess.PIPE, timeout=GUARD
    )
    os.close(written)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--play", "s"], 64, "--plain and --play exclude each other"),
        (["--config", "c"], 64, "--plain does not use"),
        (["-w", "missing.json"], 2, "missing.json"),
        (["--socket", "nothing"], 2, "nothing"),
        (["--trust", "-w", "demo.workspace.json", "--run", "nothing"], 1, "nothing"),
    ],
    ids=lambda value: value if isinstance(value, int) else None,
)
def test_unusable_arguments_are_refused(folder, arguments, status, words):
    output, errors = said(folder, [], *arguments, status=status)
    assert output == "" and words in errors


@pytest.mark.parametrize("name", ["dumb", ""])
def test_the_refusal_of_a_terminal_names_the_option(folder, name):
    terminal, theirs = pty.openpty()
    done = subprocess.run(
        [BINARY, "ui", *DEMO_OPTIONS],
        stdin=theirs,
        capture_output=True,
        cwd=folder,
        timeout=GUARD,
        env={**os.environ, "TERM": name},
        preexec_fn=lambda: (os.setsid(), fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)),
    )
    os.close(theirs)
    os.close(terminal)
    assert done.returncode == 2 and b"--plain" in done.stderr


# On a terminal


def test_nothing_is_written_behind_a_prompt_until_the_user_types(folder):
    with Terminal(*DEMO_OPTIONS, "tasks", folder=folder) as user:
        user.sees("Tasks> ")
        rows = [json.loads(line) for line in (folder / "tasks.jsonl").read_text().splitlines()]
        (folder / "new").write_text("".join(json.dumps(row) + "\n" for row in rows[1:]))
        (folder / "new").rename(folder / "tasks.jsonl")
        # The file may be read only after a line, so the user asks until the change is said.
        while "Gone: Task: Water the plants" not in user.type("reload\n").sees("Tasks> ").text:
            pass
        user.type("quit\n")
        assert user.wait() == 0
        assert b"\x1b" not in user.written and b"\r" not in user.written.replace(b"\r\n", b"")


def test_a_secret_is_not_shown_by_the_terminal(folder):
    with Terminal(*DEMO_OPTIONS, "signUp", folder=folder) as user:
        user.sees("Name: ").type("Ada\n").sees("Email: ").type("a@example.com\n").sees("Password: ")
        assert not user.echoes
        user.type("correct horse\n").sees("Password again: ").type("correct horse\n").sees(
            "Receive updates, yes or no: "
        )
        assert user.echoes and "horse" not in user.text
        user.type(":quit\n").sees(": ").type("2\n")
        assert user.wait() == 0


def test_a_signal_restores_the_echo(folder):
    with Terminal(*DEMO_OPTIONS, "signUp", folder=folder) as user:
        user.sees("Name: ").type("Ada\n").sees("Email: ").type("\n").sees("Password: ")
        assert not user.echoes
        user.process.send_signal(signal.SIGTERM)
        assert user.wait() in (128 + signal.SIGTERM, -signal.SIGTERM)
        assert user.echoes


def test_the_end_of_the_input_on_a_terminal(folder):
    with Terminal(*DEMO_OPTIONS, "tasks", folder=folder) as user:
        user.sees("Tasks> ").type("\x04")
        assert user.wait() == 0


def test_the_output_of_a_dialog_on_a_terminal_can_be_captured(folder):
    with tempfile.TemporaryFile() as output:
        with Terminal(*DEMO_OPTIONS, "--run", "tasks", folder=folder, stdout=output) as user:
            user.sees("Tasks> ").type("open 2\n").sees(": ").type(":back\n").sees("Tasks> ").type("leave\n")
            assert user.wait() == 1
        output.seek(0)
        assert output.read() == b""


def test_a_host_that_ends_is_started_again(folder):
    options = ["--trust", "--socket", "s", "--spawn", "-w", "demo.workspace.json", "tasks"]
    with Terminal(*options, folder=folder) as user:
        user.sees("Tasks> ")
        found = subprocess.run(["pgrep", "-P", str(user.process.pid)], capture_output=True, text=True, check=True)
        os.kill(int(found.stdout), signal.SIGKILL)
        # The end of the host may be noticed only after a line.
        while "The host has ended" not in user.type("show\n").sees("Tasks> ", ": ").text:
            pass
        user.type("restart\n").sees("Tasks> ").type("quit\n")
        assert user.wait() == 0


def test_a_host_on_a_socket_is_shared(folder):
    with Daemon(folder, "-w", "demo.workspace.json") as host, host.front() as other:
        with Terminal("--socket", "s", "tasks", folder=folder) as user:
            user.sees("Tasks> ")
            other.do("feature/open", feature="tasks", instance="tasks-1")
            other.act("tasks-1", "insertItem", {"value": {"title": "From elsewhere"}}, **{"await": "settled"})
            while "From elsewhere" not in user.type("\n").sees("Tasks> ").text:
                pass
            user.type("quit\n")
            assert user.wait() == 0
