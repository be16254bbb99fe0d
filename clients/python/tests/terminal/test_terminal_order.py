"""A user's way through an order of the demo on a real host: steps, items, conditions, and a draft."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from terminal_support import PROJECT, Terminal, play


def test_an_order_is_kept_as_a_draft_restored_and_sent(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        # The typing is faster than the storing of a draft, which waits until nothing changes.
        await terminal.tap(*"Ada", "tab", "tab", *"Storgata", "tab", "5")
        await terminal.press("ctrl+n")
        # The step is invalid, and its first error has the focus.
        assert terminal.shows("A postcode has four digits.") and terminal.shows("Town is required.")
        await terminal.tap("0", "0", "3", "tab", *"Bergen")
        await terminal.press("ctrl+n", "ctrl+n")
        assert terminal.shows("Order › 2 of 3: What") and terminal.shows("There is nothing to send yet.")
        await terminal.press("ctrl+o", "enter")
        await terminal.tap(*"ket")
        await terminal.press("enter", "tab", "right")
        await terminal.frame("order-lines")
        await terminal.kill()
        await terminal.press("right", "enter")
        assert terminal.shows("There is a draft of an earlier time.") and terminal.shows("Ada")
        await terminal.press("f3")
        await terminal.frame("order-restored")
        await terminal.press("ctrl+n")
        assert terminal.shows("Kettle, two litres") and terminal.shows("‹ 2 ›")
        await terminal.press("ctrl+n", "ctrl+s")
        assert terminal.shows("1 of 3: Customer") and not terminal.shows("Ada")

    shutil.copy(PROJECT / "clients/demo/demo.workspace.json", tmp_path)
    play(scenario, workspace=tmp_path / "demo.workspace.json", feature="order")
    order = json.loads((tmp_path / "orders.jsonl").read_text())
    assert (order["name"], order["address"]) == ("Ada", {"street": "Storgata", "code": "5003", "town": "Bergen"})
    assert order["lines"] == [{"product": "kettle", "quantity": 2, "isGift": False}]
    assert (tmp_path / "drafts.jsonl").read_text().strip() == ""
