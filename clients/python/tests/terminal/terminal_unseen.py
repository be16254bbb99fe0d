"""Fixtures that skip drawing that the tests of the terminal client do not check."""

from __future__ import annotations

from typing import Any

import pytest
from textual._compositor import Compositor
from textual.css.stylesheet import Stylesheet

_render_update, _parse_rules = Compositor.render_update, Stylesheet._parse_rules
_parsed: dict[Any, Any] = {}


@pytest.fixture(autouse=True)
def nothing_is_drawn_unseen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skips the rendering of partial updates, which takes a third of a test's time.

    Complete screens are rendered when a test requests one. Tests that are marked as `drawn` render everything.
    """

    def render_update(self: Compositor, full: bool = False, **others: Any) -> Any:
        if full:
            return _render_update(self, full=True, **others)
        self._dirty_regions.clear()
        return None

    if not request.node.get_closest_marker("drawn"):
        monkeypatch.setattr(Compositor, "render_update", render_update)


@pytest.fixture(autouse=True)
def style_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parses the styles of the program and of Textual only once, not in every test."""

    def parse_rules(self: Stylesheet, css: str, **others: Any) -> Any:
        key = (css, *others.items(), *self._variables.items())
        if key not in _parsed:
            _parsed[key] = _parse_rules(self, css, **others)
        return _parsed[key]

    monkeypatch.setattr(Stylesheet, "_parse_rules", parse_rules)
