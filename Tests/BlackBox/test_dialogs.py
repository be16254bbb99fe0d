"""Dialogs for shell scripts in a terminal: their keys, screens, answers and exit statuses."""

import json
import os
import signal
import subprocess

import pytest
from dialog_user import BACKSPACE, DOWN, ENTER, ESCAPE, LEFT, RIGHT, TAB, UP, User, ctrl
from host import BINARY, GUARD, ROOT, run

FRUITS = b"apple\nbanana\ncherry\n"


def bare(*command, data=b""):
    """Runs a command without a terminal; returns its exit status, standard output and standard error."""
    done = subprocess.run(
        [BINARY, *map(str, command)], input=data, capture_output=True, timeout=GUARD, start_new_session=True
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


# choose


def test_choose_prints_the_active_item():
    with User("choose", "--header", "Which?", "apple", "banana", "cherry") as user:
        user.sees("? Which?", "> apple", "cherry").press(DOWN, ENTER)
        assert user.end() == (0, "banana\n")
        assert user.text == "? Which? banana"


def test_choose_reads_lines_and_marks_several():
    with User("choose", "--no-limit", "--selected", "cherry", data=FRUITS) as user:
        user.sees("✓ cherry").press(" ", ENTER)
        assert user.end() == (0, "apple\ncherry\n")


def test_choose_prints_the_values_of_labels():
    with User("choose", "--label-delimiter=:", "--cursor", "- ", "Small:1", "Large:2") as user:
        user.sees("- Small").press("j", ENTER)
        assert user.end() == (0, "2\n")


@pytest.mark.parametrize("keys", [ESCAPE, ctrl("c")])
def test_a_cancelled_dialog_has_status_130(keys):
    with User("choose", "a", "b") as user:
        user.sees("> a").press(keys)
        assert user.end() == (130, "")
        assert user.text == "? Choose: cancelled"


def test_a_timeout_has_status_124():
    with User("choose", "--timeout", "300ms", "a", "b") as user:
        assert user.end() == (124, "")


def test_choose_without_a_terminal():
    assert bare("choose", "--selected=b", "a", "b")[:2] == (0, "b\n")
    assert bare("choose", "--select-if-one", data=b"a\n")[:2] == (0, "a\n")
    status, output, log = bare("choose", "a", "b")
    assert (status, output) == (2, "") and "needs a terminal" in log
    assert bare("choose")[0] == 1


@pytest.mark.parametrize("options", [["--limit", "0"], ["--timeout", "5"], ["--height", "x"], ["--nothing"]])
def test_wrong_options_are_usage_errors(options):
    status, output, log = bare("choose", *options, "a")
    assert (status, output) == (64, "") and "Usage: featurehost choose" in log


# confirm


@pytest.mark.parametrize("keys,status", [("y", 0), ("n", 1), (ENTER, 0), (RIGHT + ENTER, 1), (ESCAPE, 130)])
def test_confirm(keys, status):
    with User("confirm", "Delete it?") as user:
        user.sees("? Delete it?", "[ Yes ]").press(keys)
        assert user.end() == (status, "")


@pytest.mark.parametrize("option", ["--no-default", "--default=false"])
def test_the_default_of_confirm_can_be_no(option):
    with User("confirm", option, "--negative", "Keep", "--show-output", "Delete it?") as user:
        user.sees("[ Keep ]").press(ENTER)
        assert user.end() == (1, "Delete it? Keep\n")


def test_confirm_can_have_a_single_answer():
    with User("confirm", "--negative=", "Go on?") as user:
        user.sees("[ Yes ]", but=["No"]).press(ENTER)
        assert user.end() == (0, "")


def test_confirm_without_a_terminal():
    assert bare("confirm", "--default", "Sure?")[0] == 0
    assert bare("confirm", "--default=false", "Sure?")[0] == 1
    assert bare("confirm", "Sure?")[0] == 2


# input, password, write


def test_input():
    with User("input", "--header", "Name", "--placeholder", "First", "--prompt", "* ") as user:
        user.sees("? Name", "* First").press("Ann", ENTER)
        assert user.end() == (0, "Ann\n")
        assert user.text == "? Name Ann"


def test_the_initial_text_of_an_input_is_standard_input():
    with User("input", data=b"one\ntwo\n") as user:
        user.sees("> one").press(" more", ENTER)
        assert user.end() == (0, "one more\n")


def test_password():
    with User("password", "--header", "Password") as user:
        user.sees("? Password").press("secret").sees("••••••", but=["secret"]).press(ENTER)
        assert user.end() == (0, "secret\n")
        assert "secret" not in user.text


def test_write():
    with User("write", "--header", "Text") as user:
        user.sees("? Text").press("one", ENTER, "two", ctrl("d"))
        assert user.end() == (0, "one\ntwo\n")


def test_write_edits_standard_input():
    with User("write", "--show-line-numbers=true", data=b"one\ntwo\n") as user:
        user.sees("1 one", "2 two").press("!", ctrl("d"))
        assert user.end() == (0, "one\ntwo!\n")


# pager, spin, progress, format, table


def test_pager():
    with User("pager", data=b"".join(b"line %d\n" % n for n in range(1, 101))) as user:
        user.sees("1 │ line 1").press("/line 77", ENTER).sees("line 77").press("q")
        assert user.end() == (0, "")


def test_pager_below_the_prompt():
    with User("pager", "--height", "3", "--no-show-line-numbers", "a\nb\nc\nd") as user:
        user.sees("a\nb\nc", but=["\nd"]).press(DOWN).sees("b\nc\nd").press("q")
        assert user.end() == (0, "")


def test_pager_without_a_terminal_prints_the_text_unchanged():
    assert bare("pager", data=b"a\n\x1b[1mb\n") == (0, "a\n\x1b[1mb\n", "")


def test_spin_passes_on_the_status_and_the_output():
    with User("spin", "--title", "Working", "--", "sh", "-c", "echo out; exit 3") as user:
        status, output = user.end()
        assert (status, output) == (3, "out\n")
        assert user.text.startswith("✗ Working status 3")
    assert bare("spin", "sh", "-c", "exit 4")[0] == 4
    assert bare("spin", "/nowhere")[0] == 127
    assert bare("spin", "--tittle", "x", "true")[0] == 64


def test_spin_ends_a_slow_command():
    with User("spin", "--timeout", "300ms", "sleep", "100") as user:
        assert user.end()[0] == 124


def test_progress():
    with User("progress", "--title", "Copying", data=b"1/4 first\n", end_input=False) as user:
        user.sees("Copying", "25%", "first")
        user.send(b"4/4 last\n")
        user.process.stdin.close()
        assert user.end() == (0, "")
        assert user.text.startswith("✓ Copying 100%")


def test_format():
    assert bare("format", data=b"# Title\n- item\n") == (0, "Title\n\n• item\n", "")
    assert bare("format", "--type", "template", '{{ Bold "x" }} y')[:2] == (0, "x y\n")
    assert bare("format", "--type", "template", "{{ x")[0] == 2


def test_table():
    with User("table", "--return-column", "2", data=b"name,age\nAnn,30\nBob,40\n") as user:
        user.sees("name  age", "> Ann   30").press(DOWN, ENTER)
        assert user.end() == (0, "40\n")


def test_table_prints():
    status, output, _ = bare("table", "--print", "--border", "normal", data=b"a,b\n1,2\n")
    assert (status, output.splitlines()[1]) == (0, "│ a │ b │")


# filter


def test_filter_chooses_the_best_line():
    with User("filter", data=FRUITS) as user:
        user.sees("3/3", "▌ apple").press("an").sees("1/3", but=["cherry"]).press(ENTER)
        assert user.end() == (0, "banana\n")
        assert user.text == "> banana"


def test_filter_shows_lines_while_they_are_read():
    with User("filter", data=b"one\ntwo\n", end_input=False) as user:
        user.sees("one", "two", "reading…").press("tw").sees("1/2")
        user.send(b"twelve\n")
        user.sees("2/3", "twelve").press(ENTER)
        assert user.end() == (0, "two\n")


def test_filter_draws_from_the_bottom_or_the_top():
    with User("filter", "--height", "6", data=FRUITS) as user:
        user.sees("▌ apple", "3/3", "\n>")
        assert [line for line in user.lines if line][:5] == ["  cherry", "  banana", "▌ apple", user.lines[4], ">"]
        user.press(UP).sees("▌ banana").press(ESCAPE)
        assert user.end() == (130, "")
    with User("filter", "--reverse", "--height", "6", "--prompt", "? ", "--pointer", ">", data=FRUITS) as user:
        user.sees("> apple\n  banana\n  cherry").press(DOWN, DOWN, ENTER)
        assert user.lines[0].startswith("?")
        assert user.end() == (0, "cherry\n")


def test_filter_prints_in_the_order_of_marking():
    with User("filter", "-m", data=FRUITS) as user:
        user.sees("apple").press(UP, UP, TAB, TAB).sees("2 marked").press(ENTER)
        assert user.end() == (0, "cherry\nbanana\n")
    with User("filter", "--multi=1", "--bind", "ctrl-a:select-all", data=FRUITS) as user:
        user.sees("apple").press(ctrl("a"), ENTER)
        assert user.end() == (0, "apple\n")


@pytest.mark.parametrize(
    "options,status,output",
    [
        (["-q", "an", "-1"], 0, "banana\n"),
        (["-q", "xyz", "-0"], 1, ""),
        (["-q", "xyz", "-0", "--print-query"], 1, "xyz\n"),
        (["--query=an", "--select-1", "--print-query"], 0, "an\nbanana\n"),
    ],
)
def test_filter_answers_at_once_for_one_match_or_none(options, status, output):
    assert bare("filter", *options, data=FRUITS)[:2] == (status, output)


def test_filter_prints_the_query_and_the_key():
    with User("filter", "--print-query", "--expect", "ctrl-o,f2", data=FRUITS) as user:
        user.sees("apple").press("ch").sees("1/3").press(ctrl("o"))
        assert user.end() == (0, "ch\nctrl-o\ncherry\n")
    with User("filter", "--expect=ctrl-o", data=FRUITS) as user:
        user.sees("apple").press(ENTER)
        assert user.end() == (0, "\napple\n")


def test_filter_without_a_match_has_status_1():
    with User("filter", data=FRUITS) as user:
        user.sees("apple").press("zz").sees("0/3").press(ENTER)
        assert user.end() == (1, "")


TABLE = b"id:name:role\n1:Ann:cook\n2:Bob:smith\n3:Cat:annalist\n"


def test_filter_searches_and_shows_fields():
    options = ["--header-lines=1", "--delimiter=:", "--with-nth=2..", "--nth=1"]
    with User("filter", *options, data=TABLE) as user:
        user.sees("Ann:cook", "id:name:role", but=["1:Ann"]).press("an").sees("1/3").press(ENTER)
        assert user.end() == (0, "1:Ann:cook\n")


def test_filter_shows_colours_but_prints_none():
    with User("filter", "--ansi", data=b"\x1b[31mred\x1b[m\nblue\n") as user:
        user.sees("red")
        assert any(cell.fg == "red" for row in user.screen.buffer.values() for cell in row.values())
        user.press(ENTER)
        assert user.end() == (0, "red\n")


def test_filter_without_a_dialog_has_the_same_options():
    assert bare("filter", "--no-sort", "a", data=FRUITS)[:2] == (0, "apple\nbanana\n")
    assert bare("filter", "--tac", "--filter=", data=FRUITS)[:2] == (0, "cherry\nbanana\napple\n")
    assert bare("filter", "--exact", "aa", data=b"aba\naa\n")[:2] == (0, "aa\n")
    assert bare("filter", "-d:", "-n2", "-f", "an", "--header-lines=1", data=TABLE)[:2] == (0, "1:Ann:cook\n")
    assert bare("filter", "-n-1", "k$", data=b"a k b\nb a k\n")[:2] == (0, "b a k\n")
    assert bare("filter", "--read0", "-f", "b", data=b"a\0b\0")[:2] == (0, "b\n")
    assert bare("filter", "--print0", "-f", "b", data=b"a\nb\n")[:2] == (0, "b\0")
    assert bare("filter", "--ansi", "-f", "red", data=b"\x1b[31mr\x1b[32med\n")[:2] == (0, "red\n")


def test_filter_without_a_query_and_a_terminal_is_a_usage_error():
    status, _, log = bare("filter", data=FRUITS)
    assert status == 64 and "query is missing" in log


def test_filter_shows_a_preview():
    with User("filter", "--preview", "echo preview of {} {q}", data=FRUITS) as user:
        user.sees("│ preview of apple").press(UP).sees("preview of banana").press("ch").sees("preview of cherry ch")
        user.press(ESCAPE)
        assert user.end()[0] == 130


def test_the_values_of_placeholders_are_quoted(tmp_path):
    with User("filter", "--preview", "echo {}", data=b"a'b; touch here\n", folder=tmp_path) as user:
        user.sees("│ a'b; touch here").press(ENTER)
        assert user.end()[0] == 0
    assert os.listdir(tmp_path) == []


def test_filter_performs_actions():
    binding = "ctrl-r:reload(printf 'x\\ny\\n')+change-prompt(now> ),f2:toggle-sort,ctrl-b:become(echo {} became)"
    with User("filter", "--bind", binding, data=FRUITS) as user:
        user.sees("apple").press(ctrl("r")).sees("now>", "▌ x", "2/2", but=["apple"]).press(UP).sees("▌ y")
        user.press(ctrl("b"))
        assert user.end() == (0, "y became\n")


def test_filter_runs_a_command_on_the_terminal():
    with User("filter", "--bind", "ctrl-o:execute(echo hello; read -r line; echo got $line)", data=FRUITS) as user:
        user.sees("apple").press(ctrl("o")).sees("hello").press("world\r").sees("got world", "3/3").press(ENTER)
        assert user.end() == (0, "apple\n")


@pytest.mark.parametrize("end,answer", [("accept", (0, "apple\n")), ("abort", (130, ""))])
def test_filter_ends_after_the_commands_of_a_binding(end, answer, tmp_path):
    commands = "execute(echo 1 >> log)+execute-silent(sleep 0.2; echo 2 >> log)+execute(echo 3 >> log)"
    with User("filter", "--bind", f"ctrl-o:{commands}+{end}", data=FRUITS, folder=tmp_path) as user:
        user.sees("apple").press(ctrl("o"))
        assert user.end() == answer
    assert (tmp_path / "log").read_text() == "1\n2\n3\n"


@pytest.mark.parametrize("action", ["execute", "execute-silent"])
def test_filter_reloads_after_the_command_before(action, tmp_path):
    binding = f"ctrl-o:{action}(sleep 0.2; echo new > log)+reload(cat log)"
    with User("filter", "--bind", binding, data=FRUITS, folder=tmp_path) as user:
        user.sees("apple").press(ctrl("o")).sees("▌ new", "1/1", but=["apple"]).press(ENTER)
        assert user.end() == (0, "new\n")


def test_filter_ignores_commands_that_need_a_line(tmp_path):
    actions = "+".join(f"{name}(echo {{}} >> log)" for name in ["execute", "execute-silent", "reload", "become"])
    binding = f"ctrl-o:{actions}+put(!),f2:reload(echo {{q}})"
    with User("filter", "--bind", binding, data=FRUITS, folder=tmp_path) as user:
        user.sees("apple").press("zz").sees("0/3").press(ctrl("o")).sees("> zz!", "0/3").press("\x1bOQ").sees("1/1")
        user.press(ENTER)
        assert user.end() == (0, "zz!\n")
    assert os.listdir(tmp_path) == []


def test_keys_wait_for_a_silent_command_and_ctrl_c_ends_it():
    binding = "ctrl-o:execute-silent(sleep 0.3)+put(b),f2:execute-silent(sleep 60)+put(n)"
    with User("filter", "--bind", binding, data=FRUITS) as user:
        user.sees("apple").press(ctrl("o"), "a").sees("> ba", "1/3")
        user.press("\x1bOQ", ctrl("c")).sees("> ban").press(ENTER)
        assert user.end() == (0, "banana\n")


def test_filter_refuses_other_delimiters():
    status, _, log = bare("filter", "-d", "[^:]", "x", data=b"x\n")
    assert status == 64 and "“[^:]”" in log
    assert bare("filter", "-d", "[0-9]+", "-n2", "b", data=b"a12b\nb1a\n")[:2] == (0, "a12b\n")


@pytest.mark.parametrize("binding", ["ctrl-a", "ctrl-a:fly", "hyper-x:up", "ctrl-a:execute(ls", "a:become"])
def test_wrong_bindings_are_usage_errors(binding):
    status, _, log = bare("filter", "--bind", binding, "x", data=b"x\n")
    assert status == 64 and "--bind" in log


def test_filter_lists_the_files_of_the_folder(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "one.txt").write_text("")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "two.txt").write_text("")
    with User("filter", stdin="terminal", folder=tmp_path) as user:
        user.sees("1/1", "sub/one.txt").press(ENTER)
        assert user.end() == (0, "sub/one.txt\n")


