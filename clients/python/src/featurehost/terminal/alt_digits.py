"""Digits with alt, as most terminals send them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS


def read_alt_digits() -> None:
    """Has escape and a digit read as that digit with alt.

    Textual reads what the key types on a Mac, such as `¡`, which a line of text then takes.
    """
    table = cast("dict[str, Any]", ANSI_SEQUENCES_KEYS)
    table.update({f"\x1b{digit}": (SimpleNamespace(value=f"alt+{digit}"),) for digit in range(10)})
