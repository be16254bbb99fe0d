"""What the tests of the terminal front end spare is spared here too."""

import sys

from .front_end import PROJECT

sys.path.append(str(PROJECT / "clients" / "python" / "tests" / "terminal"))

from terminal_unseen import nothing_is_drawn_unseen, style_is_parsed_once  # noqa: E402, F401
