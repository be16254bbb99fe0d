"""Fixtures that make all tests of the terminal client cheaper."""

from terminal_unseen import nothing_is_drawn_unseen, style_is_parsed_once  # noqa: F401
