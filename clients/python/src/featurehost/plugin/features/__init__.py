"""Features of a plugin: their declarations from classes, and the handling of the host's requests about them."""

from .failures import ActionFailed, ActionRefused
from .feature import Feature
from .layout import LayoutItem
from .marks import action, task

__all__ = ["ActionFailed", "ActionRefused", "Feature", "LayoutItem", "action", "task"]
