"""The program: follows the host, and updates the screens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from rich.console import RenderableType
from textual.app import App
from textual.events import Event, Key, Paste
from textual.filter import NoColor
from textual.widget import Widget
from textual.worker import Worker

from ..aio import AsyncHost
from ..errors import FeatureHostError
from .dialog_screen import DialogScreen
from .drawing import Drawing
from .guard import Guard
from .home import HomeScreen
from .key_queue import KeyQueue
from .keys import StatusLine
from .layer_screen import LayerScreen
from .layer_stack import LayerStack
from .presentation import Layer, layers_of
from .questions import death, lost, quitting, untrusted
from .sent_keys import read_keys_as_sent
from .session import Session

# A host that does not respond must not prevent quitting.
_QUITTING_SECONDS = 1.0
_DRAWING_SECONDS = 1.0


class TerminalApp(App[None]):
    """Shows the features of one host in a terminal."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "featurehost"

    def __init__(self, make_host: Callable[[], AsyncHost], feature: str | None = None) -> None:
        read_keys_as_sent()
        super().__init__()
        if self.no_color:
            # Textual would turn colours into greys, on its own background.
            self._filters = [NoColor()]
        self.session = Session(make_host, self.say)
        # The error with which the start of the first host failed; None if the host has started.
        self.failure: FeatureHostError | None = None
        self._feature = feature
        self._instance: str | None = None
        self._home = HomeScreen(self.session, self.enter)
        self._layer_stack = LayerStack(self, self._home)
        self._drawing = Drawing(self.session.changed)
        self._is_ending = False
        self._asks_to_quit = False
        # True if the user has seen that the workspace is untrusted, and did not trust it.
        self._is_held = False
        self._endless: list[Worker[None]] = []
        self._beginning: asyncio.Task[None] | None = None
        self.guard = Guard()
        self.keys = KeyQueue(self._give, self._is_caught_up, lambda: self.focused)

    async def on_mount(self) -> None:
        await self.push_screen(self._home)
        self._beginning = self.session.begin(self._begin())
        self._endless = [self.run_worker(self.keys.run()), self.run_worker(self._drawing.run(self._draw, self.say))]

    async def _begin(self) -> None:
        try:
            await self.session.start()
        except FeatureHostError as failure:
            self.failure = failure
            self.exit(return_code=2)
            return
        if self._feature is not None:
            await self._open(self._feature)

    async def on_unmount(self) -> None:
        if self._beginning is not None:
            self._beginning.cancel()
            await asyncio.wait([self._beginning])
        await self.session.close()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        # Updates that arrive while the screens are removed are not drawn.
        self._is_ending = True
        for worker in self._endless:
            worker.cancel()
        super().exit(result, return_code, message)

    def _handle_exception(self, error: Exception) -> None:
        # A widget that is removed while it is created lacks some of its children. The resulting exception must not
        # become the outcome of the program.
        if not self._is_ending:
            super()._handle_exception(error)

    def end(self, status: int) -> None:
        """Ends the program with this exit status."""
        self.exit(return_code=status)

    # Keys

    async def on_event(self, event: Event) -> None:
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            await super().on_event(event)
        elif isinstance(event, Key) and event.key == "ctrl+c":
            # The key acts immediately, as in every terminal, and keys that were typed before it are discarded.
            self.keys.clear()
            self.keys.is_commanded = True
            await super().on_event(event)
        elif self.guard.refuses():
            self.say("This has just changed by itself: look, and type it again.")
        else:
            self.keys.put(event)

    def on_mouse_down(self) -> None:
        self.keys.is_commanded = True

    async def _give(self, key: Key | Paste) -> Widget:
        """Passes a key to the focused widget or to a binding with priority; returns the widget."""
        given: asyncio.Future[Widget] = asyncio.get_running_loop().create_future()

        async def give() -> None:
            widget = self.focused or self.screen
            await super(TerminalApp, self).on_event(key)
            given.set_result(widget)

        # The call is a message to the program, so it is handled after earlier messages that move the focus.
        self.call_later(give)
        return await given

    async def _is_caught_up(self, seconds: float | None) -> bool:
        """Waits until all requests are answered and shown; returns false after a timeout."""
        if not await self.session.answered(seconds):
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._drawing.done()
                if isinstance(self.screen, LayerScreen):
                    await self.screen.cursor_placed.wait()
        return True

    # The shown screens

    @property
    def is_up_to_date(self) -> bool:
        """True if all keys are handled, all requests are answered, and all updates are drawn."""
        is_placing = isinstance(self.screen, LayerScreen) and not self.screen.cursor_placed.is_set()
        return not is_placing and self._drawing.is_up_to_date and self.keys.is_empty and not self.session.is_waiting

    async def _draw(self) -> None:
        before, shown = self._layer_stack.on_top, self._layer_stack.contents()
        await self._layer_stack.show(self._wanted(), self._has_asked_for)
        now = self._layer_stack.on_top
        is_other = now is not before or shown != self._layer_stack.contents()
        # An unexpected question needs no guard: its widget `Unasked` has the focus and ignores keys.
        if is_other and not (self._is_own or (isinstance(now, DialogScreen) and not now.is_asked_for)):
            self.guard.begin()
            self.keys.clear()

    def _wanted(self) -> list[Layer]:
        layers = []
        if self._instance is not None and self.session.holds(self._instance):
            layers = layers_of(self.session.node(self._instance), self.leave)
        if self.session.death is not None:
            question = death(self.session.death, self._restart, lambda: self.call_later(self.action_quit))
            layers.append(Layer(("death", self.session.generation), DialogScreen, question))
        elif self.session.untrusted is not None and not self._is_held:
            question = untrusted(self.session.untrusted, self._trust, self._hold, self.exit)
            layers.append(Layer(("untrusted", self.session.generation), DialogScreen, question))
        elif self.session.lost:
            layers.append(Layer(("lost",), DialogScreen, lost(self.session.lost, self.session.forget_lost)))
        if self._asks_to_quit:
            layers.append(Layer(("quit",), DialogScreen, quitting(self._stay, self.exit)))
        return layers

    def _has_asked_for(self, layer: Layer) -> bool:
        """Returns true if the user expects a question, so that its buttons may receive the next key.

        A user who types or moves the focus expects no question. A question that another client has caused is also
        unexpected.
        """
        match layer.key[0]:
            case "quit" | "lost":
                return True
            case "death" | "untrusted":
                return False
        return self._is_own

    @property
    def _is_own(self) -> bool:
        """True if the newest snapshot follows from the user's last action, and not from another client."""
        is_open = self._instance is not None and self.session.holds(self._instance)
        is_of_peer = is_open and self.session.node(self._instance or "").snapshot.cause.origin == "peer"
        return self.keys.is_commanded and not is_of_peer

    def enter(self, feature: str) -> None:
        """Opens a feature and shows it."""
        self.session.begin(self._open(feature))

    async def _open(self, feature: str) -> None:
        self.say("")
        self._instance = await self.session.open(feature) or self._instance
        self.session.changed.set()

    def leave(self) -> None:
        """Returns to the catalog; the feature stays open."""
        self._instance = None
        self.session.changed.set()

    def _trust(self) -> None:
        self.session.begin(self._be_trusted())

    async def _be_trusted(self) -> None:
        refusal = await self.session.trust()
        self._is_held = bool(refusal)
        self.session.changed.set()
        if refusal:
            # The message is for the screen below the question.
            await self._drawing.done()
            self.say(refusal)

    def _hold(self) -> None:
        self._is_held = True
        self.session.changed.set()

    def _restart(self) -> None:
        self._asks_to_quit = False
        self.session.begin(self.session.restart())

    async def action_quit(self) -> None:
        """Ends the program, or asks first if changes would be lost; a repeated command ends it without a question."""
        # Text that was typed a moment ago may be a change that is not answered yet.
        await self.session.answered(_QUITTING_SECONDS)
        if self._asks_to_quit or not self.session.has_unsaved_changes():
            self.exit()
        else:
            self._asks_to_quit = True
            self.session.changed.set()

    def _stay(self) -> None:
        self._asks_to_quit = False
        self.session.changed.set()

    def say(self, message: str) -> None:
        """Shows the user a message in the line above the keys."""
        for line in self.screen.query(StatusLine):
            line.message = message

    def action_toggle_dark(self) -> None:
        """Switches between light and dark."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"

    async def settle(self) -> None:
        """Waits until all requests are answered, the instances have settled, and the result is drawn."""
        await self.session.settle_all()
        # If the program ends during the wait, it no longer draws.
        with suppress(TimeoutError):
            async with asyncio.timeout(_DRAWING_SECONDS):
                await self._drawing.done()
