"""What can go wrong: each error that a host answers with, and what may happen to the host itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from reprlib import Repr
from typing import Any

_repr = Repr()
_repr.maxstring = _repr.maxother = 200


def shown(value: object) -> str:
    """A value in a message: its beginning, however long and however deep it is."""
    return _repr.repr(value)


class FeatureHostError(Exception):
    """The base of everything that this library raises of its own."""


class CannotStart(FeatureHostError):
    """The host's executable was not found, or could not be run."""


class HostDied(FeatureHostError):
    """The host ended by itself. Every request that waited for it gets this error, and so does every later one."""

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
    """The host said something that is not its protocol."""


class Timeout(FeatureHostError, TimeoutError):
    """What was waited for did not come in time. An action that was sent may have been applied nevertheless."""


class InstanceClosed(FeatureHostError):
    """What was waited for can't come any more: the instance is closed."""


class ChildGone(FeatureHostError, LookupError):
    """The newest snapshot has no child at a path."""

    def __init__(self, path: Sequence[str], feature: str) -> None:
        super().__init__(f"{feature} has no child at {'/'.join(path)} now")
        self.path = tuple(path)


class RequestError(FeatureHostError):
    """The host refused a request. A refused request has changed nothing.

    `code`, `kind` and the members of `data` are for programs, `message` is for people.
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
        """Whether the same request, sent again later, may succeed."""
        return self.data.get("retryable") is True

    @staticmethod
    def parse(error: object, method: str) -> RequestError:
        """The error of an answer, as the class of its code."""
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
        """The name of the wrong param."""
        return self.data.get("param")

    @property
    def fields(self) -> Sequence[Mapping[str, str]]:
        """What is wrong in a feature's params: `path`, `code` and `message` of each place."""
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
        """The actions that there are."""
        return self.data.get("known") or ()


class InvalidActionParams(RequestError):
    code = -31004

    @property
    def fields(self) -> Sequence[Mapping[str, str]]:
        """What is wrong: `path`, a JSON Pointer into the params, `code` and `message` of each place."""
        return self.data.get("fields") or ()


class ActionUnavailable(RequestError):
    code = -31005

    @property
    def reason(self) -> str:
        """Why, as a camelCase word such as `refreshing` or `gone`."""
        return str(self.data.get("reason", ""))


class StaleRevision(RequestError):
    code = -31006

    @property
    def revision(self) -> int | None:
        """The revision that the instance is at."""
        return self.data.get("revision")


class Busy(RequestError):
    code = -31007


class VersionUnsupported(RequestError):
    code = -31008

    @property
    def supported(self) -> Sequence[str]:
        """The versions that the host speaks."""
        return self.data.get("supported") or ()


class SourceFailed(RequestError):
    code = -31009


class ClockNotVirtual(RequestError):
    code = -31010


_BY_CODE = {kind.code: kind for kind in RequestError.__subclasses__()}
