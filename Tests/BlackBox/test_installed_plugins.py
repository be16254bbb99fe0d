"""Installed plugins: a workspace refers to them by name, and `featurehost plugins` tests them."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from host import Host, run

HERE = Path(__file__).parent
FEATURES = [sys.executable, "features.py", "none"]
# Creates a file, which shows that the program was run.
TRACE = "open('ran', 'w').close()"


def install(data, name, manifest, program=None):
    """Creates the folder of a plugin, with a manifest as text or as a value."""
    folder = data / "plugins" / name
    folder.mkdir(parents=True)
    if program:
        shutil.copy(HERE / "plugins" / program, folder)
    (folder / "plugin.json").write_text(manifest if isinstance(manifest, str) else json.dumps(manifest))
    return folder


def sources(name="faulty", **members):
    """Returns a workspace with a list over a source of an installed plugin."""
    return {
        "plugins": {name: members},
        "sources": {"rows": {"type": "plugin", "plugin": name}},
        "features": {"rows": {"kind": "list", "source": "rows"}},
    }


def write(folder, workspace):
    path = folder / "workspace.json"
    path.write_text(json.dumps(workspace))
    return path


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def plugins(data, *args, **options):
    return run(b"", "plugins", "--data-dir", data, *args, **options)


def report(data, *args):
    outcome = plugins(data, "--json", *args)
    assert outcome.output.count(b"\n") == 1, outcome.log
    return {entry["plugin"]: entry for entry in json.loads(outcome.output)["plugins"]}, outcome.status


# Plugins that a workspace names


def test_a_plugin_without_a_command_is_the_installed_one(tmp_path, data):
    install(data, "p", {"command": FEATURES}, "features.py")
    book = write(tmp_path, {"plugins": {"p": {}}})
    with Host("-w", book, "--data-dir", data) as host:
        assert [feature["id"] for feature in host.do("feature/list")["features"]] == ["p:counter"]
        assert host.do("feature/open", feature="p:counter")["snapshot"]["state"]["count"] == 0


def test_a_source_can_name_it(tmp_path, data):
    install(data, "faulty", {"command": [sys.executable, "faulty.py", "none"]}, "faulty.py")
    outcome = run(b"", "call", "-w", write(tmp_path, sources()), "--data-dir", data, "rows", "--get", "/count")
    assert outcome.output == b"2\n", outcome.log


@pytest.mark.parametrize(
    ("variables", "place"),
    [
        ({"XDG_DATA_HOME": "{}/x", "HOME": "/nowhere"}, "x/featurehost"),
        ({"XDG_DATA_HOME": "", "HOME": "{}"}, ".local/share/featurehost"),
        ({"XDG_DATA_HOME": "x", "HOME": "{}"}, ".local/share/featurehost"),
        ({"HOME": "{}"}, ".local/share/featurehost"),
    ],
)
def test_the_folder_is_that_of_the_specification(tmp_path, variables, place):
    install(tmp_path / place, "p", {"command": FEATURES})
    # Plugins in folders that the specification does not name are ignored.
    install(tmp_path / "x" / "featurehost" if place[0] == "." else tmp_path / "y", "q", {"command": ["sh"]})
    environment = {name: text.format(tmp_path) for name, text in variables.items()} | {"PATH": os.environ["PATH"]}
    outcome = run(b"", "plugins", "--no-run", env=environment, cwd=tmp_path)
    assert outcome.output.decode() == f"p ({tmp_path / place}/plugins/p/plugin.json): not run\n"


@pytest.mark.parametrize("variables", [{}, {"HOME": ""}, {"HOME": ".", "XDG_DATA_HOME": "."}])
def test_nothing_is_installed_in_the_working_folder(tmp_path, variables):
    for place in ".local/share/featurehost", "featurehost", ".":
        install(tmp_path / place, "p", {"command": [sys.executable, "-c", TRACE]})
    outcome = run(b"", "plugins", env=variables, cwd=tmp_path)
    assert outcome.status == 0 and outcome.output == b""
    book = write(tmp_path, {"plugins": {"p": {}}})
    outcome = run(b"", "check", book, env=variables, cwd=tmp_path)
    assert outcome.status == 1 and b"nor HOME names the folder of installed plugins" in outcome.output


def test_what_nobody_names_does_not_run(tmp_path, data):
    folder = install(data, "p", {"command": [sys.executable, "-c", TRACE]})
    for arguments in ["-w", write(tmp_path, {"plugins": {}})], []:
        with Host(*arguments, "--data-dir", data) as host:
            features = host.do("feature/list")["features"]
            assert not any(feature["id"].startswith("p:") for feature in features)
            assert host.do("host/plugins")["plugins"] == []
            assert host.ask("feature/open", {"feature": "p:counter"})["error"]["code"] == -31001
    assert not (folder / "ran").exists()


PRINTER = "import json, os; json.dump([os.getcwd(), dict(os.environ)], open(os.environ['TO'], 'w'))"


def test_it_runs_in_its_folder_with_the_variables_of_both(tmp_path, data):
    manifest = {"command": [sys.executable, "-c", PRINTER], "env": {"A": "manifest", "B": "manifest"}}
    folder = install(data, "p", manifest)
    book = write(tmp_path, {"plugins": {"p": {"env": {"B": "workspace", "TO": str(tmp_path / "said")}}}})
    run(b"", "plugins", "-w", book, "--data-dir", "data", cwd=tmp_path)
    place, variables = json.loads((tmp_path / "said").read_text())
    assert os.path.samefile(place, folder)
    assert variables["A"] == "manifest" and variables["B"] == "workspace"


@pytest.mark.parametrize("where", [{}, {"folder": "sub"}, {"folder": "/"}])
def test_a_program_beside_its_manifest_is_found_wherever_it_runs(tmp_path, data, where):
    folder = install(data, "p", {"command": ["./program"], "env": {"TO": str(tmp_path / "said")}, **where})
    (folder / "sub").mkdir()
    (folder / "program").write_text('#!/bin/sh\npwd > "$TO"\n')
    (folder / "program").chmod(0o755)
    run(b"", "plugins", "--data-dir", "data", cwd=tmp_path)
    assert os.path.samefile((tmp_path / "said").read_text().strip(), folder / where.get("folder", ""))


def test_a_workspace_with_a_command_is_about_another_one(tmp_path, data):
    folder = install(data, "p", {"command": [sys.executable, "-c", TRACE]})
    shutil.copy(HERE / "plugins" / "features.py", tmp_path)
    book = write(tmp_path, {"plugins": {"p": {"command": FEATURES}}})
    with Host("-w", book, "--data-dir", data) as host:
        assert [feature["id"] for feature in host.do("feature/list")["features"]] == ["p:counter"]
    assert not (folder / "ran").exists()


# Diagnostics


def test_one_that_is_not_installed_is_a_mistake_of_the_workspace(tmp_path, data):
    book = write(tmp_path, {"plugins": {"p": {}}})
    outcome = run(b"", "check", book, "--data-dir", data)
    assert outcome.status == 1
    assert outcome.output.decode().startswith(f"{book}:1: /plugins/p lacks command")
    assert f"there is no {data}/plugins/p/plugin.json" in outcome.output.decode()
    for command in ["serve"], ["call", "f"], ["plugins"]:
        outcome = run(b"", *command, "-w", book, "--data-dir", data)
        assert outcome.status == 2 and outcome.output == b"" and "/plugins/p lacks command" in outcome.log


@pytest.mark.parametrize("name", ["../p", "p/../p", ".p", "/p", "p/\u0301", ".\u0301"])
def test_a_name_leads_to_no_other_folder(tmp_path, data, name):
    for place in data / "plugins" / "p", data / "p", data / "plugins" / ".p":
        place.mkdir(parents=True)
        (place / "plugin.json").write_text(json.dumps({"command": FEATURES}))
    outcome = run(b"", "check", write(tmp_path, {"plugins": {name: {}}}), "--data-dir", data)
    assert outcome.status == 1 and b"contains no slash and does not begin with a dot" in outcome.output


WRONG = """{
  "command": [""],
  "env": {"A=B": "1",
    "C": 2},
  "command": ["sh"],
  "argv": []
}
"""


def test_all_mistakes_of_a_manifest_are_told_with_their_places(tmp_path, data):
    folder = install(data, "p", WRONG)
    wanted = {(3, "/env/A=B"), (4, "/env/C"), (5, "/command"), (6, "/argv")}
    book = write(tmp_path, {"plugins": {"p": {}}})
    for outcome in plugins(data), plugins(data, "--no-run"), run(b"", "check", book, "--data-dir", data):
        lines = outcome.output.decode().splitlines()
        assert outcome.status == 1 and all(line.startswith(f"{folder}/plugin.json:") for line in lines), lines
        places = [line.removeprefix(f"{folder}/plugin.json:").split(" ")[:2] for line in lines]
        assert wanted <= {(int(number.rstrip(":")), pointer) for number, pointer in places}, lines
        assert [int(number.rstrip(":")) for number, _ in places] == sorted(int(n.rstrip(":")) for n, _ in places)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not JSON"),
        ("[]", "must be an object"),
        ("{}", "lacks command"),
        ('{"command":"sh"}', "must be an array of strings"),
        ('{"command":["sh"],"folder":1}', "must be a string"),
    ],
)
def test_what_is_no_manifest_is_told(data, text, words):
    folder = install(data, "p", text)
    outcome = plugins(data)
    assert outcome.status == 1 and words in outcome.output.decode()
    assert outcome.output.decode().startswith(f"{folder}/plugin.json:1:")


def test_names_that_a_plugin_can_not_have_are_told(data):
    install(data, "a:b", {"command": FEATURES})
    install(data, "featurehost-sqlite", {"command": FEATURES})
    lines = plugins(data).output.decode().splitlines()
    assert "or contain a colon" in lines[0] and "is the host's own plugin" in lines[1] and len(lines) == 2


def test_a_folder_without_a_manifest_is_told_and_what_is_no_plugin_is_not(data):
    (data / "plugins" / "p").mkdir(parents=True)
    (data / "plugins" / ".git").mkdir()
    (data / "plugins" / "README").touch()
    outcome = plugins(data)
    assert outcome.status == 1 and outcome.output.decode().splitlines() == [
        f"{data}/plugins/p: there is no {data}/plugins/p/plugin.json"
    ]


# Testing plugins


def test_what_a_plugin_says_of_itself_is_listed(tmp_path, data):
    features = install(data, "p", {"command": FEATURES}, "features.py")
    faulty = install(data, "q", {"command": [sys.executable, "faulty.py", "none"]}, "faulty.py")
    outcome = plugins(data)
    assert outcome.status == 0 and outcome.log == "", outcome.log
    assert outcome.output.decode().splitlines() == [
        f"p ({features}/plugin.json): features 1; features p:counter; no sources",
        f"q ({faulty}/plugin.json): faulty 1; no features; sources rows",
    ]


def test_what_a_workspace_declares_is_listed_too(tmp_path, data):
    shutil.copy(HERE / "plugins" / "features.py", tmp_path)
    named = install(data, "p", {"command": FEATURES}, "features.py")
    install(data, "other", {"command": FEATURES}, "features.py")
    install(data, "own", {"command": ["sh", "-c", "exit 3"]})
    book = write(tmp_path, {"plugins": {"own": {"command": FEATURES}, "p": {}}, "sources": {"t": {"type": "table"}}})
    outcome = plugins(data, "--json", "-w", book)
    listed = [
        (entry["plugin"], entry["workspace"] is not None, entry["manifest"] is not None, bool(entry["mistakes"]))
        for entry in json.loads(outcome.output)["plugins"]
    ]
    # An installed plugin with the same name as a plugin of the workspace is tested separately.
    assert listed == [
        ("own", True, False, False),
        ("p", True, True, False),
        ("other", False, True, False),
        ("own", False, True, True),
    ]
    assert outcome.status == 1
    assert f"p ({book}, {named}/plugin.json): features 1;" in plugins(data, "-w", book).output.decode()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["/does/not/exist"], "can't be run: /does/not/exist"),
        (["sh", "-c", "exit 3"], "status 3"),
        (["sh", "-c", "echo nonsense; cat"], "does not write lines of JSON"),
        (["sh", "-c", "kill -9 $$"], "was ended by signal 9"),
        (["sh", "-c", "exec sleep 100000"], "did not answer initialize within 5000 ms"),
    ],
)
def test_one_that_does_not_start_is_told_and_others_are_tried(data, command, words):
    install(data, "a", {"command": command})
    install(data, "p", {"command": FEATURES}, "features.py")
    found, status = report(data)
    assert status == 1 and found["p"]["features"] == ["p:counter"] and found["p"]["mistakes"] == []
    (mistake,) = found["a"]["mistakes"]
    assert words in mistake and mistake.startswith(f"a ({data}/plugins/a/plugin.json) "), mistake


def test_features_that_are_left_out_are_told(data):
    folder = install(data, "p", {"command": [sys.executable, "features.py", "wrongList"]}, "features.py")
    (folder / "broken").touch()
    found, status = report(data)
    assert (
        status == 1 and found["p"]["features"] == [] and "has 3 features that are omitted" in found["p"]["mistakes"][0]
    )


def test_a_source_that_the_plugin_lacks_is_told(tmp_path, data):
    install(data, "faulty", {"command": [sys.executable, "faulty.py", "none"]}, "faulty.py")
    book = sources()
    book["sources"]["lost"] = {"type": "plugin", "plugin": "faulty", "source": "columns"}
    found, status = report(data, "-w", write(tmp_path, book))
    assert status == 1
    (mistake,) = found["faulty"]["mistakes"]
    assert "has no source columns, which the source lost of the workspace is to show; it has: rows" in mistake


def test_without_running_only_manifests_are_read(data):
    folder = install(data, "p", {"command": [sys.executable, "-c", TRACE]})
    outcome = plugins(data, "--no-run")
    assert outcome.status == 0 and outcome.output.decode() == f"p ({folder}/plugin.json): not run\n"
    found, status = report(data, "--no-run")
    assert status == 0 and found["p"]["hostInfo"] is None and found["p"]["features"] is None
    assert not (folder / "ran").exists()


def test_where_nothing_is_installed_all_is_right(tmp_path):
    outcome = plugins(tmp_path / "none")
    assert outcome.status == 0 and outcome.output == b"" and "no plugin is installed" in outcome.log
    book = write(tmp_path, {"features": {}})
    outcome = plugins(tmp_path / "nothing", "-w", book)
    assert outcome.status == 0 and f"{book} declares no plugin, and none is installed in" in outcome.log
    assert json.loads(plugins(tmp_path / "none", "--json").output) == {"plugins": []}


def test_no_process_is_left(tmp_path, data):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    # The program never ends by itself, and keeps the fifo open as long as it runs.
    program = f"exec 3>'{fifo}'; sleep 100000 & exec sleep 100000"
    install(data, "p", {"command": ["sh", "-c", program]})
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert plugins(data).status == 1
        os.set_blocking(reader, True)
        assert os.read(reader, 1) == b""
    finally:
        os.close(reader)
