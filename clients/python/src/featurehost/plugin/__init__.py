"""Plugins: programs that a host starts, with features and sources.

Each name is loaded at its first use, so that a plugin starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .plugin import Plugin

if TYPE_CHECKING:
    from .features import ActionFailed, ActionRefused, Feature, LayoutItem, action, task

__all__ = ["ActionFailed", "ActionRefused", "Feature", "LayoutItem", "Plugin", "action", "task"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        value = globals()[name] = getattr(import_module(".features", __name__), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
