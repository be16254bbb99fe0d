"""Highlights the matches in a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len, split_graphemes
from rich.style import Style
from rich.text import Text

Range = tuple[int, int]


def highlight(text: Text, ranges: Iterable[Range], style: Style) -> None:
    """Highlights ranges of Unicode scalars.

    The ranges are extended to whole characters as a terminal draws them. So a letter keeps its accents, and a joined
    emoji is not split into several emojis, which would be wider.
    """
    for start, end in _whole(text.plain, ranges):
        text.stylize(style, start, end)


def marked(text: Text, ranges: Sequence[Range], style: Style, width: int) -> Text:
    """Returns the highlighted text, without its beginning if the matches would otherwise not fit into the width."""
    highlight(text, ranges, style)
    begin = _beginning(text.plain, ranges, width) if text.cell_len > width else 0
    return Text("…").append_text(text[begin:]) if begin else text


def _beginning(text: str, ranges: Sequence[Range], width: int) -> int:
    """Returns the index of the first shown scalar, so that the end of the text and all matches are shown.

    If they do not all fit, the last match is shown.
    """
    within = [(start, end) for start, end in ranges if start < end <= len(text)]
    if not within or (end := cell_len(text[: within[-1][1]])) < width:
        return 0
    # One cell is for the dots at the beginning, and one for the dots at the end if the text is cut there.
    first, to_end, to_match = cell_len(text[: within[0][0]]), cell_len(text) - width + 1, end - width + 2
    hidden = to_end if to_end <= first else min(first, to_match)
    left = 0
    for start, _, cells in split_graphemes(text)[0]:
        if left >= hidden:
            return start
        left += cells
    return 0


def _whole(text: str, ranges: Iterable[Range]) -> Iterator[Range]:
    if text.isascii():
        yield from ranges
        return
    characters = [(start, end) for start, end, _ in split_graphemes(text)[0]]
    place = 0
    for start, end in ranges:
        while place < len(characters) and characters[place][1] <= start:
            place += 1
        # The next range may begin within the last character of this range.
        last = place
        while last + 1 < len(characters) and characters[last][1] < end:
            last += 1
        if place < len(characters) and start < end:
            yield min(start, characters[place][0]), max(end, characters[last][1])
