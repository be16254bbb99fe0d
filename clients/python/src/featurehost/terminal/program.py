"""The program after its options are read."""

from __future__ import annotations

import asyncio
import signal
import sys
from argparse import Namespace
from functools import partial

from ..aio import AsyncHost
from ..process import Options
from .app import TerminalApp
from .dialog import DialogApp, tell_outcome
from .frames import SessionError, play, read_session
from .output import left_unread, print_frame
from .output import tell as report


def show(options: Namespace) -> TerminalApp:
    """Shows the features, or one feature as a dialog, until the user has finished."""
    make_host = partial(_make_host, options)
    if options.run:
        app: TerminalApp = DialogApp(make_host, options.run, options.params, options.timeout)
    else:
        app = TerminalApp(make_host, options.feature)
    asyncio.run(_run(app))
    return app


async def _run(app: TerminalApp) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, app.end, 128 + number)
    await app.run_async()


def tell(app: TerminalApp) -> int:
    """Reports on the standard streams how a program has ended; returns the exit status."""
    if isinstance(app, DialogApp):
        return tell_outcome(app)
    if app.failure is not None:
        return report(app.failure)
    return app.return_code or 0


def play_session(options: Namespace) -> int:
    """Plays a session without a terminal, and prints its frames."""
    app = TerminalApp(partial(_make_host, options), options.feature)
    try:
        asyncio.run(play(app, read_session(options.frames), print_frame))
        sys.stdout.flush()
    except SessionError as problem:
        return report(problem)
    except BrokenPipeError:
        return left_unread()
    return tell(app)


def _make_host(options: Namespace) -> AsyncHost:
    given: Options = {"seed": 1} if options.frames and not options.socket else {}
    if options.socket:
        given |= {"socket": options.socket, "spawn": options.spawn}
    if options.workspace:
        given["workspace"] = options.workspace
        # A script that runs a dialog names the workspace itself, so trust is not required, as with `featurehost call`.
        if not options.trust and not options.run:
            given["args"] = ["--require-trust"]
    host = AsyncHost(options.host, updates="patch", **given)
    if options.run:
        # The user may take any time to complete the dialog.
        host.timeout = None
    return host
