"""A client with one fault: a correct client, and a subclass for each mutant, which breaks one requirement.

With `Tests` in the module path, `python -m Conformance.broken_front_end NAME` performs the orders of
`featurehost conform --client` as the mutant NAME of the table below. With any other name, it is the correct
client.
"""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from .by_hand.common import INTERNAL_ERROR, KINDS, LINES, SEPARATOR, Answered, Choked, Failure, Message, Row
from .by_hand.front_end import FrontEnd, failed, patched, place_of
from .by_hand.rows import Source
from .by_hand.screen import Screen

MUTANTS: dict[str, type[FrontEnd]] = {}


def mutant(name: str, requirement: str, where: str = "") -> Callable[[type[FrontEnd]], type[FrontEnd]]:
    """Registers a client that breaks a requirement."""

    def note(kind: type[FrontEnd]) -> type[FrontEnd]:
        kind.requirement, kind.where = requirement, where
        MUTANTS[name] = kind
        return kind

    return note


def with_source(name: str, requirement: str) -> Callable[[type[Source]], type[Source]]:
    """Registers a client whose sources break a requirement."""

    def note(kind: type[Source]) -> type[Source]:
        MUTANTS[name] = type(kind.__name__, (FrontEnd,), {"requirement": requirement, "source": kind})
        return kind

    return note


def with_screen(name: str, requirement: str) -> Callable[[type[Screen]], type[Screen]]:
    """Registers a client whose drawing breaks a requirement."""

    def note(kind: type[Screen]) -> type[Screen]:
        MUTANTS[name] = type(kind.__name__, (FrontEnd,), {"requirement": requirement, "screen": kind})
        return kind

    return note


# The specification


@mutant("shows-what-it-expects", "A-1")
class Optimist(FrontEnd):
    def send(self, params: Any, done: Answered) -> None:
        """Changes the state before the answer."""
        state = self.held[(params["instance"],)]["state"]
        for name, value in state.items():
            if isinstance(value, int) and not isinstance(value, bool):
                state[name] = value + 1
        super().send(params, done)


@mutant("shows-the-old-value-while-it-enters-one", "A-2")
class Forgetful(FrontEnd):
    def order_enter(self, params: Any, done: Answered) -> None:
        super().order_enter(params, done)
        self.typed.clear()


@mutant("chokes-on-unknown-members", "A-5")
class Strict(FrontEnd):
    KNOWN = (
        "instance path feature kind revision conflated cause settled effects unavailable errors presentation queue "
        "blocked toolbar animation state"
    ).split()

    def hold(self, snapshot: Any) -> None:
        if unknown := set(snapshot) - set(self.KNOWN):
            raise Choked(f"a snapshot has no {unknown}")
        super().hold(snapshot)


@mutant("chokes-on-unknown-notifications", "A-6")
class StrictWithNotices(FrontEnd):
    def notified(self, method: str, params: Any) -> None:
        if method not in ("state/snapshot", "state/patch", "state/closed", "$/cancelRequest"):
            raise Choked(f"there is no notification {method}")
        super().notified(method, params)


@mutant("leaves-unknown-requests-unanswered", "A-7")
class Silent(FrontEnd):
    def unknown(self, message: Message) -> None:
        pass


@mutant("takes-unknown-requests-for-failures", "A-7")
class WrongCode(FrontEnd):
    def unknown(self, message: Message) -> None:
        self.answer(message["id"], failed("what?", INTERNAL_ERROR))


@mutant("chokes-on-unknown-codes-of-errors", "A-8")
class KnowsAllCodes(FrontEnd):
    def answered(self, message: Message) -> None:
        code = message.get("error", {}).get("code", 0)
        if code and code not in range(-31010, -31000) and code not in (-32700, -32600, -32601, -32602, -32603, -32800):
            raise Choked(f"there is no code {code}")
        super().answered(message)


@mutant("chokes-on-unknown-reasons", "A-9")
class KnowsAllReasons(FrontEnd):
    KNOWN = "gone disabled busy notBlocked noTarget noMatch endReached refreshing loading targetChanged secret".split()

    def answered(self, message: Message) -> None:
        reason = (message.get("error", {}).get("data") or {}).get("reason")
        if reason is not None and reason not in self.KNOWN:
            raise Choked(f"there is no reason {reason}")
        super().answered(message)


