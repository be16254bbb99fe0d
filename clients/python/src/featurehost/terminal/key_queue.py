"""Keys, one after the other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from textual.dom import DOMNode
from textual.events import Key, Paste
from textual.widget import Widget

from .line import Line, Lines

# How long keys wait for what the one before them has asked for. A host answers at once, but a machine may be busy.
SECONDS = 5.0
# These go about among letters and rows, and open nothing.
_PLACES = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "tab", "backspace", "delete")
_MOVING = frozenset(modifier + key for modifier in ("", "shift+", "ctrl+", "ctrl+shift+") for key in _PLACES)


class KeyQueue:
    """Lets each key act when the one before it has done all that it does.

    By itself Textual gives keys to the widget with the cursor as they come, and a bound one goes from there up to the
    program before it acts: letters that came in the same moment are typed before that.

    A key that neither types nor moves is a command: it acts on what is shown, and may open something. So it waits until
    all that was sent before it is answered and shown, and the keys behind it wait for its own answer in the same way.
    """

    def __init__(
        self,
        give: Callable[[Key | Paste], Awaitable[Widget]],
        is_caught_up: Callable[[float | None], Awaitable[bool]],
        focused: Callable[[], Widget | None],
    ) -> None:
        """How a key is given to the widget that it is for; how the host is waited for; and which one has the cursor."""
        self._give, self._is_caught_up, self._focused = give, is_caught_up, focused
        self._keys: deque[Key | Paste] = deque()
        self._came = asyncio.Event()
        self._is_behind_command = False
        self._is_acting = False
        # Whether what a person has done last was a command, as it is to start the program or to press a button.
        self.is_commanded = True
        # Whether the host is waited for; so are all keys before the first screen is there.
        self.is_held = True

    @property
    def is_empty(self) -> bool:
        """Whether all keys have acted."""
        return not (self._keys or self._is_acting)

    def put(self, key: Key | Paste) -> None:
        """Adds a key, or what is pasted."""
        self._keys.append(key)
        self._came.set()

    def clear(self) -> None:
        """Forgets the keys that have not acted yet."""
        self._keys.clear()

    async def run(self) -> None:
        """Lets keys act, for as long as the program runs."""
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
        """Lets the first key wait for the host, if it has to."""
        if not (self._is_behind_command or self._is_command(self._keys[0])):
            return
        self.is_held = True
        is_caught_up = await self._is_caught_up(SECONDS)
        self.is_held = False
        if self._is_behind_command and not is_caught_up:
            # What they were typed for has not come, and what is there in its place is not to have them.
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
                    # What a button says when it is pressed goes the same way.
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
    """Waits until what each of these widgets has in its queue is done, and what that has handed on to the next one."""
    for node in path:
        heard = asyncio.Event()
        if node.call_later(heard.set):
            await heard.wait()
