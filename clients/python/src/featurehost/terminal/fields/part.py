"""The base class of the widgets of form fields."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget

from ..text import plain
from .form_fields import Field, FormFields


class FieldPart(Widget):
    """A field with its label, its messages and its other widgets."""

    def __init__(self, form: FormFields, path: str) -> None:
        super().__init__()
        self.form, self.path = form, path

    @property
    def field(self) -> Field:
        """The field at the drawn revision."""
        return self.form.by_path[self.path]

    @property
    def label(self) -> Text:
        """The label for users, with a mark if the field is required or waits for a verdict."""
        mark = " …" if self.field.get("validating") is True else " *" if self.field.get("required") else ""
        return Text.assemble(plain(self.field.get("label") or self.path), (mark, "bold"))

    @property
    def messages(self) -> object:
        """The field's messages; None if the host does not want them to be shown yet."""
        return self.field.get("messages") if self.field.get("showMessages") else None

    async def show(self, form: FormFields) -> None:
        """Draws the field of a newer snapshot."""
        self.form = form
        self.display = form.is_visible(self.path)
        self.set_class(self.field.get("enabled") is False, "off")
        await self.redraw()

    async def redraw(self) -> None:
        """Updates the widgets to the field."""
        raise NotImplementedError

    def tell(self, action: str) -> None:
        """Sends `focus` or `blur` when the focus enters or leaves the field."""
        self.form.node.send(action, {"path": self.path}, quiet=True)
