"""The editors of the field types."""

from __future__ import annotations

from ..node import Node
from .choices import ManyPickEditor, PickEditor, ToggleEditor
from .editor import Editor
from .form_fields import Field
from .numbers import SlideEditor, StepEditor
from .plain import PlainEditor
from .searched import SearchedEditor
from .texts import MultilineEditor, SecretEditor, TextEditor

_EDITORS: dict[str, type[Editor]] = {
    "text": TextEditor,
    "email": TextEditor,
    "number": TextEditor,
    "date": TextEditor,
    "time": TextEditor,
    "dateTime": TextEditor,
    "file": TextEditor,
    "multiline": MultilineEditor,
    "secure": SecretEditor,
    "toggle": ToggleEditor,
    "stepper": StepEditor,
    "slider": SlideEditor,
    "picker": PickEditor,
    "multiPicker": ManyPickEditor,
}


def editor_of(node: Node, path: str, field: Field) -> Editor:
    """Returns a widget that shows and edits a field of a form."""
    kind = _EDITORS.get(str(field.get("type")), PlainEditor)
    if kind in (PickEditor, ManyPickEditor) and field.get("optionsFrom") is not None:
        kind = SearchedEditor
    return kind(node, path, field)
