"""Methods that are written once, for programs on `asyncio` and for programs that block a thread.

A shared method is an `async` method of a base class. A subclass on `asyncio` has it unchanged. In a subclass of
`Blocking`, it is a plain method that returns the result. Every method that it awaits in such a subclass must block the
thread and never suspend.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")


class Blocking:
    """A base class whose shared methods block the calling thread."""


class shared(Generic[P, T]):
    """A decorator of an `async` method, which becomes a plain method in subclasses of `Blocking`."""

    def __init__(self, method: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]) -> None:
        self.__doc__ = method.__doc__
        self._awaited = method

        @functools.wraps(method)
        def blocking(self: Any, /, *arguments: P.args, **named: P.kwargs) -> T:
            return completed(method(self, *arguments, **named))

        self._blocking = blocking

    @overload
    def __get__(self, instance: Blocking, owner: type[Any]) -> Callable[P, T]: ...
    @overload
    def __get__(self, instance: None, owner: type[Blocking]) -> Callable[Concatenate[Any, P], T]: ...
    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any]) -> Callable[P, Coroutine[Any, Any, T]]: ...

    def __get__(self, instance: Any, owner: type[Any]) -> Any:
        function: Any = self._blocking if issubclass(owner, Blocking) else self._awaited
        return function.__get__(instance, owner)


def completed(work: Coroutine[Any, Any, T]) -> T:
    """Returns the result of a coroutine that never suspends, and runs on the calling thread."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError(f"{work!r} suspended, and there is no event loop here that would resume it")
