"""`featurehost call`, and the help of all commands."""

import json
import re
import subprocess

import pytest
from host import BINARY, Fifo, file_workspace, jsonl, run, workspace


def call(*args):
    return run(b"", "call", *args)


def value(outcome):
    assert outcome.status == 0, outcome.log
    return json.loads(outcome.output)


def refused(outcome, status, *words):
    """Checks that a command failed with a status and with these words on standard error; returns the outcome."""
    assert outcome.status == status, (outcome.status, outcome.log)
    for word in words:
        assert word in outcome.log, outcome.log
    assert outcome.log.endswith("\n")
    return outcome


def test_the_state_is_printed_as_one_line_of_json():
    outcome = call("gallery:counter")
    assert value(outcome)["count"] == 0 and outcome.output.count(b"\n") == 1 and outcome.log == ""


@pytest.mark.parametrize(
    "actions,count",
    [
        ([], 0),
        (["incrementButtonTapped"], 1),
        (["incrementButtonTapped"] * 3 + ["decrementButtonTapped"], 2),
        (["decrementButtonTapped"], -1),
        (["incrementButtonTapped", "reset"], 0),
    ],
)
def test_actions_run_in_order(actions, count):
    assert value(call("gallery:counter", *actions, "--get", "/count")) == count
    assert value(call("--get", "/count", "gallery:counter", *actions)) == count


@pytest.fixture
def tasks(tmp_path):
    book, file = file_workspace(
        tmp_path, "tasks.jsonl", '{"id":"1","title":"One","done":false}\n{"id":"2","title":"Two","done":true}\n'
    )
    return lambda *args: call("-w", book, "rows", *args), file


def test_edits_of_a_list_are_in_the_file_when_the_call_is_over(tasks):
    ask, file = tasks
    items = value(ask("insertItem", "value.id=3", "value.title=Buy milk", "value.done:=false", "--get", "/items"))
    assert [i["value"] for i in items][2] == {"id": "3", "title": "Buy milk", "done": False}
    value(
        ask("toggleItem", "id=1", "key=done", "deleteItems", 'ids=["2"]', "moveItems", '{"ids":["3"],"beforeId":"1"}')
    )
    assert jsonl(file) == [{"id": "3", "title": "Buy milk", "done": False}, {"id": "1", "title": "One", "done": True}]
    value(ask("updateItem", '{"id":"1"}', 'patch={"title":null,"n":1.5}'))
    assert jsonl(file)[1] == {"id": "1", "done": True, "n": 1.5}


def test_any_part_of_the_snapshot_is_printed(tasks):
    ask, _ = tasks
    assert value(ask("--get", "/unavailable/undo")) == "nothingToUndo"
    assert value(ask("--get", "/errors")) == []
    assert value(ask("--get", "/presentation")) is None
    # Without `--snapshot`, a pointer into the state has precedence over one into the snapshot.
    assert value(ask("--get", "/title")) == value(ask("--get", "/state/title"))
    whole = value(ask("--snapshot"))
    assert whole["kind"] == "list" and whole["state"]["count"] == 2
    assert value(ask("--snapshot", "--get", "/state/count")) == 2
    refused(ask("--snapshot", "--get", "/count"), 1, "the snapshot has nothing at /count")
    refused(ask("--get", "/nowhere"), 1, "neither the state nor the snapshot has anything at /nowhere")
    refused(call("--run", "--snapshot", "gallery:counter"), 64, "--snapshot is for calls without --run")


