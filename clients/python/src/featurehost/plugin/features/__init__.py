"""Features of a plugin: what their classes say, and the desk at which the host's requests about them are answered."""

from .failures import ActionFailed, ActionRefused
from .feature import Feature
from .layout import LayoutItem
from .marks import action, task

__all__ = ["ActionFailed", "ActionRefused", "Feature", "LayoutItem", "action", "task"]
