"""What a plugin has, and how it is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

if TYPE_CHECKING:
    from ..sources.requests import FetchRequest, Row
    from ..sources.source import Page, Soon, Source
    from .features import LayoutItem
    from .features.declaration import Declaration

Factory = TypeVar("Factory", bound="Callable[..., Soon[Source]]")
Function = TypeVar("Function", bound="Callable[..., Soon[Page | Sequence[Row]]]")
Class = TypeVar("Class", bound=type[Any])


class Plugin:
    """The features and the kinds of sources that a plugin has, by their names."""

    def __init__(self, name: str, version: str = "1.0.0") -> None:
        """Says what the plugin is called; people read it."""
        self.name = name
        self.version = version
        self._kinds: dict[str, Callable[[Mapping[str, Any]], Soon[Source]]] = {}
        self._features: dict[str, Declaration] = {}

    @property
    def features(self) -> Mapping[str, Declaration]:
        """The features by their ids."""
        return self._features

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds."""
        return tuple(self._kinds)

    def source(self, kind: str) -> Callable[[Factory], Factory]:
        """Says that a class, or a function, makes the sources of a kind; a function may be `async`.

        Its parameters are the options that the workspace gives, by their names; type hints say what these must be.
        """

        from . import options as declared

        def add(make: Factory) -> Factory:
            self._add(kind, lambda given: make(**declared.checked(make, given)))
            return make

        return add

    def rows(self, kind: str) -> Callable[[Function], Function]:
        """Says that a function gives the rows of a kind: a page for its first argument, the request, or all in a list.

        Its other parameters are the options, as of `source`.
        """

        from ..sources.source import FunctionSource
        from . import options as declared

        def add(function: Function) -> Function:
            def make(given: Mapping[str, Any]) -> Source:
                options = declared.checked(function, given, skipped=1)

                def fetch(request: FetchRequest) -> Soon[Page | Sequence[Row]]:
                    return function(request, **options)

                return FunctionSource(kind, fetch)

            self._add(kind, make)
            return function

        return add

    def feature(
        self,
        id: str,
        *,
        title: str | None = None,
        params: Sequence[str] = (),
        fixtures: Mapping[str, Mapping[str, Any]] | None = None,
        layout: Sequence[LayoutItem] | None = None,
        output: Any = None,
    ) -> Callable[[Class], Class]:
        """Says that a dataclass is a feature: its fields and properties are the state, its methods the actions.

        What begins with an underscore is not shown. Names on the wire are those of Python in camelCase.

        - `title`: what people read; the id in words unless it is given.
        - `params`: the fields that are set when it is opened. Those without a default must be given then.
        - `fixtures`: example states by their names, each some fields with their values.
        - `layout`: how it is drawn; all values that fit a line, and buttons, unless it is given.
        - `output`: the type of what it hands on by `complete`.
        """

        def add(cls: Class) -> Class:
            from .features.declaration import Declaration

            self.add(Declaration(id, cls, title, params, fixtures, layout, output))
            return cls

        return add

    def add(self, feature: Declaration) -> None:
        """Adds a feature that is declared already, as by `feature` of another plugin."""
        if feature.id in self._features:
            raise ValueError(f"the plugin {self.name} has a feature {feature.id} already")
        self._features[feature.id] = feature

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
