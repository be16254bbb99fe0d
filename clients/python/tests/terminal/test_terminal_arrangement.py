"""The drawn lines of a window with section headers."""

from __future__ import annotations

import random

from featurehost.terminal.arrangement import Arrangement
from featurehost.terminal.row import Row


def rows(sections: str, active: int | None = None, offset: int = 0) -> list[Row]:
    """Returns a row for each letter, which is its section; ids are positions in the whole list."""
    return [
        Row(str(offset + index), {}, section=section, is_active=offset + index == active)
        for index, section in enumerate(sections)
    ]


def drawn(arrangement: Arrangement) -> list[str]:
    """Returns the lines: headers, and the ids of rows."""
    return [line.id if isinstance(line, Row) else line for line in arrangement.lines()]


def test_headers_stand_over_the_first_line_and_where_a_section_begins() -> None:
    arrangement = Arrangement()
    arrangement.resize(6)
    arrangement.show(rows("aabb"), 0)
    assert drawn(arrangement) == ["a", "0", "1", "b", "2", "3"]
    arrangement.show(rows("abba", active=3), 0)
    arrangement.resize(4)
    assert drawn(arrangement) == ["b", "2", "a", "3"]


def test_rows_without_sections_have_no_headers() -> None:
    arrangement = Arrangement()
    arrangement.resize(2)
    arrangement.show([Row("0", {}), Row("1", {})], 0)
    assert drawn(arrangement) == ["0", "1"]


def test_the_active_row_is_drawn_wherever_it_goes() -> None:
    generator = random.Random(3)
    for _ in range(200):
        sections = "".join(sorted(generator.choices("abcdefgh", k=30)))
        height, active, offset = generator.randint(2, 12), 0, 0
        arrangement = Arrangement()
        arrangement.resize(height)
        for _ in range(40):
            active = max(0, min(29, active + generator.randint(-6, 6)))
            # A host moves its window as little as necessary.
            offset = max(0, min(active, max(offset, active - height + 1)))
            arrangement.show(rows(sections[offset : offset + height], active, offset), offset)
            assert str(active) in drawn(arrangement)
            assert len(arrangement.lines()) <= height


def test_no_line_stays_empty_below_the_last_row() -> None:
    arrangement = Arrangement()
    arrangement.resize(5)
    arrangement.show(rows("aabbcc"), 0)
    arrangement.begin_with(99)
    assert drawn(arrangement) == ["b", "3", "c", "4", "5"]
    arrangement.begin_with(-3)
    assert drawn(arrangement) == ["a", "0", "1", "b", "2"]
