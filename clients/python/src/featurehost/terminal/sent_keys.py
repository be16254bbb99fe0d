"""Key sequences of terminals that Textual reads differently."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS


def read_keys_as_sent() -> None:
    """Reads escape and a digit as that digit with alt, and a line feed as Enter.

    Textual reads escape and a digit as the character that alt and the digit type on a Mac, such as `¡`, and a line of
    text would insert this character. A terminal sends a line feed for Enter until the program switches the terminal to
    raw mode.
    """
    table = cast("dict[str, Any]", ANSI_SEQUENCES_KEYS)
    table.update({f"\x1b{digit}": (SimpleNamespace(value=f"alt+{digit}"),) for digit in range(10)})
    table["\n"] = table["\r"]
