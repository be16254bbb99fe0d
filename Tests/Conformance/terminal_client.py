"""The client program that `featurehost conform --client` controls to test `featurehost ui`.

An order is a request that the conformance kit sends to a client program, as protocol/conformance/README.md defines.
This program runs `featurehost ui` in a pseudo-terminal. It passes on the messages between `featurehost ui`, which uses
a socket, and the host of the kit, which uses its standard input and output. Orders are performed by keys, and `show`
reads the screen.

    featurehost conform --client -- python3 Tests/Conformance/terminal_client.py
"""

from __future__ import annotations

import json
import selectors
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from FrontEnds.tty import COLUMNS

from Conformance.terminal_session import Lines, Message, Session

INTERNAL_ERROR, METHOD_NOT_FOUND = -32603, -32601
ENTER, END, INTERRUPT, CUT = "\r", "\x1b[F", "\x03", "\x15"


class Driver:
    """Performs orders; an order that waits does not delay other orders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.session: Session | None = None
        self.orders: list[Message] = []
        self.waits: list[Callable[[], bool]] = []
        self.selector = selectors.DefaultSelector()
        self.has_ended = False

    # MARK: Events

    def run(self) -> None:
        self.listen(Lines(0), self.orders.append)
        while not self.has_ended:
            self.turn()
            while self.orders:
                self.perform(self.orders.pop(0))
        if self.session:
            self.session.close()

    def listen(self, lines: Lines, handle: Callable[[Message], None]) -> None:
        def read() -> None:
            for message in lines.read():
                handle(message)
            if lines.has_ended:
                self.selector.unregister(lines.descriptor)
                self.has_ended = self.has_ended or lines.descriptor == 0

        self.selector.register(lines.descriptor, selectors.EVENT_READ, read)

    def turn(self) -> None:
        """Handles the next events."""
        for key, _ in self.selector.select():
            key.data()
        self.waits = [wait for wait in self.waits if not wait()]

    def until(self, holds: Callable[[], bool]) -> None:
        while not holds() and not self.has_ended:
            self.turn()

    def read_screen(self) -> None:
        if not self.session.terminal.read():
            self.selector.unregister(self.session.terminal.descriptor)

    # MARK: Orders

    def perform(self, order: Message) -> None:
        perform = getattr(self, f"order_{order['method']}", None)
        done = Answer(order["id"])
        if perform is None:
            return done.fail(METHOD_NOT_FOUND, f"{order['method']} is no order")
        try:
            perform(order.get("params") or {}, done)
        except Exception as problem:
            done.fail(INTERNAL_ERROR, f"{type(problem).__name__}: {problem}")

    def order_about(self, params: Message, done: Answer) -> None:
        orders = [name.removeprefix("order_") for name in dir(self) if name.startswith("order_")]
        parts = ["core", "views", "lists", "forms", "searches", "flows"]
        done({"name": "featurehost-ui", "version": "1", "parts": parts, "framings": ["lines"], "orders": orders})

    def order_start(self, params: Message, done: Answer) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=self.folder))
        session = self.session = Session(params["command"], self.folder)
        self.listen(Lines(session.host.stdout.fileno()), session.from_host)
        self.listen(Lines(session.connection.fileno()), session.from_client)
        self.selector.register(session.terminal.descriptor, selectors.EVENT_READ, self.read_screen)
        self.answer_by("initialize", lambda params: True, lambda answer: done.by(answer, lambda result: None))

    def answer_by(self, method: str, suits: Callable[[Message], bool], answer: Callable[[Message], None]) -> None:
        """Calls `answer` with the answer to the next request with a method and suitable params."""
        session = self.session

        def look(asked: Message, answered: Message) -> None:
            if asked.get("method") == method and suits(asked.get("params") or {}):
                session.answered.remove(look)
                answer(answered)

        session.answered.append(look)

    def order_open(self, params: Message, done: Answer) -> None:
        session, feature, instance = self.session, params["feature"], params["instance"]
        if params.get("params"):
            raise ValueError("a user opens a feature of the catalog without params")
        self.answer_by(
            "feature/open",
            lambda asked: asked.get("instance") == instance,
            lambda answer: done.by(answer, lambda result: result["snapshot"]),
        )
        if any(snapshot["feature"] == feature for snapshot in session.snapshots.values()):
            # The catalog shows the instance that is open, so a user can't open a second one.
            return session.request("feature/open", {"feature": feature, "instance": instance})
        title = next(entry.get("title", feature) for entry in session.catalog if entry["id"] == feature)
        session.names.append(instance)
        session.terminal.type("/" + title + ENTER)

    def order_state(self, params: Message, done: Answer) -> None:
        session, instance = self.session, params["instance"]

        def is_there() -> bool:
            snapshot = session.snapshots.get(instance)
            if not snapshot or snapshot["revision"] < (params.get("revision") or 0):
                return False
            done(snapshot)
            return True

        if not is_there():
            self.waits.append(is_there)

    def order_enter(self, params: Message, done: Answer) -> None:
        """Replaces the text of a field by a paste; the order is answered with the answer to the whole text."""
        field = self.session.snapshots[params["instance"]]["state"]["fields"][params["path"]]
        lines = self.shown()
        line = next(number for number, line in enumerate(lines) if line.strip(" *").startswith(field["label"]))
        self.answer_by(
            "feature/send",
            lambda sent: (sent.get("params") or {}).get("value") == params["value"],
            lambda answer: done.by(answer, lambda result: None),
        )
        place = f"{COLUMNS // 2};{line + 1}"
        click = f"\x1b[<0;{place}M\x1b[<0;{place}m"
        self.session.terminal.type(f"{click}{END}{CUT}\x1b[200~{params['value']}\x1b[201~")

    def order_show(self, params: Message, done: Answer) -> None:
        done({"lines": [line for line in self.shown() if line]})

    def order_stop(self, params: Message, done: Answer) -> None:
        # If changes would be lost, the first key only asks.
        self.session.terminal.type(INTERRUPT + INTERRUPT)
        self.until(lambda: self.session.terminal.program.poll() is not None)
        self.session.close()
        done(None)

    def shown(self) -> list[str]:
        """Returns the lines of the screen, after everything that `featurehost ui` has got is drawn."""
        terminal = self.session.terminal
        self.until(lambda: any(terminal.lines()))
        before: list[str] = []
        while before != terminal.lines():
            before = terminal.lines()
            # In the turn after it has refused the first request, the frame of the turn before is written.
            for _ in range(2):
                self.session.send_barrier()
                self.until(lambda: not self.session.barriers)
            while terminal.is_readable() and terminal.read():
                pass
        return terminal.lines()


class Answer:
    """The answer to an order, which is sent once."""

    def __init__(self, id: Any) -> None:
        self.id = id

    def __call__(self, result: Any) -> None:
        self.send({"result": result})

    def fail(self, code: int, message: str) -> None:
        self.send({"error": {"code": code, "message": message}})

    def by(self, answer: Message, result: Callable[[Any], Any]) -> None:
        """Sends the error of an answer of the host, or a result that is made from its result."""
        self.send({"error": answer["error"]} if "error" in answer else {"result": result(answer["result"])})

    def send(self, outcome: Message) -> None:
        print(json.dumps({"jsonrpc": "2.0", "id": self.id, **outcome}), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        Driver(Path(folder)).run()