def test_filter_of_many_lines():
    lines = b"".join(b"row %06d\n" % n for n in range(300_000))
    with User("filter", data=lines) as user:
        user.sees("300000/300000").press("299999").sees("1/300000", "row 299999").press(ENTER)
        assert user.end() == (0, "row 299999\n")


def test_a_signal_restores_the_terminal():
    with User("filter", data=FRUITS) as user:
        user.sees("apple")
        user.process.send_signal(signal.SIGTERM)
        assert user.end()[0] == -signal.SIGTERM
        assert user.text == ""


# file


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "guide.md").write_text("x" * 1500)
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / ".hidden").write_text("")
    return tmp_path


def test_file(folder):
    with User("file", "--header", "Open", folder) as user:
        user.sees("? Open", "> docs/", "notes.txt", "1 B", but=[".hidden"]).press(RIGHT)
        user.sees("guide.md", "1.5 kB").press(ENTER)
        assert user.end() == (0, f"{folder}/docs/guide.md\n")


def test_file_finds_entries_by_typed_letters_and_opens_the_parent(folder):
    with User("file", "docs", folder=folder) as user:
        user.sees("guide.md").press(LEFT).sees("> docs/").press("no").sees("1/1").press(BACKSPACE, BACKSPACE)
        user.sees("1/2").press(ctrl("t")).sees(".hidden").press("notes", ENTER)
        assert user.end() == (0, f"{folder}/notes.txt\n")


