"""Neovim with clients/nvim, in a terminal."""

from __future__ import annotations

import re
from pathlib import Path

from .front_end import PROJECT, TtyFrontEnd

TAB, ESCAPE, ENTER, F7 = "\t", "\x1b", "\r", "\x1b[18~"


def control(letter: str) -> str:
    """Returns the character that a terminal sends for ctrl and a letter."""
    return chr(ord(letter) & 0x1F)


# A key without another effect. When all earlier keys have had their effects, the hosts have answered and the result is
# drawn, the title of the terminal becomes the number of times that this key was pressed.
SETTLE = control("_")
SETTLES = """
local pressed = 0
vim.keymap.set('n', '<C-_>', function()
  vim.wait(60000, function()
    for _, host in ipairs(require('featurehost').hosts()) do
      if next(host.waiting) then return false end
      for _, instance in pairs(host.instances) do
        if instance.is_changed then return false end
      end
    end
    return true
  end, 1)
  vim.cmd('redraw')
  pressed = pressed + 1
  vim.o.title, vim.o.titlestring = true, tostring(pressed)
end)
"""


class Neovim(TtyFrontEnd):
    """Neovim; its configuration only loads the plugin and names the workspace."""

    def __init__(self, folder: Path, workspace: Path) -> None:
        super().__init__(folder, workspace)
        self._settled = 0

    def command(self) -> tuple[list[str], dict[str, str]]:
        init = self.folder / "init.lua"
        init.write_text(
            f"vim.opt.runtimepath:prepend({str(PROJECT / 'clients' / 'nvim')!r})\n"
            f"vim.g.featurehost_workspace = {str(self.workspace)!r}\n"
            # A test types without pauses, so the plugin must not require one after a change.
            "vim.g.featurehost_pause = 0\n"
            "require('featurehost').setup({ trust = true })\n"
            "vim.opt.swapfile, vim.opt.shadafile, vim.opt.mouse = false, 'NONE', 'a'\n" + SETTLES
        )
        return ["nvim", "-u", str(init)], {}

    def _settle(self) -> None:
        """Waits until all typed keys have had their effects, and these are drawn; Neovim must be in Normal mode."""
        self._settled += 1
        self.tty.type(SETTLE)
        self.tty.until(lambda: self.tty.screen.title == str(self._settled), "Neovim should settle")

    def open(self, feature: str) -> None:
        self.shows("[No Name]")
        self.tty.type(f":FeatureHost{ENTER}")
        self._choose(feature)

    def _choose(self, title: str) -> None:
        """Types the number of an entry that `vim.ui.select` offers."""
        entry = re.compile(rf"^(\d+): .*?{re.escape(title)}", re.MULTILINE)
        self.tty.until(
            lambda: entry.search(self.tty.text()) is not None and "Type number" in self.tty.text(),
            f"{title!r} should be offered",
        )
        found = entry.search(self.tty.text())
        assert found
        self.tty.type(found[1] + ENTER)

    def _cursor(self) -> str:
        """Returns the line of the cursor; an empty string while Neovim draws, because the cursor moves then."""
        cursor = self.tty.screen.cursor
        return "" if cursor.hidden else self.tty.lines()[cursor.y]

    def _press(self, key: str) -> None:
        self.tty.type(key)
        self._settle()

    def row(self, text: str) -> None:
        self._settle()
        for _ in self.tty.lines():
            if text in self._cursor() and self._cursor().startswith("›"):
                return
            above = self.tty.lines()[: self.tty.screen.cursor.y]
            self._press("k" if any(text in line for line in above) else "j")
        raise AssertionError(f"no row with {text!r} is active:\n{self.tty.text()}")

    def enter(self) -> None:
        self.tty.type(ENTER)

    def do(self, title: str) -> None:
        button = re.compile(rf"\[ (g\d|\S) (\S )?{re.escape(title)} \]")
        self.tty.until(lambda: button.search(self.tty.text()) is not None, f"there is no button {title!r}")
        self.tty.until(lambda: re.search("›| 0 rows", self.tty.text()) is not None, "a row should be active")
        found = button.search(self.tty.text())
        assert found
        self.tty.type(found[1])

    def answer(self, title: str) -> None:
        self.shows(f"[ {title} ]")
        self._settle()
        self._tab_to(f"[ {title} ]")
        self.tty.type(ENTER)

    def toggle(self) -> None:
        self.tty.type("x")

    def mark(self) -> None:
        marked = self.tty.text().count("●")
        self.tty.type(TAB)
        self.tty.until(lambda: self.tty.text().count("●") == marked + 1, "the row should be marked")

    def _tab_to(self, text: str) -> None:
        for _ in self.tty.lines():
            if text in self._cursor():
                return
            self._press(TAB)
        raise AssertionError(f"no line with {text!r} has the cursor:\n{self.tty.text()}")

    def keep_mine(self, label: str) -> None:
        self._settle_conflict(label, "Keep mine")

    def take_theirs(self, label: str) -> None:
        self._settle_conflict(label, "Take theirs")

    def _settle_conflict(self, label: str, title: str) -> None:
        self._go_to(label)
        button = f"[ {title} ]"
        self._tab_to(button)
        # The line contains the buttons of both choices.
        while self.tty.screen.cursor.x < self._cursor().index(button):
            self._press("l")
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
        # A line may contain text of a window behind a float, which ends at the border of the float.
        self._settle()
        for _ in self.tty.lines():
            if field.match(self._field_line()):
                return
            self._press(TAB)
        raise AssertionError(f"no field {label!r} has the cursor:\n{self.tty.text()}")

    def _field_line(self) -> str:
        line = self._cursor()
        return line[line.index("│") :] if "│" in line else line

    def submit(self) -> None:
        self.shows("[ Submit ]")
        self.tty.type(control("s"))

    def next(self) -> None:
        self.tty.until(lambda: re.search(r"\[ (Next|Finish) \]", self.tty.text()) is not None, "there is no next step")
        self.tty.type(control("n"))

    def leave(self) -> None:
        self.tty.type("q")

    def pane(self) -> None:
        self._press(F7)

    def words(self, text: str) -> None:
        self.tty.type("/")
        self.shows("INSERT")
        self.tty.type(text + ENTER)
        self.shows_no("INSERT")

    def query(self, text: str) -> None:
        self.shows("INSERT")
        self.tty.type(control("u") + text)

    def restart(self) -> None:
        self.shows("[ Restart ]")
        self.tty.type("r")
        self.shows_no("[ Restart ]")