def test_a_conflict_has_a_status_of_its_own(tasks):
    ask, file = tasks
    stale = ["updateItem", "id=1", "patch.title=Mine", "ifVersion=old", "--get", "/errors/0/code"]
    outcome = ask(*stale)
    assert outcome.status == 3 and json.loads(outcome.output) == "conflict", outcome.log
    assert "changed by others meanwhile" in outcome.log
    assert jsonl(file)[0]["title"] == "One"
    form = {"kind": "form", "sections": [{"fields": [{"name": "a", "type": "text"}]}]}
    book = workspace(file.parent, {}, {"walk": {"kind": "flow", "root": "form"}, "form": form})
    failed = ["--run", "walk", "fail", "message=Others changed it."]
    refused(call("-w", book, *failed, "code=conflict"), 3, "Others changed it.")
    refused(call("-w", book, *failed), 1, "Others changed it.")
    # If the list also shows another error, the status is that of the other error.
    assert ask(*stale, "updateItem", "id=9", "patch.title=x").status == 1


def test_a_value_is_text_and_json_behind_a_colon(tasks):
    ask, file = tasks
    value(
        ask(
            "insertItem",
            "value.id=x",
            "value.a=2024",
            "value.b=true",
            "value.c:=null",
            "value.d:=[1,2]",
            "value.e=a=b",
            "value.f=",
            'value.g.h="q"',
            "value.i:=true",
        )
    )
    assert jsonl(file)[2] == {
        "id": "x",
        "a": "2024",
        "b": "true",
        "c": None,
        "d": [1, 2],
        "e": "a=b",
        "f": "",
        "g": {"h": '"q"'},
        "i": True,
    }


def test_a_value_is_what_the_schema_wants(tasks):
    assert value(tasks[0]("setWindow", "offset=1", "limit=1", "--get", "/window")) == {"offset": 1, "limit": 1}


def test_an_action_of_a_child_has_its_path_in_front(tmp_path):
    words = ["counter2/incrementButtonTapped", "counter1/decrementButtonTapped", "counter2/incrementButtonTapped"]
    state = value(call("gallery:twoCounters", *words))
    assert [state[name]["state"]["count"] for name in ("counter1", "counter2")] == [-1, 2]
    words = ["setFilter", "value=active", "todos/2/setTitle", "value=2024", "todos/2/toggleCompleteButtonTapped"]
    shown = value(call("gallery:todos", *words, "--get", "/todos"))
    assert [row["child"]["state"]["title"] for row in shown] == ["Buy milk", "2024", "Call Ada"]
    (tmp_path / "rows.jsonl").write_text('{"id":"a/b","title":"One"}\n')
    fields = [{"name": "title", "type": "text"}]
    book = workspace(
        tmp_path,
        {"rows": {"type": "file", "path": "rows.jsonl"}},
        {
            "rows": {
                "kind": "list",
                "source": "rows",
                "modals": {"new": {"style": "sheet", "feature": "row", "onOutput": "insertItem"}},
            },
            "row": {"kind": "form", "sections": [{"fields": fields}]},
        },
    )
    words = ["present", "modal=new", "presentation/setValue", "path=/title", "value=Two", "presentation/submit"]
    assert value(call("-w", book, "rows", *words, "--get", "/count")) == 2
    assert [row["title"] for row in jsonl(tmp_path / "rows.jsonl")] == ["One", "Two"]


@pytest.mark.parametrize(
    "words", [["outcome=fullScreen", "delayMs:=1"], ['{"outcome":"fullScreen","delayMs":1}']], ids=["words", "json"]
)
def test_params_behind_the_feature_are_what_it_is_opened_with(words):
    outcome = refused(call("gallery:posts", *words, "--get", "/posts/phase"), 1, "The connection failed")
    assert json.loads(outcome.output) == "failed"
    assert value(call("gallery:posts", *words, "tryAgainButtonTapped", "--get", "/posts/phase")) == "loaded"


def test_what_a_feature_is_opened_with_is_text_where_it_is_not_json(tmp_path):
    outcome = call("-w", forms(tmp_path), "form", "values.zip=2024", "--get", "/fields/~1zip/value")
    assert value(outcome) == "2024"
    # No schema declares the opening params, so a number must be written as JSON.
    assert refused(call("gallery:posts", "delayMs=1"), 1, "/delayMs", "integer").output == b""


