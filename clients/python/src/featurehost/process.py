"""The command and the options that start a host."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import IO, Any, Literal, TypedDict

from .errors import CannotStart
from .model import Untrusted


class Options(TypedDict, total=False):
    """The options for starting or finding a host; all are optional."""

    command: Sequence[str]
    """The command that is started instead of `featurehost serve`, such as `["ssh", "work", "featurehost", "serve"]`.

    It can be any program that speaks the protocol on its standard input and output. Of the options below, only `env`,
    `cwd` and `stderr` apply to it.
    """

    socket: str | os.PathLike[str]
    """The socket of a host that several clients can share: a path relative to `cwd`."""
    spawn: bool
    """With `socket`: true to start a host if none listens. The options below apply to that host."""

    workspace: str | os.PathLike[str]
    """The path of a workspace file, relative to `cwd`; without it the gallery is served."""
    clock: Literal["real", "virtual"]
    """The clock of the features; `advance` moves the virtual clock."""
    seed: int
    """The seed of generated ids."""
    args: Sequence[str]
    """More arguments of `featurehost serve`."""
    env: Mapping[str, str]
    """The complete environment of the host; by default, the environment of this program."""
    cwd: str | os.PathLike[str]
    """The working folder of the host."""
    stderr: int | IO[Any] | None
    """The destination of the log, as for `subprocess.Popen`; by default, its end is kept for error messages."""


def find(executable: str | os.PathLike[str] | None) -> str:
    """Returns the path of the host: the argument, the variable FEATUREHOST, or `featurehost` on the search path."""
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
    """Returns the command line of a host."""
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
    """Returns the command line that stores that a workspace is trusted."""
    return [find(executable), "trust", "--sha256", workspace.sha256, "--", workspace.workspace]


def spawning(options: Options) -> dict[str, Any]:
    """Returns the arguments with which the host's process is started.

    The host gets a separate session, so that the interrupt key of a terminal does not reach it. This program gets the
    interrupt, and ends the host in an orderly way.
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
