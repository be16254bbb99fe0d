"""JSON-RPC clients that people have already, unmodified, as front ends of the host."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BINARY = Path(os.environ.get("FEATUREHOST", ROOT / ".build/release/featurehost")).resolve()
SECONDS = 120

# What each of them sees: a counter, an action that there is not, and a list whose rows the client itself has.
REPORT = {
    "version": "1",
    "opened": 0,
    "seen": [[1, 1], [2, 2], [3, 3]],
    "error": -31003,
    "asked": ["source/fetch"],
    "title": "rows",
    "ping": None,
    "shutdown": None,
}
WITHOUT_NULL = {key: value for key, value in REPORT.items() if value is not None}
# Without anybody's configuration.
PLAIN = ["-u", "NONE", "-i", "NONE"]
CLIENTS = {
    "emacs": (["emacs", "-Q", "--batch", "-l", HERE / "counter.el"], REPORT),
    "neovim": (["nvim", "--headless", "-n", *PLAIN, "-c", f"luafile {HERE}/counter.lua", "-c", "qa!"], REPORT),
    "vim": (["vim", "-es", "-N", *PLAIN, "-S", HERE / "counter.vim"], REPORT),
    "bash and jq": (["bash", HERE / "counter.sh"], REPORT),
    "python-lsp-jsonrpc": ([sys.executable, HERE / "pylsp_counter.py"], REPORT),
    "pygls": ([sys.executable, HERE / "pygls_counter.py"], REPORT),
    "mcp": ([sys.executable, HERE / "mcp_counter.py"], WITHOUT_NULL),
}


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_that_is_there_already_is_a_front_end(name: str, tmp_path: Path) -> None:
    command, wanted = CLIENTS[name]
    workspace = {"sources": {"rows": {"type": "client"}}, "features": {"rows": {"kind": "list", "source": "rows"}}}
    (tmp_path / "w.json").write_text(json.dumps(workspace))
    environment = {**os.environ, "FEATUREHOST": str(BINARY), "HOME": str(tmp_path)}
    done = subprocess.run(
        list(map(str, command)), cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # Vim draws on its output, and leaves what it saw in a file.
    report = tmp_path / "report"
    assert json.loads(report.read_text() if report.exists() else done.stdout) == wanted
