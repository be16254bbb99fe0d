"""The line of keys, the help screen, and the status line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text
from textual.app import ComposeResult, RenderResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Vertical, VerticalScroll
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from .component import component_style
from .prose import Prose

_LAST = ("back", "help", "app.quit")
_PAIRS = ("↑↓", "←→")
_NAMES = {
    "space": "␣",
    "enter": "⏎",
    "escape": "esc",
    "question_mark": "?",
    "slash": "/",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}


# A key for users, its description, true if the host accepts its action, and true if the key belongs to the screen.
Entry = tuple[str, str, bool, bool]


class StatusLine(Widget):
    """The last message to the user, such as a refusal with its reason; hidden if the message is empty."""

    message: reactive[str] = reactive("", layout=True)

    def watch_message(self, message: str) -> None:
        self.display = bool(message)

    def render(self) -> RenderResult:
        return Text(self.message)


class HelpLine(Widget):
    """The available keys; keys whose actions the host would refuse are dim."""

    COMPONENT_CLASSES = {"help-line--key", "help-line--dim"}

    def __init__(self) -> None:
        super().__init__()
        self._drawn: list[Entry] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_updated)

    def _bindings_updated(self, screen: Screen[Any]) -> None:
        # Textual notifies of every check of the bindings, although most checks change nothing.
        if self._entries() != self._drawn:
            self.refresh()

    def _rank(self, active: ActiveBinding) -> tuple[bool, int, int]:
        # Keys of the screen are last, and of these the keys for leaving. Of two keys for leaving, the shorter is shown.
        place = _LAST.index(active.binding.action) + 1 if active.binding.action in _LAST else 0
        return (active.node is self.screen, place, len(shown_key(active.binding)) if place else 0)

    def _entries(self) -> list[Entry]:
        """Returns the keys: first those of the view, last those for leaving."""
        entries: dict[str, Entry] = {}
        for active in sorted(usable(self.screen), key=self._rank):
            binding = active.binding
            if binding.show:
                entry = (shown_key(binding), binding.description.lower(), active.enabled, active.node is self.screen)
                entries.setdefault(binding.action, entry)
        return list(entries.values())

    def render(self) -> RenderResult:
        key_style = component_style(self, "help-line--key")
        dim_style = component_style(self, "help-line--dim")
        self._drawn = self._entries()
        of_view, entries = sum(not is_of_screen for *_, is_of_screen in self._drawn), []
        for key, description, is_enabled, _ in self._drawn:
            entry = Text.assemble((key, key_style), " ", description)
            entries.append(entry if is_enabled else Text(entry.plain, style=dim_style))
        line, width = Text(no_wrap=True), self.content_size.width
        # Keys of the screen are omitted last: dismissing an error, going back, help and quitting.
        while sum(entry.cell_len + 3 for entry in entries) - 3 > width > 0:
            of_view = max(0, of_view - 1)
            entries.pop(of_view)
        for entry in entries:
            line.append("   " if line else "").append_text(entry)
        return line


class HelpScreen(ModalScreen[None]):
    """A screen with all available keys."""

    BINDINGS = [
        Binding("escape", "dismiss", "Close", key_display="esc"),
        Binding("question_mark,f1,enter", "dismiss", "Close", show=False),
        Binding("q", "app.quit", "Quit"),
        Binding("ctrl+c", "app.quit", "Quit", priority=True),
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        # The keys are read now, because nothing below this screen has the focus while it is shown.
        self._keys: dict[tuple[str, str], list[str]] = {}
        # The keys that every text line inherits are last.
        for active in sorted(usable(about), key=_is_common):
            if active.binding.description:
                names = self._keys.setdefault((active.binding.action, active.binding.description), [])
                names.append(shown_key(active.binding, alone=True))
        self._has_tools = bool(about.query("Toolbar ActionButton"))

    def compose(self) -> ComposeResult:
        entries = [("  ".join(names), description) for (_, description), names in self._keys.items()]
        if self._has_tools:
            entries.append(("1 … 9", "Tools, with alt where digits are typed"))
        width = max((len(keys) for keys, _ in entries), default=0)
        lines = [Text(f"{keys:>{width}}   {description}") for keys, description in entries]
        with Vertical(id="dialog"):
            yield Prose("Keys", id="title")
            with VerticalScroll():
                yield Prose(Text("\n").join(lines))


def usable(screen: Screen[Any]) -> Iterator[ActiveBinding]:
    """Yields the bindings that this program declares for a screen, except keys that type in the focused widget."""
    focused = screen.focused
    for active in screen.active_bindings.values():
        is_typed = focused is not None and focused.check_consume_key(active.binding.key, _character(active.binding.key))
        is_ours = type(active.node).__module__.startswith(__package__) and not active.binding.key.startswith("super+")
        if is_ours and not is_typed:
            yield active


def _is_common(active: ActiveBinding) -> bool:
    inherited = [cls for cls in type(active.node).__mro__ if not cls.__module__.startswith(__package__)]
    return any(active.binding in Binding.make_bindings(vars(cls).get("BINDINGS", ())) for cls in inherited)


def shown_key(binding: Binding, *, alone: bool = False) -> str:
    """Returns a key as written on keyboards; `alone` is true if it is not shown together with another key."""
    if binding.key_display and not (alone and binding.key_display.endswith(_PAIRS)):
        return binding.key_display
    *modifiers, name = binding.key.split("+")
    return "+".join([*modifiers, _NAMES.get(name, name)])


def _character(key: str) -> str | None:
    return {"space": " ", "question_mark": "?", "slash": "/"}.get(key, key if len(key) == 1 else None)
