"""The choice of a declared filter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from .list_filter import ListFilter, declared
from .menu import MenuScreen
from .node import Node


def offer_filters(node: Node, set_filter: Callable[[str | None], object], app: App[Any]) -> None:
    """Offers the declared filters of a list or a search, and "All"; `set_filter` gets the id of the filter, or None."""
    chosen = ListFilter.of(node.state).id
    offered: list[tuple[str | None, str]] = [(None, "All"), *declared(node.state)]
    entries = [("●" if id == chosen else "", title) for id, title in offered]
    current = next((index for index, (id, _) in enumerate(offered) if id == chosen), 0)

    def choose(index: int | None) -> None:
        if index is not None:
            set_filter(offered[index][0])

    app.push_screen(MenuScreen("Filters", entries, current), choose)
