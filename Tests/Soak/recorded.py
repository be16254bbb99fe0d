"""Replays recordings: the output must be the same."""

import json
import subprocess
from pathlib import Path

from counts import count
from host import BINARY


def replay(recording: Path, secret: str) -> None:
    """Replays a recording; `secret` replaces each secret that the recording omits."""
    words = [str(recording)]
    for number in range(1, most_secrets(recording) + 1):
        words += ["--secret", f"{number}={secret}"]
    played = subprocess.run([BINARY, "replay", *words], capture_output=True, text=True, timeout=600, check=False)
    assert played.returncode == 0, played.stderr
    count("lines played again", int(played.stdout.split()[0]))


def most_secrets(recording: Path) -> int:
    """Returns the number of secrets that a recording omits."""
    found = 0
    for line in recording.read_text().split("\n"):
        if '"$secret"' in line:
            found = max([found, *numbers(json.loads(line))])
    return found


def numbers(value: object) -> list[int]:
    if isinstance(value, dict):
        own = value.get("$secret")
        return [own] if isinstance(own, int) else [n for member in value.values() for n in numbers(member)]
    return [n for element in value for n in numbers(element)] if isinstance(value, list) else []
