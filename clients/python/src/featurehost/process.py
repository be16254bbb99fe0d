"""Which host is started, and how."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import IO, Any, Literal, TypedDict

from .errors import CannotStart
from .model import Untrusted


class Options(TypedDict, total=False):
    """How a host is started, or found; all of it may be left out."""

    command: Sequence[str]
    """What is started in place of `featurehost serve`, word by word, such as `["ssh", "work", "featurehost", "serve"]`:
    anything that speaks the protocol on its standard input and output. It takes nothing of what stands below but
    `env`, `cwd` and `stderr`."""

    socket: str | os.PathLike[str]
    """Where a host listens that others have sessions with too: a path, as seen from `cwd`."""
    spawn: bool
    """With `socket`, whether a host is started where none listens; what is said of it below is for that one."""

    workspace: str | os.PathLike[str]
    """A workspace file, as seen from `cwd`; without one the gallery is served."""
    clock: Literal["real", "virtual"]
    """The time that features live on; `advance` moves the virtual one."""
    seed: int
    """Where generated ids begin."""
    args: Sequence[str]
    """More arguments of `featurehost serve`."""
    env: Mapping[str, str]
    """The whole environment of the host; without it, the one of this program."""
    cwd: str | os.PathLike[str]
    """The folder that the host runs in."""
    stderr: int | IO[Any] | None
    """Where the log goes, as for `subprocess.Popen`; without it the end of the log is kept for error messages."""


def find(executable: str | os.PathLike[str] | None) -> str:
    """The path of the host: the argument, else the variable FEATUREHOST, else `featurehost` on the search path."""
    if executable is not None:
        named, by = os.fspath(executable), "as the argument said"
    elif "FEATUREHOST" in os.environ:
        named, by = os.environ["FEATUREHOST"], "as the variable FEATUREHOST said"
    else:
        named, by = "featurehost", "on the search path; name it by an argument or the variable FEATUREHOST"
    found = shutil.which(named)
    if found is None:
        raise CannotStart(f"there is no executable {named!r} {by}")
    return os.path.abspath(found)


def command(executable: str | os.PathLike[str] | None, options: Options) -> list[str]:
    """The command line of a host."""
    if "command" in options:
        return _as_given(executable, options)
    program = find(executable)
    words: list[str] = []
    if "workspace" in options:
        words += ["--workspace", os.fspath(options["workspace"])]
    if "clock" in options:
        words += ["--clock", options["clock"]]
    if "seed" in options:
        words += ["--seed", str(options["seed"])]
    words += options.get("args", ())
    if "socket" not in options:
        if options.get("spawn"):
            raise CannotStart("spawn needs a socket: without one a host is always started")
        return [program, "serve", *words]
    joining = [program, "connect", "--socket", os.fspath(options["socket"])]
    if options.get("spawn"):
        return [*joining, "--spawn", "--", *words]
    if words:
        raise CannotStart(f"the host on the socket was started with options of its own: spawn=True, or no {words[0]}")
    return joining


def _as_given(executable: str | os.PathLike[str] | None, options: Options) -> list[str]:
    others = [name for name in options if name not in ("command", "env", "cwd", "stderr")]
    if executable is not None or others:
        raise CannotStart(f"a command is started as it stands: it goes without {others[0] if others else 'executable'}")
    if not options["command"]:
        raise CannotStart("a command has at least one word, the program's")
    program, *words = options["command"]
    return [find(program), *words]


def trusting(executable: str | os.PathLike[str] | None, workspace: Untrusted) -> list[str]:
    """The command line that notes that a workspace is trusted."""
    return [find(executable), "trust", "--sha256", workspace.sha256, "--", workspace.workspace]


def spawning(options: Options) -> dict[str, Any]:
    """The options of the process. A session of its own keeps the interrupt key of a terminal away from the host:
    this program gets it, and ends the host in order.
    """
    stderr = options.get("stderr")
    return {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE if stderr is None else stderr,
        "env": options.get("env"),
        "cwd": options.get("cwd"),
        "start_new_session": True,
    }
