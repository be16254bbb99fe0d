"""Emacs with clients/emacs, in a terminal."""

from __future__ import annotations

import atexit
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from .front_end import PROJECT, TtyFrontEnd

META, ENTER = "\x1b", "\r"
CLIENT = PROJECT / "clients" / "emacs"
# Emacs would compile libraries to native code in processes beside each test, which ends before they do.
NO_NATIVE_CODE = ["--eval", "(setq native-comp-deferred-compilation nil native-comp-jit-compilation nil)"]
BATCH = ["emacs", "-Q", "--batch", *NO_NATIVE_CODE]


@cache
def compiled(*names: str) -> list[Path]:
    """Compiles files of the client, and returns the compiled files.

    As in an installed package, the code is compiled, so that it runs faster.
    """
    folder = Path(tempfile.mkdtemp(prefix="emacs-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    target = f'(setq byte-compile-dest-file-function (lambda (file) (concat "{folder}/" (file-name-base file) ".elc")))'
    files = [CLIENT / f"{name}.el" for name in names]
    command = [*BATCH, "-L", CLIENT, "--eval", target, "-f", "batch-byte-compile", *files]
    compilation = subprocess.run(command, capture_output=True, text=True, check=False)
    assert compilation.returncode == 0, compilation.stderr
    return [folder / f"{name}.elc" for name in names]


def control(letter: str) -> str:
    """Returns the character that a terminal sends for ctrl and a letter."""
    return chr(ord(letter) & 0x1F)


class Emacs(TtyFrontEnd):
    """`emacs -nw -Q`, which loads only `featurehost.el`, in compiled form."""

    # The value of `featurehost-run-untrusted`, as Lisp: whether programs of an untrusted workspace run.
    trusts = "t"
    # The files of the client that are loaded.
    libraries: tuple[str, ...] = ("featurehost",)

    def command(self) -> tuple[list[str], dict[str, str]]:
        load = [word for file in compiled(*self.libraries) for word in ("-l", str(file))]
        options = (
            f'(setq featurehost-workspace "{self.workspace}" featurehost-run-untrusted {self.trusts}'
            # A test types without pauses, so Emacs must not require one after a change.
            " inhibit-startup-screen t featurehost-pause 0)"
        )
        return ["emacs", "-nw", "-Q", *NO_NATIVE_CODE, *load, "--eval", options], {}

    def _command(self, key: str) -> None:
        self.tty.type(control("c") + key)

    def open(self, feature: str) -> None:
        self.shows("*scratch*")
        self.open_more(feature)

    def open_more(self, feature: str) -> None:
        """Opens a feature while others are open."""
        self.tty.type(META + "xfeaturehost" + ENTER)
        self.shows("Feature:")
        self.tty.type(feature + ENTER)

    def row(self, text: str) -> None:
        self.shows(text)
        self.tty.type(META + "<" + control("s") + text + ENTER)
        self.has_cursor(text)

    def has_cursor(self, text: str) -> None:
        """Waits until the cursor is on a line with a text: Emacs draws the lines before it moves the cursor."""
        self.tty.until(lambda: text in self._line_of_cursor(), f"no row with {text!r} has the cursor")

    def _line_of_cursor(self) -> str:
        return self.tty.lines()[self.tty.screen.cursor.y]

    def enter(self) -> None:
        self.tty.type(ENTER)

    def do(self, title: str) -> None:
        # A button that is not enabled yet may become so, until Emacs comes to the key.
        if key := re.search(rf"[\[(](\S) (\S )?{re.escape(title)}[\])]", self.tty.text()):
            self.tty.type(key[1])
            return
        self._command(control("a"))
        self.shows("Do:")
        self.tty.type(title + ENTER)

    def answer(self, title: str) -> None:
        answer = re.compile(rf"\[(.)\] {re.escape(title)}")
        self.tty.until(lambda: bool(answer.search(self.tty.text())), f"nothing is asked that {title!r} answers")
        found = answer.search(self.tty.text())
        assert found
        self.tty.type(found[1])

    def toggle(self) -> None:
        self.tty.type("x")

    def mark(self) -> None:
        self.tty.type("m")

    def keep_mine(self, label: str) -> None:
        self._go_to(label)
        self._command(control("y"))

    def take_theirs(self, label: str) -> None:
        self._go_to(label)
        self._command(control("t"))

    def undo(self) -> None:
        self.tty.type(control("_"))

    def redo(self) -> None:
        self.tty.type("r")

    def filter(self, title: str) -> None:
        self.tty.type("f" + title + ENTER)

    def last(self) -> None:
        self.tty.type(META + ">")

    def fill(self, label: str, text: str) -> None:
        self._go_to(label)
        if self._line_of_cursor().endswith("set]"):
            self.tty.type(ENTER + text + ENTER)
        else:
            self.tty.type(control("a") + control("k") + text)

    def pick(self, label: str, title: str) -> None:
        self._go_to(label)
        self.tty.type(ENTER + title + ENTER)

    def tick(self, label: str) -> None:
        self._go_to(label)
        self.tty.type(ENTER)

    def _go_to(self, label: str) -> None:
        begins = re.compile(rf" *{re.escape(label)}( \*)?(  |$)")
        self._command(control("j"))
        self.tty.type(label + ENTER)
        self.tty.until(lambda: bool(begins.match(self._line_of_cursor())), f"no field {label!r} has the cursor")

    def submit(self) -> None:
        self._command(control("c"))

    def next(self) -> None:
        self._command(control("n"))

    def leave(self) -> None:
        self._command(control("k"))

    def pane(self) -> None:
        self._command(control("w"))

    def words(self, text: str) -> None:
        self.tty.type(f"/{text}{ENTER}")

    def query(self, text: str) -> None:
        self.shows("What, and where to:")
        # C-k in an empty line is an error, which drops the keys typed after it. C-w of an empty region is no error.
        self.tty.type(control("a") + control("@") + control("e") + control("w") + text)

    def kill(self) -> None:
        super().kill()
        self.shows("The host has ended", "Restart")

    def restart(self) -> None:
        self.answer("Restart")
        self.shows_no("The host has ended")
