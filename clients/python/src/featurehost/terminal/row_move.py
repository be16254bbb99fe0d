"""Moving a row by keys."""

from __future__ import annotations

from .lenient import members, objects, whole
from .node import Node


async def move_row(node: Node, by: int) -> None:
    """Moves the active row one position up or down, and scrolls the window with it."""
    if not node.can("moveItems"):
        return
    ids, offset, count = _shown(node)
    place = _place(node, ids)
    if place < 0:
        return
    # The row before which the active row is inserted must be in the window. For a move down, it is two rows below.
    needed = place + (2 if by > 0 else -1)
    if needed >= len(ids) and offset + needed < count:
        node = await _scrolled(node, needed - len(ids) + 1)
    elif needed < 0 < offset:
        node = await _scrolled(node, needed)
    ids, offset, count = _shown(node)
    place = _place(node, ids)
    to = place + by + (by > 0)
    if place < 0 or to < 0 or offset + to > count:
        return
    before = {"beforeId": ids[to]} if to < len(ids) else {}
    await node.send("moveItems", {"ids": [ids[place]], **before})


def _shown(node: Node) -> tuple[list[str], int, int]:
    """Returns the ids in the window, the offset of the window, and the number of rows."""
    ids = [str(item.get("id")) for item in objects(node.state.get("items"))]
    return ids, whole(members(node.state.get("window")).get("offset")), whole(node.state.get("count"))


def _place(node: Node, ids: list[str]) -> int:
    """Returns the index of the active row in the window; -1 if it is outside."""
    active = node.state.get("activeId")
    return ids.index(active) if active in ids else -1


async def _scrolled(node: Node, by: int) -> Node:
    window = members(node.state.get("window"))
    params = {"offset": max(0, whole(window.get("offset")) + by), "limit": max(1, whole(window.get("limit")))}
    await node.send("setWindow", params, quiet=True)
    return node.newest()
