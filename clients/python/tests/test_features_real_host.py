"""Features of a plugin that uses this library, shown by the real daemon."""

from __future__ import annotations

import json
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from featurehost import Host, Instance, RequestError

HERE = Path(__file__).parent


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "workspace.json"
    library = {"PYTHONPATH": str(HERE.parent / "src")}
    plugin = {"command": [sys.executable, str(HERE / "feature_loader.py")], "env": library}
    path.write_text(json.dumps({"plugins": {"p": plugin}}))
    return path


def test_its_features_are_in_the_catalog(workspace: Path) -> None:
    with Host(workspace=workspace) as host:
        assert host.features == ()
        found = {entry.id: entry.plugin for entry in host.list_features()}
        assert found.keys() >= {"p:counter", "p:loader", "p:watch"} and set(found.values()) == {"p"}


def test_an_action_is_seen_before_it_is_answered(workspace: Path) -> None:
    with Host(workspace=workspace) as host:
        counter: Instance = host.open("p:counter")
        counter.send("incrementButtonTapped")
        assert counter.state["count"] == 1
        assert counter.snapshot.feature == "p:counter" and counter.snapshot.cause.action == "incrementButtonTapped"
        assert counter.snapshot.cause.origin == "client"


@pytest.mark.parametrize(
    ("feature", "sent", "code", "data"),
    [
        ("counter", {"action": "incrementButtonTapped", "ifRevision": 7}, -31006, {"revision": 0}),
        ("loader", {"action": "explode"}, -31003, {}),
        ("loader", {"action": "look"}, -31004, {}),
        ("loader", {"action": "done"}, -31005, {"reason": "noLines"}),
    ],
)
def test_what_it_refuses_is_told_as_it_says(
    workspace: Path, feature: str, sent: dict[str, Any], code: int, data: dict[str, Any]
) -> None:
    with Host(workspace=workspace) as host:
        opened = host.open(f"p:{feature}")
        with pytest.raises(RequestError) as caught:
            opened.send(sent["action"], if_revision=sent.get("ifRevision"))
        assert caught.value.code == code
        assert data.items() <= caught.value.data.items()


def test_what_it_does_by_and_by_is_shown_step_by_step(workspace: Path) -> None:
    with Host(workspace=workspace) as host:
        loader = host.open("p:loader")
        loader.send("load")
        assert not loader.snapshot.settled and loader.state["lines"] == ["begin"]
        loader.send("go", times=2)
        loader.settle()
        assert loader.state["lines"] == ["begin", "step 0", "step 1"] and loader.snapshot.settled


def test_a_dialog_of_a_plugin_has_its_outcome(workspace: Path) -> None:
    with Host(workspace=workspace) as host, ThreadPoolExecutor(1) as pool:
        running = pool.submit(host.request, "feature/run", {"feature": "p:loader", "instance": "dialog"})
        dialog = host.open("p:loader", instance="dialog")
        dialog.send("quick", await_="settled")
        dialog.send("done")
        assert running.result(30) == {"outcome": "completed", "output": ["quick"]}


def test_a_plugin_that_is_killed_is_shown_and_mended(workspace: Path) -> None:
    with Host(workspace=workspace, args=["--gallery"]) as host:
        beside, counter = host.open("gallery:counter"), host.open("p:counter")
        counter.send("incrementButtonTapped")
        (plugin,) = host.request("host/plugins")["plugins"]
        os.kill(plugin["pid"], signal.SIGKILL)
        failed = counter.wait_until(lambda snapshot: bool(snapshot.errors))
        assert failed.errors[0].code == "pluginFailed" and failed.state["count"] == 1
        beside.send("incrementButtonTapped")
        assert beside.state["count"] == 1
        counter.send("retry")
        counter.settle()
        assert counter.snapshot.errors == () and counter.state["count"] == 0
