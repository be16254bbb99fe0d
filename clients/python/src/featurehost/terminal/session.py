"""The host process, and the open features in it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from ..aio import AsyncHost
from ..aio_instance import AsyncInstance
from ..errors import FeatureHostError, HostClosed, HostDied, ProtocolError, RequestError
from ..model import ActionEntry, CatalogEntry, Untrusted
from .entered import Entry, Sent, entered, node_at
from .node import Node
from .refusals import explain
from .text import plain, words
from .work import Work

Refusal = Callable[[str], None]


class Session(Work):
    """Opens each feature at most once, keeps its newest snapshot, and restarts the host after it has died.

    `changed` is set after each snapshot, after each answer, and at the host's end.
    """

    def __init__(self, make_host: Callable[[], AsyncHost], say: Refusal = lambda message: None) -> None:
        super().__init__()
        self.catalog: tuple[CatalogEntry, ...] = ()
        self.death: FeatureHostError | None = None
        # The number of hosts that were started so far. Screens of an earlier host are replaced.
        self.generation = 0
        # Entered values that could not be restored after a restart.
        self.lost: list[Entry] = []
        self.say = say
        self._make_host = make_host
        self._host: AsyncHost | None = None
        self._instances: dict[str, AsyncInstance] = {}
        self._unanswered: list[Sent] = []
        self._followers: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Starts the host, and opens the features that were open in the previous host.

        Raises a `FeatureHostError` if that fails. The previous features can still be viewed then.
        """
        await self.close()
        host = self._host = await self._make_host().start()
        opened = {}
        for name, instance in self._instances.items():
            with contextlib.suppress(RequestError):
                opened[name] = await host.open(instance.snapshot.feature, instance=name)
        # The catalog is requested again: `initialize` returns it without the features that plugins have not listed yet.
        self._instances, self.catalog = opened, await host.list_features()
        self.death, self.generation = None, self.generation + 1
        self._followers = [asyncio.create_task(self._follow(instance)) for instance in opened.values()]
        self.changed.set()

    async def restart(self) -> None:
        """Starts a new host after the previous one has died, and restores the entered values.

        A failure is shown as the end of the new host.
        """
        entries = [entry for name in self._instances for entry in entered(self.node(name), self._unanswered)]
        try:
            await self.start()
        except FeatureHostError as failure:
            self.death = failure
        else:
            self._unanswered.clear()
            for entry in entries:
                await self._enter_again(entry)
        self.changed.set()

    async def _enter_again(self, entry: Entry) -> None:
        node = node_at(self.node(entry.instance), entry.place) if self.holds(entry.instance) else None
        if node is not None and entry.action and node.snapshot.feature == entry.feature:
            path = node.snapshot.path
            revision = await self._send(entry.instance, path, entry.action, entry.params, quiet=True)
            # If this host has also died before its answer, the value is kept for the next host.
            if revision is not None or self.death is not None:
                return
        if entry.label:
            self.lost.append(entry)

    def forget_lost(self) -> None:
        """Drops the lost values, because the user has read them."""
        self.lost.clear()
        self.changed.set()

    async def close(self) -> None:
        """Ends the host."""
        for follower in self._followers:
            follower.cancel()
        self._followers.clear()
        if self._host is not None:
            with contextlib.suppress(FeatureHostError):
                await self._host.close()

    async def open(self, feature: str, name: str | None = None) -> str | None:
        """Opens a feature that is not open yet; returns the name of its instance, or None if the host refuses it."""
        for opened, instance in self._instances.items():
            if instance.snapshot.feature == feature and name in (None, opened):
                return opened
        try:
            return await self.must_open(feature, instance=name)
        except (HostDied, HostClosed, ProtocolError) as failure:
            self._end(failure)
            return None
        except FeatureHostError as refusal:
            self.say(explain("Open", refusal))
            return None

    async def must_open(self, feature: str, params: dict[str, Any] | None = None, instance: str | None = None) -> str:
        """Opens a feature; returns the name of its instance. Raises a `FeatureHostError` if it can't be opened."""
        assert self._host is not None
        opened = await self._host.open(feature, params=params, instance=instance)
        self._instances[opened.instance] = opened
        self._followers.append(asyncio.create_task(self._follow(opened)))
        return opened.instance

    async def request(self, method: str, params: dict[str, Any]) -> Any:
        """Sends any request; returns the result unchanged."""
        assert self._host is not None
        return await self._host.request(method, params)

    async def _follow(self, instance: AsyncInstance) -> None:
        try:
            async for _ in instance.snapshots():
                self.changed.set()
        except FeatureHostError as failure:
            self._end(failure)

    def _end(self, failure: FeatureHostError) -> None:
        self.death = self.death or failure
        self.changed.set()

    def node(self, instance: str) -> Node:
        """Returns the node of an instance at its newest revision."""
        return Node(self, self._instances[instance].snapshot)

    def holds(self, instance: str | None) -> bool:
        """Returns true if an instance is open."""
        return instance in self._instances

    def is_open(self, feature: str) -> bool:
        """Returns true if an instance of the feature is open."""
        return any(instance.snapshot.feature == feature for instance in self._instances.values())

    @property
    def untrusted(self) -> Untrusted | None:
        """The workspace whose programs the host does not run; None if there is none."""
        return self._host.info.untrusted if self._host is not None and self.catalog else None

    async def trust(self) -> str:
        """Trusts the workspace that the host has read, and restarts the host; returns an error message, or ''."""
        workspace, host = self.untrusted, self._host
        if workspace is None or host is None:
            return ""
        refusal = await host.trust(workspace)
        if not refusal:
            await self.restart()
        return refusal

    def has_unsaved_changes(self) -> bool:
        """Returns true if the end of the host would lose values that the user has entered."""
        is_typed = any(sent.action == "setValue" for sent in self._unanswered)
        return is_typed or any(self.node(name).has_unsaved_changes() for name in self._instances)

    def actions(self, feature: str) -> frozenset[str] | None:
        """Returns the actions of a feature in the catalog; None if the catalog lacks the feature."""
        for entry in self.catalog:
            if entry.id == feature:
                return frozenset(action.name for action in entry.actions)
        return None

    def action(self, feature: str, name: str) -> ActionEntry | None:
        """Returns the catalog's entry for a feature's action."""
        entries = (action for entry in self.catalog if entry.id == feature for action in entry.actions)
        return next((action for action in entries if action.name == name), None)

    def title(self, feature: str) -> str:
        """Returns the title of a feature for users."""
        return next((entry.title for entry in self.catalog if entry.id == feature), feature)

    def send(
        self,
        instance: str,
        path: tuple[str, ...],
        action: str,
        params: dict[str, Any],
        *,
        quiet: bool,
        title: str | None = None,
    ) -> asyncio.Task[int | None]:
        """Sends an action as documented in `Node.send`."""
        return self.begin(self._send(instance, path, action, params, quiet=quiet, title=title))

    async def _send(
        self,
        instance: str,
        path: tuple[str, ...],
        action: str,
        params: dict[str, Any],
        *,
        quiet: bool,
        title: str | None = None,
    ) -> int | None:
        tell: Refusal = (lambda message: None) if quiet else self.say
        tell("")
        try:
            return (await self._instances[instance].at(*path).send(action, params)).revision
        except (HostDied, HostClosed, ProtocolError) as failure:
            if action in ("setValue", "setQuery", "setFilter"):
                self._unanswered.append(Sent(instance, path, action, params))
            self._end(failure)
        except FeatureHostError as refusal:
            tell(explain(plain(title) or words(action).capitalize(), refusal))
        return None

    async def settle(self, instance: str) -> None:
        """Waits until an instance has settled."""
        with contextlib.suppress(FeatureHostError):
            await self._instances[instance].settle()

    async def settle_all(self) -> None:
        """Waits until all actions are answered and all instances have settled."""
        await self.done()
        for instance in tuple(self._instances):
            await self.settle(instance)
