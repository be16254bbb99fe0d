"""A field with any number of items."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import DescendantBlur, DescendantFocus

from ..action_button import ActionButton
from ..keyed_stack import KeyedStack
from ..lenient import members, objects
from ..notes import Notes
from ..prose import Prose
from ..view import focus_first
from .conflict import ConflictLine
from .form_fields import FormFields
from .item import FieldItem
from .part import FieldPart
from .stack import MakePart


class FieldItems(KeyedStack[str, FieldItem]):
    """The items by id."""


class RepeatedField(FieldPart):
    """`repeated`: its label, its items, and buttons for the item with the focus."""

    BINDINGS = [
        Binding("ctrl+o", "add", "Add"),
        Binding("ctrl+r", "remove", "Remove"),
        Binding("alt+up", "move(-1)", "Move up", show=False),
        Binding("alt+down", "move(1)", "Move", key_display="alt+↑↓"),
    ]
    _ACTIONS = {"add": "insertItem", "remove": "removeItem", "move": "moveItem"}

    def __init__(self, form: FormFields, path: str, make_part: MakePart) -> None:
        super().__init__(form, path)
        self._make_part = make_part
        self._awaits_new = False
        self._add_button = ActionButton("Add")
        # The buttons that act on an item are not focusable, so that the focus stays in the item.
        titles = {"remove": "Remove", "move(-1)": "↑", "move(1)": "↓"}
        others = {action: ActionButton(title, focusable=False) for action, title in titles.items()}
        self._buttons = {"add": self._add_button, **others}

    def compose(self) -> ComposeResult:
        yield Prose(classes="name")
        yield Notes()
        yield ConflictLine()
        yield FieldItems(beside=self._add_button)
        with Horizontal():
            yield from self._buttons.values()

    @property
    def _items(self) -> FieldItems:
        return self.get_child_by_type(FieldItems)

    def _current(self) -> str | None:
        return next((id for id, item in self._items.parts.items() if item.has_focus_within), None)

    async def redraw(self) -> None:
        self.get_child_by_type(Prose).show(self.label)
        self.get_child_by_type(Notes).show(self.messages, members(self.field.get("hints")).get("help"))
        self.get_child_by_type(ConflictLine).show(self.form.node, self.path, self.field)
        declared = {str(item.get("id")): item for item in objects(self.field.get("items"))}
        new = [id for id in declared if id not in self._items.parts]
        await self._items.place(declared, lambda id: FieldItem(self._make_part))
        for number, (id, item) in enumerate(self._items.parts.items(), 1):
            paths = self.form.known(declared[id].get("fields"), self.path)
            await item.show(self.form, number, paths)
        if new and self._awaits_new:
            self._awaits_new = False
            focus_first(self._items.parts[new[-1]])
        self._surround()

    def _surround(self) -> None:
        for action, button in self._buttons.items():
            button.disabled = not self._can(action.partition("(")[0])

    def _can(self, action: str) -> bool:
        if self.field.get("enabled") is False or not self.form.node.can(self._ACTIONS[action]):
            return False
        return action == "add" or (self._current() is not None and (action == "remove" or len(self._items.parts) > 1))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in self._ACTIONS or self._can(action)

    def action_add(self) -> None:
        """Adds an item at the end, and moves the focus into it."""

        def added(answer: asyncio.Task[int | None]) -> None:
            self._awaits_new = self._awaits_new and not answer.cancelled() and answer.result() is not None

        self._awaits_new = True
        self._send("insertItem").add_done_callback(added)

    def action_remove(self) -> None:
        """Removes the item with the focus."""
        self._with_current(lambda ids, id: self._send("removeItem", id=id))

    def action_move(self, by: int) -> None:
        """Moves the item with the focus one position up or down."""

        def move(ids: list[str], id: str) -> asyncio.Task[int | None] | None:
            to = ids.index(id) + by
            if not 0 <= to < len(ids):
                return None
            behind = [*ids, None][to + (by > 0)]
            return self._send("moveItem", id=id, beforeId=behind)

        self._with_current(move)

    def _send(self, action: str, **params: object) -> asyncio.Task[int | None]:
        return self.form.node.send(action, {"path": self.path, **params})

    def _with_current(self, act: Callable[[list[str], str], asyncio.Task[int | None] | None]) -> None:
        """Acts on the item with the focus after all earlier requests are answered, if the item still exists."""
        current = self._current()

        def act_then() -> asyncio.Task[int | None] | None:
            newest = FormFields(self.form.node.newest()).by_path.get(self.path, {})
            ids = [str(item.get("id")) for item in objects(newest.get("items"))]
            return act(ids, current) if current is not None and current in ids else None

        self.form.node.session.in_turn(act_then)

    async def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        pressed = next(action for action, button in self._buttons.items() if button is event.button)
        await self.run_action(pressed)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self._surround()
        if event.widget is self._add_button:
            self.tell("focus")

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        if self.is_attached:
            self._surround()
            if event.widget is self._add_button:
                self.tell("blur")
