"""The actions that every feature has: their params, which are those of the host's own features."""

from typing import Any, Literal

NONE: dict[str, Any] = {}
NOBODY: tuple[str, ...] = ()


def present(
    modal: str,
    params: dict[str, Any] = NONE,
    policy: Literal["queue", "replace"] = "queue",
    ids: tuple[str, ...] = NOBODY,
) -> None:
    """Presents another feature; features of a plugin declare none."""


def press_button(key: str, button_id: str) -> None:
    """Presses a button of what is presented."""


def dismiss(key: str) -> None:
    """Ends what is presented."""


def confirm_discard() -> None:
    """Does what was blocked."""


def keep_editing() -> None:
    """Forgets what was blocked."""


def retry(id: str = "") -> None:
    """Runs what failed once more."""


def dismiss_error(id: str) -> None:
    """Takes an error away."""


def set_task_id(id: str) -> None:
    """Begins the tasks anew, where the id is another than before."""


def reset() -> None:
    """Goes back to the first state."""


COMMON = (present, press_button, dismiss, confirm_discard, keep_editing, retry, dismiss_error, set_task_id, reset)
