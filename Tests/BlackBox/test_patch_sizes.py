"""`Benchmarks/patches`: its checks before the measurements, for short sessions."""

import importlib.util
import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from host import BINARY, GUARD, ROOT

sys.path.insert(0, str(ROOT / "Benchmarks"))

ENCODING = os.environ.get("ENCODING", str(Path(BINARY).with_name("Encoding")))


def script(name):
    """Imports a program without a file extension."""
    loader = SourceFileLoader(name, str(ROOT / "Benchmarks" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


patches = script("patches")
SESSIONS = {**patches.ACTIONS, "all of them in turn": patches.in_turn(100, 50)}


@pytest.mark.parametrize("name", SESSIONS)
def test_patches_lead_where_snapshots_do_in_a_tenth_of_their_bytes(name, tmp_path):
    path = patches.workspace(str(tmp_path), 100)
    snapshots, updates = patches.compare(BINARY, str(tmp_path), path, name, SESSIONS[name], 1_000, 50)
    assert 0 < updates <= snapshots / 10


@pytest.mark.parametrize("name", SESSIONS)
def test_what_is_timed_is_the_same_in_each_encoding(name):
    """A hundred actions are compared, and eleven are timed; the test ignores the times."""
    assert set(patches.encode(ENCODING, 100, 50, SESSIONS[name], 110)) == {"patch", "snapshot", "written", "clock"}


def test_an_action_that_is_refused_ends_it():
    said = '[{"id":"1"}]\n1\n{"action":"setActive","params":{"id":"2"}}\n'
    done = subprocess.run([ENCODING], input=said, capture_output=True, text=True, timeout=GUARD)
    assert done.returncode != 0
    assert done.stdout == ""
