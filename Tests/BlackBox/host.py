"""The release binary as a child process, for black-box tests.

Nothing here sleeps or measures time. Deadlines are guards against hanging, never part of what a test asserts.
"""

import contextlib
import fcntl
import json
import os
import select
import signal
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.path.abspath(os.environ.get("FEATUREHOST", ROOT / ".build/release/featurehost"))
SQLITE_PLUGIN = os.path.abspath(
    os.environ.get("FEATUREHOST_SQLITE", os.path.join(os.path.dirname(BINARY), "featurehost-sqlite"))
)
GUARD = int(os.environ.get("GUARD", 90))
MiB = 1 << 20


class Hang(AssertionError):
    """An expected message or event did not come in time."""


def encode(message):
    """Returns a message as one line; bytes and strings are unchanged."""
    if isinstance(message, bytes):
        return message
    if isinstance(message, str):
        return message.encode()
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def request(id, method, params=None):
    message = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        message["params"] = params
    return message


def notification(method, params=None):
    message = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return message


def send(id, instance, action, params=None, **more):
    """Returns a `feature/send` request."""
    return request(id, "feature/send", {"instance": instance, "action": action, "params": params or {}, **more})


def open_counter(id=0, instance="c", **more):
    return request(id, "feature/open", {"feature": "gallery:counter", "instance": instance, **more})


def increment(id, instance="c", **more):
    return send(id, instance, "incrementButtonTapped", **more)


def frame(message):
    """Returns a message with `Content-Length` headers."""
    body = encode(message).rstrip(b"\n")
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def parse_lines(output):
    """Returns the messages of an output in lines. Each line must be a JSON text, and must end with a line break."""
    assert output == b"" or output.endswith(b"\n"), f"the output ends within a line: {output[-200:]!r}"
    return [json.loads(line) for line in output.split(b"\n")[:-1]]


def parse_frames(output):
    """Returns the messages of an output with `Content-Length` headers."""
    messages = []
    while output:
        head, _, rest = output.partition(b"\r\n\r\n")
        fields = dict(line.split(b": ", 1) for line in head.split(b"\r\n"))
        length = int(fields[b"Content-Length"])
        assert len(rest) >= length
        messages.append(json.loads(rest[:length]))
        output = rest[length:]
    return messages


def answers(messages):
    """Returns the answers by id, including those in batches. Each id except null must be answered once."""
    found = {}
    for message in messages:
        for answer in message if isinstance(message, list) else [message]:
            if "method" in answer:
                continue
            assert answer["id"] is None or answer["id"] not in found, f"two answers to {answer['id']}"
            found[answer["id"]] = answer
    return found


def snapshots(messages, instance=None):
    return [
        m["params"]
        for m in messages
        if isinstance(m, dict) and m.get("method") == "state/snapshot" and instance in (None, m["params"]["instance"])
    ]


def check_error(answer, code, kind, retryable=False):
    """Checks an error against the protocol's table of errors; returns its `data`."""
    error = answer.get("error")
    assert error is not None, f"expected {code}, got {answer}"
    assert error["code"] == code, error
    assert error["data"]["kind"] == kind, error
    assert error["data"]["retryable"] is retryable, error
    assert isinstance(error["message"], str) and error["message"]
    return error["data"]


class Outcome:
    """The status, the output and the log of a process that has ended."""

    def __init__(self, status, output, log):
        self.status, self.output, self.log = status, output, log

    @property
    def messages(self):
        return parse_lines(self.output)

    @property
    def answers(self):
        return answers(self.messages)


