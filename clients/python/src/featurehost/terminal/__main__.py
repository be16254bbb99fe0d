"""featurehost-terminal: the features of a host in a terminal."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from ..aio import AsyncHost
from ..process import Options
from .app import TerminalApp
from .dialog import DialogApp, run_dialog
from .frames import SessionError, play, read_session


def main() -> int:
    """Runs the program; the result is its exit status."""
    parser = argparse.ArgumentParser(prog="featurehost-terminal", description="The features of a host in a terminal.")
    parser.add_argument("-w", "--workspace", metavar="FILE", help="the features; without it, the host's gallery")
    parser.add_argument("--feature", metavar="ID", help="the feature to open; without it, the catalog")
    parser.add_argument("--host", metavar="PATH", help="the executable; without it FEATUREHOST, else featurehost")
    parser.add_argument("--socket", metavar="PATH", help="a host that listens there, in place of one of this program's")
    parser.add_argument("--spawn", action="store_true", help="with --socket, start a host where none listens")
    parser.add_argument("--frames", metavar="SESSION", type=Path, help="plays a session without a terminal")
    parser.add_argument("--run", metavar="ID", help="the feature to run as a dialog, whose output is printed as JSON")
    parser.add_argument("--params", metavar="JSON", type=_object, default={}, help="what the dialog is opened with")
    parser.add_argument("--timeout", metavar="MS", type=int, help="how long the dialog may last, in milliseconds")
    options = parser.parse_args()
    if options.run and (options.frames or options.feature):
        parser.error("--run goes with neither --frames nor --feature")
    if options.spawn and not options.socket:
        parser.error("--spawn needs --socket")
    if options.workspace and options.socket and not options.spawn:
        parser.error("the host on the socket has a workspace of its own; --spawn starts one where none listens")
    # Textual reads keys from the one and draws on the other; without them it would wait for ever.
    if not (options.run or options.frames) and not (sys.stdin.isatty() and sys.stderr.isatty()):
        parser.error("this is no terminal; start it in one, or play a session with --frames")

    def make_host() -> AsyncHost:
        given: Options = {"seed": 1} if options.frames and not options.socket else {}
        if options.socket:
            given |= {"socket": options.socket, "spawn": options.spawn}
        if options.workspace:
            given["workspace"] = options.workspace
        host = AsyncHost(options.host, updates="patch", **given)
        if options.run:
            # A person takes the time that it takes.
            host.timeout = None
        return host

    if options.run:
        return run_dialog(DialogApp(make_host, options.run, options.params, options.timeout))

    app = TerminalApp(make_host, options.feature)
    try:
        if options.frames:
            asyncio.run(play(app, read_session(options.frames), print))
        else:
            app.run()
    except SessionError as problem:
        print(f"featurehost-terminal: {problem}", file=sys.stderr)
        return 2
    if app.failure is not None:
        print(f"featurehost-terminal: {app.failure}", file=sys.stderr)
        return 2
    return 0


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON object")
    return value


if __name__ == "__main__":
    sys.exit(main())
