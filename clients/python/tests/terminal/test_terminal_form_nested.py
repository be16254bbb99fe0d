"""Groups and repeated fields of forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_support import Terminal, one, play
from test_terminal_form import ACTIONS, field, form

ITEM_ACTIONS = (*ACTIONS, "insertItem", "removeItem", "moveItem")
OPTIONS = [{"value": "s", "title": "Small"}, {"value": "l", "title": "Large"}]


def line(id: str, product: str, quantity: int, **members: Any) -> dict[str, Any]:
    """Returns the fields of an item of `/lines`."""
    return {
        f"/lines/{id}/product": field("text", "Product", product, required=True, **members),
        f"/lines/{id}/quantity": field("stepper", "Quantity", quantity, minimum=1, step=1, **members),
    }


def item(id: str) -> dict[str, Any]:
    """Returns an item of `/lines`."""
    return {"id": id, "fields": [f"/lines/{id}/product", f"/lines/{id}/quantity"]}


def items(*ids: str) -> dict[str, Any]:
    """Returns the change of the state when `/lines` has these items."""
    return {"state": {"fields": {"/lines": {"value": [*ids], "items": [item(id) for id in ids]}}}}


ORDER = form(
    [{"header": "Customer", "fields": ["/name", "/address"]}, {"header": "Order", "fields": ["/lines", "/note"]}],
    {
        "/name": field("text", "Name", "Ada"),
        "/address": field("group", "Address", None, fields=["/address/street", "/address/place"]),
        "/address/street": field("text", "Street", "Storgata 1", required=True),
        "/address/place": field("group", "Place", None, fields=["/address/place/code", "/address/place/town"]),
        "/address/place/code": field("text", "Code", "5003"),
        "/address/place/town": field("text", "Town", "Bergen", hints={"help": "As on a letter."}),
        "/lines": field("repeated", "Lines", ["k1", "k2"], required=True, items=[item("k1"), item("k2")]),
        **line("k1", "Candle", 2),
        **line("k2", "Lamp", 1),
        **line("k3", "", 1),
        "/note": field("text", "Note", ""),
    },
)


def order(tmp_path: Path, **members: Any) -> dict[str, Any]:
    """Returns the arguments for playing a scenario on the order."""
    size = members.pop("size", (80, 30))
    features = one("form", {**ORDER, **members}, *ITEM_ACTIONS)
    return {"features": features, "feature": "it", "folder": tmp_path, "size": size}


def test_groups_and_items_stand_in_from_what_holds_them(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-nested")
        await terminal.resize(44, 16)
        await terminal.press(*["tab"] * 6)
        await terminal.frame("form-nested-44x16")

    play(scenario, **order(tmp_path))


def test_groups_in_items_and_items_in_items(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("form-nested-deep")
        # The keys act on the innermost items around the focus.
        await terminal.press("tab", "ctrl+o", "ctrl+r")
        await terminal.press("tab", "tab", "ctrl+o", "ctrl+r")
        sent = [(it["action"], it["params"]) for it in await terminal.sent()]
        inner, outer = "/rooms/k1/guests", "/rooms"
        assert sent == [
            ("insertItem", {"path": inner}),
            ("removeItem", {"path": inner, "id": "k2"}),
            ("insertItem", {"path": outer}),
        ]

    state = form(
        [{"fields": ["/rooms"]}],
        {
            "/rooms": field(
                "repeated", "Rooms", ["k1"], items=[{"id": "k1", "fields": ["/rooms/k1/bed", "/rooms/k1/guests"]}]
            ),
            "/rooms/k1/bed": field("group", "Bed", None, fields=["/rooms/k1/bed/size"]),
            "/rooms/k1/bed/size": field("multiPicker", "Size", ["s"], options=OPTIONS),
            "/rooms/k1/guests": field(
                "repeated", "Guests", ["k2"], items=[{"id": "k2", "fields": ["/rooms/k1/guests/k2/name"]}]
            ),
            "/rooms/k1/guests/k2/name": field("text", "Name", "Grace"),
        },
    )
    play(scenario, features=one("form", state, *ITEM_ACTIONS), feature="it", folder=tmp_path)


def test_an_item_is_added_by_a_key_and_has_the_cursor(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*["tab"] * 4, "end", "s")
        await terminal.ask("react", action="insertItem", patch=items("k1", "k2", "k3"))
        await terminal.press("ctrl+o", "x")
        sent = await terminal.sent()
        assert sent[1:] == [
            {"action": "insertItem", "params": {"path": "/lines"}},
            {"action": "setValue", "params": {"path": "/lines/k3/product", "value": "x"}},
        ]
        assert terminal.shows("3. Product *") and terminal.shows("Candles")

    play(scenario, **order(tmp_path))


def test_a_refused_item_moves_no_cursor_later(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        error = {"code": -31003, "message": "no", "data": {"kind": "actionUnavailable", "reason": "disabled"}}
        await terminal.ask("refuse", action="insertItem", error=error)
        await terminal.press(*["tab"] * 4, "ctrl+o")
        await terminal.change(**items("k1", "k2", "k3"))
        await terminal.press("x")
        assert (await terminal.sent())[-1]["params"] == {"path": "/lines/k1/product", "value": "Candlex"}

    play(scenario, **order(tmp_path))


def test_an_item_that_is_removed_leaves_the_cursor_in_the_next(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*["tab"] * 4)
        await terminal.ask("react", action="removeItem", patch=items("k2"))
        await terminal.press("ctrl+r", "!")
        await terminal.ask("react", action="removeItem", patch=items())
        await terminal.press("ctrl+r", "enter")
        assert [(it["action"], it["params"]) for it in await terminal.sent()] == [
            ("removeItem", {"path": "/lines", "id": "k1"}),
            ("setValue", {"path": "/lines/k2/product", "value": "Lamp!"}),
            ("removeItem", {"path": "/lines", "id": "k2"}),
            # An item can still be added to an empty field.
            ("insertItem", {"path": "/lines"}),
        ]
        assert not terminal.shows("Product")

    play(scenario, **order(tmp_path))


def test_an_item_is_moved_with_the_cursor(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*["tab"] * 4, "alt+up")
        await terminal.ask("react", action="moveItem", patch=items("k2", "k1"))
        await terminal.press("alt+down", "s", "alt+down")
        await terminal.ask("react", action="moveItem", patch=items("k1", "k2"))
        await terminal.press("alt+up")
        assert [(it["action"], it["params"]) for it in await terminal.sent()] == [
            ("moveItem", {"path": "/lines", "id": "k1", "beforeId": None}),
            ("setValue", {"path": "/lines/k1/product", "value": "Candles"}),
            ("moveItem", {"path": "/lines", "id": "k1", "beforeId": "k2"}),
        ]
        assert terminal.shows("1. Product *   Candles")

    play(scenario, **order(tmp_path))


def test_items_are_changed_by_clicks(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        # No item has the focus, so the buttons act on none.
        await terminal.click("[ Remove ]")
        await terminal.click("Lamp")
        await terminal.settle()
        await terminal.click("[ ↑ ]")
        await terminal.click("[ Remove ]")
        await terminal.click("[ Add ]")
        await terminal.settle()
        assert [(it["action"], it["params"]) for it in await terminal.sent()] == [
            ("moveItem", {"path": "/lines", "id": "k2", "beforeId": "k1"}),
            ("removeItem", {"path": "/lines", "id": "k2"}),
            ("insertItem", {"path": "/lines"}),
        ]

    play(scenario, **order(tmp_path))


def test_keys_for_items_are_offered_where_they_do_something(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("ctrl+o")
        await terminal.press(*["tab"] * 4)
        assert terminal.shows("ctrl+o add   ctrl+r remove   alt+↑↓ move")
        await terminal.press(*["tab"] * 4)
        # The focus is on the button that adds an item.
        assert terminal.shows("ctrl+o add") and not terminal.shows("ctrl+r")
        await terminal.change(**items("k1"))
        await terminal.press("shift+tab")
        assert terminal.shows("ctrl+r remove") and not terminal.shows("alt+↑↓")
        await terminal.change(state={"fields": {"/lines": {"enabled": False}}})
        assert not terminal.shows("ctrl+o") and not terminal.shows("ctrl+r")
        await terminal.press("ctrl+o", "ctrl+r")
        await terminal.click("[ Add ]")
        await terminal.settle()
        assert await terminal.sent() == []

    play(scenario, **order(tmp_path))


def test_focus_and_blur_of_items_are_told(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*["tab"] * 7)
        await terminal.sent(but=())
        await terminal.press("tab", "tab")
        sent = [(it["action"], it["params"]["path"]) for it in await terminal.sent(but=())]
        assert sent == [("blur", "/lines/k2/quantity"), ("focus", "/lines"), ("blur", "/lines"), ("focus", "/note")]

    play(scenario, **order(tmp_path))


def test_the_host_moves_the_cursor_into_an_item_and_it_is_seen(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert not terminal.shows("Lamp")
        await terminal.change(state={"focus": {"path": "/lines/k2/product", "seq": 1}})
        assert terminal.shows("Lamp")
        await terminal.press("s")
        await terminal.change(state={"focus": {"path": "/address/place", "seq": 2}})
        await terminal.press("!")
        await terminal.change(**items())
        await terminal.change(state={"focus": {"path": "/lines", "seq": 3}})
        await terminal.press("enter")
        assert [(it["action"], it["params"].get("value")) for it in await terminal.sent()] == [
            ("setValue", "Lamps"),
            ("setValue", "5003!"),
            ("insertItem", None),
        ]

    play(scenario, **order(tmp_path, size=(80, 12)))


def test_what_is_said_of_groups_and_items(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        said = [{"code": "minItems", "text": "There must be three lines.", "severity": "error"}]
        unknown = [{"code": "unknown", "text": "Nobody lives there.", "severity": "error"}]
        late = [{"code": "maximum", "text": "That is a lot.", "severity": "warning"}]
        fields: dict[str, Any] = {
            "/lines": {"messages": said, "showMessages": True},
            "/address": {"messages": unknown, "showMessages": True},
            "/lines/k1/quantity": {"messages": late, "showMessages": True},
            "/lines/k2/product": {"validating": True},
        }
        await terminal.change(state={"fields": fields, "isValidating": True})
        await terminal.frame("form-nested-messages")

    play(scenario, **order(tmp_path))


def test_what_is_not_visible_is_not_drawn_nor_its_section(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        hidden = {path: {"visible": False} for path in ORDER["fields"] if path.startswith("/address")}
        await terminal.change(state={"fields": hidden})
        assert not terminal.shows("Address") and not terminal.shows("Street")
        await terminal.press("tab", "s")
        assert (await terminal.sent())[-1]["params"]["path"] == "/lines/k1/product"
        await terminal.change(state={"fields": {path: {"visible": False} for path in ("/lines", "/note")}})
        assert not terminal.shows("Order") and terminal.shows("Customer")
        await terminal.change(state={"fields": {path: {"visible": True} for path in hidden}})
        assert terminal.shows("Street *")

    play(scenario, **order(tmp_path))


def test_what_is_disabled_is_dim_and_passed_over(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        before = [terminal.style_of(text).color for text in ("Street", "Storgata", "Quantity", "‹ 2")]
        off = ("/address", "/address/street", "/lines/k1/quantity")
        await terminal.change(state={"fields": {path: {"enabled": False} for path in off}})
        after = [terminal.style_of(text).color for text in ("Street", "Storgata", "Quantity", "‹ 2")]
        assert all(old != new for old, new in zip(before, after, strict=True))
        for text in ("Storgata", "‹ 2"):
            await terminal.click(text)
        await terminal.press("tab", "!")
        sent = await terminal.sent()
        assert [it["params"] for it in sent] == [{"path": "/address/place/code", "value": "5003!"}]

    play(scenario, **order(tmp_path))
