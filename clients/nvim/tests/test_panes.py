"""Views that a workspace declares, whose children follow the active row."""

from __future__ import annotations

from pathlib import Path

from conftest import Start

WORKSPACE = {
    "sources": {
        "m": {
            "type": "inline",
            "rows": [{"id": "1", "from": "Ada", "body": "one"}, {"id": "2", "from": "Bob", "body": "two"}],
        }
    },
    "features": {
        "inbox": {"kind": "list", "title": "Inbox", "source": "m", "columns": [{"key": "from"}]},
        "message": {
            "kind": "view",
            "title": "From {from}",
            "params": {"id": {"type": "string", "required": True}},
            "row": {"source": "m", "id": {"param": "id"}},
            "layout": [{"key": "body", "label": "Text"}],
        },
        "mail": {
            "kind": "view",
            "title": "Mail",
            "children": {
                "list": {"feature": "inbox"},
                "message": {"feature": "message", "params": {"id": {"of": "list", "active": "/id"}}},
            },
            "panes": {"type": "split", "children": [{"child": "list"}, {"child": "message", "title": "Message"}]},
        },
    },
}


def test_children_are_drawn_one_below_the_other_and_follow_the_row(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORKSPACE, feature="mail")
    nvim.shows("Mail", "Inbox", "Ada", "Bob")
    nvim.click("Bob")
    nvim.shows("Inbox", "Message", "Text  two")
    nvim.click("Ada")
    nvim.shows("Inbox", "Message", "Text  one")
