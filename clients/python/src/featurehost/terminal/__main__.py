"""featurehost-terminal: the features of a host in a terminal."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .output import Parser
from .output import tell as report
from .tty import keys_held, on_the_terminal


def main() -> int:
    """Runs the program; returns its exit status."""
    options = _options()
    # Python ignores an exception that a signal handler raises in some callbacks of an import. So the exit status is
    # also stored, and is read after the import.
    ended: list[int] = []

    def end(number: int, _: object) -> None:
        ended.append(128 + number)
        sys.exit(ended[0])

    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    if find_spec("textual") is None:
        return report("Textual is missing, which draws: pip install 'featurehost[terminal]' brings it")
    # Loading the drawing library takes a moment. So it is loaded only after `keys_held`, which keeps typed keys.
    if options.frames:
        from .program import play_session

        return ended[0] if ended else play_session(options)
    with ExitStack() as stack:
        # Textual draws on standard error, which may be a log file.
        if options.run or not os.isatty(2):
            try:
                stack.enter_context(on_the_terminal())
            except OSError as failure:
                return report(f"there is no terminal to ask in: {failure.strerror}")
        stack.enter_context(keys_held())
        from .program import show, tell

        if ended:
            return ended[0]
        app = show(options)
    return tell(app)


def _options() -> argparse.Namespace:
    parser = Parser(prog="featurehost-terminal", description="Shows the features of a host in a terminal.")
    parser.add_argument("-w", "--workspace", metavar="FILE", help="workspace file; without one the gallery is shown")
    parser.add_argument("word", metavar="FEATURE", nargs="?", help="feature to open; without one the catalog is shown")
    parser.add_argument("--feature", metavar="ID", help="feature to open, like FEATURE")
    parser.add_argument("--host", metavar="PATH", help="executable of the host; default: FEATUREHOST, else featurehost")
    parser.add_argument("--socket", metavar="PATH", help="socket of a running host, instead of starting one")
    parser.add_argument("--spawn", action="store_true", help="with --socket, start a host if none listens")
    parser.add_argument("--trust", action="store_true", help="run the programs of the workspace without asking")
    parser.add_argument("--frames", metavar="SESSION", type=Path, help="play the session in a file, without a terminal")
    parser.add_argument("--run", metavar="ID", help="feature to run as a dialog; its output is printed as JSON")
    parser.add_argument("--params", metavar="JSON", type=_object, default={}, help="opening params of the dialog")
    parser.add_argument("--timeout", metavar="MS", type=int, help="timeout of the dialog, in milliseconds")
    options = parser.parse_args()
    if options.word is not None:
        if options.feature:
            parser.error("two features are named; one is opened")
        options.feature = options.word
    if options.run and (options.frames or options.feature):
        parser.error("--run goes with neither --frames nor a feature to open")
    if options.spawn and not options.socket:
        parser.error("--spawn needs --socket")
    if options.workspace and options.socket and not options.spawn:
        parser.error("the host on the socket has a workspace of its own; --spawn starts one where none listens")
    # Without a terminal for keys and drawing, the program would wait forever.
    if not (options.run or options.frames) and not (os.isatty(0) and (os.isatty(1) or os.isatty(2))):
        parser.error("this is no terminal; start it in one, or play a session with --frames")
    if not options.frames and os.environ.get("TERM") == "dumb":
        parser.error("nothing can be drawn on this terminal (TERM=dumb)")
    return options


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
