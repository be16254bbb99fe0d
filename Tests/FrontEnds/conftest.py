"""Fixtures of the terminal client's own tests, which skip drawing that nobody sees."""

import sys

from .front_end import PROJECT

sys.path.append(str(PROJECT / "clients" / "python" / "tests" / "terminal"))

from terminal_unseen import nothing_is_drawn_unseen, style_is_parsed_once  # noqa: E402, F401
