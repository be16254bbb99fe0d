"""A client in one file, without a library: it draws views, lists, forms and their presentations as lines of text.

    python front_end.py FEATURE [featurehost serve --workspace FILE]

Words in brackets are actions; a line with such a word performs it. In a form, `/path=value` enters a value.
"""

import contextlib
import json
import os
import queue
import re
import subprocess
import sys
import threading

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def clean(value):
    """Returns a text that is safe to draw, because the values of rows may come from anywhere (X-15)."""
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", value if isinstance(value, str) else json.dumps(value))


class Host:
    """The host: sends requests, and puts all received messages into a queue, so that reading never waits (T-61)."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.heard = queue.Queue()
        self.last_id = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.heard.put(json.loads(line))
        self.heard.put(None)

    def write(self, **message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        self.last_id += 1  # no id is used twice (M-12)
        self.write(id=self.last_id, method=method, params=params)
        return self.last_id

    def end(self):
        self.ask("shutdown")
        self.write(method="exit")
        self.process.wait()


class Screen:
    """The drawn lines of a snapshot, and for each word in brackets an action with its path and params."""

    def __init__(self, snapshot):
        self.lines, self.words, self.fields = [], {}, {}
        self.draw(snapshot, [])
        if blocked := snapshot["blocked"]:
            self.words["discard"] = (blocked["path"], "confirmDiscard", {})
            self.words["keep"] = (blocked["path"], "keepEditing", {})
            self.lines.append("! Changes would be lost: [discard] [keep]")

    def offer(self, word, node, path, action, **params):
        if action in node["unavailable"]:  # an unavailable action is not offered (S-39)
            return ""
        self.words[word] = (path, action, params)
        return f"[{word}] "

    def draw(self, node, path):
        """Draws a feature, or instead the feature that is presented over it or pushed on its stack."""
        if presented := node["presentation"]:
            return self.present(node, presented, path)
        if node["kind"] == "flow":
            top = node["state"]["stack"][-1]
            return self.draw(top["child"], [*path, "stack", top["key"]])
        self.lines.append(f"== {clean(node['state'].get('title', node['feature']))}")
        if draw := {"list": self.list, "form": self.form, "view": self.view}.get(node["kind"]):
            draw(node, path)
        for number, entry in enumerate(node["toolbar"], 1):
            word = self.offer(f"t{number}", node, path, entry["action"], **entry.get("params", {}))
            self.lines.append(word + clean(entry["title"]))
        for error in node["errors"]:
            retry = self.offer("retry", node, path, "retry", id=error["id"]) if "retry" in error else ""
            dismiss = self.offer("ok", node, path, "dismissError", id=error["id"])
            self.lines.append(f"! {clean(error['message'])} {retry}{dismiss}")

    def present(self, node, presented, path):
        self.lines.append(f"-- {clean(presented['title'])} {clean(presented['message'] or '')}".rstrip())
        for button in [one for one in presented["buttons"] if one["enabled"]]:
            word = self.offer(button["id"], node, path, "pressButton", key=presented["key"], buttonId=button["id"])
            self.lines.append(f"{word}{clean(button['title'])}")
        if presented["dismissible"]:
            self.lines.append(self.offer("close", node, path, "dismiss", key=presented["key"]) + "Close")
        if "child" in presented:
            self.draw(presented["child"], [*path, "presentation"])

    def list(self, node, path):
        state = node["state"]
        for number, item in enumerate(state["items"], 1):
            word = self.offer(str(number), node, path, "openItem", id=item["id"])
            texts, box = [], ""
            for column in state["columns"]:
                value, cell = (item.get(part, {}).get(column["key"]) for part in ("value", "cells"))
                if column["role"] == "toggle":
                    self.offer(f"x{number}", node, path, "toggleItem", id=item["id"], key=column["key"])
                    box = "(x) " if value in (True, "true") else "( ) "
                elif column["role"] not in ("icon", "none") and value not in (None, "") and cell != {"text": ""}:
                    texts.append(clean(cell["text"] if cell else value))
            self.offer(f"d{number}", node, path, "deleteItems", ids=[item["id"]])
            marks = (">" if item["id"] == state["activeId"] else " ", " …" if item["pending"] else "")
            self.lines.append(f"{marks[0]}{word}{box}{', '.join(texts)}{marks[1]}")
        self.lines.append({"noData": "Nothing here.", "noMatch": "Nothing fits."}.get(state["empty"], state["phase"]))
        if not state["loads"]["append"]["endReached"] and self.offer("more", node, path, "loadMore"):
            self.lines.append("[more]")

    def form(self, node, path):
        state = node["state"]
        for place in [place for section in state["sections"] for place in section["fields"]]:
            self.field(state["fields"], place, path)
        self.lines += [f"! {clean(message['text'])}" for message in state["formMessages"]]
        self.lines.append(f"{self.offer('submit', node, path, 'submit')}{state['status']}")
        self.offer("cancel", node, path, "cancel")

    def field(self, fields, place, path):
        field = fields[place]
        if not field["visible"]:
            return
        self.fields[place] = (path, field["type"])
        shown = "•••" if field["type"] == "secure" and field["value"]["isSet"] else clean(field["value"])
        self.lines.append(f"{clean(field['label'])} {place}={shown if field['type'] != 'group' else ''}")
        if field["showMessages"]:
            self.lines += [f"  ! {clean(message['text'])}" for message in field["messages"]]
        for one in field.get("fields", []) + [one for item in field.get("items", []) for one in item["fields"]]:
            self.field(fields, one, path)

    def view(self, node, path):
        for number, line in enumerate(node["state"]["layout"], 1):
            if "when" in line and node["state"].get(line["when"]) is not True:
                continue
            action, params = line.get("action"), line.get("params", {})
            word = self.offer(f"b{number}", node, path, action, **params) if line["type"] == "button" else ""
            value = "…" if line["type"] == "child" else clean(node["state"].get(line.get("key"), ""))
            self.lines.append(f"{word}{clean(line['label'])} {value}".rstrip())

    def action(self, text):
        """Returns the action for a line that the user typed."""
        place, equals, value = text.partition("=")
        if not equals or place not in self.fields:
            return self.words.get(text)
        path, kind = self.fields[place]
        if kind == "secure":  # a secret has a separate action
            return path, "setSecret", {"path": place, "value": value}
        if kind not in ("text", "multiline", "email", "file"):
            with contextlib.suppress(ValueError):  # the host reports invalid values
                value = json.loads(value or "null")
        return path, "setValue", {"path": place, "value": value}


def listen(heard):
    for line in sys.stdin:
        heard.put(line)
    heard.put("")


def main(feature, command):
    host = Host(command)
    threading.Thread(target=listen, args=[host.heard], daemon=True).start()
    waiting, instance, typed, drawn = host.ask("feature/open", feature=feature), None, [], []
    while (heard := host.heard.get()) is not None:
        if isinstance(heard, str):
            typed.append(heard)
        elif heard.get("method") == "state/snapshot":
            screen = Screen(heard["params"])
        elif heard.get("id") == waiting:
            waiting = None
            if "error" in heard:
                print("!", clean(heard["error"]["message"]))
            elif "snapshot" in heard["result"]:
                instance, screen = heard["result"]["instance"], Screen(heard["result"]["snapshot"])
        # Other notifications, and answers without a pending request, are ignored.
        if waiting is None and instance and screen.lines != drawn:
            drawn = screen.lines
            print(*drawn, "", sep="\n", flush=True)
        while typed and waiting is None:
            line = typed.pop(0)
            if not line or line == "quit\n" or not instance:
                return host.end()
            if action := screen.action(line.strip()):
                path, name, params = action
                call = {"instance": instance, "action": name, "params": params, "await": "settled"}
                waiting = host.ask("feature/send", **call, **({"path": path} if path else {}))
            else:
                print("There is no", clean(line.strip()))
    sys.exit("The host has ended.")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:] or [os.environ.get("FEATUREHOST", "featurehost"), "serve"])
