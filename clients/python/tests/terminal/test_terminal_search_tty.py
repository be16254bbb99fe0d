"""The keys of a search as a terminal sends them, through a pseudo-terminal."""

from __future__ import annotations

from pathlib import Path

from terminal_tty import started
from test_terminal_search_host import workspace


def test_the_keys_of_a_search_reach_it_through_a_terminal(tmp_path: Path) -> None:
    file = workspace(tmp_path, debounceMs=0)
    with started(tmp_path, "--feature", "find", "--workspace", str(file)) as tty:
        # The line has the focus then.
        tty.wait_for("⏎ choose")
        tty.type(b"12")
        tty.wait_for("cheese 12")
        tty.type(b"\t")
        tty.wait_for("1 selected")
        # ctrl+f
        tty.type(b"\x06")
        tty.wait_for("Cheese alone")
        tty.type(b"\x1b[B\r")
        tty.wait_for("Cheese alone · 1 selected")
        # ctrl+o
        tty.type(b"\x0f")
        tty.wait_for("Write a note about it")
        tty.type(b"\r")
        # Everything is redrawn after the menu has closed.
        tty.wait_for("Food")
        # shift+tab
        tty.type(b"\x1b[Z")
        tty.wait_for("2 selected")
        # f3, which hides and shows the preview
        tty.type(b"\x1bOR")
        tty.type(b"\x1bOR")
        tty.wait_for("Name  text")
        # ctrl+u, and ctrl+p, which recalls the accepted query
        tty.type(b"\x15")
        tty.wait_for("90 to search")
        tty.type(b"\x10")
        tty.wait_for("cheese 12")
        # ctrl+c
        tty.type(b"\x03")
        assert tty.ends() == 0
