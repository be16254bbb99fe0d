"""The queue of typed keys."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from textual.dom import DOMNode
from textual.events import Key, Paste
from textual.widget import Widget

from .line import Line, Lines

# The maximum time that keys wait for the answer to the preceding key. A host answers immediately, but the machine may
# be busy.
SECONDS = 5.0
# These keys move within text and rows, and open nothing.
_PLACES = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "tab", "backspace", "delete")
_MOVING = frozenset(modifier + key for modifier in ("", "shift+", "ctrl+", "ctrl+shift+") for key in _PLACES)


class KeyQueue:
    """Delays each key until the preceding key has been handled completely.

    Without the queue, Textual passes keys to the focused widget when they arrive. A bound key then passes through the
    widget's ancestors before it acts, so letters that arrive at the same time would be typed first.

    A key that neither types nor moves is a command: it acts on the shown state, and may open something. So it waits
    until all earlier requests are answered and shown, and later keys wait for the answer to the command in the same
    way.
    """

    def __init__(
        self,
        give: Callable[[Key | Paste], Awaitable[Widget]],
        is_caught_up: Callable[[float | None], Awaitable[bool]],
        focused: Callable[[], Widget | None],
    ) -> None:
        """`give` passes a key to its widget, `is_caught_up` waits for the host, `focused` returns a widget or None."""
        self._give, self._is_caught_up, self._focused = give, is_caught_up, focused
        self._keys: deque[Key | Paste] = deque()
        self._came = asyncio.Event()
        self._is_behind_command = False
        self._is_acting = False
        # True if the last operation of the user was a command, such as the start of the program or the press of a
        # button.
        self.is_commanded = True
        # True while keys wait for the host, and before the first screen.
        self.is_held = True

    @property
    def is_empty(self) -> bool:
        """True if all keys are handled."""
        return not (self._keys or self._is_acting)

    def put(self, key: Key | Paste) -> None:
        """Adds a key or pasted text."""
        self._keys.append(key)
        self._came.set()

    def clear(self) -> None:
        """Discards the keys that are not handled yet."""
        self._keys.clear()

    async def run(self) -> None:
        """Handles keys as long as the program runs."""
        await self._is_caught_up(None)
        self.is_held = False
        while True:
            await self._came.wait()
            self._came.clear()
            while self._keys:
                await self._wait_for_turn()
                if self._keys:
                    await self._act(self._keys.popleft())

    async def _wait_for_turn(self) -> None:
        """Makes the first key wait for the host if necessary."""
        if not (self._is_behind_command or self._is_command(self._keys[0])):
            return
        self.is_held = True
        is_caught_up = await self._is_caught_up(SECONDS)
        self.is_held = False
        if self._is_behind_command and not is_caught_up:
            # The keys were typed for the screen after the command's answer. The answer did not arrive, and the current
            # screen must not receive the keys.
            self.clear()
        self._is_behind_command = False

    async def _act(self, key: Key | Paste) -> None:
        self._is_acting, self._is_behind_command = True, self._is_command(key)
        self.is_commanded = self._is_behind_command
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                widget = await self._give(key)
                path = widget.ancestors_with_self
                await _hear_out(path)
                if self._is_behind_command:
                    # The message of a pressed button passes through the same widgets.
                    await _hear_out(path)
        self._is_acting = False

    def _is_command(self, key: Key | Paste) -> bool:
        focused = self._focused()
        if isinstance(key, Paste) or key.key in _MOVING:
            return False
        if isinstance(focused, Line | Lines) and key.key in focused.EDITING_KEYS:
            return False
        return focused is None or not focused.check_consume_key(key.key, key.character)


async def _hear_out(path: list[DOMNode]) -> None:
    """Waits until each of these widgets has handled its queue, including messages that it passes to the next widget."""
    for node in path:
        heard = asyncio.Event()
        if node.call_later(heard.set):
            await heard.wait()