# Transport


@mutant("takes-a-log-for-a-failure", "T-2")
class ReadsLogs(FrontEnd):
    has_failed = False

    def log(self) -> int | None:
        return subprocess.PIPE

    def logged(self, data: bytes) -> None:
        self.has_failed = self.has_failed or b"error" in data

    def order_close(self, params: Any, done: Answered) -> None:
        if self.has_failed:
            return done(failed("the host has failed"))
        super().order_close(params, done)


@mutant("writes-latin-1", "T-3")
class Latin1(FrontEnd):
    def encoded(self, message: Message) -> bytes:
        return super().encoded(message).decode().encode("latin-1", "replace")


@mutant("writes-over-several-lines", "T-5")
class Pretty(FrontEnd):
    def encoded(self, message: Message) -> bytes:
        text = json.dumps(message, indent=1) if message.get("method") == "feature/open" else json.dumps(message)
        return text.encode()


@mutant("prints-between-messages", "T-5")
class Prints(FrontEnd):
    def send(self, params: Any, done: Answered) -> None:
        self.write(b"" if self.has_headers else b"DEBUG: sends\n")
        super().send(params, done)


@mutant("counts-characters-for-bytes", "T-10", "transport-headers")
class CountsCharacters(FrontEnd):
    def framed(self, body: bytes) -> bytes:
        if not self.has_headers:
            return super().framed(body)
        return b"Content-Length: %d%s%s" % (len(body.decode()), SEPARATOR, body)


@mutant("ends-headers-with-bare-line-feeds", "T-11", "transport-headers")
class BareLineFeeds(FrontEnd):
    def framed(self, body: bytes) -> bytes:
        """Ends the headers of `feature/open` with bare line feeds."""
        frame = super().framed(body)
        return frame.replace(SEPARATOR, b"\n\n", 1) if b"feature/open" in body else frame


@mutant("has-much-to-say-in-headers", "T-15", "transport-headers")
class LongHeaders(FrontEnd):
    def framed(self, body: bytes) -> bytes:
        return (b"X-Padding: %s\r\n" % (b"x" * 100_000) if self.has_headers else b"") + super().framed(body)


@mutant("reads-when-it-has-written", "T-61")
class WritesFirst(FrontEnd):
    def flush(self) -> None:
        if self.host and self.host.stdin and not self.host.stdin.closed:
            os.set_blocking(self.host.stdin.fileno(), True)
        super().flush()


@mutant("counts-notifications-for-revisions", "T-71")
class CountsNotices(FrontEnd):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def notified(self, method: str, params: Any) -> None:
        self.count += method in ("state/snapshot", "state/patch")
        super().notified(method, params)

    def has_come(self, instance: str, revision: int) -> bool:
        return (instance,) in self.held and self.count >= revision


# Messages


@mutant("forgets-the-version-of-json-rpc", "M-8", "specification-waits")
class NoVersion(FrontEnd):
    def say(self, message: Message) -> None:
        self.write(self.framed(self.encoded(message)))


@mutant("uses-ids-again", "M-12")
class SameIds(FrontEnd):
    def __init__(self) -> None:
        super().__init__()
        self.queue: list[Answered] = []

    def ask(self, method: str, params: Any, then: Answered) -> None:
        """Pairs answers with requests by order instead of by id."""
        self.queue.append(then)
        super().ask(method, params, lambda answer: None)

    def next_id(self) -> int:
        return 1

    def answered(self, message: Message) -> None:
        if self.queue:
            self.queue.pop(0)({name: message[name] for name in ("result", "error") if name in message})


@mutant("answers-twice", "M-14", "sources-answers")
class Twice(FrontEnd):
    def answer(self, id: Any, answer: Message) -> None:
        super().answer(id, answer)
        super().answer(id, answer)


@mutant("answers-notifications", "M-15", "specification-waits")
class AnswersNotices(FrontEnd):
    def notified(self, method: str, params: Any) -> None:
        super().notified(method, params)
        self.answer(None, {"result": None})


