"""Controls plugins and sources in tests as a host does, in the same process or as a separate program.

    with testing.spawned([sys.executable, "words.py"]) as peer:
        words = peer.open("words", path="/usr/share/dict/words")
        assert words.rows()[0] == {"id": "a", "word": "a"}

The failure of a source is raised as the `SourceError` that a host would get, any other refusal as a `RequestError`.

    with testing.showing(Counter, count=3) as counter:
        counter.send("add", by=2)
        assert counter.state["count"] == 5
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..sources.source import Source
from ..wire import LineBuffer
from .driven import DrivenSource
from .driven_feature import DrivenFeature
from .features.declaration import declared
from .plugin import Plugin
from .requests import Requests
from .session import PluginSession

TIMEOUT = 30.0


class Peer(Requests):
    """A plugin under test; all messages in both directions are JSON."""

    def __init__(self, say: Callable[[bytes], None], timeout: float) -> None:
        super().__init__(say, timeout)
        self.shown: dict[str, DrivenFeature] = {}
        """The opened features, by instance name."""

    def initialize(self) -> dict[str, Any]:
        """Sends `initialize`, and returns the plugin's description of itself."""
        params = {"protocolVersions": ["1"], "clientInfo": {"name": "testing"}, "processId": os.getpid()}
        return dict(self.request("initialize", params))

    def open(self, kind: str, /, source: str | None = None, **options: Any) -> DrivenSource:
        """Opens a source with options; its name is the kind unless `source` is given."""
        name = kind if source is None else source
        self.request("source/open", {"source": name, "kind": kind, "options": options})
        return DrivenSource(self, name)

    def show(
        self, feature: str, /, instance: str | None = None, fixture: str | None = None, **params: Any
    ) -> DrivenFeature:
        """Opens a feature with params; the instance has the name of the feature unless `instance` is given."""
        name = feature if instance is None else instance
        driven = self.shown[name] = DrivenFeature(self, name)
        given = {"feature": feature, "instance": name, "params": params}
        self.request("feature/open", given if fixture is None else {**given, "fixture": fixture})
        return driven

    def hear(self, line: bytes) -> None:
        """Handles a line from the plugin; called by the code that runs the plugin."""
        message = json.loads(line)
        if message.get("method") == "source/changed":
            self.notices.put(message["params"])
        elif message.get("method") in ("state/snapshot", "state/closed"):
            if driven := self.shown.get(message["params"]["instance"]):
                driven.hear(message["params"])
        else:
            self._answered(message)

    def end(self, problem: Exception) -> None:
        for driven in self.shown.values():
            driven.end()
        super().end(problem)

    def _succeeded(self, method: str, result: Any) -> None:
        # The snapshot is handled here, and not by the waiting thread, because later snapshots may arrive immediately.
        if method == "feature/open" and (driven := self.shown.get(result["instance"])):
            driven.hear(result["snapshot"])


@contextlib.contextmanager
def in_process(plugin: Plugin, timeout: float = TIMEOUT) -> Iterator[Peer]:
    """Runs a plugin in this process, on a separate thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="featurehost-plugin", daemon=True)
    thread.start()
    peer = Peer(lambda line: on_loop(lambda: session.take(line)), timeout)

    def on_loop(action: Callable[[], object]) -> None:
        loop.call_soon_threadsafe(action)

    async def begin() -> PluginSession:
        return PluginSession(plugin, peer.hear)

    try:
        session = asyncio.run_coroutine_threadsafe(begin(), loop).result(timeout)
        try:
            yield peer
        finally:
            asyncio.run_coroutine_threadsafe(session.finish(), loop).result(timeout)
    finally:
        on_loop(loop.stop)
        thread.join()
        loop.close()
        peer.end(EOFError("the plugin has ended"))


@contextlib.contextmanager
def serving(source: Source, timeout: float = TIMEOUT) -> Iterator[DrivenSource]:
    """Runs one source in this process."""
    plugin = Plugin("testing")
    plugin.source("source")(lambda: source)
    with in_process(plugin, timeout) as peer:
        yield peer.open("source")


@contextlib.contextmanager
def showing(
    feature: type[Any], /, fixture: str | None = None, timeout: float = TIMEOUT, **params: Any
) -> Iterator[DrivenFeature]:
    """Runs one feature in this process: a class with `@plugin.feature`, opened with params."""
    declaration = declared(feature)
    plugin = Plugin("testing")
    plugin.add(declaration)
    with in_process(plugin, timeout) as peer:
        yield peer.show(declaration.id, fixture=fixture, **params)


@contextlib.contextmanager
def spawned(
    argv: Sequence[str | os.PathLike[str]],
    *,
    env: Mapping[str, str] | None = None,
    cwd: str | os.PathLike[str] | None = None,
    timeout: float = TIMEOUT,
) -> Iterator[Peer]:
    """Runs a program with pipes, and sends `initialize`.

    At the end the program is shut down. Raises `ChildProcessError` with the program's log if its status is not 0.
    """
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=env, cwd=cwd)
        assert process.stdin and process.stdout
        stdin, stdout = process.stdin, process.stdout

        def say(line: bytes) -> None:
            # If the program has ended, its output has ended too, which fails the waiting requests.
            with contextlib.suppress(BrokenPipeError):
                stdin.write(line)
                stdin.flush()

        peer = Peer(say, timeout)
        reader = threading.Thread(target=_read, args=(peer, stdout.fileno()), name="plugin-output")
        reader.start()
        try:
            peer.initialize()
            yield peer
            peer.request("shutdown")
            peer.notify("exit")
            process.wait(timeout)
        finally:
            with contextlib.suppress(OSError):
                stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout)
            process.kill()
            process.wait()
            reader.join()
            stdout.close()
        if process.returncode:
            log.seek(0)
            said = log.read().decode(errors="replace")
            raise ChildProcessError(f"{argv[0]} ended with status {process.returncode}; its log: {said}")


def _read(peer: Peer, output: int) -> None:
    lines = LineBuffer()
    problem: Exception = EOFError("the plugin has ended")
    try:
        while data := os.read(output, 1 << 16):
            for line in lines.feed(data):
                peer.hear(line)
    except Exception as said:
        problem = ValueError(f"the plugin said what is no message: {said}")
    peer.end(problem)
