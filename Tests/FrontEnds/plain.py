"""`featurehost ui --plain` over pipes, over a host on a socket, which a test can kill."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
from contextlib import suppress
from time import monotonic

from .front_end import FEATUREHOST, FrontEnd, in_order
from .tty import DEADLINE


class Plain(FrontEnd):
    """The dialog of lines; its screen is what it says when it is asked for everything."""

    def __enter__(self) -> FrontEnd:
        command = [FEATUREHOST, "ui", "--plain", "--trust", "--socket", "s", "--spawn", "-w", str(self.workspace)]
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "TERM": "dumb"}
        self.program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.folder, env=environment
        )
        self.active = 0
        self._read()
        return self

    def __exit__(self, *exc: object) -> None:
        for host in self._hosts():
            with suppress(ProcessLookupError):
                os.kill(host, signal.SIGKILL)
        self.program.kill()
        self.program.wait()
        for stream in (self.program.stdin, self.program.stdout):
            assert stream
            with suppress(BrokenPipeError):
                stream.close()

    def _hosts(self) -> list[int]:
        """Returns the ids of the hosts on the socket."""
        program = str(self.program.pid)
        found = subprocess.run(["pgrep", "-r", "D,R,S", "-P", program], capture_output=True, text=True)
        return [int(pid) for pid in found.stdout.split()]

    def _read(self) -> str:
        """Returns the text up to the next prompt."""
        assert self.program.stdout
        end, written = monotonic() + DEADLINE, b""
        while not written.endswith((b"> ", b": ")):
            ready, _, _ = select.select([self.program.stdout], [], [], max(0.0, end - monotonic()))
            data = os.read(self.program.stdout.fileno(), 1 << 20) if ready else b""
            assert data, f"there is no prompt:\n{written.decode()}"
            written += data
        return written.decode()

    def _type(self, line: str) -> str:
        """Types a line, and returns the answer."""
        assert self.program.stdin
        self.program.stdin.write(f"{line}\n".encode())
        self.program.stdin.flush()
        return self._read()

    def _screen(self) -> str:
        """Returns everything about what is shown now."""
        # The columns of a list have names in each row, and no line of headings.
        answers = [self._type(line) for line in (":sort", ":show", ":fields")]
        return "\n".join(answer for answer in answers if "is not known here" not in answer)

    def _number(self, text: str) -> int:
        """Returns the number of the line that contains a text."""
        for line in self._screen().splitlines():
            found = re.match(rf"(\d+)\. .*{re.escape(text)}", line)
            if found:
                return int(found[1])
        raise AssertionError(f"no line has {text!r}:\n{self._screen()}")

    def _field(self, label: str) -> int:
        found = re.findall(rf"^(\d+)\. {re.escape(label)}: ", self._screen(), re.MULTILINE)
        assert found, f"there is no field {label!r}:\n{self._screen()}"
        return int(found[-1])

    def shows(self, *texts: str) -> None:
        end = monotonic() + DEADLINE
        while not in_order(shown := self._screen(), texts):
            assert monotonic() < end, f"{texts} should be shown in this order:\n{shown}"

    def shows_no(self, text: str) -> None:
        end = monotonic() + DEADLINE
        while text in (shown := self._screen()):
            assert monotonic() < end, f"{text!r} should be gone:\n{shown}"

    def open(self, feature: str) -> None:
        self._type(feature)

    def row(self, text: str) -> None:
        self.active = self._number(text)
        self._type(str(self.active))

    def enter(self) -> None:
        self._type("open")

    def do(self, title: str) -> None:
        self._type(f"do {title}")

    def answer(self, title: str) -> None:
        self._type(title)

    def toggle(self) -> None:
        self._type("tick")

    def mark(self) -> None:
        self._type(f"select {self.active}")

    def keep_mine(self, label: str) -> None:
        self._decide(label, "1")

    def take_theirs(self, label: str) -> None:
        self._decide(label, "2")

    def _decide(self, label: str, answer: str) -> None:
        self._type(f":{self._field(label)}")
        self._type(answer)

    def undo(self) -> None:
        self._type("undo")

    def redo(self) -> None:
        self._type("redo")

    def filter(self, title: str) -> None:
        self._type(f"filter {title}")

    def last(self) -> None:
        self._type("last")

    def fill(self, label: str, text: str) -> None:
        self._type(f":{self._field(label)}")
        self._type(text)

    def pick(self, label: str, title: str) -> None:
        self.fill(label, title)

    def tick(self, label: str) -> None:
        self.fill(label, "yes")

    def submit(self) -> None:
        self._type(":do submit")

    def next(self) -> None:
        answer = self._type(":do next")
        if "there is no action" in answer or "is not known" in answer:
            self._type(":do finish")

    def leave(self) -> None:
        self._type(":leave")

    def back(self) -> None:
        self._type("back")

    def query(self, text: str) -> None:
        self._type(f":find {text}")

    def kill(self) -> None:
        (host,) = self._hosts()
        os.kill(host, signal.SIGKILL)
        self.shows("The host has ended", "Restart")

    def restart(self) -> None:
        self._type("restart")
        self.shows_no("The host has ended")
