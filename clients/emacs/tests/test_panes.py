"""Views that a workspace declares: the values of a row, and the children in panes."""

from __future__ import annotations

import json
from pathlib import Path

from FrontEnds.emacs import Emacs

WORKSPACE = {
    "sources": {"m": {"type": "inline", "rows": [{"id": "1", "from": "Ada", "body": "one"}]}},
    "features": {
        "inbox": {"kind": "list", "title": "Inbox", "source": "m", "columns": [{"key": "from"}]},
        "message": {
            "kind": "view",
            "title": "From {from}",
            "row": {"source": "m", "id": "1"},
            "layout": [{"key": "body", "label": "Text"}],
        },
        "mail": {
            "kind": "view",
            "title": "Mail",
            "children": {"list": {"feature": "inbox"}, "message": {"feature": "message"}},
            "panes": {"type": "split", "children": [{"child": "list"}, {"child": "message", "title": "Message"}]},
        },
    },
}


def test_children_are_drawn_one_below_the_other(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text(json.dumps(WORKSPACE))
    with Emacs(tmp_path, tmp_path / "w.json") as emacs:
        emacs.open("Mail")
        emacs.shows("Open Inbox", "Ada", "Message", "Text  one")
