"""Names in Python and on the wire."""

from __future__ import annotations

import re

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_WORD = re.compile(r"[a-z][A-Za-z]*")


def camel(name: str) -> str:
    """Returns a name as on the wire: `is_running` becomes `isRunning`, `from_` becomes `from`."""
    first, *more = [part for part in name.split("_") if part] or [name]
    return first + "".join(part[0].upper() + part[1:] for part in more)


def label(name: str) -> str:
    """Returns a name for users: `is_running` becomes `Is running`."""
    words = [word if word.isupper() and len(word) > 1 else word.lower() for word in _WORDS.findall(name)]
    text = " ".join(words) or name
    return text[0].upper() + text[1:]


def is_word(value: object) -> bool:
    """Returns true if a value is a camelCase word, such as a reason or an error code."""
    return isinstance(value, str) and _WORD.fullmatch(value) is not None
