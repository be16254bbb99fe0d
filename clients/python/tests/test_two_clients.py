"""The blocking client and the client on `asyncio` have the same methods, each written once."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from featurehost import AsyncChild, AsyncHost, AsyncInstance, Child, Host, Instance
from featurehost.shared import Blocking, completed, shared

PAIRS = [(Host, AsyncHost), (Child, AsyncChild), (Instance, AsyncInstance)]
# Only a program on `asyncio` starts its host separately, and iterates over snapshots.
ONLY_ASYNC = {"start", "trust", "snapshots"}


@pytest.mark.parametrize(("blocking", "awaited"), PAIRS)
def test_the_members_are_the_same(blocking: type, awaited: type) -> None:
    members = [{name for name in dir(kind) if not name.startswith("_")} for kind in (blocking, awaited)]
    assert members[0] == members[1] - ONLY_ASYNC
    assert inspect.signature(blocking) == inspect.signature(awaited)


@pytest.mark.parametrize(("blocking", "awaited"), PAIRS)
def test_a_shared_method_has_one_signature_and_one_documentation(blocking: type, awaited: type) -> None:
    names = {name for kind in blocking.__mro__ for name, value in vars(kind).items() if isinstance(value, shared)}
    assert names >= ({"open", "close"} if blocking is Host else {"send", "subscribe"})
    for name in names:
        one, other = getattr(blocking, name), getattr(awaited, name)
        assert inspect.signature(one) == inspect.signature(other)
        assert one.__doc__ and one.__doc__ == other.__doc__
        assert inspect.iscoroutinefunction(other) and not inspect.iscoroutinefunction(one)


class Doubling:
    async def given(self) -> int:
        raise NotImplementedError

    @shared
    async def doubled(self, times: int = 1) -> int:
        return await self.given() * 2**times


class BlockingDoubling(Blocking, Doubling):
    async def given(self) -> int:
        return 21


class AwaitedDoubling(Doubling):
    async def given(self) -> int:
        await asyncio.sleep(0)
        return 21


class ForgetfulDoubling(Blocking, AwaitedDoubling):
    """Suspends although nothing would resume it."""


def test_a_shared_method_is_plain_or_a_coroutine_by_its_class() -> None:
    assert BlockingDoubling().doubled(times=2) == 84
    assert BlockingDoubling.doubled(BlockingDoubling()) == 42
    assert asyncio.run(AwaitedDoubling().doubled(times=2)) == 84
    assert asyncio.run(AwaitedDoubling.doubled(AwaitedDoubling())) == 42


def test_a_blocking_method_that_suspends_is_refused() -> None:
    with pytest.raises(RuntimeError, match="suspended"):
        ForgetfulDoubling().doubled()


def test_an_exception_of_a_blocking_method_is_raised_as_it_is() -> None:
    async def failing() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        completed(failing())
