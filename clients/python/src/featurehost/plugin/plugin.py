"""What a plugin has, and how it is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from ..sources.requests import FetchRequest, Row
from ..sources.source import FunctionSource, Page, Soon, Source
from . import options as declared

Factory = TypeVar("Factory", bound=Callable[..., Soon[Source]])
Function = TypeVar("Function", bound=Callable[..., Soon[Page | Sequence[Row]]])


class Plugin:
    """The kinds of sources that a plugin has, by their names."""

    def __init__(self, name: str, version: str = "1.0.0") -> None:
        """Says what the plugin is called; people read it."""
        self.name = name
        self.version = version
        self._kinds: dict[str, Callable[[Mapping[str, Any]], Soon[Source]]] = {}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds."""
        return tuple(self._kinds)

    def source(self, kind: str) -> Callable[[Factory], Factory]:
        """Says that a class, or a function, makes the sources of a kind; a function may be `async`.

        Its parameters are the options that the workspace gives, by their names; type hints say what these must be.
        """

        def add(make: Factory) -> Factory:
            self._add(kind, lambda given: make(**declared.checked(make, given)))
            return make

        return add

    def rows(self, kind: str) -> Callable[[Function], Function]:
        """Says that a function gives the rows of a kind: a page for its first argument, the request, or all in a list.

        Its other parameters are the options, as of `source`.
        """

        def add(function: Function) -> Function:
            def make(given: Mapping[str, Any]) -> Source:
                options = declared.checked(function, given, skipped=1)

                def fetch(request: FetchRequest) -> Soon[Page | Sequence[Row]]:
                    return function(request, **options)

                return FunctionSource(kind, fetch)

            self._add(kind, make)
            return function

        return add

    def make(self, kind: str, options: Mapping[str, Any]) -> Soon[Source]:
        """A source of a kind. Raises `SourceError` where the options are not right, `KeyError` of an unknown kind."""
        return self._kinds[kind](options)

    def run(self) -> NoReturn:
        """Answers the host on standard input and output until it ends, and ends the program.

        From here on what the program prints goes to standard error, and its standard input is empty. What was printed
        before, and is still in the buffer, goes there too.
        """
        from .stdio import run

        run(self)

    def _add(self, kind: str, make: Callable[[Mapping[str, Any]], Soon[Source]]) -> None:
        if kind in self._kinds:
            raise ValueError(f"the plugin {self.name} has a kind {kind} already")
        self._kinds[kind] = make
