"""Neovim with the plugin."""

from __future__ import annotations

import re

from .front_end import PROJECT, TtyFrontEnd

TAB, ESCAPE, ENTER = "\t", "\x1b", "\r"


def control(letter: str) -> str:
    """The key ctrl and a letter."""
    return chr(ord(letter) & 0x1F)


# A command that returns when the hosts have answered all that was sent, and it is drawn.
ANSWERED = """
vim.api.nvim_create_user_command('Answered', function()
  vim.wait(60000, function()
    for _, host in ipairs(require('featurehost').hosts()) do
      if next(host.waiting) then return false end
      for _, instance in pairs(host.instances) do
        if instance.is_changed then return false end
      end
    end
    return true
  end, 1)
end, {})
"""


class Neovim(TtyFrontEnd):
    """Neovim without a configuration but the plugin's folder and the workspace."""

    def command(self) -> tuple[list[str], dict[str, str]]:
        init = self.folder / "init.lua"
        init.write_text(
            f"vim.opt.runtimepath:prepend({str(PROJECT / 'clients' / 'nvim')!r})\n"
            f"vim.g.featurehost_workspace = {str(self.workspace)!r}\n"
            # A test types faster than anybody looks.
            "vim.g.featurehost_pause = 0\n"
            "require('featurehost').setup({ trust = true })\n"
            "vim.opt.swapfile, vim.opt.shadafile, vim.opt.mouse = false, 'NONE', 'a'\n" + ANSWERED
        )
        return ["nvim", "-u", str(init)], {}

    def open(self, feature: str) -> None:
        self.shows("[No Name]")
        self.tty.type(f":FeatureHost{ENTER}")
        self._choose(f"{feature} (")

    def _choose(self, title: str) -> None:
        """Types the number of an entry that `vim.ui.select` offers."""
        entry = re.compile(rf"^(\d+): {re.escape(title)}", re.MULTILINE)
        self.tty.until(
            lambda: entry.search(self.tty.text()) is not None and "Type number" in self.tty.text(),
            f"{title!r} should be offered",
        )
        found = entry.search(self.tty.text())
        assert found
        self.tty.type(found[1] + ENTER)

    def _cursor(self) -> str:
        place = self._place()
        return self.tty.lines()[place[0]] if place else ""

    def _place(self) -> tuple[int, int] | None:
        """Where the cursor is; None while the screen is being drawn, when it is hidden and goes anywhere."""
        cursor = self.tty.screen.cursor
        return None if cursor.hidden else (cursor.y, cursor.x)

    def _until_moved(self, what: str) -> None:
        self.tty.until(lambda: self._place() is not None, "there should be a cursor")
        before = self._place()
        self.tty.type(what)
        self.tty.until(lambda: self._place() not in (None, before), "the cursor should move")

    def row(self, text: str) -> None:
        for _ in self.tty.lines():
            # A key that was typed before may still move both.
            self.tty.until(lambda: self._cursor().startswith("›"), "the active row should have the cursor")
            if text in self._cursor():
                return
            above = self.tty.lines()[: self.tty.screen.cursor.y]
            self._until_moved("k" if any(text in line for line in above) else "j")
        raise AssertionError(f"no row with {text!r} is active:\n{self.tty.text()}")

    def enter(self) -> None:
        self.tty.type(ENTER)

    def do(self, title: str) -> None:
        button = re.compile(rf"\[ (g\d) {re.escape(title)} \]")
        self.tty.until(lambda: button.search(self.tty.text()) is not None, f"there is no button {title!r}")
        self.tty.until(lambda: "›" in self.tty.text(), "a row should be active")
        found = button.search(self.tty.text())
        assert found
        self.tty.type(found[1])

    def answer(self, title: str) -> None:
        self.shows(f"[ {title} ]")
        while f"[ {title} ]" not in self._cursor():
            self._until_moved(TAB)
        self.tty.type(ENTER)

    def toggle(self) -> None:
        self.tty.type("x")

    def mark(self) -> None:
        marked = self.tty.text().count("●")
        self.tty.type(TAB)
        self.tty.until(lambda: self.tty.text().count("●") == marked + 1, "the row should be marked")

    def keep_mine(self, label: str) -> None:
        self._settle_conflict(label, "Keep mine")

    def take_theirs(self, label: str) -> None:
        self._settle_conflict(label, "Take theirs")

    def _settle_conflict(self, label: str, title: str) -> None:
        self._go_to(label)
        # Both buttons stand in the line behind the field.
        while f"[ {title} ]" not in self._cursor():
            self._until_moved(TAB)
        place, column = self._place(), self._cursor().index(f"[ {title} ]")
        while place and place[1] < column:
            self._until_moved("l")
            place = self._place()
        self.tty.type(ENTER)

    def undo(self) -> None:
        self.tty.type("u")

    def redo(self) -> None:
        self.tty.type(control("r"))

    def filter(self, title: str) -> None:
        self.tty.type("f")
        self._choose(title)

    def last(self) -> None:
        self.tty.type("G")

    def fill(self, label: str, text: str) -> None:
        self._go_to(label)
        self.tty.type("i")
        if "Password" in label:
            self.tty.until(lambda: self._cursor().startswith(f"{label}:"), "the secret should be asked for")
            self.tty.type(text + ENTER)
            self.tty.until(lambda: not self._cursor().startswith(f"{label}:"), "the secret should be taken")
            return
        self.shows("INSERT")
        self.tty.type(control("u") + text + ESCAPE)
        self.shows_no("INSERT")

    def pick(self, label: str, title: str) -> None:
        self._go_to(label)
        self.tty.type(ENTER)
        self._choose(title)

    def tick(self, label: str) -> None:
        self._go_to(label)
        self.tty.type(" ")

    def _go_to(self, label: str) -> None:
        field = re.compile(rf"^[~›\d ]*[ │]*{re.escape(label)}( \*)?(  |$)")
        # A line of what lies behind a float is cut by it.
        for _ in self.tty.lines():
            if field.match(self._field_line()):
                return
            self._until_moved(TAB)
        raise AssertionError(f"no field {label!r} has the cursor:\n{self.tty.text()}")

    def _field_line(self) -> str:
        line = self._cursor()
        return line[line.index("│") :] if "│" in line else line

    def submit(self) -> None:
        self.shows("[ Submit ]")
        # The answer may take the cursor to a field: it must not do so after the next key.
        self.tty.type(control("s") + f":Answered{ENTER}")

    def next(self) -> None:
        self.tty.until(lambda: re.search(r"\[ (Next|Finish) \]", self.tty.text()) is not None, "there is no next step")
        self.tty.type(control("n"))

    def leave(self) -> None:
        self.tty.type("q")

    def query(self, text: str) -> None:
        self.shows("INSERT")
        self.tty.type(control("u") + text)

    def restart(self) -> None:
        self.shows("[ Restart ]")
        self.tty.type("r")
        self.shows_no("[ Restart ]")
