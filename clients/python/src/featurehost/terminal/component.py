"""Component styles: the styles for texts that a widget draws itself."""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget


def component_style(widget: Widget, name: str) -> Style:
    """Returns the declared style of a component class, with transparent colours mixed with the background."""
    rules, mixed = widget.get_component_styles(name), widget.get_visual_style(name).rich_style
    return Style(
        color=mixed.color if rules.has_rule("color") else None,
        bgcolor=mixed.bgcolor if rules.has_rule("background") else None,
        bold=mixed.bold or None,
        underline=mixed.underline or None,
    )
