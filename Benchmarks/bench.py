"""Shared parts of the benchmarks: messages, a folder of programs with their driver, and tables of samples."""

import json
import os
import shlex
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CORE = str(max(os.sched_getaffinity(0)))
OPENED = '"id":%d,"result"'


def line(**message):
    return json.dumps({"jsonrpc": "2.0"} | message, separators=(",", ":")) + "\n"


def action(instance, name, params=None, **more):
    """Returns the line of an action, with `%d` as its request id for the driver to fill in."""
    arguments = {"instance": instance, "action": name} | ({"params": params} if params else {}) | more
    return line(id=0, method="feature/send", params=arguments).replace('"id":0', '"id":%d', 1)


INITIALIZE = line(id=1, method="initialize", params={})


class Bench:
    """A folder of programs and inputs, and the driver that runs the programs."""

    def __init__(self, folder, host):
        self.folder, self.host = folder, host
        self.files = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, text):
        """Writes the content to a file, and returns the path; equal contents share a file."""
        if text not in self.files:
            self.files[text] = self.path(f"input{len(self.files)}")
            with open(self.files[text], "wb") as file:
                file.write(text.encode() if isinstance(text, str) else text)
        return self.files[text]

    def compile(self):
        asked = ["pkg-config", "--cflags", "--libs", "jansson"]
        flags = subprocess.run(asked, capture_output=True, text=True, check=True)
        compiler = shlex.split(os.environ.get("CC", "cc")) + ["-O2", "-march=native", "-Wall", "-Wextra"]
        for name in ["driver", "twins/direct", "twins/copied", "twins/tree", "twins/form", "twins/forward",
                     "twins/plugin"]:
            libraries = flags.stdout.split() if name.endswith("tree") else []
            output = self.path(os.path.basename(name))
            subprocess.run([*compiler, "-o", output, os.path.join(HERE, f"{name}.c"), *libraries], check=True)

    def drive(
            self, mode, command, steps=(), requests=(), each=1, count=1, depth=32, first=None, others=(), end=None,
            core=CORE):
        """Runs the driver and returns its output: numbers, or bytes if the mode is `session`."""
        arguments = [self.path("driver"), mode, "-c", core, "-n", str(count), "-d", str(depth), "-a", str(each)]
        if first is not None:
            arguments += ["-w", str(first)]
        for text, awaited in steps:
            arguments += ["-s", self.write(text), "-w", str(awaited)]
        for text in requests:
            arguments += ["-r", self.write(text)]
        for text in others:
            arguments += ["-o", self.write(text), "-e", end]
        environment = os.environ | {"XDG_RUNTIME_DIR": self.folder, "TMPDIR": self.folder}
        done = subprocess.run(
            [*arguments, "--", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, timeout=300)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: {done.stderr.decode(errors='replace')}")
        return done.stdout if mode == "session" else [float(number) for number in done.stdout.split()]


class Table:
    """Collects the samples of all rounds, and prints medians."""

    def __init__(self):
        self.samples = {}

    def add(self, what, who, value):
        self.samples.setdefault(what, {}).setdefault(who, []).append(value)

    def median(self, what, who):
        values = self.samples.get(what, {}).get(who)
        return statistics.median(values) if values else None

    def ratio(self, what, to="direct"):
        """Returns the median of the ratios of all rounds: a disturbance affects both times of a round's ratio."""
        pairs = zip(self.samples[what]["host"], self.samples[what][to], strict=True)
        return statistics.median(host / twin for host, twin in pairs)

    def show(self, what, who):
        value = self.median(what, who)
        if value is None:
            return "–"
        if "pipelined" in what:
            return f"{value / 1e3:,.0f} k/s"
        if "memory" in what:
            return f"{value:.1f} MB"
        return f"{value:.2f} ms" if "spawn" in what else f"{value:.1f} µs"
