"""The actions that every feature has, with the same params as for the host's own features."""

from typing import Any, Literal

NONE: dict[str, Any] = {}
NOBODY: tuple[str, ...] = ()


def present(
    modal: str,
    params: dict[str, Any] = NONE,
    policy: Literal["queue", "replace"] = "queue",
    ids: tuple[str, ...] = NOBODY,
) -> None:
    """Presents another feature; always refused, because features of a plugin declare no modals."""


def press_button(key: str, button_id: str) -> None:
    """Presses a button of the presentation."""


def dismiss(key: str) -> None:
    """Dismisses the presentation."""


def confirm_discard() -> None:
    """Performs the blocked action."""


def keep_editing() -> None:
    """Drops the blocked action."""


def retry(id: str = "") -> None:
    """Runs the failed operation again."""


def dismiss_error(id: str) -> None:
    """Removes an error."""


def cancel_effect(id: str) -> None:
    """Cancels an effect; always refused, because the effects of a plugin's features can't be cancelled."""


def undo_notice(id: str) -> None:
    """Undoes what a notice is about; always refused, because features of a plugin show no notices."""


def dismiss_notice(id: str) -> None:
    """Removes a notice; always refused, because features of a plugin show no notices."""


def set_task_id(id: str) -> None:
    """Restarts the tasks if the task id has changed."""


def reset() -> None:
    """Restores the initial state."""


COMMON = (
    present,
    press_button,
    dismiss,
    confirm_discard,
    keep_editing,
    retry,
    dismiss_error,
    cancel_effect,
    undo_notice,
    dismiss_notice,
    set_task_id,
    reset,
)
