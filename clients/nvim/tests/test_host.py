"""The host: how it is found, its death, and that no process is left."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

from conftest import Start, rows
from neovim import ENTER, ESCAPE, TAB, control


def test_a_host_that_dies_is_told_of_and_started_again(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    (host,) = nvim.children()
    os.kill(host, signal.SIGKILL)
    nvim.shows("The host has ended", "A signal ended it (9)", "[ Restart ]")
    nvim.frame("death")
    nvim.type("r")
    nvim.shows_no("[ Restart ]")
    nvim.is_on("Water the plants")
    nvim.type("x")
    nvim.until(lambda: rows(demo / "tasks.jsonl", "done")[0] is True, "the new host should have ticked it")
    assert nvim.children() != [host]


def test_a_command_starts_it_again_too(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    (host,) = nvim.children()
    os.kill(host, signal.SIGKILL)
    nvim.shows("The host has ended")
    nvim.type(ESCAPE)
    nvim.shows("Tasks", "the host has ended")
    nvim.command("FeatureHostRestart")
    nvim.shows("Tasks", "5 rows")
    nvim.type("g1")
    nvim.shows("New task")


def test_one_that_is_not_there_is_told_of(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks", setup="require('featurehost').setup{cmd = '/nowhere/featurehost'}")
    nvim.shows("/nowhere/featurehost could not be started", "featurehost-install")


def test_features_are_chosen_and_completed(demo: Path, start: Start) -> None:
    nvim = start(demo, size=(100, 30))
    nvim.command("FeatureHost")
    nvim.choose("▒ Agenda (list)")
    nvim.shows("Agenda", "Send the invoice")
    nvim.type(":FeatureHost age\t")
    nvim.shows(":FeatureHost agenda")
    nvim.type(f'{control("u")}FeatureHost task values:={{"title":"Given"}}{ENTER}')
    nvim.shows("Task", "Title *", "Given")


def test_params_reach_the_host_as_they_were_typed(demo: Path, start: Start) -> None:
    nvim = start(demo, feature='task {"values": {"title": "two  blanks, \\"a  \\\\\\" "}}')
    nvim.shows('Title *     two  blanks, "a  \\"')
    nvim.command("bdelete!")
    nvim.command('FeatureHost task values:={"title": "a  } b"}   values.due=  values.priority=high')
    nvim.shows("Title *     a  } b", "YYYY-MM-DD", "high")
    nvim.command("bdelete!")
    nvim.command(r"FeatureHost task values.title=c\ \ d\\e\f")
    nvim.shows("Title *     c  d\\e\\f")
    nvim.command("bdelete!")
    nvim.command("FeatureHost task title")
    nvim.shows('"title" is no param')


def test_a_workspace_is_found_above_the_folder_and_asked_about(demo: Path, start: Start) -> None:
    (demo / "demo.workspace.json").rename(demo / "featurehost.workspace.json")
    nvim = start(demo / "notes", "absent", setup="vim.g.featurehost_workspace = nil")
    nvim.command("FeatureHost tasks")
    nvim.shows("Run what this workspace names?", "would run the 4 programs below.")
    nvim.is_on("[ Open without running ]")
    nvim.shows("[ Trust and run ]", "- command commits: git log")
    nvim.type(TAB * 2)
    nvim.is_on("[ Trust and run ]")
    nvim.type(ENTER)
    nvim.is_on("Water the plants")
    nvim.command("FeatureHost commits")
    nvim.shows("Commits", "First")


def test_nothing_is_left_behind(demo: Path, start: Start) -> None:
    before = set(demo.iterdir())
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.command("FeatureHostStop")
    nvim.shows_no("Water the plants")
    nvim.until_quiet(lambda: nvim.children() == [], "the host should have ended")
    nvim.command("FeatureHost tasks")
    nvim.is_on("Water the plants")
    nvim.type("x")
    nvim.command("qa")
    assert nvim.ends() == 0
    assert nvim.children() == []
    assert rows(demo / "tasks.jsonl", "done")[0] is True
    assert {path.name for path in set(demo.iterdir()) - before} <= {"init.lua", ".local", ".cache"}


def test_a_feature_is_opened_beside_what_is_presented(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("g1")
    nvim.shows("New task")
    nvim.command("FeatureHost agenda")
    nvim.shows("Agenda", "high")
    nvim.shows_no("New task")
    nvim.command("FeatureHost tasks")
    nvim.shows("Tasks", "New task")


def test_closing_the_buffer_closes_the_feature(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.command("bdelete")
    nvim.shows_no("Water the plants")
    # The feature is closed after the command that deletes the buffer.
    has_closed = "function() return not next(require('featurehost').hosts()[1].instances) end"
    nvim.command(f"lua print(vim.wait(60000, {has_closed}))")
    nvim.shows("true")


def test_a_list_can_be_looked_through_when_its_host_is_dead(tmp_path: Path, start: Start) -> None:
    things = [{"id": str(n), "name": f"Thing {n}"} for n in range(200)]
    workspace = {
        "sources": {"things": {"type": "inline", "rows": things}},
        "features": {"things": {"kind": "list", "title": "Things", "source": "things", "pageSize": 200}},
    }
    nvim = start(tmp_path, workspace, feature="things")
    nvim.shows("200 rows", "Thing 9")
    (host,) = nvim.children()
    os.kill(host, signal.SIGKILL)
    nvim.shows("The host has ended")
    nvim.type(f"{ESCAPE}G")
    nvim.shows("Things", "the host has ended", "    …")
    nvim.command("echo 'no' 'overflow'")
    nvim.shows("Things", "no overflow")


def test_what_a_host_that_is_stopped_was_asked_is_given_up(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.command(
        "lua require('featurehost').hosts()[1]:request('ping', nil, function(p) print('given', 'up', p.kind) end)"
    )
    nvim.command("FeatureHostRestart")
    nvim.shows("given up died")
    os.kill(host, signal.SIGCONT)


def test_what_can_not_be_opened_anew_is_told_of(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="agenda", size=(220, 24))
    nvim.shows("Agenda", "Send the invoice")
    workspace = json.loads((demo / "demo.workspace.json").read_text())
    workspace["features"]["jobs"] = workspace["features"].pop("agenda")
    (demo / "demo.workspace.json").write_text(json.dumps(workspace))
    nvim.command("FeatureHostRestart")
    nvim.shows("featurehost: agenda-1:")
    nvim.shows_no("Send the invoice")


def test_what_is_no_host_is_told_of(tmp_path: Path, start: Start) -> None:
    host = tmp_path / "host"
    host.write_text(
        "#!/bin/sh\nread a\necho garbage\necho '[1]'\necho '{\"id\":1,\"result\":null}'\n"
        'echo \'{"method":"state/snapshot"}\'\nread b\necho \'{"id":2,"result":{}}\'\n'
        'read c; echo \'{"id":3,"result":{}}\'; read d\n'
    )
    host.chmod(0o755)
    nvim = start(tmp_path, "absent", feature="new", setup=f"require('featurehost').setup{{cmd = {str(host)!r}}}")
    nvim.shows("featurehost: The host has answered with something else than a feature.")
    assert "stack traceback" not in nvim.text()
