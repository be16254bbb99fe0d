"""Adds the folder of the common test harness of clients to the path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "Tests"))
