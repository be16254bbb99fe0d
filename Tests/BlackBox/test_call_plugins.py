"""`featurehost call` with features of plugins, whose catalog is requested first."""

import json
import sys
from pathlib import Path

import pytest
from host import run

HERE = Path(__file__).parent
# A plugin that closes its input before it answers `initialize`.
DEAF = """import json, os, sys
id = json.loads(os.read(0, 65536).split(b"\\n")[0])["id"]
os.close(0)
result = {"protocolVersion": "1", "hostInfo": {"name": "deaf", "version": "1"}, "capabilities": {"features": True}}
print(json.dumps({"jsonrpc": "2.0", "id": id, "result": result}), flush=True)
"""
TYPED = [
    {
        "name": "add",
        "params": {
            "type": "object",
            "properties": {"by": {"type": "integer"}, "ids": {"type": "array", "items": {"type": "string"}}},
        },
    }
]


def workspace(folder, **plugins):
    """Writes a workspace with the plugin `p`, whose feature `counter` has an action `add` with a number."""
    text = (HERE / "plugins" / "features.py").read_text()
    text = text.replace('in ("add", ', "in (").replace("ACTIONS = ", f"ACTIONS = {TYPED!r} + ")
    (folder / "features.py").write_text(text)
    path = folder / "workspace.json"
    own = {"kind": "form", "sections": [{"fields": [{"name": "a", "type": "text"}]}]}
    declared = {"p": {"command": [sys.executable, "features.py", "none"]}, **plugins}
    path.write_text(json.dumps({"plugins": declared, "features": {"own": own}}))
    return path


def call(path, *words):
    return run(b"", "call", "-w", path, *words)


def test_values_are_what_the_schema_of_the_plugins_action_wants(tmp_path):
    outcome = call(workspace(tmp_path), "p:counter", "add", "by=2", "ids=a,b", "add", "--get", "/count")
    assert outcome.status == 0 and outcome.output == b"3\n", outcome.log


def test_a_feature_that_the_plugin_lacks_is_named_with_those_that_there_are(tmp_path):
    for feature in "p:nothing", "nothing", "q:counter":
        outcome = call(workspace(tmp_path), feature, "add")
        assert outcome.status == 1 and outcome.output == b""
        assert outcome.log == f"featurehost: there is no feature {feature}; there are own, p:counter\n"


def test_a_plugin_that_failed_is_told_in_place_of_its_features(tmp_path):
    path = workspace(tmp_path, q={"command": ["sh", "-c", "exit 3"]})
    outcome = call(path, "q:counter")
    assert outcome.status == 1 and outcome.log.endswith("featurehost: the plugin q ended with status 3\n"), outcome.log
    # The failed plugin does not affect the other one.
    assert call(path, "p:counter", "add", "by=2", "--get", "/count").output == b"2\n"


def test_words_that_are_wrong_are_told_before_a_plugin_is_started(tmp_path):
    program = [sys.executable, "-c", "open('ran', 'w').close()"]
    outcome = call(workspace(tmp_path, q={"command": program}), "q:counter", "add", "by:={")
    assert outcome.status == 64 and not (tmp_path / "ran").exists()


def test_a_feature_of_the_host_starts_no_plugin(tmp_path):
    program = [sys.executable, "-c", "open('ran', 'w').close()"]
    assert call(workspace(tmp_path, q={"command": program}), "own").status == 0
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("command", [["call", "q:counter", "-w"], ["plugins", "--data-dir", "none", "-w"]])
def test_a_plugin_that_ends_while_something_is_said_to_it_ends_nobody_else(tmp_path, command):
    path = workspace(tmp_path, q={"command": [sys.executable, "-c", DEAF]})
    outcome = run(b"", *command, path, cwd=tmp_path)
    assert outcome.status == 1, (outcome.status, outcome.log)