def test_a_folder_can_be_chosen(folder):
    with User("file", "--directory", "--no-file", folder) as user:
        user.sees("> ./").press(DOWN, ENTER)
        assert user.end() == (0, f"{folder}/docs\n")


def test_a_missing_folder_is_a_failure(tmp_path):
    assert bare("file", tmp_path / "nowhere")[0] == 2


def test_filter_gives_lines_to_commands_in_files(tmp_path):
    command = ["filter", "-m", "--preview", "sed 's/^/seen /' {f}", "--bind", "ctrl-o:become(cat {+f} {nf})"]
    with User(*command, data=FRUITS, size=(100, 24), TMPDIR=str(tmp_path)) as user:
        user.sees("seen apple").press(TAB, UP, TAB).sees("2 marked")
        assert list(tmp_path.iterdir()) == []
        # The command replaces the dialog, and still has the files.
        user.press(ctrl("o"))
        assert user.end() == (0, "apple\nbanana\n0\n")


def test_filter_reports_a_file_that_can_not_be_made(tmp_path):
    command = ["filter", "--bind", "ctrl-o:execute(cat {f})"]
    with User(*command, data=FRUITS, TMPDIR=str(tmp_path / "missing")) as user:
        user.sees("3/3").press(ctrl("o"))
        assert user.end() == (2, "") and "a temporary file can't be made: No such file" in user.log()