@pytest.mark.parametrize("child", ["counter3", "counter1/x", ""])
def test_an_action_of_a_child_that_is_not_there_is_1(child):
    refused(call("gallery:twoCounters", f"{child}/incrementButtonTapped"), 1, "gone")


@pytest.mark.parametrize(
    "pointer,result",
    [
        ("", dict),
        ("/items", list),
        ("/items/0/value/title", str),
        ("/count", int),
        ("/window/limit", int),
        ("/empty", type(None)),
    ],
)
def test_get_takes_a_json_pointer(tasks, pointer, result):
    assert type(value(tasks[0]("--get", pointer))) is result


# Failures


def test_an_unknown_feature_is_1():
    assert refused(call("nope"), 1, "nope").output == b""


def test_an_unknown_feature_is_told_with_where_it_may_be(tmp_path):
    refused(call("rows"), 1, "there is no feature rows (-w names a workspace); there are gallery:counter")
    book, _ = file_workspace(tmp_path)
    told = "there is no feature gallery:counter (--gallery serves the gallery too); there are rows\n"
    refused(call("-w", book, "gallery:counter"), 1, told)
    refused(call("-w", book, "nope"), 1, "there is no feature nope; there are rows\n")
    refused(call("-w", book, "--gallery", "nope"), 1, "there is no feature nope; there are rows, gallery:counter")


def test_an_unknown_action_is_1_and_the_known_are_named():
    refused(call("gallery:counter", "nope"), 1, "nope", "incrementButtonTapped")


@pytest.mark.parametrize(
    "words",
    [["select"], ["select", "id=9"], ["insertItem", "value:=5"], ["setWindow", "offset=-1", "limit=5"], ["loadMore"]],
)
def test_a_refused_action_is_1(tasks, words):
    refused(tasks[0](*words), 1, words[0])


def test_actions_after_a_refused_one_are_not_sent():
    outcome = call("gallery:counter", "incrementButtonTapped", "nope", "incrementButtonTapped", "--get", "/count")
    assert outcome.status == 1 and json.loads(outcome.output) == 1


def forms(folder):
    """Writes a workspace with a form, and a flow whose root is a list over a command that fails."""
    fields = [{"name": "zip", "type": "text", "required": True}, {"name": "pin", "type": "secure"}]
    return workspace(
        folder,
        {"bad": {"type": "command", "argv": ["false"]}},
        {
            "form": {"kind": "form", "sections": [{"fields": fields}]},
            "list": {"kind": "list", "source": "bad"},
            "flow": {"kind": "flow", "root": "list"},
        },
    )


def test_a_text_field_takes_what_looks_like_a_number(tmp_path):
    words = ["setValue", "path=/zip", "value=2024", "submit", "--get", "/result"]
    assert value(call("-w", forms(tmp_path), "form", *words)) == {"zip": "2024"}


def test_a_form_that_is_submitted_and_not_right_is_1(tmp_path):
    outcome = refused(call("-w", forms(tmp_path), "form", "submit", "--get", "/status"), 1, "Zip is required")
    assert json.loads(outcome.output) == "editing"


def test_an_action_that_would_lose_changes_is_1(tmp_path):
    fields = [{"name": "title", "type": "text"}]
    sheet = {"style": "sheet", "feature": "form"}
    features = {
        "list": {"kind": "list", "source": "rows", "modals": {"new": sheet}},
        "form": {"kind": "form", "sections": [{"fields": fields}]},
    }
    book = workspace(tmp_path, {"rows": {"type": "inline", "rows": []}}, features)
    entered = ["present", "modal=new", "presentation/setValue", "path=/title", "value=x"]
    blocked = call("-w", book, "list", *entered, "presentation/cancel")
    refused(blocked, 1, "dismiss is not done", "unsaved changes", "go on with confirmDiscard")
    assert call("-w", book, "list", *entered, "presentation/cancel", "confirmDiscard").status == 0