@mutant("gives-params-by-position", "M-21", "specification-parts")
class ByPosition(FrontEnd):
    def ask(self, method: str, params: Any, then: Answered) -> None:
        super().ask(method, [params] if method == "feature/close" else params, then)


@mutant("tells-errors-apart-by-their-messages", "M-40")
class ByMessage(FrontEnd):
    def answered(self, message: Message) -> None:
        if error := message.get("error"):
            codes = {"stale": -31006, "unavailable": -31005, "unknown": -31003}
            error["code"] = next((code for word, code in codes.items() if word in error["message"]), INTERNAL_ERROR)
        super().answered(message)


# Methods


@mutant("asks-before-it-initializes", "C-4", "specification-waits")
class PingsFirst(FrontEnd):
    def begin(self, params: Any, done: Answered) -> None:
        self.ask("ping", {}, lambda _: super(PingsFirst, self).begin(params, done))


@mutant("initializes-twice", "C-4", "specification-waits")
class InitializesTwice(FrontEnd):
    def begin(self, params: Any, done: Answered) -> None:
        super().begin(params, lambda _: super(InitializesTwice, self).begin(params, done))


@mutant("initializes-in-a-batch", "C-4", "specification-waits")
class InBatch(FrontEnd):
    def encoded(self, message: Message) -> bytes:
        return b"[%s]" % super().encoded(message) if message.get("method") == "initialize" else super().encoded(message)


@mutant("knows-all-kinds-of-features", "C-28")
class KnowsAllKinds(FrontEnd):
    def offers(self, feature: Any) -> bool:
        if feature["kind"] not in KINDS:
            raise Choked(f"there is no kind {feature['kind']}")
        return True


@mutant("needs-to-inspect", "C-85")
class Inspects(FrontEnd):
    def order_state(self, params: Any, done: Answered) -> None:
        def inspected(answer: Message) -> None:
            if "error" in answer:
                return done(answer)
            super(Inspects, self).order_state(params, done)

        self.ask("host/inspect", {"instance": params["instance"]}, inspected)


# Snapshots


@mutant("knows-all-causes", "S-26")
class KnowsAllCauses(FrontEnd):
    KNOWN = "open incrementButtonTapped decrementButtonTapped setValue setSecret setActive submit load loaded".split()

    def hold(self, snapshot: Any) -> None:
        if (snapshot.get("cause") or {}).get("action", "open") in self.KNOWN:
            super().hold(snapshot)


@mutant("chokes-on-refusals", "S-40")
class TakesNoRefusal(FrontEnd):
    def answered(self, message: Message) -> None:
        if message.get("error", {}).get("code") == -31005:
            raise Choked("it was available")
        super().answered(message)


@mutant("knows-all-hints", "S-58")
class KnowsAllHints(FrontEnd):
    KNOWN = ("default", "spring", "phase", "keyframe", "matchedGeometry")

    def hold(self, snapshot: Any) -> None:
        if (hint := snapshot.get("animation")) and hint["kind"] not in self.KNOWN:
            raise Choked(f"there is no animation {hint['kind']}")
        super().hold(snapshot)


# Patches


@mutant("takes-no-snapshots-beside-patches", "D-12")
class PatchesAlone(FrontEnd):
    def notified(self, method: str, params: Any) -> None:
        if method != "state/snapshot":
            super().notified(method, params)


@mutant("keeps-how-many-revisions-it-were", "D-13")
class KeepsConflated(FrontEnd):
    def base(self, held: Any) -> Any:
        return held


@mutant("applies-patches-again", "D-14")
class AppliesAgain(FrontEnd):
    def take_patch(self, params: Any) -> None:
        if (held := self.held.get(place_of(params))) and self.is_old(params, held):
            self.held[place_of(params)] = patched(held, params["patch"])
            self.look()
        else:
            super().take_patch(params)


@mutant("asks-anew-for-what-it-has", "D-14")
class AsksForOld(FrontEnd):
    def is_old(self, params: Any, held: Any) -> bool:
        return False


