"""A workspace with a plugin that has features, and helpers for requests to it."""

import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
PLAIN_PLUGIN = HERE / "plugins" / "plain.py"


def workspace(tmp_path, fault="none", is_broken=True):
    shutil.copy(HERE / "plugins" / "features.py", tmp_path)
    if is_broken:
        (tmp_path / "broken").touch()
    path = tmp_path / "workspace.json"
    plugin = {"command": [sys.executable, "features.py", fault]}
    path.write_text(json.dumps({"plugins": {"p": plugin}}))
    return path


def open_counter(host, instance="i", **more):
    return host.do("feature/open", feature="p:counter", instance=instance, **more)["snapshot"]


def refusal(host, method, **params):
    return host.ask(method, params)["error"]


def open_beside(host):
    host.do("feature/open", feature="gallery:counter", instance="c")


def check_beside(host):
    """Checks that another instance works as before."""
    host.act("c", "incrementButtonTapped")
    assert host.do("feature/snapshot", instance="c")["state"]["count"] == 1
