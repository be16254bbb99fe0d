"""The stacked screens for a snapshot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .dialog_screen import DialogScreen
from .layer_screen import LayerScreen
from .node import Node
from .questions import Question, alert, presented, unsaved
from .screens import FeatureScreen, PopoverScreen, SheetScreen


@dataclass(frozen=True)
class Layer:
    """A screen to be shown. A screen with the same key is updated, and not replaced."""

    key: tuple[object, ...]
    screen: type[LayerScreen]
    question: Question


_SCREENS: dict[str, type[LayerScreen]] = {"fullScreen": FeatureScreen, "popover": PopoverScreen}


def layers_of(root: Node, leave: Callable[[], object]) -> list[Layer]:
    """Returns the screens that show an instance, the lowest first; Escape on the lowest screen calls `leave`."""
    key = ("instance", root.snapshot.instance, root.session.generation)
    layers = [Layer(key, FeatureScreen, Question("", "", (), leave, root)), *_over(root)]
    blocked = root.snapshot.blocked
    if blocked is not None:
        layers.append(Layer(("blocked", blocked.action, blocked.path), DialogScreen, unsaved(root, blocked)))
    return layers


def _over(drawn: Node) -> Iterator[Layer]:
    """Yields the presentations and alerts of a feature and of the features drawn within it."""
    for node in drawn.parts():
        presentation = node.snapshot.presentation
        if presentation is not None:
            key = ("presentation", node.snapshot.path, presentation.key)
            question = presented(node, presentation)
            if question.node is None:
                yield Layer(key, DialogScreen, question)
            else:
                yield Layer(key, _SCREENS.get(presentation.style, SheetScreen), question)
                yield from _over(question.node)
        for error in node.errors("alert"):
            yield Layer(("alert", node.snapshot.path, error.id), DialogScreen, alert(node, error))
