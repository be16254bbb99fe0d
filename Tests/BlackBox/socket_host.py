"""A host on a socket, and its clients. Every wait has a timeout."""

import contextlib
import os
import socket
import subprocess
import tempfile

from host import BINARY, GUARD, Hang, Host, log_of


class Front(Host):
    """A client that is connected to the socket of a host; it has the methods of `Host`."""

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
        """Shuts down the sending side of the connection."""
        self.connection.shutdown(socket.SHUT_WR)
        self.input = None

    def describe(self):
        return f"last {self.seen[-2:]}"

    def rest(self):
        """Reads to the end; returns all messages of the session."""
        with contextlib.suppress(ConnectionResetError):
            super().rest()
        return self.seen


class Daemon:
    """`featurehost serve --socket s` in a folder."""

    def __init__(self, folder, *args, **options):
        self.path = folder / "s"
        self.log = tempfile.TemporaryFile()
        words = [BINARY, "serve", "--socket", "s", *map(str, args)]
        self.process = subprocess.Popen(
            words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, **options
        )
        self.pid = self.process.pid

    def __enter__(self):
        """Waits until the host listens."""
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
        """Ends the host by a signal; returns its status."""
        self.process.send_signal(number)
        return self.wait()

    def said(self):
        return log_of(self).decode()


def peer_pid(front):
    """Returns the id of the process at the other end of a connection."""
    credentials = front.connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    return int.from_bytes(credentials[:4], "little")
