"""What matched in a text, marked in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len, split_graphemes
from rich.style import Style
from rich.text import Text

Range = tuple[int, int]


def highlight(text: Text, ranges: Iterable[Range], style: Style) -> None:
    """Marks ranges of Unicode scalars.

    They are widened to what a terminal draws as one character: a letter is not torn from its accents, nor a picture
    into those that it is joined of, which would be wider than the whole.
    """
    for start, end in _whole(text.plain, ranges):
        text.stylize(style, start, end)


def marked(text: Text, ranges: Sequence[Range], style: Style, width: int) -> Text:
    """The text with its marks, and without its beginning where they would not be seen in so many cells."""
    highlight(text, ranges, style)
    begin = _beginning(text.plain, ranges, width) if text.cell_len > width else 0
    return Text("…").append_text(text[begin:]) if begin else text


def _beginning(text: str, ranges: Sequence[Range], width: int) -> int:
    """The first scalar that is shown: up to the end if all that matched is seen then, or else to the last match."""
    within = [(start, end) for start, end in ranges if start < end <= len(text)]
    if not within or (end := cell_len(text[: within[-1][1]])) < width:
        return 0
    # One cell is for the dots at the beginning, and one for those at the end where there is more.
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
        # The next range may begin within the character that this one ends in.
        last = place
        while last + 1 < len(characters) and characters[last][1] < end:
            last += 1
        if place < len(characters) and start < end:
            yield min(start, characters[place][0]), max(end, characters[last][1])