@mutant("applies-patches-to-another-base", "D-15")
class AnyBase(FrontEnd):
    def lost(self, params: Any, place: tuple[str, ...]) -> None:
        self.hold(patched(self.base(self.held[place]), params["patch"]))


@mutant("leaves-lost-updates-lost", "D-15")
class StaysBehind(FrontEnd):
    def lost(self, params: Any, place: tuple[str, ...]) -> None:
        pass


# Drawing


@with_screen("chokes-on-unknown-lines", "V-8")
class KnowsAllLines(Screen):
    def line(self, line: Any, node: Any) -> None:
        if line["type"] not in (*LINES, "button", "section", "child"):
            raise Choked(f"there is no line {line['type']}")
        super().line(line, node)


@with_screen("draws-lines-whose-time-has-not-come", "V-9")
class DrawsAll(Screen):
    def is_shown(self, line: Any, state: Any) -> bool:
        return True


@with_screen("draws-children-that-are-not-there", "V-10")
class DrawsNothing(Screen):
    def children(self, line: Any, value: Any) -> None:
        if value is None:
            self.write(self.text(line.get("label")), "null")
        super().children(line, value)


@with_screen("draws-the-first-child-alone", "V-11")
class FirstChild(Screen):
    def children(self, line: Any, value: Any) -> None:
        super().children(line, value[:1] if isinstance(value, list) else value)


@with_screen("draws-children-backwards", "V-11")
class ChildrenBackwards(Screen):
    def children(self, line: Any, value: Any) -> None:
        super().children(line, value[::-1] if isinstance(value, list) else value)


@with_screen("draws-no-headers", "L-62")
class NoHeaders(Screen):
    def header(self, section: Any) -> None:
        pass


@with_screen("draws-columns-that-are-not-for-people", "L-188")
class AllColumns(Screen):
    def item(self, item: Any, columns: Any) -> None:
        super().item(item, [{**column, "role": "detail"} for column in columns])


@with_screen("draws-values-instead-of-cells", "B-11")
class BareValues(Screen):
    def item(self, item: Any, columns: Any) -> None:
        super().item({**item, "cells": {}}, columns)


@with_screen("draws-no-columns-of-unknown-types", "L-202")
class KnownColumns(Screen):
    def item(self, item: Any, columns: Any) -> None:
        super().item(item, [it for it in columns if not it["type"].startswith("acme")])


@with_screen("draws-no-fields-of-unknown-types", "F-208")
class KnownFields(Screen):
    def field(self, path: str, field: Any) -> None:
        if not field["type"].startswith("acme"):
            super().field(path, field)


@with_screen("shows-all-messages", "F-56")
class AllMessages(Screen):
    def shows_messages(self, field: Any) -> bool:
        return True


@with_screen("offers-what-is-unavailable", "S-39")
class OffersAll(Screen):
    def button(self, node: Any, action: str | None, title: Any) -> str:
        return f"[{self.text(title)}]"


# Sources


@mutant("leaves-sources-unanswered", "R-1")
class SilentSources(FrontEnd):
    def requested(self, message: Message) -> None:
        if not message["method"].startswith("source/"):
            super().requested(message)


@mutant("leaves-unanswered-what-was-cancelled", "R-11")
class Cancels(FrontEnd):
    # The time in seconds that a source takes, so that there is a request to cancel.
    patience = 0.2

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[Any, Message] = {}

    def requested(self, message: Message) -> None:
        self.kept[message["id"]] = message

    def notified(self, method: str, params: Any) -> None:
        if method == "$/cancelRequest":
            self.kept.pop(params["id"], None)
        super().notified(method, params)

    def rest(self) -> None:
        while self.kept:
            super().requested(self.kept.pop(next(iter(self.kept))))


@mutant("has-no-rows-of-sources-that-it-does-not-know", "R-15")
class KnowsAllSources(FrontEnd):
    def sourced(self, method: str, params: Any) -> Any:
        return super().sourced(method, params) if params.get("source") in self.sources else {"items": []}


