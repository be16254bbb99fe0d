"""The requests that the library makes: their params, and the interpretation of their results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from .errors import InstanceClosed, InvalidActionParams, ProtocolError, shown
from .mirror import Mirror, Path
from .model import CatalogEntry, HostInfo, Progress
from .names import unknown_members
from .protocol import Call, Connection
from .snapshot import Snapshot
from .wire import notification

# The timeout that a host applies to a wait without `timeoutMs`.
DEFAULT_WAIT_MS = 30_000
Await = Literal["action", "settled"]
# The kind of updates that the host sends: only snapshots, or a patch where it is shorter than the snapshot.
Updates = Literal["snapshot", "patch"]


def raw(method: str, params: Mapping[str, Any] | None) -> Call[Any]:
    """A request whose result is returned unchanged."""
    return Call(method, params, lambda connection, result: result)


def initialize(reduced_motion: bool, sources: Iterable[str], updates: Updates) -> Call[HostInfo]:
    """Agrees on the version and the kind of updates, offers sources by name, and gets the host's description."""
    params: dict[str, Any] = {"protocolVersions": ["1"], "clientInfo": {"name": "featurehost-python"}}
    if reduced_motion:
        params["reducedMotion"] = True
    capabilities = {"sources": list(sources) or None, "updates": updates if updates != "snapshot" else None}
    if told := _present(capabilities):
        params["capabilities"] = told
    return Call("initialize", params, lambda connection, result: HostInfo.parse(result))


def catalog() -> Call[tuple[CatalogEntry, ...]]:
    """Requests the catalog."""
    return Call("feature/list", None, lambda connection, result: CatalogEntry.parse_all(_member(result, "features")))


def open_instance(feature: str, params: Mapping[str, Any] | None, instance: str | None, keep: bool) -> Call[Mirror]:
    """Opens a feature or attaches to an instance; if the caller stops waiting, the opening is undone."""
    asked: dict[str, Any] = {"feature": feature, "params": params, "instance": instance, "keep": keep or None}

    def finish(connection: Connection, result: Any) -> Mirror:
        name = str(_member(result, "instance"))
        mirror = connection.mirrors.get(name) or Mirror(name, connection.report)
        mirror.opens += 1
        return _adopt(connection, mirror, (), result)

    def undo(connection: Connection, mirror: Mirror) -> bytes:
        mirror.opens -= 1
        if mirror.opens:
            return b""
        connection.mirrors.pop(mirror.name, None)
        return notification("state/unsubscribe", {"instance": mirror.name})

    return Call("feature/open", _present(asked), finish, undo)


def send(
    mirror: Mirror,
    path: Path,
    action: str,
    params: Mapping[str, Any],
    await_: Await | None,
    timeout_ms: int | None,
    if_revision: int | None,
    request_id: str | None = None,
) -> Call[Progress]:
    """Sends an action to an instance, or to a child of it."""
    asked = {
        "instance": mirror.name,
        "path": list(path) or None,
        "action": action,
        "params": params,
        "await": await_,
        "timeoutMs": timeout_ms,
        "ifRevision": if_revision,
        "requestId": request_id,
    }
    return Call("feature/send", _present(asked), _progress, wait_ms=_wait(timeout_ms) if await_ == "settled" else 0)


def check(catalog: Iterable[CatalogEntry], snapshot: Snapshot | None, action: str, params: Mapping[str, Any]) -> None:
    """Raises `InvalidActionParams` if the schema in the catalog does not declare a member of the params."""
    if snapshot is None:
        return
    feature = next((one for one in catalog if one.id == snapshot.feature), None)
    entry = feature and next((one for one in feature.actions if one.name == action), None)
    if not entry:
        return
    if found := list(unknown_members(params, entry.params)):
        fields = [{"path": one.path, "code": "unknown", "message": one.message} for one in found]
        said = "; ".join(f"{one.path}: {one.message}" for one in found)
        message = f"{action} is not sent, its params are wrong: {said}"
        data = {"kind": "invalidActionParams", "retryable": False, "fields": fields}
        raise InvalidActionParams(InvalidActionParams.code, message, data, "feature/send")


def settle(mirror: Mirror, timeout_ms: int | None) -> Call[Progress]:
    """Waits until an instance has settled."""
    asked = {"instance": mirror.name, "timeoutMs": timeout_ms}
    return Call("feature/settle", _present(asked), _progress, wait_ms=_wait(timeout_ms))


def close(mirror: Mirror) -> Call[None]:
    """Closes an instance; `state/closed` arrives before the answer and updates the mirror."""
    return Call("feature/close", {"instance": mirror.name}, lambda connection, result: None)


def subscribe(mirror: Mirror, path: Path) -> Call[Snapshot]:
    """Subscribes to an instance that is open, or to a child of it."""

    def finish(connection: Connection, result: Any) -> Snapshot:
        if connection.mirrors.get(mirror.name, mirror) is not mirror:
            raise InstanceClosed(f"{mirror.name} was opened again since: use what that opening returned")
        return _adopt(connection, mirror, path, result).newest(path)

    return Call("state/subscribe", _present({"instance": mirror.name, "path": list(path) or None}), finish)


def unsubscribe(mirror: Mirror, path: Path) -> Call[None]:
    """Ends a subscription; the last subscription closes the instance, unless it is kept."""

    def finish(connection: Connection, result: Any) -> None:
        mirror.subscribed.discard(path)
        if not mirror.subscribed:
            mirror.end("unsubscribed")
            if connection.mirrors.get(mirror.name) is mirror:
                del connection.mirrors[mirror.name]

    return Call("state/unsubscribe", _present({"instance": mirror.name, "path": list(path) or None}), finish)


def advance(ms: int) -> Call[int]:
    """Moves virtual time; the result is the new time."""
    return Call("clock/advance", {"ms": ms}, lambda connection, result: int(_member(result, "now")))


def _wait(timeout_ms: int | None) -> int:
    return DEFAULT_WAIT_MS if timeout_ms is None else timeout_ms


def _progress(connection: Connection, result: Any) -> Progress:
    return Progress.parse(result)


def _adopt(connection: Connection, mirror: Mirror, path: Path, result: Any) -> Mirror:
    snapshot = Snapshot.parse(_member(result, "snapshot"))
    connection.mirrors[mirror.name] = mirror
    mirror.begin(path, snapshot)
    return mirror


def _present(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


def _member(result: Any, name: str) -> Any:
    if not isinstance(result, dict) or name not in result:
        raise ProtocolError(f"the result must have a member {name}: {shown(result)}")
    return result[name]
