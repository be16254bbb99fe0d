"""The errors of refused requests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...names import advice
from ...wire import (
    ACTION_UNAVAILABLE,
    INVALID_ACTION_PARAMS,
    INVALID_PARAMS,
    STALE_REVISION,
    UNKNOWN_ACTION,
    UNKNOWN_FEATURE,
    UNKNOWN_INSTANCE,
    InvalidRequest,
)
from .hints import Field

if TYPE_CHECKING:
    from ...sources.failures import InvalidValues

# The reasons for which the same action may succeed later.
_PASSING = {
    "loading",
    "refreshing",
    "notLoaded",
    "saving",
    "alreadySubmitting",
    "submitting",
    "performing",
    "staleResults",
}
_MEANINGS = {
    "gone": "its path or its params name something that does not exist, or no longer exists",
    "notBlocked": "nothing is blocked",
    "notRetryable": "trying again can't help",
    "loading": "it is being loaded already; try again when that is done",
}
_CODES = {"required", "type", "invalid", "unknown"}


def unavailable(action: str, reason: str) -> InvalidRequest:
    """Returns the error for an action that is unavailable now."""
    meaning = _MEANINGS.get(reason, "the feature refuses it now")
    data = {"retryable": reason in _PASSING, "reason": reason}
    return InvalidRequest(ACTION_UNAVAILABLE, f"{action} can't be done ({reason}): {meaning}", data)


def unknown_action(action: str, instance: str, known: Iterable[str]) -> InvalidRequest:
    """Returns the error for an action that an instance does not have."""
    names = list(known)
    message = f"{instance} has no action {action:.80}. {advice(action, names)}"
    return InvalidRequest(UNKNOWN_ACTION, message, {"known": names})


def wrong_action_params(action: str, fields: Sequence[Field]) -> InvalidRequest:
    """Returns the error for invalid params of an action."""
    said = "; ".join(f"{field.path or 'they'}: {field.message}" for field in fields)
    data = {"fields": [field._asdict() for field in fields]}
    return InvalidRequest(INVALID_ACTION_PARAMS, f"the params of {action} are wrong: {said}", data)


def invalid_values(action: str, problem: InvalidValues) -> InvalidRequest:
    """Returns the error for params that the method of an action has rejected."""
    fields = [
        Field(one.path or "", one.code if one.code in _CODES else "invalid", one.message) for one in problem.errors
    ]
    return wrong_action_params(action, fields or [Field("", "invalid", "the action refuses them")])


def wrong_params(fields: Sequence[Field]) -> InvalidRequest:
    """Returns the error for invalid opening params of a feature."""
    message = f"the param params{fields[0].path}: {fields[0].message}"
    return InvalidRequest(INVALID_PARAMS, message, {"fields": [field._asdict() for field in fields]})


def wrong_param(name: str, message: str) -> InvalidRequest:
    """Returns the error for an invalid param of a method."""
    return InvalidRequest(INVALID_PARAMS, f"the param {name} {message}", {"param": name})


def unknown_param(name: str, method: str, known: Sequence[str]) -> InvalidRequest:
    """Returns the error for a param that a method does not define."""
    message = f"{method} has no param {name:.100}. {advice(name, known)}"
    return InvalidRequest(INVALID_PARAMS, message, {"param": name, "known": list(known)})


def stale(instance: str, revision: int, expected: int) -> InvalidRequest:
    """Returns the error for an instance whose revision differs from the expected one."""
    message = f"the instance {instance} is at revision {revision}, not {expected}"
    return InvalidRequest(STALE_REVISION, message, {"revision": revision})


def unknown_instance(name: str) -> InvalidRequest:
    """Returns the error for an instance that is not open."""
    return InvalidRequest(UNKNOWN_INSTANCE, f"there is no instance {name}: it was never opened, or is closed")


def unknown_feature(id: str, known: Iterable[str]) -> InvalidRequest:
    """Returns the error for a feature that the plugin does not have."""
    return InvalidRequest(UNKNOWN_FEATURE, f"there is no feature {id:.80}. {advice(id, known)}")