@with_source("chokes-on-unknown-params", "R-16")
class StrictSource(Source):
    KNOWN = (
        "source offset cursor limit refresh where text textKeys sort query filter opId id value beforeId afterId patch "
        "ids operation input"
    ).split()

    def answer(self, method: str, params: dict[str, Any]) -> Any:
        if unknown := set(params) - set(self.KNOWN):
            raise Failure(f"there are no params {unknown}")
        return super().answer(method, params)


@with_source("answers-with-rows-alone", "R-18")
class BareRows(Source):
    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        return super().page(rows, params)["items"]


@with_source("has-rows-without-ids", "R-19")
class NoIds(Source):
    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        nameless = [{key: value for key, value in row.items() if key != "id"} for row in rows]
        return super().page(nameless, params)


@with_source("has-rows-twice", "R-20")
class RowsTwice(Source):
    def place(self, id: str) -> int | None:
        """Does not find the row that is being inserted, so that it is inserted twice."""
        return None if self.adds else super().place(id)

    adds = False

    def insert(self, params: dict[str, Any]) -> Any:
        self.adds = params.get("beforeId") is None
        try:
            return super().insert(params)
        finally:
            self.adds = False


@with_source("counts-before-it-filters", "R-23")
class CountsAll(Source):
    def fetch(self, params: dict[str, Any]) -> Any:
        start = params.get("offset") or 0
        return super().page(self.chosen(self.sorted(self.rows, params)[start:], params), {**params, "offset": 0})


@with_source("has-rows-out-of-order", "R-24")
class Backwards(Source):
    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        page = super().page(rows, params)
        return {**page, "items": page["items"][::-1]}


@with_source("gives-more-than-is-asked-for", "R-25")
class Generous(Source):
    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        return super().page(rows, {**params, "limit": len(rows) + 1})


@with_source("does-operations-again", "R-28")
class DoesAgain(Source):
    def once(self, operation: str, do: Callable[[], Any]) -> Any:
        return do()


@with_source("fails-where-there-is-nothing-to-delete", "R-31")
class NeedsRows(Source):
    def delete(self, params: dict[str, Any]) -> Any:
        for id in params["ids"]:
            self.needed(id)
        return super().delete(params)


@with_source("repeats-what-it-is-given", "R-32")
class Repeats(Source):
    def perform(self, params: dict[str, Any]) -> Any:
        raise Failure(f"there is no operation {params['operation']} of {json.dumps(params.get('input'))}")


@with_source("says-yes-to-everything", "R-35")
class SaysYes(Source):
    def answer(self, method: str, params: dict[str, Any]) -> Any:
        try:
            return super().answer(method, params)
        except Failure:
            return {"item": {"id": params.get("id")}} if method in ("insert", "update") else {"items": []}


@with_source("fails-with-codes-of-its-own", "R-36")
class OwnCodes(Source):
    def answer(self, method: str, params: dict[str, Any]) -> Any:
        try:
            return super().answer(method, params)
        except Failure as failure:
            raise Failure(str(failure), code=-32000) from None


@with_source("filters-nothing", "R-40")
class FiltersNothing(Source):
    def chosen(self, rows: list[Row], params: dict[str, Any]) -> list[Row]:
        return rows


@with_source("sorts-nothing", "R-41")
class SortsNothing(Source):
    def sorted(self, rows: list[Row], params: dict[str, Any]) -> list[Row]:
        return rows


@with_source("inserts-at-the-end", "R-44")
class InsertsAtEnd(Source):
    def insert(self, params: dict[str, Any]) -> Any:
        return super().insert({**params, "beforeId": None})


@with_source("replaces-rows-whole", "R-45")
class Replaces(Source):
    def update(self, params: dict[str, Any]) -> Any:
        place = self.needed(params["id"])
        self.rows[place] = {"id": params["id"], **params["patch"]}
        return {"item": self.rows[place]}


@with_source("keeps-members-that-are-null", "R-45")
class KeepsNull(Source):
    def update(self, params: dict[str, Any]) -> Any:
        place = self.needed(params["id"])
        self.rows[place] = {**self.rows[place], **params["patch"]}
        return {"item": self.rows[place]}


@with_source("turns-round-what-it-moves", "R-46")
class TurnsRound(Source):
    def put(self, rows: list[Row], before: str | None) -> None:
        super().put(rows[::-1], before)


