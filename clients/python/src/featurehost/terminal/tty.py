"""The terminal of the program, and its modes."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager

_INPUT = termios.ICRNL | termios.IXON
# Signals stay enabled: until the program reads keys, nothing else handles ctrl+c.
_LOCAL = termios.ICANON | termios.ECHO | termios.IEXTEN


@contextmanager
def on_the_terminal() -> Iterator[None]:
    """Reads and draws on the terminal of the process, even if its input and output are redirected."""
    terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    kept = [os.dup(stream) for stream in range(3)]
    try:
        for stream in range(3):
            os.dup2(terminal, stream)
        yield
    finally:
        for stream, descriptor in enumerate(kept):
            os.dup2(descriptor, stream)
            os.close(descriptor)
        os.close(terminal)


@contextmanager
def keys_held(terminal: int = 0) -> Iterator[None]:
    """Makes the terminal keep typed keys unchanged until they are read; afterwards restores its modes.

    Otherwise the terminal would edit lines with its own keys, echo the keys, and handle ctrl+s itself.
    """
    before = termios.tcgetattr(terminal)
    held = termios.tcgetattr(terminal)
    held[0] &= ~_INPUT
    held[3] &= ~_LOCAL
    held[6][termios.VMIN] = 1
    try:
        termios.tcsetattr(terminal, termios.TCSANOW, held)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