# form


def test_form_prints_assignments():
    fields = ["title:text:required", "priority:picker:options=low,high:default=low", "done:toggle"]
    with User("form", "--title", "New task", *(f"--field={field}" for field in fields)) as user:
        user.sees("New task", "Title", "Priority", "Done").press("It's tea", ctrl("s"))
        assert user.end() == (0, "title='It'\\''s tea'\npriority='low'\ndone='false'\n")
        assert user.text == "? New task submitted"


def test_form_validates():
    with User("form", "--json", "--field", "mail:email:required") as user:
        user.sees("Mail").press(ctrl("s")).sees("1 error").press("a@b.example", ctrl("s"))
        status, output = user.end()
        assert (status, json.loads(output)) == (0, {"mail": "a@b.example"})


def test_a_form_prints_a_secret():
    with User("form", "--json", "--field", "name", "--field", "password:secure") as user:
        user.sees("Name").press("Ann", TAB, "pass word").sees("••••", but=["pass word"]).press(ctrl("s"))
        status, output = user.end()
        assert (status, json.loads(output)) == (0, {"name": "Ann", "password": "pass word"})


@pytest.mark.parametrize("keys,status", [(ESCAPE, 1), (ctrl("c"), 130)])
def test_the_status_of_a_form_that_is_left(keys, status):
    with User("form", "--field", "name") as user:
        user.sees("Name").press(keys)
        assert user.end() == (status, "")


