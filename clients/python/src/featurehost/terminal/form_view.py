"""The kind `form`."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input

from .action_button import ActionButton
from .draft_line import DraftLine
from .fields.form_fields import FormFields
from .fields.part import FieldPart
from .form_section import FormSection
from .lenient import members, objects, whole
from .node import Node
from .notes import Notes
from .text import plain
from .view import FeatureView, first_focusable, focus_first

_STATUS = {"submitting": "submitting…", "validating": "checking…", "succeeded": "submitted", "failed": "not submitted"}


class FormView(FeatureView):
    """Fields in sections, with buttons below them."""

    BINDINGS = [
        Binding("tab", "app.focus_next", "Next"),
        Binding("ctrl+n", "press('nextStep')", "Next step"),
        Binding("ctrl+p", "press('previousStep')", "Step back"),
        Binding("ctrl+s", "press('submit')", "Submit"),
        # In a step of a flow, this key also submits the form, but the flow shows its own key for that.
        Binding("ctrl+s", "hand_on", show=False),
        *DraftLine.bindings(),
    ]

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self._drawn: object = None
        self._sections: list[FormSection] = []
        self._focus_seq: object = None

    def compose(self) -> ComposeResult:
        yield DraftLine()
        yield VerticalScroll(can_focus=False)
        yield Notes()
        with Horizontal(classes="buttons"):
            yield ActionButton("Back", id="previousStep")
            yield ActionButton("Next", "primary", id="nextStep")
            yield ActionButton("Submit", "primary", id="submit")
            yield ActionButton("Stop", id="cancelSubmit")
            # A form that is an instance itself can't be left, so the button resets its values instead.
            leave = ("Cancel", "cancel") if self.node.snapshot.path else ("Reset", "reset")
            yield ActionButton(*leave, id=leave[1])

    @property
    def _step(self) -> dict[str, Any]:
        return members(self.node.state.get("step"))

    @property
    def _is_last_step(self) -> bool:
        return whole(self._step.get("index")) + 1 >= whole(self._step.get("count"))

    @property
    def _is_busy(self) -> bool:
        return self.node.state.get("status") in ("submitting", "validating")

    async def redraw(self) -> None:
        form, sections = FormFields(self.node), objects(self.node.state.get("sections"))
        structure = (self._step.get("id"), len(sections))
        had_cursor = structure != self._drawn and self.has_focus_within
        if structure != self._drawn:
            self._drawn = structure
            await self._build(len(sections))
        for part, section in zip(self._sections, sections, strict=True):
            await part.show(form, section)
        if had_cursor:
            self.screen.set_focus(first_focusable(self))
        self._surround()
        self._follow_focus()

    async def _build(self, count: int) -> None:
        scroll = self.get_child_by_type(VerticalScroll)
        await scroll.remove_children()
        self._sections = [FormSection() for _ in range(count)]
        await scroll.mount_all(self._sections)
        scroll.scroll_home(animate=False)

    def _surround(self) -> None:
        self.get_child_by_type(DraftLine).show(self.node, self.node.state.get("hasDraft"))
        # Messages about the whole form are shown only after the first submit.
        messages = self.node.state.get("formMessages") if self.node.state.get("submitCount") else None
        self.get_child_by_type(Notes).show(messages)
        for button in self.query_one(".buttons").children:
            button.disabled = not self.node.can(str(button.id))
            button.display = self._is_offered(str(button.id))

    def _is_offered(self, action: str) -> bool:
        match action:
            case "submit":
                return self._is_last_step and not self._is_busy
            case "cancelSubmit":
                return self._is_busy
            case "nextStep" | "previousStep":
                return bool(self._step) and self.node.can(action)
            case "restoreDraft" | "discardDraft":
                return self.node.state.get("hasDraft") is True and self.node.can(action)
        return True

    def _follow_focus(self) -> None:
        focus = members(self.node.state.get("focus"))
        if focus.get("seq") != self._focus_seq:
            self._focus_seq = focus.get("seq")
            part = next((part for part in self.query(FieldPart) if part.path == focus.get("path")), None)
            if part is not None:
                focus_first(part)

    def crumbs(self) -> list[str]:
        step = self._step
        place = f"{whole(step.get('index')) + 1} of {whole(step.get('count'))}: {plain(step.get('title'))}"
        return [self.node.title, place] if step else [self.node.title]

    def info(self) -> str:
        state = self.node.state
        changed = "changed" if state.get("isDirty") else ""
        status = "validating" if state.get("isValidating") is True and not self._is_busy else str(state.get("status"))
        return " · ".join(filter(None, (changed, _STATUS.get(status, ""))))

    def is_finished_by_key(self) -> bool:
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "hand_on":
            return bool(self.node.step) and self._is_offered("submit") and self.node.can("submit")
        if action != "press":
            return True
        sent = str(parameters[0])
        if sent == "submit" and self.node.step:
            return False
        if sent == "submit" and self._is_last_step:
            return True if self.node.can(sent) else None
        return self._is_offered(sent)

    def action_press(self, action: str) -> None:
        """Sends the action of a button of the form."""
        self.node.send(action)

    def action_hand_on(self) -> None:
        """Submits a step of a flow."""
        self.node.send("submit")

    def on_action_button_pressed(self, event: ActionButton.Pressed) -> None:
        event.stop()
        self.action_press(str(event.button.id))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.screen.focus_next()
