"""The views of the kinds of features."""

from __future__ import annotations

from .flow_view import FlowView
from .form_view import FormView
from .layout_view import LayoutView
from .list_view import ListView
from .node import Node
from .plain_view import PlainView
from .search_view import SearchView
from .view import FeatureView


def view_of(node: Node) -> FeatureView:
    """Returns a view for the feature."""
    match node.snapshot.kind:
        case "list":
            return ListView(node)
        case "form":
            return FormView(node)
        case "search":
            return SearchView(node)
        case "flow":
            return FlowView(node, view_of)
        case "view":
            return LayoutView(node, view_of)
    return PlainView(node)
