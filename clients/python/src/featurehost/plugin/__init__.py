"""Plugins: programs that the host starts and asks for sources."""

from .plugin import Plugin

__all__ = ["Plugin"]
