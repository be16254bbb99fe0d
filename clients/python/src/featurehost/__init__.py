"""A typed client for featurehost: features whose state is in a host, and sources of rows for the host.

Each name is loaded at its first use, so that a plugin, which needs few names, starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aio import AsyncHost
    from .aio_instance import AsyncChild, AsyncInstance
    from .errors import (
        ActionUnavailable,
        Busy,
        CannotStart,
        ChildGone,
        ClockNotVirtual,
        FeatureHostError,
        HostClosed,
        HostDied,
        InstanceClosed,
        InternalError,
        InvalidActionParams,
        InvalidParams,
        InvalidRequest,
        MethodNotFound,
        ParseError,
        ProtocolError,
        RequestCancelled,
        RequestError,
        SourceFailed,
        StaleRevision,
        Timeout,
        UnknownAction,
        UnknownFeature,
        UnknownInstance,
        VersionUnsupported,
    )
    from .host import Host
    from .instance import Child, Instance
    from .model import (
        ActionEntry,
        Animation,
        Blocked,
        Button,
        CatalogEntry,
        Cause,
        EffectEntry,
        ErrorEntry,
        HostInfo,
        JSONObject,
        NoticeEntry,
        Presentation,
        Progress,
        Record,
        Target,
        ToolbarItem,
    )
    from .snapshot import Snapshot
    from .sources import (
        Conflict,
        DeleteRequest,
        FetchRequest,
        InsertRequest,
        InvalidValues,
        Mistake,
        MoveRequest,
        Page,
        PerformRequest,
        Row,
        Rows,
        SearchRequest,
        SortKey,
        Source,
        SourceError,
        UpdateRequest,
        Versioned,
        source,
    )

__all__ = [
    "ActionEntry",
    "ActionUnavailable",
    "Animation",
    "AsyncChild",
    "AsyncHost",
    "AsyncInstance",
    "Blocked",
    "Busy",
    "Button",
    "CannotStart",
    "CatalogEntry",
    "Cause",
    "Child",
    "Conflict",
    "ChildGone",
    "ClockNotVirtual",
    "DeleteRequest",
    "EffectEntry",
    "ErrorEntry",
    "FeatureHostError",
    "FetchRequest",
    "Host",
    "HostClosed",
    "HostDied",
    "HostInfo",
    "InsertRequest",
    "Instance",
    "InstanceClosed",
    "InternalError",
    "InvalidActionParams",
    "InvalidParams",
    "InvalidRequest",
    "InvalidValues",
    "JSONObject",
    "MethodNotFound",
    "Mistake",
    "MoveRequest",
    "NoticeEntry",
    "Page",
    "ParseError",
    "PerformRequest",
    "Presentation",
    "Progress",
    "ProtocolError",
    "Record",
    "RequestCancelled",
    "RequestError",
    "Row",
    "Rows",
    "SearchRequest",
    "Snapshot",
    "SortKey",
    "Source",
    "SourceError",
    "SourceFailed",
    "StaleRevision",
    "Target",
    "Timeout",
    "ToolbarItem",
    "UnknownAction",
    "UnknownFeature",
    "UnknownInstance",
    "UpdateRequest",
    "Versioned",
    "VersionUnsupported",
    "source",
]

# The modules that define the names in `__all__`. The modules that import the fewest others come first.
_HOMES = ("errors", "model", "sources", "snapshot", "instance", "host", "aio_instance", "aio")


def __getattr__(name: str) -> Any:
    if name in __all__:
        for home in _HOMES:
            module = import_module(f".{home}", __name__)
            if hasattr(module, name):
                value = globals()[name] = getattr(module, name)
                return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
