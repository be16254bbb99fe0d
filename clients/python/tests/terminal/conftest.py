"""What is spared in all tests of the terminal front end."""

from terminal_unseen import nothing_is_drawn_unseen, style_is_parsed_once  # noqa: F401
