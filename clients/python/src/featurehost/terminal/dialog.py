"""A feature as a dialog: the program ends when the user has completed or left the feature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.binding import Binding

from ..aio import AsyncHost
from ..errors import FeatureHostError, RequestError
from .app import TerminalApp
from .lenient import objects
from .output import left_unread, print_json, tell

# The exit statuses after an interrupt and after a timeout, as with shells and `timeout`.
INTERRUPTED, TIMED_OUT = 130, 124
_STATUS = {"completed": 0, "timedOut": TIMED_OUT}
# The exit status after a conflict, as with `featurehost call`.
CONFLICT = 3
# The kinds of features that have the action `cancel`, which asks first about unsaved changes.
_CANCELLED_BY_ACTION = ("form", "flow")


class DialogApp(TerminalApp):
    """Shows one feature, and ends with its outcome."""

    BINDINGS = [Binding("ctrl+c", "interrupt", "Interrupt", priority=True)]

    def __init__(
        self, make_host: Callable[[], AsyncHost], feature: str, params: Mapping[str, Any], timeout_ms: int | None
    ) -> None:
        super().__init__(make_host, feature)
        self.status = 1
        # The answer to `feature/run`; None before the answer, and if the program ends without one.
        self.result: dict[str, Any] | None = None
        # The error of opening or running the feature; None if there is none.
        self.problem: str | None = None
        self._params = dict(params)
        self._timeout_ms = timeout_ms
        # The last row that was made active because no row was active.
        self._first: object = None

    async def _open(self, feature: str) -> None:
        try:
            instance = await self.session.must_open(feature, self._params)
        except FeatureHostError as failure:
            self._fail(failure)
            return
        self._instance = instance
        self.session.changed.set()
        self.run_worker(self._wait_for_outcome(feature, instance))

    async def _draw(self) -> None:
        self._activate_first()
        await super()._draw()

    def _activate_first(self) -> None:
        """Makes the first row of a list active if no row is active, because the user has to choose one."""
        if self._instance is None or not self.session.holds(self._instance) or self.session.death is not None:
            return
        node = self.session.node(self._instance)
        if node.snapshot.kind != "list":
            return
        rows = objects(node.state.get("items"))
        first = rows[0].get("id") if rows and node.state.get("activeId") is None else None
        # The action is sent only once for a row: the earlier action may be unanswered, or was refused.
        if first is not None and first != self._first and node.can("setActive"):
            node.send("setActive", {"id": first}, quiet=True)
        self._first = first

    async def _wait_for_outcome(self, feature: str, instance: str) -> None:
        asked = {"feature": feature, "params": self._params, "instance": instance, "timeoutMs": self._timeout_ms}
        try:
            result = await self.session.request("feature/run", asked)
        except FeatureHostError as failure:
            self._fail(failure)
            return
        self.result = result
        is_conflict = result.get("error", {}).get("code") == "conflict"
        self.status = CONFLICT if is_conflict else _STATUS.get(result["outcome"], 1)
        self.exit()

    def _fail(self, failure: FeatureHostError) -> None:
        if self.return_code:
            # The program itself has already failed.
            return
        self.problem = failure.message if isinstance(failure, RequestError) else str(failure)
        self.status = 2
        self.exit()

    def leave(self) -> None:
        """Leaves the dialog; the feature may ask about unsaved changes first."""
        node = self.session.node(self._instance) if self._instance is not None else None
        if node is not None and node.snapshot.kind in _CANCELLED_BY_ACTION and node.can("cancel"):
            node.send("cancel")
        else:
            self.exit()

    def action_interrupt(self) -> None:
        """Ends the program immediately."""
        self.end(INTERRUPTED)

    def end(self, status: int) -> None:
        self.status = status
        self.exit()


def tell_outcome(app: DialogApp) -> int:
    """Prints the output of a dialog that has ended; returns the exit status."""
    if app.return_code and app.failure is None:
        # The program has failed and reported its error. There is no outcome.
        return 2
    problem = app.problem or (str(app.failure) if app.failure is not None else None)
    if problem is not None:
        return tell(problem, 2)
    result = app.result or {}
    if result.get("outcome") == "completed":
        try:
            print_json(result.get("output"))
        except BrokenPipeError:
            return left_unread()
    elif "error" in result:
        return tell(result["error"]["message"], app.status)
    return app.status
