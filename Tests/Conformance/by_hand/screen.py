"""The drawing of the client that is written without a library."""

from __future__ import annotations

import json
from typing import Any

from .common import CONTROL, TURNING


class Screen:
    """Draws a snapshot as lines of text."""

    def __init__(self, typed: dict[str, Any]) -> None:
        self.typed = typed
        self.lines: list[str] = []

    def text(self, value: Any) -> str:
        """Returns a value as text without characters that control a terminal."""
        text = value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
        return TURNING.sub("\N{REPLACEMENT CHARACTER}", CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))

    def write(self, *words: str) -> None:
        self.lines.append(" ".join(word for word in words if word))

    def button(self, node: Any, action: str | None, title: Any) -> str:
        return f"({self.text(title)})" if action in node.get("unavailable", {}) else f"[{self.text(title)}]"

    def draw(self, node: Any) -> None:
        """Draws a feature and its presentation."""
        state = node["state"]
        self.write("==", self.text(state.get("title") or node.get("feature")))
        {"view": self.view, "list": self.list, "search": self.search, "form": self.form, "flow": self.flow}.get(
            node["kind"], lambda node: self.write(self.text(node["state"]))
        )(node)
        self.toolbar(node)
        for error in node.get("errors") or []:
            self.write("!", self.text(error["message"]))
        if presented := node.get("presentation"):
            self.present(node, presented)

    def toolbar(self, node: Any) -> None:
        for item in node.get("toolbar") or []:
            self.write(self.button(node, item["action"], item["title"]))

    def present(self, node: Any, presented: Any) -> None:
        self.write("--", self.text(presented.get("title")), self.text(presented.get("message")))
        for button in presented.get("buttons") or []:
            self.write(f"[{self.text(button['title'])}]")
        if presented.get("child"):
            self.draw(presented["child"])

    def view(self, node: Any) -> None:
        for line in node["state"].get("layout") or []:
            if self.is_shown(line, node["state"]):
                self.line(line, node)

    def is_shown(self, line: Any, state: Any) -> bool:
        return "when" not in line or state.get(line["when"]) is True

    def line(self, line: Any, node: Any) -> None:
        value = node["state"].get(line.get("key", ""))
        if line["type"] == "child":
            self.children(line, value)
        elif line["type"] == "button":
            self.write(self.button(node, line.get("action"), line.get("label")))
        else:
            self.write(self.text(line.get("label")), self.text(value))

    def children(self, line: Any, value: Any) -> None:
        children = [entry.get("child") for entry in value] if isinstance(value, list) else [value]
        for child in children:
            if child is not None:
                self.write(self.text(line.get("label")))
                self.draw(child)

    def list(self, node: Any) -> None:
        state, section = node["state"], None
        for item in state.get("items") or []:
            if (named := item.get("section")) != section and named is not None:
                self.header(named)
            section = named
            self.item(item, state.get("columns") or [])

    def search(self, node: Any) -> None:
        self.write("?", self.text(node["state"].get("query")))
        for group in node["state"].get("groups") or []:
            self.write(self.text(group.get("title")))
            for item in group.get("items") or []:
                self.item(item, group.get("columns") or node["state"].get("columns") or [])

    def header(self, section: Any) -> None:
        self.write("#", self.text(section))

    def item(self, item: Any, columns: Any) -> None:
        value, cells = item.get("value") or {}, item.get("cells") or {}
        shown = [column["key"] for column in columns or map(keyed, value) if column.get("role") != "none"]
        self.write("-", *(self.text(cells[key]["text"] if key in cells else value.get(key)) for key in shown))

    def form(self, node: Any) -> None:
        fields = node["state"].get("fields") or {}
        for section in node["state"].get("sections") or []:
            self.write(self.text(section.get("header")))
            for path in section.get("fields") or []:
                if (field := fields[path]).get("visible", True):
                    self.field(path, field)

    def field(self, path: str, field: Any) -> None:
        value = self.typed.get(path, field.get("value"))
        if field["type"] == "secure":
            value = "•••" if (field.get("value") or {}).get("isSet") else ""
        self.write(self.text(field.get("label")), self.text(value))
        if self.shows_messages(field):
            for message in field.get("messages") or []:
                self.write("!", self.text(message["text"]))

    def shows_messages(self, field: Any) -> bool:
        return field.get("showMessages") is True

    def flow(self, node: Any) -> None:
        if stack := node["state"].get("stack"):
            self.draw(stack[-1]["child"])


def keyed(key: str) -> dict[str, str]:
    return {"key": key}
