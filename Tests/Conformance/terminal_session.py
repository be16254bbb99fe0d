"""`featurehost ui` in a pseudo-terminal, and the messages between it and the host of the conformance kit."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from FrontEnds.tty import Tty

Message = dict[str, Any]
CHUNK = 1 << 16


class Screen(Tty):
    """A program in a terminal, whose output is read as soon as there is some."""

    @property
    def descriptor(self) -> int:
        return self._ours

    def is_readable(self) -> bool:
        return bool(select.select([self._ours], [], [], 0)[0])

    def read(self) -> bool:
        """Draws what the program has written; returns false if the terminal was closed."""
        return self._read()


class Lines:
    """The JSON messages that are read from a descriptor, one in a line."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor, self.rest, self.has_ended = descriptor, b"", False

    def read(self) -> Iterable[Message]:
        data = os.read(self.descriptor, CHUNK)
        self.has_ended = not data
        *lines, self.rest = (self.rest + data).split(b"\n")
        return [json.loads(line) for line in lines if line]


class Session:
    """`featurehost ui` in a terminal and the host of the kit, between which the messages are passed on."""

    def __init__(self, command: list[str], folder: Path) -> None:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(folder / "host.sock"))
        listener.listen()
        self.host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        program = [os.environ["FEATUREHOST"], "ui", "--socket", "host.sock"]
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "NO_COLOR": "1"}
        self.terminal = Screen(program, folder=folder, environment=environment)
        self.connection = listener.accept()[0]
        listener.close()
        self.catalog: list[Message] = []
        # The newest snapshot of each instance that was passed on.
        self.snapshots: dict[str, Message] = {}
        # The names for the next opened instances, which the kit has chosen.
        self.names: list[str] = []
        # The requests of `featurehost ui` without an answer, by their ids.
        self.requests: dict[Any, Message] = {}
        self.answered: list[Callable[[Message, Message], None]] = []
        self.own = 0
        self.barriers: set[str] = set()

    def close(self) -> None:
        self.terminal.close()
        self.connection.close()
        self.host.stdin.close()
        self.host.stdout.close()
        self.host.wait()

    # MARK: Messages

    def to_host(self, message: Message) -> None:
        self.host.stdin.write(json.dumps(message).encode() + b"\n")
        self.host.stdin.flush()

    def to_client(self, message: Message) -> None:
        self.connection.sendall(json.dumps(message).encode() + b"\n")

    def from_client(self, message: Message) -> None:
        """Passes on a message of `featurehost ui`; gives an opened instance the name that the kit has chosen."""
        if message.get("id") in self.barriers:
            self.barriers.remove(message["id"])
            return
        if message.get("method") == "feature/open" and self.names:
            message["params"]["instance"] = self.names.pop(0)
        if "method" in message and "id" in message:
            self.requests[message["id"]] = message
        self.to_host(message)

    def from_host(self, message: Message) -> None:
        """Passes on a message of the host, except the answer to a request of this program."""
        result = message.get("result")
        if "method" not in message:
            asked = self.requests.pop(message.get("id"), {})
            if isinstance(result, dict):
                self.catalog = result.get("features", self.catalog)
                self.keep(result.get("snapshot"))
            if not asked.get("isOwn"):
                self.to_client(message)
            for call in list(self.answered):
                call(asked, message)
            return
        if message["method"] == "state/snapshot":
            self.keep(message["params"])
        self.to_client(message)

    def keep(self, snapshot: Message | None) -> None:
        if snapshot and "path" not in snapshot:
            self.snapshots[snapshot["instance"]] = snapshot

    def request(self, method: str, params: Message) -> None:
        """Sends a request of this program itself, whose answer `featurehost ui` does not get."""
        self.own += 1
        message = {"jsonrpc": "2.0", "id": f"own-{self.own}", "method": method, "params": params}
        self.requests[message["id"]] = {**message, "isOwn": True}
        self.to_host(message)

    def send_barrier(self) -> None:
        """Sends a request that `featurehost ui` refuses after it has handled all earlier messages."""
        self.own += 1
        id = f"barrier-{self.own}"
        self.barriers.add(id)
        self.to_client({"jsonrpc": "2.0", "id": id, "method": "conformance/barrier"})
