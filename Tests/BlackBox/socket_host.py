"""A host on a socket, and front ends of it. Nothing here waits without a limit."""

import contextlib
import os
import socket
import subprocess
import tempfile

from host import BINARY, GUARD, Hang, Host


class Front(Host):
    """A front end that is connected to the socket itself: what `Host` does with pipes, over one connection."""

    def __init__(self, path):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(os.fspath(path))
        self.connection.setblocking(False)
        self.input = self.output = self.connection.fileno()
        self.buffer = bytearray()
        self.waiting, self.seen = [], []
        self.next_id = 1_000_000
        self.has_ended = False

    def __exit__(self, *_):
        self.connection.close()

    def close_input(self):
        """Says that nothing more will be sent."""
        self.connection.shutdown(socket.SHUT_WR)
        self.input = None

    def describe(self):
        return f"last {self.seen[-2:]}"

    def rest(self):
        """Reads to the end; all messages of the session."""
        with contextlib.suppress(ConnectionResetError):
            super().rest()
        return self.seen


class Daemon:
    """`featurehost serve --socket`, in a folder whose path is short enough."""

    def __init__(self, folder, *args, **options):
        self.path = folder / "s"
        self.log = tempfile.TemporaryFile()
        words = [BINARY, "serve", "--socket", "s", *map(str, args)]
        self.process = subprocess.Popen(
            words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, **options
        )
        self.pid = self.process.pid

    def __enter__(self):
        """Waits until it listens."""
        line = self.process.stdout.readline()
        assert line == b"featurehost listens on s\n", (line, self.said())
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def front(self):
        return Front(self.path)

    def wait(self):
        try:
            return self.process.wait(GUARD)
        except subprocess.TimeoutExpired:
            raise Hang(f"the host does not end: {self.said()}") from None

    def end(self, number=15):
        """Ends it by a signal; its status."""
        self.process.send_signal(number)
        return self.wait()

    def said(self):
        self.log.seek(0)
        return self.log.read().decode()


def peer_pid(front):
    """The process at the other end of a connection."""
    credentials = front.connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    return int.from_bytes(credentials[:4], "little")
