"""Random sessions over features of every kind, with their presentations, pages and questions."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
from pathlib import Path
from typing import Any

from counts import count
from host import Host, MiB, encode, notification, outlives, request, run, send
from patched import Patched
from recorded import replay
from screen_checker import Instance, Message, ScreenChecker, nodes
from screen_params import SECRET, Params

WORKSPACE = Path(__file__).with_name("screens.workspace.json")
# The features that only run in real time. A command that never ends would block each step of virtual time. The pages of
# a command that prints in pieces or endlessly differ in each run, even with the virtual clock.
REAL_TIME = ("hanging", "findHanging", "endless", "findEndless", "slow", "findSlow", "failing", "findFailing", "late")
MOSTLY = ("app", "app", "app", "tasks", "tasks", "places", "wizard", "plan", "plan", "signUp", "task")
# Actions that end a lot are rarer, and actions that open something are more frequent.
WEIGHTS = {
    **dict.fromkeys(("reset", "complete", "cancel", "fail", "discard", "popToRoot", "replace", "setTaskId"), 0.2),
    **dict.fromkeys(("present", "push", "pressButton", "submit", "openItem", "setQuery", "setValues"), 3.0),
    **dict.fromkeys(("accept", "next"), 3.0),
}
# Two different ids that look the same: é as one code point, and as two.
ALIKE = ("\u00e9", "e\u0301")
FILES = {
    "tasks.jsonl": "".join(f'{{"id":"{n}","title":"Task {n}","done":false}}\n' for n in (*range(1, 9), *ALIKE)),
    "table.tsv": "id\ttitle\tdone\n1\tone\ttrue\n2\ttwo\tfalse\n",
    "lines.txt": "one\ntwo\nthree\n",
    "broken.jsonl": '{"id":"1"}\n{"id":\n',
}


def make_workspace(folder: Path) -> Path:
    """Writes the initial workspace and its files to an emptied folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    workspace = json.loads(WORKSPACE.read_text())
    workspace["sources"]["places"]["rows"] = [
        {"id": f"p{n}", "name": f"{'Oslo' if place % 3 else 'Bergen'} {n}", "country": "Norway", "done": place % 2 == 0}
        for place, n in enumerate([*ALIKE, *range(90)])
    ]
    for name, text in FILES.items():
        (folder / name).write_text(text)
    path = folder / "screens.workspace.json"
    path.write_text(json.dumps(workspace))
    return path


class Session:
    """Generates the random messages of a client."""

    def __init__(self, rng: random.Random, workspace: Path, clock: str):
        self.rng, self.clock = rng, clock
        self.checker = ScreenChecker(random.Random(rng.random()))
        self.patched = Patched()
        self.updates = rng.choice(["snapshot", "patch"])
        declared = json.loads(workspace.read_text())
        self.params = Params(rng, declared)
        self.features = [name for name in declared["features"] if clock == "real" or name not in REAL_TIME]
        self.ids = itertools.count(1)
        self.names = [f"{rng.choice(self.features)}:{n}" for n in range(3)]
        self.names += [f"{rng.choice(MOSTLY)}:{n}" for n in range(3, 6)]

    def message(self) -> Message:
        """The next message."""
        rng, id, name = self.rng, next(self.ids), self.rng.choice(self.names)
        instance = self.checker.instances.get(name)
        if instance is None or rng.random() < 0.01:
            params = {"values": self.params.row()} if rng.random() < 0.1 else {}
            return request(id, "feature/open", {"feature": name.partition(":")[0], "instance": name, "params": params})
        dice = rng.random()
        path = self.path(instance)
        if dice < 0.80:
            return self.action(id, name, instance)
        if dice < 0.83:
            updates = {"updates": rng.choice(["snapshot", "patch"])} if rng.random() < 0.5 else {}
            return request(id, "state/subscribe", {"instance": name, "path": path, **updates})
        if dice < 0.85:
            return request(id, "state/unsubscribe", {"instance": name, "path": path})
        if dice < 0.86:
            return request(id, "feature/close", {"instance": name})
        if dice < 0.89:
            return request(id, "feature/snapshot", {"instance": name, "path": path})
        if dice < 0.91:
            return request(id, "feature/settle", {"instance": name, "timeoutMs": self.patience()})
        if dice < 0.94:
            return notification("$/cancelRequest", {"id": max(1, id - rng.randrange(1, 10))})
        if dice < 0.95:
            return request(id, "ping")
        return request(id, "clock/advance", {"ms": rng.choice([0, 1, 20, 300, 5_000])})

    def patience(self) -> int:
        # On the virtual clock, a timeout in real time would make the session unrepeatable.
        return 30_000 if self.clock == "virtual" else self.rng.choice([0, 1, 20, 100])

    def path(self, instance: Instance) -> list[str]:
        """Returns the path of a shown feature, or rarely another path."""
        rng = self.rng
        if instance.root is None or rng.random() < 0.05:
            return rng.choice([[], ["presentation"], ["stack", rng.choice(self.params.keys)], ["none"]])
        return list(rng.choice([path for path, _, _ in nodes(instance.root)]))

    def action(self, id: int, name: str, instance: Instance) -> Message:
        """Returns a random action for a shown feature, preferably the deepest one."""
        rng = self.rng
        more: dict[str, Any] = {}
        if rng.random() < 0.08:
            more |= {"await": "settled", "timeoutMs": self.patience()}
        if rng.random() < 0.02:
            more["ifRevision"] = rng.randrange(50)
        if instance.root is None:
            return send(id, name, "reset", **more)
        shown = list(nodes(instance.root))
        path, _, node = shown[-1] if rng.random() < 0.6 else rng.choice(shown)
        self.params.learn(node)
        actions = self.checker.actions_of(node)
        weights = [WEIGHTS.get(name, 1.0) * (0.3 if name in node["unavailable"] else 1.0) for name in actions]
        action = rng.choices(list(actions), weights)[0]
        if rng.random() < 0.02:
            path = tuple(self.path(instance))
        params = self.params(action, actions[action], node)
        if rng.random() < 0.01:
            # Only `setSecret` omits the secret in a recording, so an action with another name must not contain it.
            params = {} if action == "setSecret" else params
            action = rng.choice(["none", "fetched", "submitted", "load"])
        return send(id, name, action, params, path=list(path), **more)

    def batch(self) -> Any:
        """Returns a message or, rarely, a batch. A batch opens and closes nothing, because that order is not fixed."""
        if self.rng.random() > 0.02:
            return self.message()
        members = [self.message() for _ in range(self.rng.randrange(1, 5))]
        allowed = ("feature/send", "feature/snapshot", "ping", "feature/settle")
        return [member for member in members if member["method"] in allowed] or request(next(self.ids), "ping")


