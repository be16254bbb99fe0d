"""Shared fixtures: the installed client, and programs on a separate path."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.register_assert_rewrite("person", "terminal")

from terminal import Terminal  # noqa: E402

# A background process of a shell, or a process under nohup, ignores these signals, and so would the tested dialogs.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

CLIENT = Path(__file__).parents[1]
PROJECT = CLIENT.parents[1]
HOST = os.environ["FEATUREHOST"]


@pytest.fixture(scope="session")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the client and the host are installed."""
    folder = tmp_path_factory.mktemp("prefix")
    subprocess.run(["make", "-s", "-C", str(CLIENT), "install", f"PREFIX={folder}"], check=True)
    (folder / "bin" / "featurehost").symlink_to(HOST)
    return folder


@pytest.fixture
def environment(prefix: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has installed only the client."""
    (tmp_path / "tmp").mkdir()
    return {
        "PATH": f"{prefix}/bin:/usr/bin:/bin",
        "XDG_DATA_HOME": str(prefix / "share"),
        "HOME": str(tmp_path),
        "TMPDIR": str(tmp_path / "tmp"),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "FEATUREHOST_COMPLETION_SECONDS": "100",
    }


@pytest.fixture
def terminal(environment: dict[str, str], tmp_path: Path) -> Iterator[Terminal]:
    """A terminal without a running program."""
    with Terminal(tmp_path, environment) as terminal:
        yield terminal
