"""Sources for which a program answers: a client for its own rows, or a plugin for the sources that the host opens."""

from .desk import SourceDesk
from .failures import Conflict, InvalidValues, Mistake, SourceError
from .requests import (
    DeleteRequest,
    FetchRequest,
    InsertRequest,
    MoveRequest,
    PerformRequest,
    Row,
    SearchRequest,
    SortKey,
    UpdateRequest,
)
from .rows import Rows, merged
from .source import FunctionSource, Page, Source, Versioned, source

__all__ = [
    "Conflict",
    "DeleteRequest",
    "FetchRequest",
    "FunctionSource",
    "InsertRequest",
    "InvalidValues",
    "Mistake",
    "MoveRequest",
    "Page",
    "PerformRequest",
    "Row",
    "Rows",
    "SearchRequest",
    "SortKey",
    "Source",
    "SourceDesk",
    "SourceError",
    "UpdateRequest",
    "Versioned",
    "merged",
    "source",
]
