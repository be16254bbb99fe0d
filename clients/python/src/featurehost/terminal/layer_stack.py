"""The screens above the catalog."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App
from textual.screen import Screen

from .dialog_screen import DialogScreen
from .home import HomeScreen
from .layer_screen import LayerScreen
from .presentation import Layer


class LayerStack:
    """A screen for each layer above the catalog, the lowest first."""

    def __init__(self, app: App[None], home: HomeScreen) -> None:
        self._app, self._home = app, home
        self._shown: list[tuple[Layer, LayerScreen]] = []

    @property
    def on_top(self) -> Screen[None]:
        """The topmost screen; the help screen is not counted."""
        return self._shown[-1][1] if self._shown else self._home

    def contents(self) -> object:
        """Returns the identities of the features on the top screen, which change when it shows another feature."""
        node = self._shown[-1][0].question.node if self._shown else None
        contents = []
        while node is not None:
            contents.append(node.identity)
            node = node.top()
        return contents

    async def show(self, wanted: list[Layer], is_asked_for: Callable[[Layer], bool]) -> None:
        """Updates the screens that stay, removes the others, and adds new ones on top."""
        kept = 0
        while kept < min(len(wanted), len(self._shown)) and wanted[kept].key == self._shown[kept][0].key:
            kept += 1
        if kept < len(self._shown):
            base: Screen[None] = self._shown[kept - 1][1] if kept else self._home
            while self._app.screen is not base:
                await self._app.pop_screen()
            del self._shown[kept:]
        self._home.redraw()
        for index, layer in enumerate(wanted[:kept]):
            screen = self._shown[index][1]
            self._shown[index] = (layer, screen)
            await screen.show(layer.question)
        for layer in wanted[kept:]:
            screen = layer.screen(layer.question)
            if isinstance(screen, DialogScreen):
                screen.is_asked_for = is_asked_for(layer)
            self._shown.append((layer, screen))
            await self._app.push_screen(screen)
