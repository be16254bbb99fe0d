"""Trust: with `--require-trust`, the host does not run the programs of an untrusted workspace."""

import hashlib
import json
import os
import subprocess

import pytest
from host import BINARY, GUARD, Host, encode, request, run

PLUGIN = """
import sys
open("ran-plugin", "w").close()
sys.exit("the plugin has run")
"""


pytestmark = pytest.mark.usefixtures("no_trust")


@pytest.fixture
def repository(tmp_path):
    """A clone of a foreign repository, whose workspace names programs of all kinds."""
    folder = tmp_path / "clone"
    folder.mkdir()
    (folder / "plugin.py").write_text(PLUGIN)
    touch = ["sh", "-c", 'touch "ran-$0"; echo row']
    book = {
        "plugins": {"p": {"command": ["python3", "plugin.py"]}},
        "sources": {
            "files": {
                "type": "command",
                "argv": [*touch, "command"],
                "operations": {"go": {"argv": [*touch, "operation"]}},
            },
            "found": {"type": "command", "search": {"argv": [*touch, "search", "{query}"]}},
            "rows": {"type": "plugin", "plugin": "p"},
            "plain": {"type": "inline", "rows": [{"id": "1"}]},
        },
        "features": {
            "files": {"kind": "list", "source": "files"},
            "found": {"kind": "search", "source": "found"},
            "rows": {"kind": "list", "source": "rows"},
            "plain": {"kind": "list", "source": "plain"},
            "go": {
                "kind": "form",
                "submit": {"source": "files", "call": "perform", "operation": "go"},
                "sections": [{"fields": []}],
            },
        },
    }
    (folder / "workspace.json").write_text(json.dumps(book))
    return folder


def trust(*words, status=0):
    said = subprocess.run([BINARY, "trust", *map(str, words)], capture_output=True, text=True, timeout=GUARD)
    assert said.returncode == status, said
    return said.stdout + said.stderr


def ran(folder):
    return sorted(path.name for path in folder.glob("ran-*"))


def used(folder, *words):
    """Opens and uses all features; returns the host's `untrusted`, and the phases and errors of the features."""
    os.chdir(folder)
    with Host("-w", folder / "workspace.json", *words) as host:
        info = host.do("initialize")
        host.do("feature/list")
        shown = {}
        for feature in ("files", "found", "rows", "plain", "go"):
            host.do("feature/open", feature=feature, instance=feature)
        host.act("found", "setQuery", {"query": "x"})
        host.act("go", "submit")
        for feature in ("files", "found", "rows", "plain", "go"):
            host.do("feature/settle", instance=feature)
            snapshot = host.do("feature/snapshot", instance=feature)
            shown[feature] = [error["code"] for error in snapshot["errors"]]
        host.finish()
    return info.get("untrusted"), shown


def test_a_hostile_workspace_in_a_cloned_repository_runs_nothing(repository):
    untrusted, shown = used(repository, "--require-trust")
    assert ran(repository) == []
    held = ["untrusted"]
    assert shown == {"files": held, "found": held, "rows": held, "plain": [], "go": held}
    assert untrusted["workspace"] == str(repository / "workspace.json")
    assert untrusted["sha256"] == hashlib.sha256((repository / "workspace.json").read_bytes()).hexdigest()
    named = [(program["kind"], program["name"]) for program in untrusted["programs"]]
    assert named == [("command", "files"), ("operation", "files/go"), ("search", "found"), ("plugin", "p")]
    assert untrusted["programs"][3]["argv"] == ["python3", "plugin.py"]


def test_whoever_names_a_workspace_in_a_command_runs_it(repository):
    untrusted, shown = used(repository)
    assert untrusted is None and shown["files"] == []
    assert {"ran-command", "ran-operation", "ran-search"} <= set(ran(repository))


@pytest.mark.parametrize("what", ["workspace.json", "", ".."])
def test_what_is_trusted_is_run(repository, what):
    said = trust(repository / what)
    assert "trusted: " in said
    untrusted, shown = used(repository, "--require-trust")
    assert untrusted is None and shown["files"] == [] and "ran-command" in ran(repository)


def test_trust_is_shown_what_it_is_about(repository):
    said = trust(repository / "workspace.json").splitlines()
    assert said[0] == f"trusted: {repository}/workspace.json"
    assert said[1] == "it runs command files: sh -c 'touch \"ran-$0\"; echo row' command"
    assert len(said) == 5


def test_what_changes_what_a_program_does_is_shown(tmp_path):
    """Variables and a working folder can make a harmless command run another program."""
    plugin = {"command": ["bash", "-c", ":"], "env": {"BASH_ENV": "./evil.sh", "A": "1 2"}, "folder": "sub"}
    sources = {
        "s": {"type": "plugin", "plugin": "p"},
        "c": {"type": "command", "argv": ["./list"], "folder": "sub", "operations": {"go": {"argv": ["./go"]}}},
        "e": {"type": "command", "argv": ["./list"], "env": {"LD_PRELOAD": "./evil.so"}},
    }
    features = {name: {"kind": "list", "source": name} for name in sources}
    path = tmp_path / "w.json"
    path.write_text(json.dumps({"plugins": {"p": plugin}, "sources": sources, "features": features}))
    begin = run(encode(request(1, "initialize")), "serve", "--require-trust", "-w", path).messages[0]["result"]
    assert [program["argv"] for program in begin["untrusted"]["programs"]] == [
        ["env", "-C", "sub", "./list"],
        ["env", "-C", "sub", "./go"],
        ["env", "LD_PRELOAD=./evil.so", "./list"],
        ["env", "-C", "sub", "A=1 2", "BASH_ENV=./evil.sh", "bash", "-c", ":"],
    ]