def test_an_error_of_a_feature_within_is_1(tmp_path):
    refused(call("-w", forms(tmp_path), "flow", "--get", "/status"), 1, "false ended with status 1")


def test_words_that_make_no_call_are_not_repeated(tmp_path):
    words = ["setSecret", '{"path":"/pin","value":"hunter2" ']
    assert "hunter2" not in refused(call("-w", forms(tmp_path), "form", *words), 64, "setSecret").log


@pytest.mark.parametrize(
    "words",
    [
        ["a..b=1"],
        ["a:=nonsense"],
        ['{"a":'],
        ["incrementButtonTapped", "=1"],
        ["incrementButtonTapped", "a..b=1"],
        ["incrementButtonTapped", "a:=nonsense"],
        ["incrementButtonTapped", '{"a":'],
        ["incrementButtonTapped", "--get", "count"],
        ["incrementButtonTapped", "--get", "/a~2"],
    ],
)
def test_words_that_make_no_call_are_64(words):
    assert refused(call("gallery:counter", *words), 64).output == b""


@pytest.mark.parametrize("pointer", ["/nope", "/items/9", "/items/-", "/items/x", "/count/x"])
def test_a_pointer_to_nothing_is_1(tasks, pointer):
    assert refused(tasks[0]("--get", pointer), 1, pointer).output == b""


def test_a_state_that_shows_an_error_is_1(tmp_path):
    book, _ = file_workspace(tmp_path, content="nonsense\n")
    outcome = refused(call("-w", book, "rows", "--get", "/phase"), 1, "line 1")
    assert json.loads(outcome.output) == "failed"


def test_an_edit_that_is_not_saved_is_1(tmp_path):
    book, _ = file_workspace(tmp_path, "missing/rows.jsonl")
    refused(call("-w", book, "rows", "insertItem", "value.id=1"), 1, "No such file")


def test_a_call_that_does_not_settle_in_time_is_1(tmp_path):
    refused(call("-w", Fifo(tmp_path).workspace, "rows", "--timeout", "1"), 1, "settled")


DIALOGS = {
    "sources": {"slow": {"type": "command", "argv": ["sleep", "60"], "format": "lines"}},
    "features": {
        "ask": {
            "kind": "form",
            "sections": [
                {"fields": [{"name": "name", "type": "text", "required": True}, {"name": "password", "type": "secure"}]}
            ],
        },
        "late": {"kind": "list", "source": "slow"},
        "walk": {"kind": "flow", "root": "ask"},
    },
}


@pytest.fixture
def dialog(tmp_path):
    path = tmp_path / "dialogs.json"
    path.write_text(json.dumps(DIALOGS))
    return lambda *words: call("--run", "-w", path, *words)


def test_a_dialog_that_is_completed_is_0_and_prints_its_output_without_secrets(dialog):
    steps = ["setValue", "path=/name", "value=Ada", "setSecret", "path=/password", "value=hunter2", "submit"]
    assert value(dialog("ask", *steps)) == {"name": "Ada"}
    assert value(dialog("ask", *steps, "--get", "/name")) == "Ada"
    assert value(dialog("walk", "complete", "output:=[1]")) == [1]
    refused(dialog("ask", *steps, "--get", "/password"), 1, "the output has nothing at /password")


def test_a_dialog_that_is_cancelled_or_has_failed_is_1(dialog):
    refused(dialog("ask", "cancel"), 1, "ask was cancelled")
    refused(dialog("walk", "fail", "message=It is closed."), 1, "It is closed.")


def test_a_dialog_that_is_left_open_is_1(dialog):
    refused(dialog("ask"), 1, "ask has not ended")
    refused(dialog("ask", "submit"), 1, "Name is required.", "ask has not ended")
    refused(dialog("ask", "setValue", "path=/name", "value=Ada", "cancel"), 1, "ask has not ended")
    refused(dialog("ask", "fly"), 1, "ask has no action fly")


