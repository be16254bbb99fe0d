"""Output to the standard streams, in which no text from others can control the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from .text import json_line, paragraph

# The exit status of a program whose output is not read, as with shells.
UNREAD = 141


def tell(problem: object, status: int = 2) -> int:
    """Prints the reason for the end of the program; returns the exit status."""
    print(f"featurehost-terminal: {paragraph(str(problem))}", file=sys.stderr)
    return status


def print_json(value: object) -> None:
    """Prints a value as one line."""
    print(json_line(value), flush=True)


def print_frame(frame: str) -> None:
    """Prints the content of the screen."""
    print("\n".join(paragraph(line) for line in frame.split("\n")))


def left_unread() -> int:
    """Drops the output, because its reader no longer exists; returns the exit status."""
    # Otherwise Python would try to write the buffered rest when it exits.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return UNREAD


class Parser(argparse.ArgumentParser):
    """A parser whose messages replace control characters in quoted arguments."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Ends the program with the error, in one line after the usage."""
        super().error(message.translate({0x0A: "⏎"}))

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message("\n".join(map(paragraph, message.split("\n"))), file)
