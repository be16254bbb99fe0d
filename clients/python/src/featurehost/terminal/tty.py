"""The terminal that a person sits at, as the program finds it and leaves it."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager

_INPUT = termios.ICRNL | termios.IXON
# Signals are left: until the program reads keys, ctrl+c has nobody else.
_LOCAL = termios.ICANON | termios.ECHO | termios.IEXTEN


@contextmanager
def on_the_terminal() -> Iterator[None]:
    """Reads and draws on the terminal of the process, wherever its input and output go."""
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
    """Has the terminal keep keys as they are typed until they are read; at last it is as it was before.

    Otherwise it would make a line of them by its own keys, write them on the screen, and take ctrl+s for itself.
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
