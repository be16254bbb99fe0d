"""Runs featurehost and talks to it: over a pipe, from a file, in either framing. Nothing here waits without a limit."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

Frame = Any
REPOSITORY = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("FEATUREHOST", REPOSITORY / ".build/release/featurehost")).resolve()
SERVE = (str(BINARY), "serve")
HANG_SECONDS = float(os.environ.get("GUARD", 90))


def encode(frame: Frame) -> str:
    """A frame as one line of JSON."""
    text = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085")


def canonical(frame: Frame) -> str:
    """What two frames share exactly where they are equal; unlike Python's ==, it tells 1, 1.0 and true apart."""
    return json.dumps(frame, ensure_ascii=False, sort_keys=True)


def with_headers(body: bytes) -> bytes:
    """A frame of the Content-Length framing."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class FrameReader:
    """Cuts what the host says into frames."""

    def __init__(self, has_headers: bool) -> None:
        self.has_headers = has_headers
        self.buffer = b""

    def feed(self, data: bytes) -> None:
        self.buffer += data

    def frames(self) -> Iterator[Frame]:
        """The whole frames that have come since the last call."""
        while True:
            body = self._header_body() if self.has_headers else self._line()
            if body is None:
                return
            yield json.loads(body)

    def _line(self) -> bytes | None:
        line, separator, rest = self.buffer.partition(b"\n")
        if not separator:
            return None
        self.buffer = rest
        return line

    def _header_body(self) -> bytes | None:
        head, separator, rest = self.buffer.partition(b"\r\n\r\n")
        if not separator:
            return None
        name, _, length = head.partition(b":")
        assert name == b"Content-Length", f"unexpected header {head!r}"
        if len(rest) < int(length):
            return None
        self.buffer = rest[int(length) :]
        return rest[: int(length)]


class Host:
    """A host behind a pair of pipes."""

    def __init__(
        self, arguments: Sequence[str], folder: Path, has_headers: bool = False, program: Sequence[str] = SERVE
    ) -> None:
        self.reader = FrameReader(has_headers)
        self.pending: list[Frame] = []
        self.deadline = time.monotonic() + HANG_SECONDS
        self.process = subprocess.Popen(
            [*program, *arguments],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()

    def send(self, data: bytes) -> None:
        """Writes bytes; a host that has ended does not mind."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(data)

    def receive(self) -> Frame | None:
        """The next frame; None at the end of the output."""
        while not self.pending:
            data = self._read()
            if not data:
                assert not self.reader.buffer, f"the output ends inside a frame: {self.reader.buffer!r}"
                return None
            self.reader.feed(data)
            self.pending.extend(self.reader.frames())
        return self.pending.pop(0)

    def _read(self) -> bytes:
        assert self.process.stdout is not None
        descriptor = self.process.stdout.fileno()
        left = max(0.0, self.deadline - time.monotonic())
        readable, _, _ = select.select([descriptor], [], [], left)
        assert readable, f"the host said nothing for too long (the limit is {HANG_SECONDS} s)"
        return os.read(descriptor, 1 << 16)

    def end(self) -> tuple[list[Frame], int]:
        """Ends the input; what the host still says, and the status that it ends with."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        rest = []
        while (frame := self.receive()) is not None:
            rest.append(frame)
        return rest, self.process.wait(timeout=HANG_SECONDS)


def run_file(
    data: bytes, arguments: Sequence[str], folder: Path, has_headers: bool = False, program: Sequence[str] = SERVE
) -> tuple[list[Frame], int]:
    """Runs a session whose input is a regular file; all that the host says, and its status."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        done = subprocess.run(
            [*program, *arguments],
            cwd=folder,
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=HANG_SECONDS,
            check=False,
        )
    reader = FrameReader(has_headers)
    reader.feed(done.stdout)
    frames = list(reader.frames())
    assert not reader.buffer, f"the output ends inside a frame: {reader.buffer!r}"
    return frames, done.returncode
