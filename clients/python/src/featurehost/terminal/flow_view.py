"""The kind `flow`."""

from __future__ import annotations

import json

from textual.app import ComposeResult

from .lenient import items, objects
from .node import Node
from .pane import Pane
from .prose import Prose
from .text import plain, words
from .view import FeatureView


class FlowView(FeatureView):
    """The feature on top of the stack, or how the flow ended."""

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self._pane: Pane | None = None

    def compose(self) -> ComposeResult:
        yield Prose(classes="outcome")

    async def redraw(self) -> None:
        top, status = self.node.top(), str(self.node.state.get("status", "active"))
        outcome = self.query_one(".outcome", Prose)
        outcome.display = status != "active" or top is None
        outcome.show(self._outcome(status))
        if top is None or status != "active":
            if self._pane is not None:
                await self._pane.remove()
            self._pane = None
        elif self._pane is None:
            self._pane = Pane(top)
            await self.mount(self._pane)
        else:
            await self._pane.show(top)

    def _outcome(self, status: str) -> str:
        output = self.node.state.get("output")
        result = "" if output is None else "\n\n" + json.dumps(output, ensure_ascii=False, indent=2)
        return f"{words(status).capitalize()}.{result}"

    def crumbs(self) -> list[str]:
        stack = objects(self.node.state.get("stack"))
        titles = [plain(entry.get("title") or entry.get("route")) for entry in stack]
        inner = self._pane.view.crumbs()[1:] if self._pane is not None else []
        return [*dict.fromkeys([self.node.title, *titles]), *inner]

    def info(self) -> str:
        return self._pane.view.info() if self._pane is not None else ""

    def go_back(self) -> bool:
        if self._pane is not None and self._pane.view.go_back():
            return True
        if len(items(self.node.state.get("stack"))) < 2 or not self.node.can("pop"):
            return False
        self.node.send("pop")
        return True