def test_a_name_in_another_unicode_form_is_another_file(tmp_path):
    composed, decomposed = (tmp_path / name for name in ("\u00e9", "e\u0301"))
    for folder in (composed, decomposed):
        folder.mkdir()
        source = {"type": "command", "argv": ["true"]}
        features = {"l": {"kind": "list", "source": "s"}}
        (folder / "w.json").write_text(json.dumps({"sources": {"s": source}, "features": features}))
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    assert run(b"", "trust", composed / "w.json", env=environment).status == 0
    for folder, is_trusted in ((composed, True), (decomposed, False)):
        arguments = ("serve", "--require-trust", "-w", folder / "w.json")
        begin = run(encode(request(1, "initialize")), *arguments, env=environment).messages[0]["result"]
        assert ("untrusted" not in begin) == is_trusted, folder


def test_a_changed_file_is_not_trusted_any_more(repository):
    path = repository / "workspace.json"
    trust(path)
    path.write_text(path.read_text() + " ")
    assert used(repository, "--require-trust")[0] is not None and ran(repository) == []
    assert trust("--list") == f"file {path} (changed since)\n"
    # A digest of an earlier content is refused.
    shown = "0" * 64
    assert "has changed since" in trust("--sha256", shown, path, status=2)
    trust("--sha256", hashlib.sha256(path.read_bytes()).hexdigest(), path)
    assert trust("--list") == f"file {path}\n"


def test_a_copy_or_a_neighbour_is_not_trusted(repository, tmp_path):
    trust(repository / "workspace.json")
    copy = tmp_path / "clone2"
    copy.mkdir()
    (copy / "workspace.json").write_bytes((repository / "workspace.json").read_bytes())
    (copy / "plugin.py").write_text(PLUGIN)
    assert used(copy, "--require-trust")[0] is not None
    trust("--remove", repository / "workspace.json")
    # A trusted folder does not include a folder whose name begins with the same letters.
    trust(repository)
    assert used(copy, "--require-trust")[0] is not None and ran(copy) == []


def test_a_link_into_a_trusted_folder_is_what_it_points_at(repository, tmp_path):
    trusted = tmp_path / "trusted"
    trusted.mkdir()
    trust(trusted)
    (trusted / "workspace.json").symlink_to(repository / "workspace.json")
    assert used(trusted, "--require-trust")[0]["workspace"] == str(repository / "workspace.json")


def test_trust_is_taken_back(repository):
    assert trust("--list") == ""
    trust(repository)
    assert trust("--list") == f"folder {repository}\n"
    trust("--remove", repository)
    assert used(repository, "--require-trust")[0] is not None and ran(repository) == []
    assert "is not trusted by itself" in trust("--remove", repository, status=2)


def test_a_workspace_that_runs_nothing_needs_no_trust(tmp_path):
    path = tmp_path / "workspace.json"
    path.write_text(
        json.dumps({"sources": {"s": {"type": "inline"}}, "features": {"l": {"kind": "list", "source": "s"}}})
    )
    with Host("-w", path, "--require-trust") as host:
        assert "untrusted" not in host.do("initialize")


def test_many_can_be_trusted_at_once(tmp_path):
    folders = [tmp_path / f"f{number}" for number in range(12)]
    for folder in folders:
        folder.mkdir()
    started = [subprocess.Popen([BINARY, "trust", folder], stdout=subprocess.DEVNULL) for folder in folders]
    assert [process.wait(GUARD) for process in started] == [0] * 12
    assert sorted(trust("--list").splitlines()) == sorted(f"folder {folder}" for folder in folders)


@pytest.mark.parametrize("words", [[], ["--list", "x"], ["--sha256", "0"], ["--remove"]])
def test_wrong_words(words):
    trust(*words, status=64)


def test_what_is_not_there(tmp_path):
    assert "there is no such file or folder" in trust(tmp_path / "none", status=2)
    (tmp_path / "broken.json").write_text("{")
    trust(tmp_path / "broken.json", status=2)
    assert trust("--list") == ""


@pytest.mark.parametrize(("command", "status"), [("check", 1), ("trust", 2), ("serve -w", 2)])
def test_a_device_is_no_workspace(command, status):
    """It may never end: /dev/zero would be read until the memory is used up."""
    done = subprocess.run([BINARY, *command.split(), "/dev/zero"], capture_output=True, text=True, timeout=GUARD)
    assert done.returncode == status
    assert "/dev/zero: is a device; name a file" in done.stdout + done.stderr
