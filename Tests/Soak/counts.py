"""Counts what the rounds have done, for the summary at the end."""

from __future__ import annotations

from collections import Counter

counts: Counter[str] = Counter()


def count(what: str, number: int = 1) -> None:
    counts[what] += number
