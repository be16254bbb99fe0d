"""A vertical stack of widgets, identified by keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from textual.widget import Widget

from .view import first_focusable

K = TypeVar("K", bound=Hashable)
W = TypeVar("W", bound=Widget)


class KeyedStack(Widget, Generic[K, W]):
    """Contains one widget for each key; widgets keep the focus and typed text when keys are added or reordered."""

    def __init__(self, beside: Widget | None = None) -> None:
        """If no focusable widget is left in the stack, `beside` gets the focus."""
        super().__init__()
        self.parts: dict[K, W] = {}
        self._beside = beside

    async def place(self, keys: Iterable[K], make: Callable[[K], W]) -> None:
        """Removes the widgets of other keys, makes missing ones, and sorts all by the order of the keys."""
        wanted = list(dict.fromkeys(keys))
        if wanted == list(self.parts):
            return
        self._leave_all_but(set(wanted))
        for key in self.parts.keys() - set(wanted):
            await self.parts.pop(key).remove()
        made = {key: make(key) for key in wanted if key not in self.parts}
        await self.mount_all(made.values())
        parts = {**self.parts, **made}
        self.parts = {key: parts[key] for key in wanted}
        for index, part in enumerate(self.parts.values()):
            if self.children[index] is not part:
                self.move_child(part, before=index)

    def _leave_all_but(self, staying: set[K]) -> None:
        """Moves the focus out of a widget that is to be removed: to the next widget that stays, or the previous one."""
        keys = list(self.parts)
        place = next((place for place, key in enumerate(keys) if self.parts[key].has_focus_within), None)
        if place is not None and keys[place] not in staying:
            near = [self.parts[key] for key in (*keys[place + 1 :], *reversed(keys[:place])) if key in staying]
            self.screen.set_focus(next(filter(None, map(first_focusable, near)), self._beside))
