"""Decorators for the methods of a feature: actions that clients send, and tasks that start automatically."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])
Role = Literal["default", "primary", "destructive", "cancellation", "confirmation"]
MARK = "__featurehost_mark__"


class Mark:
    """The options of an `action` or a `task`."""

    def __init__(
        self,
        name: str | None = None,
        title: str | None = None,
        role: Role = "default",
        toolbar: bool = False,
        unavailable: Callable[[Any], str | None] | None = None,
        busy: str | None = None,
        cancels: tuple[str, ...] = (),
        on_open: bool = False,
        background: bool = False,
        secret: bool = False,
        is_action: bool = True,
    ) -> None:
        self.name = name
        self.title = title
        self.role = role
        self.toolbar = toolbar
        self.unavailable = unavailable
        self.busy = busy
        self.cancels = cancels
        """The names of the methods whose runs this method cancels; "." is the method itself."""
        self.on_open = on_open
        self.background = background
        self.secret = secret
        self.is_action = is_action


@overload
def action(function: F, /) -> F: ...


@overload
def action(
    *,
    name: str | None = None,
    title: str | None = None,
    role: Role = "default",
    toolbar: bool = False,
    unavailable: Callable[[Any], str | None] | None = None,
    busy: str | None = None,
    cancels: bool | str | tuple[str, ...] = False,
    on_open: bool = False,
    background: bool = False,
    secret: bool = False,
) -> Callable[[F], F]: ...


def action(function: F | None = None, /, *, cancels: bool | str | tuple[str, ...] = False, **more: Any) -> Any:
    """Marks a method as an action, whose parameters and type hints define the action's params.

    The changes of a plain method make one revision. An `async` method is an effect: its changes are shown each time it
    waits. If it is a generator, its changes are shown at each `yield`. An exception becomes an error in the state.

    - `name`: the name on the wire; by default the method's name in camelCase.
    - `title`, `role`: the text of the button, and its meaning.
    - `toolbar`: true for a button for the feature as a whole, which is not a line of the layout.
    - `unavailable`: returns the reason why the action is unavailable now, as a camelCase word, or None.
    - `busy`: the reason for refusing the action while it runs, such as `loading`; without `busy`, runs are concurrent.
    - `cancels`: true if a new run cancels earlier runs; or the names of methods whose runs it cancels.
    - `on_open`: true to run it also when the feature is opened, like a task.
    - `background`: true if the feature counts as settled while the action runs.
    - `secret`: true if exceptions may contain secrets, so that only their type is shown and logged.
    """
    if isinstance(cancels, bool):
        names: tuple[str, ...] = (".",) if cancels else ()
    else:
        names = (cancels,) if isinstance(cancels, str) else tuple(cancels)
    return _marked(function, Mark(cancels=names, **more))


@overload
def task(function: F, /) -> F: ...


@overload
def task(*, name: str | None = None, background: bool = False, secret: bool = False) -> Callable[[F], F]: ...


def task(function: F | None = None, /, **more: Any) -> Any:
    """Marks a method that starts when the feature is opened, and is cancelled when the feature is closed.

    It restarts if the feature is reset or gets another task id. A parameter `task_id` receives the task id, or None if
    there is none. A task that runs forever, such as a watch, must be `background`. Otherwise the feature never settles.
    """
    return _marked(function, Mark(is_action=False, on_open=True, **more))


def _marked(function: Any, mark: Mark) -> Any:
    def add(function: Any) -> Any:
        if not callable(function):
            raise TypeError(f"an action or a task is a method, not {type(function).__name__}: put its decorator on top")
        setattr(function, MARK, mark)
        return function

    return add if function is None else add(function)