def test_a_dialog_whose_time_is_over_is_124(dialog):
    refused(dialog("late", "--timeout", "50"), 124, "late had not ended when the time was over")


def test_what_comes_behind_the_end_of_a_dialog_is_told(dialog):
    outcome = dialog("walk", "complete", "output:=1", "cancel")
    assert value(outcome) == 1 and "walk had ended before cancel could be sent" in outcome.log


def test_output_that_cannot_be_written_is_not_0():
    with open("/dev/full", "wb") as full:
        assert (
            subprocess.run([BINARY, "call", "gallery:counter"], stdout=full, stderr=subprocess.DEVNULL).returncode != 0
        )


@pytest.mark.parametrize(
    "args",
    [
        ["call"],
        ["nope"],
        ["call", "gallery:counter", "--timeout", "x"],
        ["serve", "--clock", "fast"],
        ["serve", "--seed", "-1"],
        ["serve", "extra"],
        ["call", "gallery:counter", "--nope"],
        ["serve", "--log-level", "loud"],
    ],
)
def test_wrong_usage_is_64(args):
    assert refused(run(b"", *args), 64).output == b""


@pytest.mark.parametrize(
    "args",
    [
        ["call", "gallery:counter", "--get", "count"],
        ["call", "gallery:counter", "id:=foo"],
        ["call", "gallery:counter", "--timeout=-1"],
        ["replay", "--secret", "1", "r"],
        ["replay", "--output", "0", "r"],
        ["check"],
        ["check", "a.json", "-w", "b.json"],
    ],
    ids=" ".join,
)
def test_wrong_words_are_told_with_the_usage_of_their_command(args):
    assert f"Usage: featurehost {args[0]} " in refused(run(b"", *args), 64).log


def test_wrong_words_are_told_before_the_workspace_is_read(tmp_path):
    refused(call("-w", tmp_path / "nope", "rows", "a:=nonsense"), 64, "not JSON")


@pytest.mark.parametrize(
    ("command", "statuses"),
    [
        ("ui", [0, 1, 2, 3, 64, 124, 130, 141]),
        ("serve", [0, 1, 2, 64]),
        ("connect", [0, 1, 2, 64]),
        ("call", [0, 1, 2, 3, 64, 124]),
        ("check", [0, 1, 64]),
        ("plugins", [0, 1, 2, 64]),
        ("filter", [0, 1, 2, 64, 124, 130]),
        ("trust", [0, 1, 2, 64]),
        ("replay", [0, 1, 2, 64]),
        ("conform", [0, 1, 2, 64]),
    ],
)
def test_the_help_has_a_table_of_exit_statuses(command, statuses):
    """Each status is at the beginning of a line, and no line of the table is wrapped."""
    text = run(b"", command, "--help").output.decode()
    table = text[text.index("Exit status:\n") : text.index("USAGE:")].split("\n\n")[0].splitlines()[1:]
    assert [int(line.split()[0]) for line in table if re.match(r"  \d", line)] == statuses
    assert all(re.match(r"  \d+ +\S|       \S", line) for line in table), table


def test_the_help_of_filter_says_how_to_choose_by_hand():
    assert b"Without it, a\n                          dialog is shown." in run(b"", "filter", "--help").output


def test_the_help_of_replay_says_what_its_output_takes():
    assert b"--output <session-number>" in run(b"", "replay", "--help").output


# Unknown params


def shapes(folder):
    """Writes a workspace with a feature of each kind that a workspace can declare."""
    inner = [{"name": "street", "type": "text"}]
    fields = [
        {"name": "title", "type": "text"},
        {"name": "place", "type": "group", "fields": inner},
        {"name": "others", "type": "repeated", "fields": inner},
    ]
    return workspace(
        folder,
        {"rows": {"type": "inline", "rows": [{"id": "1"}]}},
        {
            "form": {"kind": "form", "sections": [{"fields": fields}]},
            "steps": {"kind": "form", "steps": [{"id": "a", "title": "A", "sections": [{"fields": fields}]}]},
            "list": {"kind": "list", "source": "rows"},
            "search": {"kind": "search", "source": "rows", "keys": ["id"]},
            "flow": {"kind": "flow", "root": "list", "routes": {"more": {"feature": "form"}}},
        },
    )


