"""Explanations of refusals for users."""

from __future__ import annotations

from ..errors import ActionUnavailable, FeatureHostError, InvalidActionParams, RequestError
from .text import plain, words

# The host's messages for these reasons are for developers of clients: they contain names of actions and params.
_REASONS = {
    "gone": "it is not there any more",
    "readOnly": "this can be read but not changed",
    "disabled": "it is disabled",
    "loading": "it is being loaded already",
    "refreshing": "the rows are being loaded",
    "notLoaded": "nothing is loaded yet",
    "notAllLoaded": "the rows behind the last one are not loaded yet",
    "dropped": "the row is not loaded just now",
    "endReached": "there are no more rows",
    "failed": "the last try has failed",
    "saving": "edits are still being saved",
    "noItems": "no row is chosen",
    "sorted": "the rows are sorted or grouped",
    "cannotQuery": "these rows can be neither filtered nor sorted",
    "idChanges": "a row keeps its id",
    "invalidId": "a row's id is a text that is not empty, or a whole number",
    "duplicateId": "another row has this id",
    "unknownKey": "no row has a column of this name",
    "notABoolean": "this is neither on nor off",
    "nothingToUndo": "there is nothing to take back",
    "nothingToRedo": "nothing was taken back",
    "selectionNone": "no rows can be selected here",
    "selectionSingle": "one row alone can be selected here",
    "noTarget": "no row is active",
    "noRow": "the form is about no row",
    "severalRows": "it is about one row, and several are marked",
    "targetChanged": "the row has changed meanwhile",
    "alreadyPresented": "it is open already",
    "notDismissible": "it can't be left now; its buttons end it",
    "notRetryable": "trying again can't help",
    "alreadySubmitting": "it is being submitted already",
    "submitting": "it is being submitted",
    "performing": "what was accepted is still being done",
    "staleResults": "the results are those of an older query",
    "atRoot": "this is the first page",
    "tooDeep": "too much is open over each other",
    "firstStep": "this is the first step",
    "lastStep": "this is the last step",
    "noBack": "this step can't be gone back from",
    "notSkippable": "this step has to be answered",
    "noDraft": "there is no draft",
    "noConflict": "nothing is in conflict",
    "pluginFailed": "the plugin that has it has failed",
    "ended": "it has ended",
}


def explain(what: str, refusal: FeatureHostError) -> str:
    """Returns the reason why a user's action was not performed."""
    match refusal:
        case ActionUnavailable():
            # A feature may define its own reasons.
            reason = _REASONS.get(refusal.reason) or f"not now ({plain(words(refusal.reason))})"
            return f"{what}: {reason}"
        case InvalidActionParams():
            return f"{what}: " + "; ".join(plain(field.get("message")) for field in refusal.fields)
        case RequestError():
            return f"{what}: {plain(refusal.message)}"
    return f"{what}: {plain(str(refusal))}"
