"""The outputs of features as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...wire import checked
from . import hints
from .declaration import Declaration
from .hints import Field
from .names import is_word
from .values import encoded


def completed(feature: Declaration, output: Any) -> dict[str, Any]:
    """Returns the outcome of a completed feature.

    Raises `TypeError` or `ValueError` if the output can't be encoded, or does not fit the declared type.
    """
    value, wrong = encoded(output, "the output"), list[Field]()
    checked(value)
    if feature.output is not None:
        hints.read(value, feature.output, "", wrong)
    if wrong:
        raise TypeError(f"the output of {feature.id} is wrong: {wrong[0].path} {wrong[0].message}")
    return {"outcome": "completed", "output": value}


def failed(code: str, message: str) -> Mapping[str, Any]:
    """Returns the outcome of a failed feature. Raises `ValueError` if the message can't be encoded."""
    error = {"code": code if is_word(code) else "failed", "message": message}
    checked(error)
    return {"outcome": "failed", "error": error}
