"""The packages that authors of features copy: they build, their tests pass, they serve, and the chapter is true."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DAEMON = ROOT / "clients/daemon"
PLUGIN = ROOT / "clients/plugin"
# A place for what is built of each package: what is built again in another package's place is built whole.
SCRATCH = ROOT / ".build/template"
CHAPTER = ROOT / "Sources/Kit/FeatureKit/FeatureKit.docc/WriteAFeature.md"


def swift(package, command, *arguments, **more):
    return subprocess.run(
        ["swift", command, "--scratch-path", SCRATCH / package.name, *map(str, arguments)],
        cwd=package,
        capture_output=True,
        text=True,
        timeout=1_500,
        **more,
    )


def build(package):
    """Builds a package and its tests; the folder with what came of it."""
    outcome = swift(package, "build", "--build-tests", "-j", "2")
    assert outcome.returncode == 0, outcome.stdout[-3_000:] + outcome.stderr[-3_000:]
    return Path(swift(package, "build", "--show-bin-path").stdout.strip())


def files(package):
    """The package's Swift files, by their names."""
    return {path.name: path.read_text() for path in package.rglob("*.swift") if ".build" not in path.parts}


def said_by(command, lines):
    """What a program says to some lines, and the status that it ends with."""
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=240)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def console(title):
    """The lines that a section of the chapter sends."""
    (section,) = re.findall(rf"^### {title}\n(.*?)(?=^### |\Z)", CHAPTER.read_text(), re.MULTILINE | re.DOTALL)
    return [line[2:] for line in section.splitlines() if line.startswith("→ ")]


def test_the_chapter_shows_the_packages_files():
    shown = re.findall(r"```swift\n(.*?)```", CHAPTER.read_text(), re.DOTALL)
    wanted = [*files(DAEMON).values(), files(PLUGIN)["main.swift"]]
    assert len(shown) == len(wanted) == 5
    for text in shown:
        assert text in wanted, text


def test_the_feature_is_the_same_in_both_packages():
    in_daemon, in_plugin = files(DAEMON), files(PLUGIN)
    assert in_plugin["Countdown.swift"] == in_daemon["Countdown.swift"]
    assert in_plugin["CountdownTests.swift"] == in_daemon["CountdownTests.swift"].replace("mydaemon", "myplugin")


# The daemon


@pytest.fixture(scope="module")
def daemon():
    return build(DAEMON) / "mydaemon"


def test_its_tests_pass(daemon):
    outcome = swift(DAEMON, "test", "--skip-build")
    assert outcome.returncode == 0, outcome.stdout[-3_000:]
    assert "1 test in 1 suite passed" in outcome.stdout


def test_it_serves_what_the_chapter_says(daemon):
    command = next(line for line in CHAPTER.read_text().splitlines() if " call " in line).split("mydaemon ")[1]
    called = subprocess.run([daemon, *command.split()], capture_output=True, text=True, timeout=240)
    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout) | {"layout": None} == {"seconds": 0, "isRunning": False, "layout": None}
    said, _ = said_by([daemon, "serve", "--clock", "virtual"], console("On the wire"))
    assert said[-1] == {"jsonrpc": "2.0", "id": 3, "result": {"now": 3_000}}
    assert said[-2]["params"]["state"] | {"layout": None} == {"seconds": 7, "isRunning": True, "layout": None}


# The plugin


@pytest.fixture(scope="module")
def plugin():
    return build(PLUGIN) / "myplugin"


def test_its_tests_pass_as_a_plugin(plugin):
    outcome = swift(PLUGIN, "test", "--skip-build")
    assert outcome.returncode == 0, outcome.stdout[-3_000:]
    assert "1 test in 1 suite passed" in outcome.stdout


def test_a_host_can_talk_to_it(plugin):
    said, status = said_by([plugin], console("As a plugin"))
    assert status == 0
    results = {message["id"]: message["result"] for message in said if "id" in message}
    assert sorted(results) == [1, 2, 3, 4, 5]
    assert results[1]["protocolVersion"] == "1"
    assert results[1]["hostInfo"] == {"name": "countdown", "version": "1.0"}
    assert results[1]["capabilities"]["features"] is True and results[1]["capabilities"]["sources"] == []
    assert [feature["id"] for feature in results[2]["features"]] == ["countdown"]
    assert results[3]["instance"] == "c" and results[3]["snapshot"]["state"]["seconds"] == 10
    (place,) = [place for place, message in enumerate(said) if message.get("method") == "state/snapshot"]
    snapshot = said[place]["params"]
    assert said[place + 1]["id"] == 4, "the snapshot comes right before the answer"
    assert snapshot["instance"] == "c" and snapshot["state"]["seconds"] == 5
    assert snapshot["cause"] == {"action": "setSeconds", "path": [], "origin": "client", "request": 4}
    assert results[4] == {"revision": 1, "settled": True} and results[5] is None


# Names


OTHER_NAMES = ["JSON", "JSONRPC", "EventLoop", "Patterns", "Conditions", "Querying", "Rows", "Hosting", "Gallery"]
MANIFEST = """
// swift-tools-version: 6.2
import PackageDescription

let names = [%s]
let package = Package(
    name: "names",
    dependencies: [.package(name: "featurehost", path: "%s")],
    targets: names.map { .target(name: $0) } + [
        .target(
            name: "Names",
            dependencies: names.map { .target(name: $0) } + [.product(name: "FeatureKit", package: "featurehost")])
    ]
)
"""


def test_a_package_can_have_modules_with_common_names():
    """A module of ours with such a name would keep every package that has one from using FeatureKit."""
    # Always at the same path, so that FeatureKit is not built again.
    package = SCRATCH / "package" / "names"
    shutil.rmtree(package, ignore_errors=True)
    manifest = MANIFEST % (", ".join(f'"{name}"' for name in OTHER_NAMES), ROOT)
    package.mkdir(parents=True)
    (package / "Package.swift").write_text(manifest.lstrip())
    imports = "".join(f"import {name}\n" for name in [*OTHER_NAMES, "FeatureKit"])
    for name, text in [*((name, f"public let from{name} = 1\n") for name in OTHER_NAMES), ("Names", imports)]:
        folder = package / "Sources" / name
        folder.mkdir(parents=True)
        (folder / "File.swift").write_text(text)
    outcome = swift(package, "build", "--target", "Names", "-j", "2")
    assert outcome.returncode == 0, outcome.stdout[-3_000:] + outcome.stderr[-3_000:]
