"""A guard against tests that hang; no test asserts how long anything takes."""

import os
import signal
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))

import host


@pytest.fixture(autouse=True)
def hang_guard():
    def expire(*_):
        raise host.Hang("the test hangs")

    previous = signal.signal(signal.SIGALRM, expire)
    signal.alarm(3 * host.GUARD)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)


@pytest.fixture
def no_trust(tmp_path, monkeypatch):
    """Gives a test an empty list of trusted workspaces."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def pytest_sessionstart(session):
    if not os.access(host.BINARY, os.X_OK):
        pytest.exit(f"there is no binary at {host.BINARY}: build it, or set FEATUREHOST", returncode=2)
