"""The programs of `Benchmarks/terminal`: how each is started over rows, and how it shows the active row."""

import json
import os
import re
import shutil
import subprocess
import sys
import time

from bench import line
from ptys import is_highlighted, lines, private_memory


class Program:
    """A program that shows rows of a file.

    `takes_many` is false if it can't show a million rows. `filters` is true if typed keys filter the rows.
    """

    name = ""
    takes_many = True
    filters = False

    def command(self, file):
        """Returns the positional arguments of a terminal: the command."""
        raise NotImplementedError

    def options(self, file):
        """Returns the keyword arguments of a terminal."""
        return {}

    def shows(self, screen, text):
        return any(text in line for line in screen.display)

    def is_active(self, screen, text):
        return is_highlighted(screen, text)

    def begin_filter(self, terminal):
        """Makes the next keys be the text of a filter."""


class Featurehost(Program):
    name = "featurehost ui"
    filters = True

    def __init__(self, host, folder, files):
        self.host, self.files = host, files
        self.workspace = os.path.join(folder, "rows.json")
        sources = {name: {"type": "file", "path": os.path.basename(file)} for name, file in files.items()}
        columns = [{"key": "text", "label": "Text", "role": "title"}]
        features = {name: {"kind": "list", "source": name, "columns": columns} for name in files}
        with open(self.workspace, "w") as out:
            json.dump({"sources": sources, "features": features}, out)

    def command(self, file):
        [name] = [name for name, other in self.files.items() if other == file]
        return ([self.host, "ui", "-w", self.workspace, name],)

    def is_active(self, screen, text):
        return any(re.match(r" ›.*" + re.escape(text), line) for line in screen.display)

    def begin_filter(self, terminal):
        terminal.press(b"/", lambda screen: any(line.startswith(" / ") for line in screen.display))

    def shows_query(self, screen, query, rows):
        """Returns true if the screen shows rows as the results of a query."""
        shown = lines(screen)
        if query and f"“{query}”" not in shown[0] or "loading" in shown[0] or "out of date" in shown[0]:
            return False
        return [row[:30] in line for row, line in zip(rows[:15], shown[4:], strict=False)] == [True] * len(rows[:15])


class Host:
    """`featurehost serve` over the same workspace, without a terminal."""

    def __init__(self, host, workspace):
        self.argv = [host, "serve", "-w", workspace]
        self.process = None

    def _start(self, rows):
        self.process = subprocess.Popen(self.argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._send(line(id=1, method="initialize", params={}))
        self._send(line(id=2, method="feature/open", params={"feature": rows, "instance": "l"}))
        self._state(lambda state: state["totalCount"] and state["content"] == "loaded")
        self._do("setWindow", offset=0, limit=20)

    def _send(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def _do(self, action, **params):
        self._send(line(method="feature/send", params={"instance": "l", "action": action, "params": params}))

    def _state(self, holds):
        while True:
            text = self.process.stdout.readline()
            if not text:
                sys.exit("the host ended")
            message = json.loads(text)
            if message.get("method") == "state/snapshot" and holds(message["params"]["state"]):
                return message["params"]["state"]

    def end(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None

    def filter(self, query):
        """Returns the query, the seconds from it to its rows in the large list, and these rows."""
        if self.process is None:
            self._start("large")
        time.sleep(0.05)
        wanted = {"text": query} if query else None
        start = time.perf_counter()
        self._do("setFilter", filter=wanted)
        state = self._state(
            lambda state: state["filter"] == wanted and not state["isStale"]
            and state["loads"]["refresh"]["status"] == "idle")
        seconds = time.perf_counter() - start
        return query, seconds, [item["value"]["text"] for item in state["items"]]

    def memory(self, rows):
        """Returns the private memory of the host with a list open, as the terminal opens it."""
        self.end()
        self._start(rows)
        time.sleep(1)
        bytes = private_memory(self.process.pid)
        self.end()
        return bytes


class Fzf(Program):
    filters = True

    def __init__(self, path):
        self.path = path
        version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
        self.name = f"fzf {version.split()[0]}"

    def command(self, file):
        return ([self.path, "--exact", "--layout", "reverse", "--no-mouse"],)

    def options(self, file):
        return {"stdin": file, "FZF_DEFAULT_OPTS": ""}

    def is_active(self, screen, text):
        return any(re.match(r"[>▌] *" + re.escape(text), line) for line in screen.display)


class Filter(Fzf):
    """The dialog that corresponds to fzf."""

    name = "featurehost filter"

    def __init__(self, host):
        self.path = host

    def command(self, file):
        return ([self.path, "filter", "--exact", "--layout", "reverse"],)


class Vim(Program):
    name = "vim"

    def command(self, file):
        return (["vim", "-u", "NONE", "-N", "-n", "-R", file],)

    def is_active(self, screen, text):
        return text in screen.display[screen.cursor.y]


class Whiptail(Program):
    name = "whiptail"
    takes_many = False

    def command(self, file):
        with open(file) as text:
            items = [word for row in text for word in (row.rstrip("\n"), "")]
        return (["whiptail", "--menu", "Tasks", "20", "70", "10", *items],)


class Lazygit(Program):
    """lazygit with files in its first panel that have the names of the rows."""

    name = "lazygit"
    takes_many = False

    def __init__(self, path, folder, rows):
        self.path, self.folder = path, os.path.join(folder, "repository")
        self.settings = os.path.join(folder, "lazygit")
        os.makedirs(self.settings)
        with open(os.path.join(self.settings, "config.yml"), "w") as file:
            file.write("disableStartupPopups: true\nupdate: {method: never}\ngui: {showFileTree: false}\n")
        subprocess.run(["git", "init", "-q", self.folder], check=True)
        for row in rows:
            open(os.path.join(self.folder, row), "w").close()

    def command(self, file):
        return ([self.path, "--use-config-dir", self.settings],)

    def options(self, file):
        return {"folder": self.folder}


def peers(folder, rows):
    """Returns the programs that are there, for the rows of the small list."""
    scripts = os.path.dirname(sys.executable)
    fzfs = [path for path in (shutil.which("fzf"), os.path.join(scripts, "fzf")) if path and os.path.exists(path)]
    found = [Fzf(path) for path in dict.fromkeys(fzfs)]
    found += [program() for name, program in (("vim", Vim), ("whiptail", Whiptail)) if shutil.which(name)]
    lazygit = os.path.join(scripts, "lazygit")
    return found + ([Lazygit(lazygit, folder, rows)] if os.path.exists(lazygit) and shutil.which("git") else [])