@pytest.mark.parametrize("fields", [[], ["a b", "a_b"], ["x:picture"], ["{"], ["n:number:default=x"], ["é"]])
def test_wrong_fields_are_usage_errors(fields):
    status, output, log = bare("form", *(f"--field={field}" for field in fields))
    assert (status, output) == (64, "") and log


TYPES = json.loads((ROOT / "protocol" / "model" / "fields.json").read_text())
# Types without fields of their own, which only JSON can declare.
PLAIN_TYPES = [name for name, facts in TYPES.items() if "fields" not in facts.get("has", [])]


def test_the_help_of_forms_lists_the_types_of_the_protocol():
    told = " ".join(run(b"", "form", "--help").output.decode().split())
    assert f"A type is {', '.join(PLAIN_TYPES[:-1])} or {PLAIN_TYPES[-1]}." in told


@pytest.mark.parametrize("name", PLAIN_TYPES)
def test_a_form_takes_each_type_with_a_default(name):
    words = {"quantity": "3", "boolean": "true", "list": "a,b", "string": "a"}
    members = [name, *(["options=a,b"] if "options" in TYPES[name].get("has", []) else [])]
    # A secret has no default. The other values have formats, some of which contain colons.
    if name != "secure" and (word := words.get(TYPES[name]["value"])):
        members.append(f"default={word}")
    field = ":".join(["x", *members])
    # The field is accepted, and then the terminal is missing.
    status, output, log = bare("form", "--field", field)
    assert (status, output) == (2, "") and "terminal" in log, log


def test_a_form_without_a_terminal_fails():
    assert bare("form", "--field", "name")[0] == 2


def test_the_help_of_each_dialog_has_its_exit_statuses():
    helped = run(b"", "--help").output.decode().split("DIALOG SUBCOMMANDS:")[1]
    names = [line.split()[0] for line in helped.splitlines() if line.startswith("  ") and line[2] != " "]
    assert len(names) >= 13
    for name in names:
        if name != "See":
            assert "Exit status:" in run(b"", name, "--help").output.decode()