@pytest.mark.parametrize(
    "words,refusal",
    [
        (["form", "title=Hi"], "the param params/title: no member is called title. Known: values, id"),
        (["form", "values.titel=Hi"], "the param params/values/titel: no member is called titel. Did you mean title?"),
        (["steps", "values.titel=Hi"], "the param params/values/titel: no member is called titel. Did you mean title?"),
        (["form", "values.place.stret=A"], "params/values/place/stret: no member is called stret. Did you mean"),
        (["form", 'values.others:=[{"stret":"A"}]'], "params/values/others/0/stret: no member is called stret"),
        (["--run", "form", "title=Hi", "submit"], "the param params/title: no member is called title"),
        (["list", '{"filter":"x"}'], "the param params/filter: no member is called filter. None is known."),
        (["search", "query=x"], "the param params/query: no member is called query. None is known."),
        (["flow", "route=more"], "the param params/route: no member is called route. Did you mean routes?"),
        (["list", "setWindow", "offset=0", "limt=1"], "setWindow is not sent: at /limt: no member is called limt."),
        (["list", "setSort", 'sort:=[{"key":"id","desc":true}]'], "setSort is not sent: at /sort/0/desc: no member is"),
        (
            ["list", "setWindow", "ofset=0", "limt=1"],
            "at /ofset: no member is called ofset. Did you mean offset? Known: offset, limit; at /limt: no member is",
        ),
        (["list", "refresh", *(f"x{n}=1" for n in range(7))], "no member is called x4. None is known.; and 2 more"),
        (["list", "refresh", "hard=1"], "refresh is not sent: at /hard: no member is called hard. None is known."),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_what_a_feature_has_no_use_for_is_refused(tmp_path, words, refusal):
    outcome = call("-w", shapes(tmp_path), *words)
    assert outcome.status == 1 and outcome.output == b"", outcome.output
    assert refusal in outcome.log and outcome.log.count("\n") == 1, outcome.log


@pytest.mark.parametrize(
    "words",
    [
        ["form", "values.title=Hi", "values.place.street=A", 'values.others:=[{"street":"B"}]'],
        ["form", '{"id":"1","values":{"id":"1","title":"Hi","of another":2}}'],
        ["form", "values:=null"],
        ["steps", "values.title=Hi"],
        ["flow", 'routes:=[{"route":"more","params":{"values":{"title":"Hi"}}}]'],
        ["list", "setWindow", "offset=0", "limit=1"],
        ["--gallery", "gallery:posts", "outcome=loaded"],
    ],
    ids=" ".join,
)
def test_what_a_feature_takes_is_not_refused(tmp_path, words):
    assert call("-w", shapes(tmp_path), *words).log == ""


# Workspaces


MISTAKES = """{
 "sources": {
  "a": {"type": "file"},
  "b": {"type": "nope"},
  "c": {"type": "file", "path": "x", "format": "xls", "more": 1},
  "d": {"type": "inline", "rows": [{"x": 1}, 5]}
 },
 "features": {
  "f": {"kind": "list", "source": "gone", "pageSize": 0},
  "g": {"kind": "list", "selection": "some"},
  "h:i": {"source": "a"}
 },
 "extra": true
}
"""


@pytest.mark.parametrize("command", [["call", "f", "-w"], ["serve", "-w"]], ids=["call", "serve"])
def test_all_mistakes_of_a_workspace_are_told_at_once_with_their_places(tmp_path, command):
    book = tmp_path / "w.json"
    book.write_text(MISTAKES)
    outcome = run(b"", *command, book)
    assert outcome.status == 2 and outcome.output == b""
    places = [line.removeprefix(f"{book}:").split(" ", 2)[:2] for line in outcome.log.splitlines()]
    found = {(int(line.rstrip(":")), pointer) for line, pointer in places}
    assert {
        (3, "/sources/a"),
        (4, "/sources/b/type"),
        (5, "/sources/c/format"),
        (5, "/sources/c/more"),
        (6, "/sources/d/rows/0"),
        (6, "/sources/d/rows/1"),
        (9, "/features/f/source"),
        (9, "/features/f/pageSize"),
        (10, "/features/g"),
        (10, "/features/g/selection"),
        (11, "/features/h:i"),
        (13, "/extra"),
    } <= found, outcome.log
    assert [line for line, _ in places] == sorted((line for line, _ in places), key=lambda line: int(line.rstrip(":")))


@pytest.mark.parametrize(
    "text,line", [("", 1), ("[]", 1), ('{\n"sources":\n}', 3), ('{\n"a":1,\n"a":2}', 3), ("{}x", 1), (b"\xff", 1)]
)
def test_a_workspace_that_is_not_an_object_of_json_is_2(tmp_path, text, line):
    book = tmp_path / "w.json"
    book.write_bytes(text if isinstance(text, bytes) else text.encode())
    refused(call("f", "-w", book), 2, f"{book}:{line}:")


def test_a_workspace_that_cannot_be_read_is_2(tmp_path):
    refused(call("f", "-w", tmp_path / "nope"), 2, "nope")
    refused(call("f", "-w", tmp_path), 2, str(tmp_path))


def test_paths_are_relative_to_the_workspace(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    outcome = subprocess.run([BINARY, "call", "-w", book, "rows", "--get", "/count"], cwd="/", stdout=subprocess.PIPE)
    assert outcome.stdout == b"1\n"
    outcome = subprocess.run(
        [BINARY, "call", "-w", book.name, "rows", "--get", "/count"], cwd=tmp_path, stdout=subprocess.PIPE
    )
    assert outcome.stdout == b"1\n"


def test_an_inline_source_can_be_edited(tmp_path):
    book = workspace(tmp_path, {"rows": {"type": "inline", "rows": [{"id": "1"}]}})
    assert (
        value(
            call("-w", book, "rows", "insertItem", "value.id=2", "deleteItems", '{"ids":["1"]}', "--get", "/items/0/id")
        )
        == "2"
    )


# Help


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["-h"],
        ["help"],
        ["serve", "--help"],
        ["call", "--help"],
        ["help", "serve"],
        ["help", "call"],
        ["help", "plugins"],
    ],
)
def test_help_goes_to_standard_output_with_0(args):
    outcome = run(b"", *args)
    assert outcome.status == 0 and b"USAGE: featurehost" in outcome.output and outcome.log == ""


def test_without_a_command_help_is_printed():
    outcome = run(b"")
    assert b"serve" in outcome.output and b"call" in outcome.output and b"plugins" in outcome.output


def test_the_help_names_every_option():
    for command, options in {
        "serve": ["--workspace", "--clock", "--seed", "--log-level", "--trace", "--data-dir"],
        "call": ["--workspace", "--get", "--timeout", "--trace", "--data-dir"],
        "check": ["--workspace", "--data-dir"],
        "plugins": ["--workspace", "--data-dir", "--no-run", "--json"],
    }.items():
        text = run(b"", command, "--help").output.decode()
        for option in options:
            assert option in text


def test_the_version_is_that_of_initialize():
    outcome = run(b"", "--version")
    host = run(b'{"jsonrpc":"2.0","id":1,"method":"initialize"}\n', "serve").messages[0]["result"]["hostInfo"]
    assert outcome.status == 0 and outcome.output.decode() == host["version"] + "\n"