@with_source("deletes-the-first-row-alone", "R-47")
class DeletesFirst(Source):
    def delete(self, params: dict[str, Any]) -> Any:
        return super().delete({**params, "ids": params["ids"][:1]})


@with_source("gives-rows-ids-and-answers-with-others", "R-30")
class KeepsItsIds(Source):
    def insert(self, params: dict[str, Any]) -> Any:
        row = super().insert({**params, "id": f"own-{params['id']}", "value": {**params["value"], "id": 77}})["item"]
        return {"item": {**row, "id": params["id"]}}


@with_source("does-some-of-several", "R-50")
class DoesSome(Source):
    def together(self, do: Callable[[dict[str, Any]], Any], params: dict[str, Any]) -> Any:
        return {"items": [do(item)["item"] for item in params["items"]]}


@with_source("changes-some-of-several", "R-56")
class ChangesSome(Source):
    def update(self, params: dict[str, Any]) -> Any:
        if "items" in params:
            return {"items": [self.update(item)["item"] for item in params["items"]]}
        return super().update(params)


@with_source("overwrites-other-versions", "R-52")
class Overwrites(Source):
    def update(self, params: dict[str, Any]) -> Any:
        return super().update({**params, "ifVersion": None})


@with_source("takes-other-versions-away", "R-66")
class TakesOthersAway(Source):
    def delete(self, params: dict[str, Any]) -> Any:
        return super().delete({**params, "ifVersions": {}})


@with_source("compares-versions-with-what-it-told", "R-53")
class ComparesWithTold(Source):
    told: dict[str, str] = {}

    def page(self, rows: list[Row], params: dict[str, Any]) -> Any:
        page = super().page(rows, params)
        self.told = page["versions"]
        return page

    def update(self, params: dict[str, Any]) -> Any:
        if params.get("ifVersion") not in (None, self.told.get(params["id"])):
            raise Failure("others have changed it", "conflict")
        return super().update({**params, "ifVersion": None})


@with_source("takes-another-version-for-another-operation", "R-54")
class OperationsOfVersions(Source):
    def answer(self, method: str, params: dict[str, Any]) -> Any:
        operation = f"{params.get('opId')} {params.get('ifVersion')}"
        return super().answer(method, {**params, "opId": operation} if "opId" in params else params)


# Security


@mutant("sends-secrets-as-values", "X-4")
class Leaks(FrontEnd):
    def entering(self, field: Any) -> str:
        return "setValue"


@with_screen("draws-control-characters", "X-15")
class DrawsControls(Screen):
    def text(self, value: Any) -> str:
        return value if isinstance(value, str) else super().text(value)


@with_screen("takes-texts-for-markup", "X-16")
class Markup(Screen):
    def text(self, value: Any) -> str:
        return re.sub(r"<[^>]*>|\[/?\w+\]", "", super().text(value))


def main() -> None:
    front_end = MUTANTS.get(sys.argv[1], FrontEnd)()
    orders = b""
    while True:
        host = front_end.host
        output = [host.stdout] if host and host.stdout and not host.stdout.closed else []
        log = [host.stderr] if host and host.stderr and not host.stderr.closed else []
        full = [host.stdin] if host and host.stdin and not host.stdin.closed and front_end.outbox else []
        readable, writable, _ = select.select([0, *output, *log], full, [], front_end.patience)
        try:
            if not readable and not writable:
                front_end.rest()
            if writable:
                front_end.flush()
            for stream in (stream for stream in readable if stream != 0):
                data = os.read(stream.fileno(), 1 << 16)
                if stream in output:
                    front_end.read(data)
                else:
                    front_end.logged(data)
                    if not data:
                        stream.close()
        except Exception as problem:
            front_end.give_up(problem)
        if 0 in readable:
            data = os.read(0, 1 << 16)
            *lines, orders = (orders + data).split(b"\n")
            for line in lines:
                front_end.order(json.loads(line))
            if not data:
                break
    if front_end.host and front_end.host.stdin:
        front_end.host.stdin.close()
        front_end.host.wait()


if __name__ == "__main__":
    main()