def run(data=b"", *args, stdin=None, **options):
    """Runs `featurehost …` with a complete input; returns the outcome."""
    if not isinstance(data, bytes):
        data = b"".join(encode(message) for message in data)
    source = {"input": data} if stdin is None else {"stdin": stdin}
    process = subprocess.run(
        [BINARY, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=GUARD, **source, **options
    )
    return Outcome(process.returncode, process.stdout, process.stderr.decode(errors="replace"))


def serve(data=b"", *args, **options):
    return run(data, "serve", *args, **options)


class Host:
    """`featurehost serve` with pipes, or with descriptors of the test."""

    program = [BINARY, "serve"]

    def __init__(self, *args, stdin=None, stdout=None, stderr=None, close=(), **options):
        self.log = tempfile.TemporaryFile()
        self.input = self.output = None
        ours = []
        if stdin is None:
            stdin, self.input = os.pipe()
            ours.append(stdin)
        if stdout is None:
            self.output, stdout = os.pipe()
            ours.append(stdout)
        for descriptor in (self.input, self.output):
            if descriptor is not None:
                set_nonblocking(descriptor)

        def prepare():
            for descriptor in close:
                os.close(descriptor)

        self.process = subprocess.Popen(
            [*self.program, *map(str, args)],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr or self.log,
            preexec_fn=prepare if close else None,
            **options,
        )
        for descriptor in ours:
            os.close(descriptor)
        self.pid = self.process.pid
        self.buffer = bytearray()
        self.waiting = []
        self.seen = []
        self.next_id = 1_000_000
        self.has_ended = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for descriptor in (self.input, self.output):
            if descriptor is not None:
                os.close(descriptor)
        self.input = self.output = None
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.log.close()

    # Writing and reading

    def write(self, data, reading=True):
        """Writes all bytes; if `reading`, also reads meanwhile, as a client must."""
        data = memoryview(data)
        deadline = time.monotonic() + GUARD
        while data:
            outputs = [self.output] if reading and not self.has_ended else []
            readable, writable, _ = select.select(outputs, [self.input], [], deadline - time.monotonic())
            if not readable and not writable:
                raise Hang(f"{len(data)} bytes are not taken: {self.describe()}")
            if readable:
                self.take()
            if writable:
                data = data[os.write(self.input, data[: 1 << 16]) :]

    def write_some(self, data):
        """Writes as much as is accepted without waiting; returns the number of bytes."""
        done = 0
        while done < len(data):
            try:
                done += os.write(self.input, data[done : done + (1 << 16)])
            except BlockingIOError:
                break
        return done

    def send(self, *messages, reading=True):
        self.write(b"".join(encode(message) for message in messages), reading=reading)

    def take(self):
        """Reads the available output; returns false at its end."""
        try:
            data = os.read(self.output, 1 << 18)
        except BlockingIOError:
            return True
        if not data:
            self.has_ended = True
            if self.buffer:
                raise AssertionError(f"the output ends within a line: {bytes(self.buffer[-200:])!r}")
            return False
        start = len(self.buffer)
        self.buffer += data
        end = self.buffer.rfind(b"\n", start)
        if end >= 0:
            self.waiting += [json.loads(line) for line in bytes(self.buffer[:end]).split(b"\n")]
            del self.buffer[: end + 1]
        return True

    def receive(self):
        """Returns the next message; None at the end of the output."""
        deadline = time.monotonic() + GUARD
        while not self.waiting:
            if self.has_ended:
                return None
            if not select.select([self.output], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Hang(f"nothing comes: {self.describe()}")
            self.take()
        message = self.waiting.pop(0)
        self.seen.append(message)
        return message

    def answer(self, id):
        """Reads until the answer to a request, and returns it."""
        while (message := self.receive()) is not None:
            for member in message if isinstance(message, list) else [message]:
                if "method" not in member and member["id"] == id:
                    return member
        raise AssertionError(f"no answer to {id}: {self.describe()}")

    def ask(self, method, params=None):
        """Sends a request, and returns its answer."""
        self.next_id += 1
        self.send(request(self.next_id, method, params))
        return self.answer(self.next_id)

    def do(self, method, **params):
        """Sends a request that must succeed; returns its result."""
        answer = self.ask(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def act(self, instance, action, params=None, **more):
        """Sends an action that must be applied; returns the result."""
        return self.do("feature/send", instance=instance, action=action, params=params or {}, **more)

    def until(self, instance, holds):
        """Reads until a snapshot of an instance for which `holds` returns true, and returns the snapshot."""
        while (message := self.receive()) is not None:
            for snapshot in snapshots([message], instance):
                if holds(snapshot):
                    return snapshot
        raise AssertionError(f"the output ended: {self.describe()}")

    # The end

    def close_input(self):
        os.close(self.input)
        self.input = None

    def close_output(self):
        os.close(self.output)
        self.output = None

    def rest(self):
        """Reads to the end; returns all messages of the session."""
        while self.receive() is not None:
            pass
        return self.seen

    def wait(self):
        """Waits for the end of the process; returns its exit status."""
        try:
            return self.process.wait(GUARD)
        except subprocess.TimeoutExpired:
            raise Hang(f"the process does not end: {self.describe()}") from None

    def finish(self):
        """Closes the input, and reads to the end; returns the exit status."""
        if self.input is not None:
            self.close_input()
        self.rest()
        return self.wait()

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)

    # The state of the process

    def describe(self):
        return f"pid {self.pid}, status {self.process.poll()}, log {log_of(self)[-2000:]!r}, last {self.seen[-2:]}"

    def rss(self):
        """Returns the resident memory in bytes."""
        return status_field(self.pid, "VmRSS") * 1024

    def peak_rss(self):
        """Returns the maximum resident memory so far, in bytes."""
        return status_field(self.pid, "VmHWM") * 1024

    def threads(self):
        return status_field(self.pid, "Threads")

    def is_idle(self):
        """Returns true if every thread sleeps."""
        states = []
        for task in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{task}/stat") as file:
                states.append(file.read().rpartition(")")[2].split()[0])
        return all(state == "S" for state in states)


def repeat_if_killed(play, is_saved):
    """Plays a session that ends its host, until the plugin has saved something at its end.

    A host kills a plugin that does not end within two seconds, as may happen on a busy machine. A session that took
    less time must have saved it.
    """
    while True:
        begin = time.monotonic()
        play()
        if is_saved():
            return
        assert time.monotonic() - begin >= 2, "the plugin was not killed, but has saved nothing"


def log_of(program):
    """Returns what a program has logged so far, without moving its place in the file."""
    return os.pread(program.log.fileno(), 1 << 24, 0)


def status_field(pid, name):
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            if line.startswith(name + ":"):
                return int(line.split()[1])
    raise KeyError(name)


def children(pid):
    """Returns the child processes of a process."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    if int(file.read().rpartition(")")[2].split()[1]) == pid:
                        found.append(int(entry))
            except (FileNotFoundError, ProcessLookupError):
                pass
    return found


def guards(host):
    """Returns the guard processes, which end the host's children after the host was killed."""
    found = []
    for pid in children(host.pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{pid}/cmdline", "rb") as file:
            if b"guard-children" in file.read().split(b"\0"):
                found.append(pid)
    return found


def started(host):
    """Returns the processes that the host has started, except the guard."""
    guarding = guards(host)
    return [pid for pid in children(host.pid) if pid not in guarding]


def is_running(pid):
    """Returns true if a process exists and is no zombie."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def await_end(pid):
    """Waits for the end of a process, which need not be a child of the test."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        if not select.select([descriptor], [], [], GUARD)[0]:
            raise Hang(f"process {pid} does not end")
    finally:
        os.close(descriptor)


def outlives(pid):
    """Returns true if a process still exists after ten seconds: on a busy machine, a killed one ends after a moment."""
    try:
        descriptor = os.pidfd_open(int(pid))
    except ProcessLookupError:
        return False
    try:
        return not select.select([descriptor], [], [], 10)[0]
    finally:
        os.close(descriptor)


def set_nonblocking(descriptor):
    fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_NONBLOCK)


def is_nonblocking(descriptor):
    return bool(fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_NONBLOCK)


# Workspaces


def workspace(folder, sources, features=None):
    """Writes a workspace; without `features`, it has a list for each source, with the name of the source."""
    features = features or {name: {"kind": "list", "source": name} for name in sources}
    path = Path(folder) / "workspace.json"
    path.write_text(json.dumps({"sources": sources, "features": features}, indent=1))
    return path


def file_workspace(folder, name="rows.jsonl", content=None, **source):
    """Writes a workspace with a list `rows` over a file; returns the paths of the workspace and of the file."""
    file = Path(folder) / name
    if content is not None:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return workspace(folder, {"rows": {"type": "file", "path": name, **source}}), file


def open_list(id=0, feature="rows", instance="l", **more):
    return request(id, "feature/open", {"feature": feature, "instance": instance, **more})


def insert(id, value, instance="l", **more):
    return send(id, instance, "insertItem", {"value": value}, **more)


def jsonl(file):
    """Returns the rows of a JSONL file, whose last line must be complete."""
    data = Path(file).read_bytes()
    assert data == b"" or data.endswith(b"\n"), data[-100:]
    return [json.loads(line) for line in data.splitlines()]


class Fifo:
    """A source that gives no rows before `release`, so that a list over it stays unsettled."""

    def __init__(self, folder, name="gate.jsonl"):
        self.path = Path(folder) / name
        os.mkfifo(self.path)
        # With a timeout, the command does not become live, and a sorted list waits for its end.
        self.source = {"type": "command", "argv": ["cat", str(self.path)], "format": "jsonl", "timeoutMs": 86_400_000}
        rows = {"kind": "list", "source": "rows", "sort": [{"key": "id"}]}
        self.workspace = workspace(folder, {"rows": self.source}, {"rows": rows})

    def release(self, content=b""):
        """Waits for the command, and gives it the content."""
        with open(self.path, "wb") as file:
            file.write(content)
