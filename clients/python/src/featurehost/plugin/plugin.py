"""The contents of a plugin, and its main function."""

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
    """The features and the kinds of sources of a plugin, by name."""

    def __init__(self, name: str, version: str = "1.0.0") -> None:
        """Creates an empty plugin with a name for users."""
        self.name = name
        self.version = version
        self._kinds: dict[str, Callable[[Mapping[str, Any]], Soon[Source]]] = {}
        self._features: dict[str, Declaration] = {}

    @property
    def features(self) -> Mapping[str, Declaration]:
        """The features by id."""
        return self._features

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of sources."""
        return tuple(self._kinds)

    def source(self, kind: str) -> Callable[[Factory], Factory]:
        """Registers a class or a function that creates the sources of a kind; a function may be `async`.

        Its parameters are the options from the workspace, by name. Type hints declare their types.
        """

        from . import options as declared

        def add(make: Factory) -> Factory:
            self._add(kind, lambda given: make(**declared.checked(make, given)))
            return make

        return add

    def rows(self, kind: str) -> Callable[[Function], Function]:
        """Registers a function as the sources of a kind; it returns the page for a request, or a list of all rows.

        The request is its first argument. The other parameters are the options, as with `source`.
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
        """Registers a dataclass as a feature: its fields and properties are the state, its methods the actions.

        Names with a leading underscore are not shown. The names on the wire are the Python names in camelCase.

        - `title`: the title for users; by default, the id in words.
        - `params`: the fields that are set when the feature is opened. Those without a default are required.
        - `fixtures`: example states by name, each with values of some fields.
        - `layout`: the lines by which the feature is drawn; by default, a line for each value that fits a line, and a
          button for each action without params.
        - `output`: the type of the output that `complete` emits.
        """

        def add(cls: Class) -> Class:
            from .features.declaration import Declaration

            self.add(Declaration(id, cls, title, params, fixtures, layout, output))
            return cls

        return add

    def add(self, feature: Declaration) -> None:
        """Adds a feature that is already declared, for instance in another plugin."""
        if feature.id in self._features:
            raise ValueError(f"the plugin {self.name} has a feature {feature.id} already")
        self._features[feature.id] = feature

    def make(self, kind: str, options: Mapping[str, Any]) -> Soon[Source]:
        """Creates a source of a kind. Raises `SourceError` for invalid options, `KeyError` for an unknown kind."""
        return self._kinds[kind](options)

    def run(self) -> NoReturn:
        """Serves the host on standard input and output until the session ends, and then exits.

        Text that the program prints during the session goes to standard error, and its standard input is empty. Text
        that was printed earlier and is still buffered also goes to standard error.
        """
        from .stdio import run

        run(self)

    def _add(self, kind: str, make: Callable[[Mapping[str, Any]], Soon[Source]]) -> None:
        if kind in self._kinds:
            raise ValueError(f"the plugin {self.name} has a kind {kind} already")
        self._kinds[kind] = make
