"""Kinds of features that this client does not know."""

from __future__ import annotations

import json

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from .prose import Prose
from .text import paragraph
from .view import FeatureView


class PlainView(FeatureView):
    """The state as text."""

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Prose()

    async def redraw(self) -> None:
        text = json.dumps(self.node.state, ensure_ascii=False, indent=2)
        self.query_one(Prose).show(paragraph(text))
