"""The package that authors of features copy: it builds, its tests pass, it serves, and the chapter about it is true."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "clients/daemon"
CHAPTER = ROOT / "Sources/FeatureKit/FeatureKit.docc/WriteAFeature.md"


def swift(*arguments, **more):
    return subprocess.run(
        ["swift", *map(str, arguments)], cwd=TEMPLATE, capture_output=True, text=True, timeout=1_500, **more
    )


def test_the_chapter_shows_the_packages_files():
    shown = re.findall(r"```swift\n(.*?)```", CHAPTER.read_text(), re.DOTALL)
    files = [path.read_text() for path in TEMPLATE.rglob("*.swift") if ".build" not in path.parts]
    assert len(shown) == len(files) == 4
    for text in shown:
        assert text in files, text


@pytest.fixture(scope="module")
def built():
    outcome = swift("build", "--build-tests", "-j", "2")
    assert outcome.returncode == 0, outcome.stdout[-3_000:] + outcome.stderr[-3_000:]
    return Path(swift("build", "--show-bin-path").stdout.strip()) / "mydaemon"


def test_its_tests_pass(built):
    outcome = swift("test", "--skip-build")
    assert outcome.returncode == 0, outcome.stdout[-3_000:]
    assert "1 test in 1 suite passed" in outcome.stdout


def test_it_serves_what_the_chapter_says(built):
    command = next(line for line in CHAPTER.read_text().splitlines() if " call " in line).split("mydaemon ")[1]
    called = subprocess.run([built, *command.split()], capture_output=True, text=True, timeout=30)
    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout) | {"layout": None} == {"seconds": 0, "isRunning": False, "layout": None}
    sent = [line[2:] for line in CHAPTER.read_text().splitlines() if line.startswith("→ ")]
    served = subprocess.run(
        [built, "serve", "--clock", "virtual"], input="".join(line + "\n" for line in sent), capture_output=True,
        text=True, timeout=30,
    )
    said = [json.loads(line) for line in served.stdout.splitlines()]
    assert said[-1] == {"jsonrpc": "2.0", "id": 3, "result": {"now": 3_000}}
    assert said[-2]["params"]["state"] | {"layout": None} == {"seconds": 7, "isRunning": True, "layout": None}
