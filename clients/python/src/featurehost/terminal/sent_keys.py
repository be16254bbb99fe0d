"""Keys as most terminals send them, where Textual reads something else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS


def read_keys_as_sent() -> None:
    """Has escape and a digit read as that digit with alt, and a line feed as Enter.

    Textual reads what the former types on a Mac, such as `¡`, which a line of text then takes. The latter is what a
    terminal makes of Enter until the program tells it to make nothing of keys.
    """
    table = cast("dict[str, Any]", ANSI_SEQUENCES_KEYS)
    table.update({f"\x1b{digit}": (SimpleNamespace(value=f"alt+{digit}"),) for digit in range(10)})
    table["\n"] = table["\r"]
