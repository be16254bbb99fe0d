"""What the program writes to its standard streams: all of it, so that nothing that others said acts on a terminal."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from .text import json_line, paragraph

# The status of a program whose output nobody reads, as shells have it.
UNREAD = 141


def tell(problem: object, status: int = 2) -> int:
    """Says why the program ends; the result is the exit status."""
    print(f"featurehost-terminal: {paragraph(str(problem))}", file=sys.stderr)
    return status


def print_json(value: object) -> None:
    """Prints a value as one line."""
    print(json_line(value), flush=True)


def print_frame(frame: str) -> None:
    """Prints what a terminal would show."""
    print("\n".join(paragraph(line) for line in frame.split("\n")))


def left_unread() -> int:
    """The exit status where nobody reads the output any more, which is then let go."""
    # The end of Python would try once more to write it.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return UNREAD


class Parser(argparse.ArgumentParser):
    """A parser whose messages repeat words of the command line in a form that can be shown."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Ends the program with what is wrong, in one line behind the usage."""
        super().error(message.translate({0x0A: "⏎"}))

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message("\n".join(map(paragraph, message.split("\n"))), file)
