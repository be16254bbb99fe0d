"""What the methods of a feature are marked with: actions that front ends send, and tasks that begin by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])
Role = Literal["default", "primary", "destructive", "cancellation", "confirmation"]
MARK = "__featurehost_mark__"


class Mark:
    """How a method is done: what `action` and `task` were given."""

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
        """The methods that it cancels; a point stands for itself."""
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
    """Says that a method is an action: its parameters are the action's params, and type hints say what these must be.

    What a plain method does is one revision. An `async` one is an effect: what it has done when it waits for something
    is shown; if it is a generator, what it has done at a `yield`. An exception is an error in the state.

    - `name`: its name on the wire; that of the method in camelCase unless it is given.
    - `title`, `role`: the words on its button, and what it means.
    - `toolbar`: it is a button for the feature as a whole, and not a line of the layout.
    - `unavailable`: gives a camelCase word for the reason why it can't be done now, or None.
    - `busy`: the reason for which it is refused while it is under way, such as `loading`; else it runs beside itself.
    - `cancels`: True where a further run cancels those under way; or names of methods whose runs it cancels.
    - `on_open`: it is done when the feature is opened too, as a task is.
    - `background`: nobody waits for it to come to its end.
    - `secret`: what is said in exceptions may repeat what nobody may see, and only their type is told and logged.
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
    """Says that a method begins when the feature is opened, and is cancelled when it is closed.

    It begins anew where the feature is reset, or gets another task id; a parameter `task_id` is told that id, or None.
    One that watches something, and has no end of its own, is to be `background`: else nobody ever sees it settled.
    """
    return _marked(function, Mark(is_action=False, on_open=True, **more))


def _marked(function: Any, mark: Mark) -> Any:
    def add(function: Any) -> Any:
        if not callable(function):
            raise TypeError(f"an action or a task is a method, not {type(function).__name__}: put its decorator on top")
        setattr(function, MARK, mark)
        return function

    return add if function is None else add(function)
