"""The kind `form`."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input

from .action_button import ActionButton
from .fields.row import FieldRow
from .lenient import items, members, objects
from .node import Node
from .prose import Prose
from .text import paragraph, plain
from .view import FeatureView, focus_first

_STATUS = {"submitting": "submitting…", "validating": "checking…", "succeeded": "submitted", "failed": "not submitted"}
_WIDEST_LABEL = 20


class FormView(FeatureView):
    """Fields in sections, and buttons below them."""

    BINDINGS = [Binding("tab", "app.focus_next", "Next"), Binding("ctrl+s", "submit", "Submit")]

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self._drawn: object = None
        self._rows: dict[str, FieldRow] = {}
        self._focus_seq: object = None

    def compose(self) -> ComposeResult:
        yield VerticalScroll(can_focus=False)
        yield Prose(classes="form-messages")
        with Horizontal(classes="buttons"):
            yield ActionButton("Submit", "primary", id="submit")
            yield ActionButton("Stop", id="stop")
            # An instance has nobody to leave to, so what can be undone there is what was entered.
            leave = ("Cancel", "cancel") if self.node.snapshot.path else ("Reset", "reset")
            yield ActionButton(*leave, id=leave[1])

    @property
    def _fields(self) -> dict[str, dict[str, Any]]:
        return {path: members(field) for path, field in members(self.node.state.get("fields")).items()}

    @property
    def _sections(self) -> list[dict[str, Any]]:
        return objects(self.node.state.get("sections"))

    async def redraw(self) -> None:
        fields, sections = self._fields, self._sections
        structure = (sections, [(path, field.get("type"), field.get("options")) for path, field in fields.items()])
        if structure != self._drawn:
            self._drawn = structure
            await self._build()
        for path, row in self._rows.items():
            row.show(self.node, fields[path])
        self._surround()
        self._follow_focus()

    async def _build(self) -> None:
        scroll = self.get_child_by_type(VerticalScroll)
        await scroll.remove_children()
        fields = self._fields
        longest = max((cell_len(plain(field.get("label"))) for field in fields.values()), default=0)
        label_width = min(longest, _WIDEST_LABEL) + 4
        self._rows = {}
        for section in self._sections:
            widgets: list[Widget] = []
            if section.get("header"):
                widgets.append(Prose(paragraph(section["header"]), classes="section"))
            for path in filter(fields.__contains__, map(str, items(section.get("fields")))):
                if path not in self._rows:
                    self._rows[path] = FieldRow(self.node, path, fields[path], label_width)
                    widgets.append(self._rows[path])
            if section.get("footer"):
                widgets.append(Prose(paragraph(section["footer"]), classes="footer"))
            await scroll.mount_all(widgets)

    def _surround(self) -> None:
        messages = objects(self.node.state.get("formMessages"))
        area = self.query_one(".form-messages", Prose)
        area.display = bool(messages) and bool(self.node.state.get("submitCount"))
        area.show("\n".join("! " + paragraph(it.get("text")) for it in messages))
        is_submitting = self.node.state.get("status") == "submitting"
        for button in self.query_one(".buttons").children:
            button.disabled = not self.node.can("cancelSubmit" if button.id == "stop" else str(button.id))
            button.display = button.id not in ("submit", "stop") or (button.id == "stop") == is_submitting

    def _follow_focus(self) -> None:
        focus = members(self.node.state.get("focus"))
        if focus.get("seq") != self._focus_seq:
            self._focus_seq = focus.get("seq")
            row = self._rows.get(str(focus.get("path")))
            if row is not None:
                focus_first(row)

    def info(self) -> str:
        state = self.node.state
        changed = "changed" if state.get("isDirty") else ""
        return " · ".join(filter(None, (changed, _STATUS.get(str(state.get("status")), ""))))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return None if action == "submit" and not self.node.can("submit") else True

    def action_submit(self) -> None:
        self.node.send("submit")

    def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        self.node.send("cancelSubmit" if event.button.id == "stop" else str(event.button.id))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.screen.focus_next()
