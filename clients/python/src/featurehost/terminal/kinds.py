"""Which view draws which kind of feature."""

from __future__ import annotations

from .node import Node
from .view import FeatureView


def view_of(node: Node) -> FeatureView:
    """A view that draws the feature."""
    # A flow and a layout hold views of other kinds, so the table can only be read when all of them are there.
    from .flow_view import FlowView
    from .form_view import FormView
    from .layout_view import LayoutView
    from .list_view import ListView
    from .plain_view import PlainView
    from .search_view import SearchView

    views: dict[str, type[FeatureView]] = {
        "list": ListView,
        "form": FormView,
        "search": SearchView,
        "flow": FlowView,
        "view": LayoutView,
    }
    return views.get(node.snapshot.kind, PlainView)(node)