def play_screens(rng: random.Random, folder: Path) -> None:
    """Plays one session; on the virtual clock, a second run must write the same bytes."""
    clock = rng.choice(["real", "virtual"])
    folder = folder / "workspace"
    workspace = make_workspace(folder)
    arguments = ("-w", workspace, "--clock", clock, "--seed", rng.randrange(1 << 63), "--log-level", "trace")
    session = Session(rng, workspace, clock)
    recording = folder.parent / "recording"
    with Host(*arguments, "--record", recording) as host:
        written, said = converse(host, session)
        host.log.seek(0)
        log = host.log.read().decode()
    session.checker.done()
    leaking = [line for line in [*said, *log.splitlines()] if SECRET in line]
    assert leaking == [], f"a secret in {len(leaking)} lines: {leaking[0][:200]} … {around(leaking[0], SECRET)}"
    for file in folder.iterdir():
        assert SECRET not in file.read_text(), f"a secret is in {file.name}"
    assert (left := [pid for pid in processes_in(folder) if outlives(pid)]) == [], f"processes are left: {left}"
    for what, number in session.checker.counts.items():
        count(what, number)
    text = recording.read_text()
    assert SECRET not in text, f"a secret is in the recording: {around(text, SECRET)[200:]}"
    replay(recording, SECRET)
    if clock == "virtual":
        make_workspace(folder)
        again = run(written, "serve", *arguments)
        assert again.status == 0
        check_same(said, [json.dumps(message) for message in again.messages])
        count("sessions played twice")


def converse(host: Host, session: Session) -> tuple[bytes, list[str]]:
    """Plays a session to its end; returns the bytes written, and the lines of the host."""
    rng, checker = session.rng, session.checker
    written, said = bytearray(), []

    def write(messages: list[Any]) -> None:
        data = b"".join(encode(checker.ask(message)) for message in messages)
        written.extend(data)
        trace(data)
        host.write(data)

    def take(message: Any) -> None:
        del host.seen[:-5]
        said.append(json.dumps(message))
        trace(encode(message))
        checker.take(session.patched.whole(message))

    begin = request(-1, "initialize", {"capabilities": {"updates": session.updates}})
    write([begin, request(0, "feature/list")])
    take(host.receive())
    take(host.receive())
    for _ in range(rng.choice([20, 150, 500])):
        burst = rng.choice([1, 1, 1, 1, 3, 30])
        write([session.batch() for _ in range(burst)])
        # Usually all answers are read before the next message, so that the message fits the newest snapshot.
        while checker.waiting and (burst > 1 or rng.random() < 0.97):
            take(host.receive())
    peak = host.peak_rss()
    assert peak < 200 * MiB, f"{peak // MiB} MiB"
    host.close_input()
    while (message := host.receive()) is not None:
        take(message)
    assert host.wait() == 0, host.describe()
    return bytes(written), said


def trace(data: bytes) -> None:
    """Appends frames to the file that `SOAK_FRAMES` names, if it is set."""
    if name := os.environ.get("SOAK_FRAMES"):
        with open(name, "ab") as file:
            file.write(data)


def check_same(first: list[str], second: list[str]) -> None:
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        at = len(os.path.commonprefix([one, other]))
        assert one == other, f"message {number} differs:\n{around(one, one[at:])}\n{around(other, other[at:])}"
    assert len(first) == len(second), f"{len(first)} messages, then {len(second)}"


def around(text: str, part: str) -> str:
    """Returns a part of a message with the text around it, and the beginning of the message."""
    at = text.rindex(part)
    return f"{text[:200]} … {text[max(0, at - 100) : at + 100]}"


def processes_in(folder: Path) -> list[str]:
    """Returns the processes whose working folder is `folder`, such as remains of a command."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{entry}/cwd") == str(folder.resolve()):
                found.append(entry)
        except OSError:
            continue
    return found
