"""The errors of the library: an error class for each error code of a host, and failures of the host itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from reprlib import Repr
from typing import Any

_repr = Repr()
_repr.maxstring = _repr.maxother = 200


def shown(value: object) -> str:
    """Returns a value for a message, shortened if it is long or deep."""
    return _repr.repr(value)


class FeatureHostError(Exception):
    """The base class of all exceptions that this library defines."""


class CannotStart(FeatureHostError):
    """The host's executable was not found, or could not be run."""


class HostDied(FeatureHostError):
    """The host ended unexpectedly. All waiting requests and all later ones get this error."""

    def __init__(self, status: int | None, log: str) -> None:
        end = "was ended by signal " + str(-status) if status is not None and status < 0 else f"ended, status {status}"
        super().__init__(f"the host {end}; the end of its log: {log.strip() or 'nothing'}")
        self.status = status
        self.log = log


class HostClosed(FeatureHostError):
    """The host was closed by this program."""

    def __init__(self) -> None:
        super().__init__("the host is closed: open another one")


class ProtocolError(FeatureHostError):
    """The host sent something that violates the protocol."""


class Timeout(FeatureHostError, TimeoutError):
    """A wait was not over in time. An action that was sent may still have been applied."""


class InstanceClosed(FeatureHostError):
    """The awaited state can't be reached any more, because the instance is closed."""


class ChildGone(FeatureHostError, LookupError):
    """The newest snapshot has no child at a path."""

    def __init__(self, path: Sequence[str], feature: str) -> None:
        super().__init__(f"{feature} has no child at {'/'.join(path)} now")
        self.path = tuple(path)


class RequestError(FeatureHostError):
    """The host refused a request. A refused request has changed nothing.

    `code`, `kind` and the members of `data` are for programs; `message` is for users.
    """

    code: int = 0

    def __init__(self, code: int, message: str, data: Mapping[str, Any], method: str) -> None:
        super().__init__(f"{method}: {message} ({type(self).__name__}, {code})")
        self.code = code
        self.message = message
        self.data = data
        self.method = method

    @property
    def name(self) -> str:
        """The error's name in the protocol, such as `UnknownFeature`."""
        return type(self).__name__

    @property
    def kind(self) -> str:
        """The error's name in camelCase."""
        return str(self.data.get("kind", ""))

    @property
    def retryable(self) -> bool:
        """True if the same request may succeed when it is sent again later."""
        return self.data.get("retryable") is True

    @staticmethod
    def parse(error: object, method: str) -> RequestError:
        """Returns the error of an answer, as an instance of the class for its code."""
        match error:
            case {"code": int(code), "message": str(message), **more}:
                data = more.get("data")
                kind = _BY_CODE.get(code, RequestError)
                return kind(code, message, data if isinstance(data, dict) else {}, method)
        raise ProtocolError(f"an error needs a code and a message: {shown(error)}")


class ParseError(RequestError):
    code = -32700


class InvalidRequest(RequestError):
    code = -32600


class MethodNotFound(RequestError):
    code = -32601


class InvalidParams(RequestError):
    code = -32602

    @property
    def param(self) -> str | None:
        """The name of the invalid param."""
        return self.data.get("param")

    @property
    def fields(self) -> Sequence[Mapping[str, str]]:
        """The errors in a feature's params, each with `path`, `code` and `message`."""
        return self.data.get("fields") or ()


class InternalError(RequestError):
    code = -32603


class RequestCancelled(RequestError):
    code = -32800


class UnknownFeature(RequestError):
    code = -31001


class UnknownInstance(RequestError):
    code = -31002


class UnknownAction(RequestError):
    code = -31003

    @property
    def known(self) -> Sequence[str]:
        """The names of the existing actions."""
        return self.data.get("known") or ()


class InvalidActionParams(RequestError):
    code = -31004

    @property
    def fields(self) -> Sequence[Mapping[str, str]]:
        """The errors in the params, each with `path` (a JSON Pointer into the params), `code` and `message`."""
        return self.data.get("fields") or ()


class ActionUnavailable(RequestError):
    code = -31005

    @property
    def reason(self) -> str:
        """The reason as a camelCase word, such as `refreshing` or `gone`."""
        return str(self.data.get("reason", ""))


class StaleRevision(RequestError):
    code = -31006

    @property
    def revision(self) -> int | None:
        """The current revision of the instance."""
        return self.data.get("revision")


class Busy(RequestError):
    code = -31007


class VersionUnsupported(RequestError):
    code = -31008

    @property
    def supported(self) -> Sequence[str]:
        """The protocol versions that the host supports."""
        return self.data.get("supported") or ()


class SourceFailed(RequestError):
    code = -31009


class ClockNotVirtual(RequestError):
    code = -31010


_BY_CODE = {kind.code: kind for kind in RequestError.__subclasses__()}
