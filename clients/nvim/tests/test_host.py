"""The host: how it is found, that it dies, and that nothing is left of it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from conftest import Start, rows
from neovim import ENTER, ESCAPE, control


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
    nvim.choose("Agenda (list)")
    nvim.shows("Agenda", "Send the invoice")
    nvim.type(":FeatureHost age\t")
    nvim.shows(":FeatureHost agenda")
    nvim.type(f"{control('u')}FeatureHost task values:={{\"title\":\"Given\"}}{ENTER}")
    nvim.shows("Task", "Title *", "Given")


def test_a_workspace_is_found_above_the_folder_and_asked_about(demo: Path, start: Start) -> None:
    (demo / "demo.workspace.json").rename(demo / "featurehost.workspace.json")
    nvim = start(demo / "notes", "absent", setup="vim.g.featurehost_workspace = nil")
    nvim.command("FeatureHost tasks")
    nvim.shows("Serve the workspace", "It can run programs.")
    nvim.type("y")
    nvim.shows("Water the plants")


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
    nvim.command("lua print(#vim.tbl_keys(require('featurehost').hosts()[1].instances), 'are open')")
    nvim.shows("0 are open")
