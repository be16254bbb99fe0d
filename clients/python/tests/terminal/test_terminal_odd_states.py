"""States with missing or null members are drawn as far as possible."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest
from terminal_support import Terminal, child, one, play
from test_terminal_flow import ROOT
from test_terminal_form import CHOICES, TEXTS, field, form
from test_terminal_form_nested import ORDER
from test_terminal_form_options import CITIES, SOURCE
from test_terminal_list import list_state
from test_terminal_search import FOUND
from test_terminal_view import STATE

FLOW = {"title": "App", "stack": [{**ROOT, "child": child("list", list_state())}], "status": "active", "output": None}
SEARCHED = form(
    [{"fields": ["/city", "/cities"]}],
    {
        "/city": field("picker", "City", "o", options=CITIES, optionsFrom=SOURCE),
        "/cities": field("multiPicker", "Cities", ["o"], options=CITIES, optionsFrom=SOURCE),
    },
    hasDraft=True,
)
STATES = [
    ("list", list_state()),
    ("form", TEXTS),
    ("form", CHOICES),
    ("form", ORDER),
    ("form", SEARCHED),
    ("search", FOUND),
    ("view", STATE),
    ("flow", FLOW),
]
SURROUNDINGS = ("feature", "kind", "state")


def places(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the paths of all values within a value, except the members that identify a child."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [] if not above or above[-1] in SURROUNDINGS else [above]
    return found + [place for key, item in inner for place in places(item, (*above, key))]


def spoiled(generator: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """Returns a state with some members removed, and others replaced by null."""
    result = copy.deepcopy(state)
    for _ in range(3):
        *above, key = generator.choice(places(result))
        holder: Any = result
        for step in above:
            holder = holder[step]
        if isinstance(holder, dict) and generator.random() < 0.5:
            del holder[key]
        else:
            holder[key] = None
    return result


@pytest.mark.parametrize(("kind", "state"), STATES)
def test_what_is_missing_leaves_the_rest(tmp_path: Path, kind: str, state: dict[str, Any]) -> None:
    generator = random.Random(7)

    async def scenario(terminal: Terminal) -> None:
        for _ in range(5):
            await terminal.ask("replace", instance="it-1", state=spoiled(generator, state))
            assert terminal.shows("────")

    play(scenario, features=one(kind, state), feature="it", folder=tmp_path)
