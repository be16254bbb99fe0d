"""Plugins: programs that the host starts, with features to show and sources to ask.

What is here is loaded when it is first used, so that a plugin starts quickly.
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
