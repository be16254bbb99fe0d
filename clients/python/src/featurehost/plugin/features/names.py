"""Names in Python and on the wire."""

from __future__ import annotations

import re

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_WORD = re.compile(r"[a-z][A-Za-z]*")


def camel(name: str) -> str:
    """A name as it stands on the wire: `is_running` is `isRunning`, `from_` is `from`."""
    first, *more = [part for part in name.split("_") if part] or [name]
    return first + "".join(part[0].upper() + part[1:] for part in more)


def label(name: str) -> str:
    """A name as people read it: `is_running` is `Is running`."""
    words = [word if word.isupper() and len(word) > 1 else word.lower() for word in _WORDS.findall(name)]
    text = " ".join(words) or name
    return text[0].upper() + text[1:]


def is_word(value: object) -> bool:
    """Whether something is a camelCase word, as reasons and codes of errors are."""
    return isinstance(value, str) and _WORD.fullmatch(value) is not None
